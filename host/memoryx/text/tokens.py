"""Cut text into index terms.

Chinese, Japanese and Korean runs become character pairs (pairs beat word segmentation on every
set measured, and cost a tenth). English is stemmed, irregular forms too, and loses its stop words.
Identifiers, versions and names stay whole beside their parts: `node.js`, `k8s`, `v1.2.3`,
`user_id`, `C++`.

A term is a plain string without white space. Every function is linear in the text's length: each
alternative of the one pattern starts with another character class, and nothing is nested.
"""

import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from memoryx.text import stopwords
from memoryx.text.fold import fold, strip_accents
from memoryx.text.irregular import BASES
from memoryx.text.scripts import CJK

# A term longer than this is not a word that anybody types twice (a hash, a base64 line).
MAX_TERM_LENGTH: Final = 64

_TOKEN: Final = re.compile(
    rf"(?P<cjk>[{CJK}]+)"
    rf"|(?P<word>[^\W{CJK}]+(?:[._/@:'’+-][^\W{CJK}]+)*(?:\+\+|\#(?!\w))?)"
)
_PART: Final = re.compile(r"[^\W_]+")
_CAMEL: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_POSSESSIVE: Final = re.compile(r"['’]s$", re.IGNORECASE)
_SENTENCE_END: Final = frozenset('.!?\n。！？:："“(（-*')
# snowballstemmer keeps state between calls, so one thread at a time.
_stemming: Final = threading.Lock()


@dataclass(frozen=True, slots=True)
class Term:
    """One index term and what is known of where it came from."""

    text: str
    name: bool = False
    """A proper name or identifier: capitalised inside a sentence, or with digits or signs."""


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The English stem (Snowball's Porter2) of a lower-case word."""
    with _stemming:
        return str(_stemmer().stemWord(word))


def _base(word: str) -> str:
    """The stem of a word, also of an irregular form."""
    return stem(BASES.get(word, word))


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    # The package imports its stemmers of all languages; the host's start must not wait for it.
    import snowballstemmer

    return snowballstemmer.stemmer("english")


def terms(text: str) -> list[str]:
    """The index terms of `text` in order, repeats kept."""
    return [term.text for term in analyse(text)]


def analyse(text: str) -> list[Term]:
    """The index terms of `text` in order, repeats kept, with the names marked."""
    folded = fold(text)
    return list(_scan(folded))


def names_in(text: str) -> frozenset[str]:
    """The index terms of `text` that are written as names, also where a sentence begins."""
    words = (m.group() for m in _TOKEN.finditer(fold(text)) if m.lastgroup == "word")
    # Most words are plain ones, and a recall asks this of each memory that shares a name with it.
    candidates = (word for word in words if word[0].isupper() or not word.isalpha())
    return frozenset(
        term.text for word in candidates for term in _word_terms(word, False) if term.name
    )


def _scan(text: str) -> Iterator[Term]:
    for match in _TOKEN.finditer(text):
        if match.lastgroup == "cjk":
            yield from _cjk_terms(match.group())
        else:
            yield from _word_terms(match.group(), _starts_sentence(text, match.start()))


def _cjk_terms(run: str) -> Iterator[Term]:
    if len(run) == 1:
        # A lone character is all there is to go by ("猫?"); inside a run its pairs say more.
        yield Term(run)
        return
    found = False
    for i in range(len(run) - 1):
        pair = run[i : i + 2]
        if not _is_function_pair(pair):
            found = True
            yield Term(pair)
    if not found:
        for character in run:
            if character not in stopwords.CHINESE_CHARACTERS:
                yield Term(character)


def _is_function_pair(pair: str) -> bool:
    first, second = pair[0], pair[1]
    return (
        first in stopwords.CHINESE_PARTICLES
        or second in stopwords.CHINESE_PARTICLES
        or pair in stopwords.CHINESE_WORDS
        or (first in stopwords.CHINESE_CHARACTERS and second in stopwords.CHINESE_CHARACTERS)
    )


def _word_terms(raw: str, starts_sentence: bool) -> Iterator[Term]:
    word = _POSSESSIVE.sub("", raw)
    lower = strip_accents(word.lower().replace("’", "'"))
    if lower in stopwords.ENGLISH:
        return
    if lower.isalpha():
        name = word[0].isupper() and not (starts_sentence or word in ("I", "OK"))
        yield from _plain_word(lower, name=name)
        if name or _inner_capital(word):
            yield from _camel_parts(word, lower)
        return
    if len(lower) <= MAX_TERM_LENGTH:
        yield Term(lower, name=not lower.isdigit())
    seen = {lower}
    for part in _PART.findall(word):
        folded = strip_accents(part.lower())
        if folded in seen or folded in stopwords.ENGLISH or len(folded) < 2 or folded.isdigit():
            continue
        seen.add(folded)
        yield from _plain_word(folded, name=False)
        yield from _camel_parts(part, folded)


def _plain_word(lower: str, *, name: bool) -> Iterator[Term]:
    if len(lower) > MAX_TERM_LENGTH:
        return
    yield Term(_base(lower) if lower.isascii() and lower.isalpha() else lower, name=name)


def _inner_capital(word: str) -> bool:
    return word[1:] != word[1:].lower() and word != word.upper()


def _camel_parts(word: str, lower: str) -> Iterator[Term]:
    parts = _CAMEL.findall(word) if _inner_capital(word) or not word.isalpha() else []
    if len(parts) < 2:
        return
    for part in parts:
        folded = part.lower()
        if len(folded) > 1 and folded != lower and folded not in stopwords.ENGLISH:
            yield Term(_base(folded) if folded.isalpha() else folded)


def _starts_sentence(text: str, start: int) -> bool:
    """Whether the word at `start` opens a sentence, so that its capital means nothing."""
    position = start - 1
    limit = start - 8
    while position >= 0 and position > limit and text[position] in " \t":
        position -= 1
    return position < 0 or text[position] in _SENTENCE_END
