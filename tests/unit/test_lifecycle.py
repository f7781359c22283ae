"""How long memories live: pure."""

from __future__ import annotations

import pytest

from memoryx.lifecycle import Life, Lives
from memoryx.models import Level, MemoryType

NOW = "2026-03-01T09:00:00.000Z"
LATER = "2026-03-05T09:00:00.000Z"


@pytest.mark.parametrize(
    ("type_", "level", "end"),
    [
        ("preference", "session", "2026-03-04T09:00:00.000Z"),
        ("context", "session", "2026-03-04T09:00:00.000Z"),
        ("preference", "user", "2026-08-28T09:00:00.000Z"),
        ("preference", "project", "2026-08-28T09:00:00.000Z"),
        ("context", "user", None),
        ("skill", "project", None),
        ("objective", "user", None),
    ],
)
def test_a_memory_lives_as_its_kind_does(type_: MemoryType, level: Level, end: str | None) -> None:
    assert Life(since=NOW).end(Lives(), type_, level) == end


def test_every_kind_can_be_given_a_life_and_none() -> None:
    lives = Lives(session=0, preference=0, skill=1, objective=2, context=0.5)
    life = Life(since=NOW)
    assert life.end(lives, "preference", "session") is None
    assert life.end(lives, "preference", "user") is None
    assert life.end(lives, "skill", "user") == "2026-03-02T09:00:00.000Z"
    assert life.end(lives, "objective", "user") == "2026-03-03T09:00:00.000Z"
    assert life.end(lives, "context", "user") == "2026-03-01T21:00:00.000Z"


def test_a_stated_end_cuts_a_life_short_and_never_makes_it_longer() -> None:
    soon, late = "2026-03-02T00:00:00.000Z", "2027-01-01T00:00:00.000Z"
    assert Life(since=NOW, until=soon).end(Lives(), "context", "session") == soon
    assert (
        Life(since=NOW, until=late).end(Lives(), "context", "session") == "2026-03-04T09:00:00.000Z"
    )
    assert Life(since=NOW, until=late).end(Lives(), "context", "user") == late


def test_what_a_person_decided_holds_whatever_the_kind() -> None:
    assert Life().end(Lives(), "preference", "session") is None
    assert Life(until=LATER).end(Lives(), "preference", "user") == LATER
    assert Life().anew(LATER) == Life()
    assert Life(until=LATER).anew(NOW) == Life(until=LATER)


def test_a_life_begun_anew_counts_from_then_and_drops_an_end_that_has_passed() -> None:
    assert Life(since=NOW).anew(LATER) == Life(since=LATER)
    assert Life(since=LATER).anew(NOW) == Life(since=LATER)
    assert Life(until=NOW).anew(LATER) == Life(since=LATER)
    assert Life(since=NOW, until=NOW).anew(LATER) == Life(since=LATER)
