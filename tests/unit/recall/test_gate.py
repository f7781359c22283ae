"""The gate: whether a message needs memories, and which of them."""

from typing import Any

import numpy as np
import pytest

from memoryx.recall import gate
from memoryx.recall.intent import classify

PLAIN = classify("the old lighthouse keeper")


def evidence(**fields: Any) -> gate.Evidence:
    """One memory that nothing speaks for, but for what is given."""
    values: dict[str, Any] = {
        "likeness": 0.0,
        "coverage": 0.0,
        "rarity": 0.0,
        "has_vector": True,
        "shares_name": False,
        "shares_domain": False,
        "off_topic": False,
    } | fields
    memories = values.pop("memories", 1_000)
    return gate.Evidence(
        **{name: np.asarray([value]) for name, value in values.items()},
        memories=memories,
    )


def probability(text: str = "the old lighthouse keeper", **fields: Any) -> float:
    return float(gate.probabilities(evidence(**fields), classify(text))[0])


def test_a_signal_grows_without_end_and_stays_below_one() -> None:
    signal = gate.as_signal(np.asarray([-2.0, 0.0, 1.0, 4.0, 12.0, 40.0], np.float32))
    assert signal[0] == signal[1] == 0
    assert (np.diff(signal[1:]) > 0).all()
    assert signal[3] == pytest.approx(0.5)
    assert signal[-1] < 1


@pytest.mark.parametrize(
    "more",
    [
        {"likeness": 4.0},
        {"coverage": 0.5, "rarity": 5.0},
        {"shares_name": True},
        {"shares_domain": True},
    ],
)
@pytest.mark.parametrize("has_vector", [True, False])
def test_what_speaks_for_a_memory_never_counts_against_it(
    more: dict[str, Any], has_vector: bool
) -> None:
    fields: dict[str, Any] = {"coverage": 0.1, "rarity": 1.0, "has_vector": has_vector}
    assert probability(**(fields | more)) >= probability(**fields)


def test_the_same_likeness_says_less_among_many_memories() -> None:
    assert probability(likeness=4.0, memories=20) > probability(likeness=4.0, memories=20_000)


def test_one_word_may_cover_a_short_question_but_one_of_many_is_chance() -> None:
    short = probability(coverage=1.0, rarity=4.0, has_vector=False)
    long = probability(coverage=0.05, rarity=4.0, has_vector=False)
    assert short > gate.DEFAULT.threshold_words_only > long


def test_without_a_vector_and_a_common_word_there_is_no_evidence() -> None:
    assert probability("what do my friends like?", has_vector=False) == 0


def test_a_message_with_its_own_material_needs_more_than_one_about_a_person() -> None:
    fields: dict[str, Any] = {"likeness": 3.0, "coverage": 0.2, "rarity": 3.0}
    assert probability("Translate this: the keeper", **fields) < probability(**fields)
    assert probability("my lighthouse keeper", **fields) > probability(**fields)


def test_the_first_step_asks_for_one_memory_that_is_likely_enough() -> None:
    vectors = np.asarray([True, True])
    parameters = gate.GateParameters(threshold=0.5, threshold_words_only=0.9)
    assert gate.opens(np.asarray([0.1, 0.6], np.float32), vectors, parameters)
    assert not gate.opens(np.asarray([0.1, 0.4], np.float32), vectors, parameters)
    assert not gate.opens(np.asarray([0.1, 0.6], np.float32), ~vectors, parameters)
    assert not gate.opens(np.zeros(0, np.float32), np.zeros(0, np.bool_), parameters)


def near(
    relevances: list[float], found: list[float], limit: int = gate.USUAL_LIMIT, **parameters: Any
) -> list[bool]:
    """Which memories of these values come along, with only these conditions."""
    open_wide: dict[str, Any] = {"share": 0.0, "least_probability": 0.0, "logit_gap": np.inf}
    passing = gate.comes_along(
        np.asarray(relevances, np.float32),
        np.asarray(found, np.float32),
        np.ones(len(relevances), np.bool_),
        limit,
        gate.GateParameters(**open_wide | parameters),
    )
    return [bool(passes) for passes in passing]


def test_the_second_step_measures_each_memory_by_the_best() -> None:
    assert near([0.4, 0.3, 0.1], [0.9, 0.9, 0.9], share=0.5) == [True, True, False]
    assert near([], [], share=0.5) == []


def test_a_memory_that_is_unlikely_itself_does_not_come_along() -> None:
    assert near([0.4, 0.4, 0.4], [0.6, 0.3, 0.2], least_probability=0.25) == [True, True, False]


def test_a_memory_that_is_much_less_likely_than_the_best_does_not_come_along() -> None:
    # Odds of 999, 4 and 1.5 to 1.
    assert near([0.4, 0.4, 0.4], [0.999, 0.8, 0.6], logit_gap=6.0) == [True, True, False]
    assert near([0.4, 0.4, 0.4], [0.9, 0.8, 0.6], logit_gap=6.0) == [True, True, True]


def test_certainty_has_a_finite_logit() -> None:
    assert near([0.4, 0.4], [1.0, 0.0]) == [True, True]
    assert near([0.4, 0.4], [1.0, 0.0], logit_gap=4.0) == [True, False]


@pytest.mark.parametrize(("limit", "expected"), [(1, 2), (5, 2), (10, 3), (20, 3)])
def test_where_more_may_come_weaker_ones_come_along(limit: int, expected: int) -> None:
    assert sum(near([0.4, 0.3, 0.11], [0.9, 0.9, 0.9], limit, share=0.5)) == expected
    assert sum(near([0.4] * 3, [0.9, 0.5, 0.2], limit, least_probability=0.3)) == expected
    assert sum(near([0.4] * 3, [0.99, 0.9, 0.5], limit, logit_gap=3.0)) == expected


def test_a_store_of_one_memory_has_sensible_signals() -> None:
    one = np.asarray([True])
    assert 0 < gate.semantic_signal(np.asarray([4.0], np.float32), one)[0] < 1
    assert gate.semantic_signal(np.asarray([0.0], np.float32), one)[0] == 0
    assert gate.keyword_signal(np.asarray([0.0], np.float32), one)[0] == 0
