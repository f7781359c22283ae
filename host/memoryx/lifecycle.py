"""How long memories live: pure functions of times and settings.

A memory lives as its kind does, counted from when it was last stated, used or kept by a person,
and no longer than a date that was stated with it. A person may also give it an end, or none.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from memoryx.clock import from_rfc3339, to_rfc3339
from memoryx.models import Level, Memory, MemoryType


@dataclass(frozen=True, slots=True)
class Lives:
    """Days that memories live after they were last stated, used or kept; 0 is for ever.

    ``session`` goes for all memories of that level, the others for their types.
    """

    session: float = 3
    preference: float = 180
    skill: float = 0
    objective: float = 0
    context: float = 0

    def days(self, type_: MemoryType, level: Level) -> float:
        """Return how long a kind lives; 0 is for ever."""
        if level == "session":
            return self.session
        by_type: dict[MemoryType, float] = {
            "preference": self.preference,
            "skill": self.skill,
            "objective": self.objective,
            "context": self.context,
        }
        return by_type[type_]


@dataclass(frozen=True, slots=True)
class Life:
    """What decides on a memory's end; times are RFC 3339 in UTC.

    ``since``: from when its kind's life counts; None when a person gave it an end, or none.
    ``until``: an end that was stated.
    """

    since: str | None = None
    until: str | None = None

    def end(self, lives: Lives, type_: MemoryType, level: Level) -> str | None:
        """Return when a memory with this life expires; None for never."""
        days = lives.days(type_, level)
        if self.since is None or not days:
            return self.until
        natural = to_rfc3339(from_rfc3339(self.since) + timedelta(days=days))
        return natural if self.until is None else min(natural, self.until)

    def anew(self, now: str) -> Life:
        """Return this life begun again at ``now``.

        An end that has passed does not hold any more; what a person decided does.
        """
        if self.until is not None and self.until <= now:
            return Life(since=now)
        return self if self.since is None else replace(self, since=max(self.since, now))


def promoted(memory: Memory) -> Level:
    """Return the level of a memory that has proved to outlast its chat."""
    if memory.level != "session":
        return memory.level
    return "user" if memory.project is None else "project"


def kept(memory: Memory) -> dict[str, Any]:
    """Return what changes in a memory that a person keeps: it is in force and has no session."""
    return {"status": "active", "level": promoted(memory)}
