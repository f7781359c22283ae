"""The table of vectors: a column for each slot."""

import numpy as np

from memoryx.recall.vectors import VectorTable


def test_it_grows_and_gives_back_what_was_put() -> None:
    table = VectorTable(3)
    rows = np.random.default_rng(1).standard_normal((300, 3)).astype(np.float32)
    for start in range(0, 300, 7):
        slots = list(range(start, min(start + 7, 300)))
        table.put(slots, rows[slots])
    query = np.asarray([1, 2, 3], np.float32)
    values, filled = table.similarities(query, 400)
    np.testing.assert_allclose(values[:300], rows @ query, rtol=1e-4, atol=1e-5)
    assert filled[:300].all()
    assert not values[300:].any()
    assert not filled[300:].any()
    np.testing.assert_array_equal(table.vector(299), rows[299])


def test_a_slot_that_is_emptied_or_was_never_filled_has_no_vector() -> None:
    table = VectorTable(2)
    table.put([5, 70], np.ones((2, 2), np.float32))
    table.remove(5)
    table.remove(1_000)
    assert not table.has(5)
    assert table.has(70)
    assert not table.has(1_000)
    assert not table.vector(5).any()
    assert not table.vector(1_000).any()
    values, filled = table.similarities(np.ones(2, np.float32), 71)
    assert values.tolist() == [0.0] * 70 + [2.0]
    assert filled.sum() == 1


def test_nothing_and_the_same_slot_twice_can_be_put() -> None:
    table = VectorTable(2)
    table.put([], np.zeros((0, 2), np.float32))
    table.put([3, 3], np.asarray([[1, 0], [0, 1]], np.float32))
    assert table.vector(3).tolist() == [0, 1]
