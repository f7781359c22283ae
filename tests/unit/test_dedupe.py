"""Which statements say the same, which replace one another, and which stand side by side."""

from __future__ import annotations

import pytest

from memoryx.dedupe import Statement, decide, same_facts, same_statement, says_nothing_more
from memoryx.models import Memory, MemorySource, Status

EARLIER = "2026-01-01T00:00:00.000Z"
LATER = "2026-02-01T00:00:00.000Z"


def known(text: str, key: str | None = "k", *, status: Status = "active") -> Memory:
    return Memory(
        id="m_1",
        type="preference",
        category="preference",
        text=text,
        compact_text=None,
        tags=[],
        keywords=[],
        confidence=0.9,
        inferred=False,
        level="user",
        project=None,
        key=key,
        context_tags=[],
        status=status,
        sensitive=False,
        pinned=False,
        source=MemorySource(),
        origin="auto",
        created_at=EARLIER,
        updated_at=EARLIER,
        valid_from=EARLIER,
        expires_at=None,
        usage_count=0,
        last_used_at=None,
        version=1,
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("喜欢爬山", "喜歡爬山！"),
        ("Likes hiking.", "likes hiking"),
        ("Prefers long walks in the forest near the old town hall",
         "Prefers the long walks in a forest near the old town hall"),
    ],
)  # fmt: skip
def test_the_same_in_nearly_the_same_words(one: str, other: str) -> None:
    assert same_statement(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # One character of many, or one word of many, is the whole difference.
        ("养了一只三岁的猫", "养了一只三岁的狗"),
        ("周末喜欢和家人一起去郊外骑车", "周末喜欢和家人一起去郊外骑马"),
        ("Has a three-year-old cat that sleeps on the sofa by the window every single day",
         "Has a three-year-old dog that sleeps on the sofa by the window every single day"),
        ("Flies to Oslo on 3 May", "Flies to Oslo on 4 May"),
        ("Works with Anna on the Atlas project", "Works with Berta on the Atlas project"),
        ("Likes coffee", "Doesn't like coffee"),
        ("打算搬到成都", "搬到成都"),
    ],
)  # fmt: skip
def test_alike_is_not_the_same(one: str, other: str) -> None:
    assert not same_statement(one, other)
    assert not same_statement(other, one)


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        ("喜欢音乐", "喜欢听音乐", True),
        ("喜欢听爵士音乐", "喜欢听音乐", False),
        ("Likes music", "Really likes old music", True),
        ("Doesn't like music", "Likes old music", False),
        ("搬到成都了", "打算搬到成都", False),
        ("以后回答都用中文", "以后回答都用英文", False),
    ],
)
def test_a_statement_that_says_nothing_more(new: str, old: str, expected: bool) -> None:
    assert says_nothing_more(old, new) is expected


def test_the_same_key_replaces_what_says_something_else() -> None:
    old = known("Likes coffee", "likes:coffee")
    verdict = decide(
        Statement("Hates coffee", "likes:coffee", None, LATER), same_key=[old], similar=[old]
    )
    assert (verdict.decision, verdict.target) == ("update", old)


def test_the_same_key_keeps_what_says_it_and_more() -> None:
    old = known("Likes strong coffee in the morning", "likes:coffee")
    new = Statement("Likes coffee", "likes:coffee", None, LATER)
    assert decide(new, same_key=[old], similar=[]).decision == "noop"
    # What is expired has to be said again to count.
    old = known("Likes strong coffee in the morning", "likes:coffee", status="expired")
    assert decide(new, same_key=[old], similar=[]).decision == "update"


def test_a_plan_and_its_outcome_are_different_facts() -> None:
    assert not same_facts("Plans to move to Madrid", "Moved to Madrid")
    assert same_facts("计划学德语", "plans to learn German")
