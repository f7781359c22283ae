"""Whether two memories say the same, so that one of them is enough in a block."""

from functools import lru_cache
from typing import Final

import numpy as np

from memoryx.dedupe import same_facts
from memoryx.recall.index import RecallIndex
from memoryx.recall.types import IndexedMemory
from memoryx.text.language import written_in_chinese
from memoryx.text.tokens import terms

# In one language: the cosine of the centred vectors, or the share of common terms.
_COSINE: Final = 0.93
_SHARED_TERMS: Final = 0.85
# A Chinese text and its translation: both must hold. Over pairs of different events in
# MADial-Bench these take 2 of 11,342 for the same, and find six of ten translations; precision
# goes first, since what is wrongly taken for the same is not shown.
_TRANSLATED_COSINE: Final = 0.6
_TRANSLATED_TERMS: Final = 0.6


def say_the_same(index: RecallIndex, first: int, second: int) -> bool:
    """Whether the memories at two slots state one fact, in like words or in two languages.

    What differs in a number is never the same; across languages neither is what differs in a name
    or in what it denies.
    """
    one, other = index.terms(first), index.terms(second)
    chinese = written_in_chinese(index.memory(first).text)
    if chinese != written_in_chinese(index.memory(second).text):
        slots = (first, second) if chinese else (second, first)
        return _is_translation(index, *slots)
    if _numbers(one) != _numbers(other):
        return False
    shared = len(_different(one) & _different(other))
    union = len(one) + len(other) - shared
    if union and shared / union >= _SHARED_TERMS:
        return True
    return _cosine(index, first, second) >= _COSINE


def _is_translation(index: RecallIndex, chinese: int, english: int) -> bool:
    memory: IndexedMemory = index.memory(english)
    if not same_facts(index.memory(chinese).text, memory.text):
        return False
    # The Chinese memory's terms hold its glosses, once they are worked out.
    words = set(terms(memory.text))
    found = words.intersection(index.terms(chinese))
    if not words or len(found) / len(words) < _TRANSLATED_TERMS:
        return False
    return _cosine(index, chinese, english) >= _TRANSLATED_COSINE


def _cosine(index: RecallIndex, first: int, second: int) -> float:
    a, b = index.vector(first), index.vector(second)
    if a is None or b is None:
        return 0.0
    length = float(np.linalg.norm(a) * np.linalg.norm(b))
    return float(a @ b) / length if length > 0 else 0.0


# A memory is compared with each that was kept before it, in each recall that finds it.
@lru_cache(maxsize=4_096)
def _different(found: tuple[str, ...]) -> frozenset[str]:
    return frozenset(found)


@lru_cache(maxsize=4_096)
def _numbers(found: tuple[str, ...]) -> frozenset[str]:
    return frozenset(term for term in found if any(map(str.isdigit, term)))
