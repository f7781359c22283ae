"""What recall works on and what it answers. Plain values: no database, no contract model."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol

from memoryx.text.documents import DocumentTerms
from memoryx.text.language import Language

Mode = Literal["hybrid", "embedding", "bm25", "none"]
Skip = Literal["empty", "greeting", "acknowledgement", "continuation", "no_memories"]
Reason = Literal[
    "kept",
    "pinned",
    "not_relevant",
    "out_of_context",
    "sensitive",
    "near_duplicate",
    "over_limit",
    "over_budget",
]


@dataclass(frozen=True, slots=True)
class IndexedMemory:
    """What the index needs to know of one memory. Times are UTC."""

    id: str
    text: str
    created_at: datetime
    updated_at: datetime
    valid_from: datetime
    type: str = "context"
    category: str = "other"
    compact_text: str | None = None
    keywords: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    context_tags: tuple[str, ...] = ()
    level: str = "user"
    project: str | None = None
    key: str | None = None
    confidence: float = 1.0
    pinned: bool = False
    sensitive: bool = False
    status: str = "active"
    expires_at: datetime | None = None
    terms: DocumentTerms | None = None
    """The index terms where the store kept them, else they are cut when they are needed."""


@dataclass(frozen=True, slots=True)
class Removal:
    """A memory that is gone."""

    id: str


Change = IndexedMemory | Removal


class MemorySource(Protocol):
    """Where the index learns of memories: the store, seen through its sequence number."""

    def changes_since(self, seq: int) -> tuple[int, Sequence[Change]]:
        """The new sequence number and what changed after `seq`, each memory once, newest state.

        A call may return only part (a page) of the changes together with the number reached;
        the same number as given means that there is nothing newer.
        """
        ...


@dataclass(frozen=True, slots=True)
class FullTextHits:
    """Memories that may matter, of how many in all, and how many of all hold each term."""

    memories: tuple[IndexedMemory, ...]
    total: int
    frequencies: Mapping[str, int]


class FullTextSource(Protocol):
    """What serves while the index is still being filled."""

    def search(self, terms: Collection[str], limit: int) -> FullTextHits:
        """The `limit` best active memories for any of the index terms, and all pinned ones."""
        ...


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of the fused score and the half-life of recency in days (design: settings)."""

    semantic: float = 0.5
    keyword: float = 0.3
    recency: float = 0.1
    level: float = 0.1
    half_life_days: float = 7.0


@dataclass(frozen=True, slots=True)
class RecallQuery:
    """One message that is about to be sent."""

    text: str
    project: str | None = None
    exclude: frozenset[str] = frozenset()
    """Ids of memories that are already in this conversation."""
    limit: int = 5
    budget_tokens: int = 300
    deadline_ms: float = 400.0
    weights: Weights = field(default_factory=Weights)


@dataclass(frozen=True, slots=True)
class Signals:
    """Each between 0 and 1."""

    semantic: float
    keyword: float
    recency: float
    level: float


@dataclass(frozen=True, slots=True)
class Hit:
    """A memory that goes into the block."""

    memory: IndexedMemory
    score: float
    signals: Signals


@dataclass(frozen=True, slots=True)
class TraceEntry:
    """Why one memory was taken or dropped."""

    id: str
    reason: Reason
    score: float
    relevance: float
    """The gate's estimate that the memory has to do with the message, 0 to 1."""
    signals: Signals


@dataclass(frozen=True, slots=True)
class RecallOutcome:
    """The answer to a `RecallQuery`."""

    context: str
    """The whole block, or ""."""
    hits: tuple[Hit, ...]
    mode: Mode
    skipped: Skip | None
    language: Language
    trace: tuple[TraceEntry, ...]
    took_ms: float
    timings_ms: Mapping[str, float] = field(default_factory=dict)
