"""What goes into an extractor and what comes out of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from memoryx.models import Category, Level, MemoryType, Role


@dataclass(frozen=True, slots=True)
class SourceTurn:
    """One turn of a conversation.

    ``text`` is Markdown; ``said_at`` is aware and gives relative dates their meaning.
    """

    key: str
    index: int
    role: Role
    text: str
    said_at: datetime


@dataclass(frozen=True, slots=True)
class Candidate:
    """One memory that an extractor proposes; dedupe decides what becomes of it.

    ``key`` names what the memory is about, so that a newer one with the same key replaces the
    older. ``quote`` is a verbatim span of the user's turn, the last of ``turn_keys``.
    ``valid_from`` is when it was said. ``sensitive`` is for another module to set.
    """

    text: str
    type: MemoryType
    category: Category
    confidence: float
    turn_keys: tuple[str, ...]
    quote: str
    valid_from: datetime
    compact_text: str | None = None
    tags: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    inferred: bool = False
    key: str | None = None
    level: Level = "user"
    context_tags: tuple[str, ...] = ()
    sensitive: bool = False
    pinned: bool = False
    expires_at: datetime | None = None
