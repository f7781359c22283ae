"""Make spellings of one word alike: width, Traditional characters, accents."""

import threading
import unicodedata
from typing import Final, Protocol

from memoryx.text.scripts import HAN_CHARACTER


class _Converter(Protocol):
    def convert(self, text: str) -> str: ...


_converters: Final[dict[str, _Converter]] = {}
_loading: Final = threading.Lock()


def converter(name: str) -> _Converter:
    """The OpenCC converter called `name` ("t2s", "s2t"), loaded once (about 40 ms)."""
    found = _converters.get(name)
    if found is None:
        with _loading:
            found = _converters.get(name)
            if found is None:
                # Lazy for start-up time: English text never needs the dictionaries.
                import opencc

                found = opencc.OpenCC(name)
                _converters[name] = found
    return found


def warm() -> None:
    """Load the dictionaries now, so that the first Chinese message does not wait for them."""
    converter("t2s")
    converter("s2t")


def simplify(text: str) -> str:
    """`text` with Traditional characters as Simplified ones; other scripts untouched."""
    if HAN_CHARACTER.search(text) is None:
        return text
    return converter("t2s").convert(text)


def fold(text: str) -> str:
    """`text` in compatibility form (full width to half width, ligatures) and simplified.

    Case is kept: it tells names and camelCase from words.
    """
    if text.isascii():
        return text
    return simplify(unicodedata.normalize("NFKC", text))


def strip_accents(word: str) -> str:
    """A Latin, Greek or Cyrillic word without its combining marks: "Škoda" is "Skoda"."""
    if word.isascii():
        return word
    decomposed = unicodedata.normalize("NFD", word)
    return "".join(c for c in decomposed if not unicodedata.combining(c))
