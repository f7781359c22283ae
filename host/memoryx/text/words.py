"""Words as a person types them into a search box: whole, unstemmed, letter by letter.

The terms of memoryx.text.tokens are made for likeness: stems and pairs, without function words. A
search box wants what stands there: `programmin` finds "programming", and `海` as well as
`上海` find 上海. So Latin words are looked for by their beginnings, and a Chinese, Japanese or
Korean run is a phrase of single characters.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from memoryx.text.fold import fold, strip_accents
from memoryx.text.scripts import CJK, CJK_CHARACTER

_WORD: Final = re.compile(rf"[{CJK}]|[^\W_{CJK}]+(?:\+\+|#(?!\w))?")
_CAMEL: Final = re.compile(r"(?<=[a-z0-9])[A-Z][a-z]+")


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that stand side by side; `open` says that the last may go on."""

    words: tuple[str, ...]
    open: bool


def stored_words(text: str) -> list[str]:
    """Every word of a text in its order, then the later parts of camelCase names."""
    folded = fold(text)
    parts = [part.lower() for part in _CAMEL.findall(folded)]
    return [*_words(folded), *parts]


def typed_phrases(text: str) -> list[Phrase]:
    """What a person has typed so far, a phrase for each piece between spaces."""
    phrases = []
    for piece in fold(text).split():
        words = _words(piece)
        if words:
            phrases.append(Phrase(tuple(words), CJK_CHARACTER.match(words[-1]) is None))
    return phrases


def _words(folded: str) -> list[str]:
    return [_plain(match.group()) for match in _WORD.finditer(folded)]


def _plain(word: str) -> str:
    # Accents are marks of their own only outside of CJK: there, voicing marks make other letters.
    return word if CJK_CHARACTER.match(word) else strip_accents(word.lower())
