"""Tuning on logs in which the right answer is known."""

from __future__ import annotations

import random

import pytest

from memoryx.recall.tuning import JudgedRecall, Judgement, Tuning, tune
from memoryx.recall.types import Weights

NOW = Weights()


def memory(rng: random.Random, useful: bool, **fields: float) -> Judgement:
    """A judged memory whose signals are noise but for those given."""
    return Judgement(
        semantic=fields.get("semantic", rng.random()),
        keyword=fields.get("keyword", rng.random()),
        age_days=fields.get("age_days", rng.uniform(0, 200)),
        level=rng.choice(["user", "project", "session"]),
        confidence=1.0,
        useful=useful,
    )


def log(count: int, truth: str, seed: int = 1) -> list[JudgedRecall]:
    """Recalls in which only one signal tells what is useful, or none."""
    rng = random.Random(seed)
    found = []
    for n in range(count):
        good: dict[str, float] = {}
        bad: dict[str, float] = {}
        if truth == "keyword":
            good, bad = {"keyword": rng.uniform(0.5, 1)}, {"keyword": rng.uniform(0, 0.5)}
        elif truth == "newness":
            good, bad = {"age_days": rng.uniform(0, 60)}, {"age_days": rng.uniform(120, 300)}
        memories = (memory(rng, True, **good), memory(rng, False, **bad))
        found.append(JudgedRecall(f"r{seed}-{n}", memories))
    return found


def proposed(found: Tuning) -> Weights:
    assert found.weights is not None
    return found.weights


def test_words_win_where_words_tell_what_is_useful() -> None:
    found = tune(log(200, "keyword"), NOW)
    weights = proposed(found)
    assert weights.keyword > 0.6
    assert found.after > 0.95 > found.before
    total = weights.semantic + weights.keyword + weights.recency + weights.level
    assert total == pytest.approx(1.0)
    assert found.held_out + 60 < found.pairs


def test_a_longer_half_life_is_found_where_newness_of_months_tells() -> None:
    weights = proposed(tune(log(200, "newness"), NOW))
    assert weights.recency > 0.5
    assert weights.half_life_days >= 30


@pytest.mark.parametrize("seed", range(8))
def test_noise_proposes_nothing(seed: int) -> None:
    """One in twenty would get by; none of these does, and the same log always says the same."""
    found = tune(log(200, "nothing", seed), NOW)
    assert found.weights is None
    assert found.missing == 0
    assert found == tune(log(200, "nothing", seed), NOW)


def test_what_is_right_already_stays() -> None:
    right = Weights(0.0, 1.0, 0.0, 0.0)
    found = tune(log(200, "keyword"), right)
    assert found.weights is None
    assert found.before == found.after == 1.0


@pytest.mark.parametrize("count", [0, 1, 10, 30])
def test_too_little_says_how_much_is_missing(count: int) -> None:
    found = tune(log(count, "keyword"), NOW)
    assert found.weights is None
    assert found.missing > 0
    assert found.recalls == count


def test_recalls_without_both_kinds_count_for_nothing() -> None:
    rng = random.Random(1)
    useless = [
        JudgedRecall(f"r{n}", (memory(rng, True), memory(rng, True)))  # nothing to compare
        for n in range(500)
    ]
    assert tune(useless, NOW).recalls == 0


def test_few_judgements_do_not_carry_the_weights_far() -> None:
    """Of mixtures that are equally right the nearest is taken."""
    rng = random.Random(3)
    sure = [
        JudgedRecall(
            f"r{n}",
            (
                memory(rng, True, semantic=0.9, keyword=0.9, age_days=1),
                memory(rng, False, semantic=0.1, keyword=0.1, age_days=100),
            ),
        )
        for n in range(200)
    ]
    found = tune(sure, NOW)
    assert found.weights is None
    assert found.before == 1.0
