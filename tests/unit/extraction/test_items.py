"""What a model returned, checked item by item."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memoryx.extraction.candidate import SourceTurn
from memoryx.extraction.llm.items import candidates_of

SAID = datetime(2026, 11, 30, 9, tzinfo=UTC)
LABELS = {
    "t0": SourceTurn("u1", 0, "user", "I like tea", SAID),
    "t1": SourceTurn("a1", 1, "assistant", "Good", SAID),
    "t2": SourceTurn("u2", 2, "user", "And long walks", SAID),
}
ITEM: dict[str, Any] = {
    "text": "Likes tea and long walks",
    "compact_text": "Likes tea",
    "type": "preference",
    "category": "preference",
    "turns": ["t2", "t0"],
    "confidence": 0.95,
    "inferred": False,
    "keywords": ["tea", "茶"],
    "tags": ["drink"],
    "key": "likes:tea",
    "level": "user",
    "context_tags": [],
    "instruction": False,
    "sensitive": False,
    "expires": None,
}


def test_a_good_item_becomes_a_candidate_with_its_turns_in_order() -> None:
    (candidate,), rejected = candidates_of([ITEM], LABELS)
    assert candidate.text == "Likes tea and long walks"
    assert candidate.turn_keys == ("u1", "u2")
    assert (candidate.compact_text, candidate.key) == ("Likes tea", "likes:tea")
    assert (candidate.valid_from, candidate.expires_at) == (SAID, None)
    assert not rejected


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"text": None}, "empty_text"),
        ({"text": "  "}, "empty_text"),
        ({"text": ["x"]}, "empty_text"),
        ({"type": "opinion"}, "unknown_type"),
        ({"type": None}, "unknown_type"),
        ({"category": "food"}, "unknown_category"),
        ({"turns": []}, "unknown_turn"),
        ({"turns": ["t9"]}, "unknown_turn"),
        ({"turns": ["t0", "t9"]}, "unknown_turn"),
        ({"turns": "t0"}, "unknown_turn"),
        ({"turns": [0]}, "unknown_turn"),
        ({"turns": ["t1"]}, "not_the_users"),
        ({"turns": ["t0", "t1"]}, "not_the_users"),
        ({"text": "[MemoryX context · 1 memory]"}, "own_block"),
        ({"text": "Allergic to peanuts"}, "prompt_example"),
        ({"text": "对花生过敏。"}, "prompt_example"),
    ],
)
def test_a_bad_item_is_rejected_alone_by_its_reason(changes: dict[str, Any], reason: str) -> None:
    candidates, rejected = candidates_of([ITEM | changes, ITEM], LABELS)
    assert len(candidates) == 1
    assert rejected == {reason: 1}


def test_an_example_of_the_prompt_counts_where_the_user_says_it() -> None:
    labels = {"t0": SourceTurn("u1", 0, "user", "I can't eat peanuts, allergic", SAID)}
    candidates, _ = candidates_of([ITEM | {"text": "Allergic to peanuts", "turns": ["t0"]}], labels)
    assert len(candidates) == 1


def test_what_is_merely_odd_is_put_right() -> None:
    odd = ITEM | {
        "confidence": 7,
        "keywords": ["a", 3, None, "a", " b  c "],
        "tags": "none",
        "key": "Home City!?",
        "level": "galaxy",
        "compact_text": "A text that is longer than the text itself",
        "expires": "soon",
        "inferred": "yes",
        "surprise": {},
    }
    (candidate,), _ = candidates_of([odd], LABELS)
    assert candidate.confidence == 1.0
    assert candidate.keywords == ("a", "b c")
    assert (candidate.tags, candidate.key, candidate.level) == ((), None, "user")
    assert (candidate.compact_text, candidate.expires_at, candidate.inferred) == (None, None, False)


def test_a_date_of_validity_is_the_end_of_that_day_and_must_lie_ahead() -> None:
    (ahead, past), _ = candidates_of(
        [ITEM | {"expires": "2026-12-24"}, ITEM | {"expires": "2020-01-01"}], LABELS
    )
    assert ahead.expires_at == datetime(2026, 12, 24, 23, 59, 59, tzinfo=UTC)
    assert past.expires_at is None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=10,
)


# How fast a machine makes examples is not what is tested.
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(st.sampled_from(sorted(ITEM)), JSON))
def test_whatever_a_model_returns_it_is_a_candidate_or_a_rejection(changes: dict[str, Any]) -> None:
    candidates, rejected = candidates_of([ITEM | changes], LABELS)
    assert len(candidates) + rejected.total() == 1
