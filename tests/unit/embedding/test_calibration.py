"""Centring a model's vectors."""

import numpy as np

from memoryx.embedding.calibration import calibrate, unit

HALF = 300


def cone(rng: np.random.Generator, count: int) -> np.ndarray:
    """Vectors in a narrow cone, the second half around another axis than the first."""
    vectors = 0.1 * rng.standard_normal((2 * count, 16)).astype(np.float32)
    vectors[:, 0] += 1
    vectors[count:, 1] += 0.5
    return unit(vectors)


def test_strangers_are_at_zero_and_one_deviation_apart() -> None:
    rng = np.random.default_rng(5)
    found = calibrate(cone(rng, HALF), cone(rng, HALF), HALF)
    others = cone(rng, 200)
    stored = found.memory(others, [n >= 200 for n in range(400)])
    asked = [found.message(row, chinese=False) for row in cone(rng, 20)[:20]]
    similar = np.stack(asked) @ stored.T / found.deviation
    assert abs(similar.mean()) < 0.2
    assert 0.8 < similar.std() < 1.25
    # The two languages are comparable.
    assert abs(similar[:, :200].mean() - similar[:, 200:].mean()) < 0.3


def test_centring_memories_of_one_language_keeps_their_order() -> None:
    rng = np.random.default_rng(6)
    found = calibrate(cone(rng, HALF), cone(rng, HALF), HALF)
    stored = cone(rng, 50)[:50]
    asked = found.message(stored[7], chinese=False)
    before = np.argsort(stored @ asked)
    after = np.argsort(found.memory(stored, [False] * 50) @ asked)
    assert before.tolist() == after.tolist()


def test_a_model_that_tells_nothing_apart_has_a_deviation_all_the_same() -> None:
    same = np.tile(unit(np.ones((1, 4), np.float32)), (8, 1))
    assert calibrate(same, same, 4).deviation > 0
