"""BM25+ over the inverted index, against rank-bm25."""

import random

import numpy as np
import pytest
from rank_bm25 import BM25Plus

from memoryx.recall.bm25 import DELTA, K1, B, InvertedIndex

WORDS = [f"w{number}" for number in range(40)]


def corpus(size: int, seed: int) -> list[list[str]]:
    rng = random.Random(seed)
    return [[rng.choice(WORDS) for _ in range(rng.randint(3, 30))] for _ in range(size)]


def filled(documents: list[list[str]]) -> InvertedIndex:
    index = InvertedIndex()
    for slot, document in enumerate(documents):
        index.add(slot, document)
    return index


@pytest.mark.parametrize("size", [1, 2, 3, 10, 200])
def test_scores_are_those_of_rank_bm25_without_its_share_for_absent_terms(size: int) -> None:
    documents = corpus(size, seed=size)
    index, reference = filled(documents), BM25Plus(documents, k1=K1, b=B, delta=DELTA)
    query = [*WORDS[:5], "unheard-of"]
    expected = reference.get_scores(query)
    for slot, document in enumerate(documents):
        expected[slot] -= sum(
            DELTA * reference.idf.get(word, 0.0) for word in query if word not in document
        )
    found = index.score(dict.fromkeys(query, 1.0), size)
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_a_word_that_every_memory_of_a_small_store_holds_still_counts(size: int) -> None:
    index = filled([["peanut", f"other{number}"] for number in range(size)])
    assert (index.score({"peanut": 1.0}, size) > 0).all()


def test_adding_and_removing_in_any_order_ends_as_if_built_at_once() -> None:
    documents = corpus(60, seed=5)
    rng = random.Random(6)
    index = InvertedIndex()
    held: dict[int, list[str]] = {}
    for _ in range(400):
        slot = rng.randrange(60)
        if slot in held:
            index.remove(slot)
            del held[slot]
        else:
            held[slot] = rng.choice(documents)
            index.add(slot, held[slot])
    fresh = InvertedIndex()
    for slot, document in held.items():
        fresh.add(slot, document)
    query = dict.fromkeys(WORDS[:8], 1.0)
    np.testing.assert_allclose(index.score(query, 60), fresh.score(query, 60), rtol=1e-5)
    np.testing.assert_allclose(index.coverage(query, 60), fresh.coverage(query, 60), rtol=1e-5)


def test_coverage_is_the_share_of_the_messages_idf() -> None:
    index = filled([["a", "b"], ["a"], ["c"]])
    shares, sums = index.coverage({"a": 2.0, "b": 1.0}, 3)
    assert shares[0] == pytest.approx(1.0)
    assert 0 < shares[1] < 1
    assert shares[2] == sums[2] == 0
    # What a term is worth as evidence does not grow with its weight in the message.
    assert sums.tolist() == pytest.approx(index.coverage({"a": 1.0, "b": 1.0}, 3)[1].tolist())
    assert sums[0] > sums[1] > 0


def test_an_empty_index_answers() -> None:
    assert InvertedIndex().score({"a": 1.0}, 0).shape == (0,)
