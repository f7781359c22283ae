"""What an import has done so far, and where it puts what it reads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from memoryx.models import SkipCode
from memoryx.transfer.chats import Chat

#: As many left-out items are shown one by one; all are counted.
SKIPPED_SHOWN = 500
_WHY_LIMIT = 300

Progress = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True)
class Skipped:
    """An item that was left out: its place in the file, what is the matter, and why in words."""

    where: str
    code: SkipCode
    why: str


@dataclass(slots=True)
class Tally:
    """Numbers of what is new."""

    conversations: int = 0
    turns: int = 0
    memories: int = 0
    projects: int = 0
    proposals: int = 0
    settings: int = 0
    skipped: list[Skipped] = field(default_factory=list)
    skipped_total: int = 0

    def skip(self, where: str, code: SkipCode, why: str) -> None:
        """Note that an item was left out."""
        self.skipped_total += 1
        if len(self.skipped) < SKIPPED_SHOWN:
            self.skipped.append(Skipped(where[:_WHY_LIMIT], code, why[:_WHY_LIMIT]))


@dataclass(frozen=True, slots=True)
class Saved:
    """What saving a conversation added: turns that are new or changed, and memories."""

    turns: int
    memories: int


class Sink(Protocol):
    """Where an import puts conversations."""

    def save(self, chat: Chat, *, remember: bool) -> Saved:
        """Merge a conversation into what is stored, by the way that captures take.

        ``remember``: what its messages asked to be remembered becomes a memory.
        """
        ...
