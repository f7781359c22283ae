"""BM25+ over an inverted index that changes one document at a time.

Formula: Lv & Zhai, "Lower-Bounding Term Frequency Normalization" (CIKM 2011), with delta = 1 and
the idf log((N + 1) / df) of rank-bm25's `BM25Plus`. That idf is positive for every term even when
all of one, two or three documents hold it, so a new person with three memories finds them. k1 = 0.9
and b = 0.4 are what Anserini takes for passages, where the usual 1.5 and 0.75 are for long
documents: in a sentence a repeated word says little, and a longer one is not about less. The score
equals rank-bm25's with these constants, up to the delta that rank-bm25 also adds for terms that a
document does not hold; a test compares the two.

Why not rank-bm25 itself: it keeps no inverted index and cannot add a document, so each query
reads every document and each change rebuilds everything.
"""

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from math import log
from typing import Final

import numpy as np
from numpy.typing import NDArray

K1: Final = 0.9
B: Final = 0.4
DELTA: Final = 1.0
_MAX_FREQUENCY: Final = 255
_PRIOR_DOCUMENTS: Final = 50

Scores = NDArray[np.float32]


class _Postings:
    """The documents that hold one term: slots in ascending order, and how often."""

    __slots__ = ("counts", "slots")

    def __init__(self) -> None:
        self.slots = array("i")
        self.counts = array("B")

    def put(self, slot: int, count: int) -> None:
        clipped = min(count, _MAX_FREQUENCY)
        if not self.slots or slot > self.slots[-1]:
            self.slots.append(slot)
            self.counts.append(clipped)
            return
        position = bisect_left(self.slots, slot)
        self.slots.insert(position, slot)
        self.counts.insert(position, clipped)

    def drop(self, slot: int) -> None:
        position = bisect_left(self.slots, slot)
        del self.slots[position]
        del self.counts[position]


class InvertedIndex:
    """Term postings by document slot. Adding or removing costs only the document's own terms.

    Slots are small integers that the caller gives out and may reuse after `remove`.
    """

    def __init__(self, outside: tuple[int, Mapping[str, int]] | None = None) -> None:
        """`outside`: the documents in all and those with each term, where this holds a part."""
        self._outside = outside
        self._postings: dict[str, _Postings] = {}
        self._documents: dict[int, tuple[str, ...]] = {}
        self._lengths: NDArray[np.float32] = np.zeros(64, np.float32)
        self._total_length = 0

    def __len__(self) -> int:
        return len(self._documents)

    def add(self, slot: int, terms: Iterable[str]) -> None:
        """Put the document with these terms (repeats count) at a free slot."""
        counts = Counter(terms)
        length = counts.total()
        if slot >= len(self._lengths):
            grown = np.zeros(max(2 * len(self._lengths), slot + 1), np.float32)
            grown[: len(self._lengths)] = self._lengths
            self._lengths = grown
        self._lengths[slot] = length
        self._total_length += length
        self._documents[slot] = tuple(counts)
        for term, count in counts.items():
            postings = self._postings.get(term)
            if postings is None:
                postings = self._postings[term] = _Postings()
            postings.put(slot, count)

    def remove(self, slot: int) -> None:
        """Take the document at `slot` out; KeyError where there is none."""
        for term in self._documents.pop(slot):
            postings = self._postings[term]
            postings.drop(slot)
            if not postings.slots:
                del self._postings[term]
        self._total_length -= int(self._lengths[slot])
        self._lengths[slot] = 0

    def terms_of(self, slot: int) -> tuple[str, ...]:
        """The different terms of the document at `slot`."""
        return self._documents[slot]

    def document_frequency(self, term: str) -> int:
        """How many documents hold `term`."""
        if self._outside is not None:
            return self._outside[1].get(term, 0)
        postings = self._postings.get(term)
        return 0 if postings is None else len(postings.slots)

    def _count(self) -> int:
        return len(self._documents) if self._outside is None else self._outside[0]

    def idf(self, term: str) -> float:
        """log((N + 1) / df); a term that nobody holds counts as held by one."""
        return log((self._count() + 1) / max(1, self.document_frequency(term)))

    def score(self, weights: Mapping[str, float], size: int) -> Scores:
        """BM25+ of every slot below `size` for weighted query terms; 0 where no term is held."""
        scores = np.zeros(size, np.float32)
        average = self._total_length / max(1, len(self._documents))
        for term, weight in weights.items():
            postings = self._postings.get(term)
            if postings is None:
                continue
            slots = np.frombuffer(postings.slots, np.int32)
            counts = np.frombuffer(postings.counts, np.uint8).astype(np.float32)
            norm = K1 * (1 - B + B * self._lengths[slots] / average)
            scores[slots] += (weight * self.idf(term)) * (
                DELTA + counts * (K1 + 1) / (norm + counts)
            )
        return scores

    def ideal(self, weights: Mapping[str, float]) -> float:
        """What a document of average length scores that holds every term once; never 0."""
        return max(1e-6, (DELTA + 1) * sum(w * self.idf(term) for term, w in weights.items()))

    def coverage(self, weights: Mapping[str, float], size: int) -> tuple[Scores, Scores]:
        """For every slot below `size`, how much of the query its document holds.

        First the share (0 to 1) of the query's weighted rarity, then the sum of the rarities of
        the terms held, unweighted. Rarity is the idf of a store with `_PRIOR_DOCUMENTS` strangers
        added: in a store of a dozen memories about jazz the word "jazz" still says more than
        nothing.
        """
        shares = np.zeros(size, np.float32)
        sums = np.zeros(size, np.float32)
        total = 0.0
        documents = self._count() + _PRIOR_DOCUMENTS
        for term, weight in weights.items():
            rarity = log(documents / max(1, self.document_frequency(term)))
            total += weight * rarity
            postings = self._postings.get(term)
            if postings is not None:
                slots = np.frombuffer(postings.slots, np.int32)
                shares[slots] += weight * rarity
                sums[slots] += rarity
        return (shares / total if total > 0 else shares), sums
