"""The answer to a draft, worked out while its person still writes, so that Enter finds it ready.

It serves only the very same question, asked of the very same store: one change of a memory, of a
vector or of what is compared with, and it is worth nothing. So it needs no rule of its own about
what may leave in a message.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from memoryx.recall.types import RecallOutcome, RecallQuery

#: How long recency, and what else goes by the clock, is taken to stand still.
_LASTS: Final = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class State:
    """What an answer depends on beside its question."""

    change: int
    """The number of the store's newest change."""
    model: str | None
    """The model that compares meanings."""


@dataclass(frozen=True, slots=True)
class _Answer:
    query: RecallQuery
    state: State
    at: datetime
    outcome: RecallOutcome


class AnswerAhead:
    """Keeps the answer to the newest draft. Any thread may put and ask."""

    def __init__(self) -> None:
        self._answer: _Answer | None = None

    def put(self, query: RecallQuery, state: State, at: datetime, outcome: RecallOutcome) -> None:
        """Keep what ``query`` was answered at ``at``, in place of what there was."""
        self._answer = _Answer(_comparable(query), state, at, outcome)

    def get(self, query: RecallQuery, state: State, now: datetime) -> RecallOutcome | None:
        """Return the answer that ``query`` would get now, where it is at hand."""
        answer = self._answer
        if answer is None or (answer.query, answer.state) != (_comparable(query), state):
            return None
        ends = (hit.memory.expires_at for hit in answer.outcome.hits)
        if not answer.at <= now < answer.at + _LASTS or any(end and end <= now for end in ends):
            return None
        return answer.outcome

    def forget(self) -> None:
        """Keep nothing."""
        self._answer = None


def _comparable(query: RecallQuery) -> RecallQuery:
    """A question without how long it may wait."""
    return replace(query, deadline_ms=0.0)
