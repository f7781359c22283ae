"""What goes into the store and comes out of it, beside the contract's own models."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memoryx.lifecycle import Life
from memoryx.models import (
    Category,
    Level,
    Memory,
    MemorySource,
    MemoryType,
    Origin,
    ProposalKind,
    RecallMode,
    Role,
    Site,
    Status,
    Verdict,
)
from memoryx.text.documents import DocumentTerms

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

#: What a field of a memory that a version keeps may hold.
FieldValue = str | bool | float | list[str] | None


@dataclass(frozen=True, slots=True)
class ConversationKey:
    """A conversation as the outside names it: by our id, or by the site's."""

    id: str | None = None
    site: Site | None = None
    conversation_id: str | None = None
    account: str | None = None


@dataclass(frozen=True, slots=True)
class SaveResult:
    """What a save did, in numbers of turns.

    ``due_at`` is the extraction's time, if one waits; ``touched`` are the keys of the new and the
    changed turns.
    """

    id: str
    new: int
    changed: int
    unchanged: int
    total: int
    due_at: str | None
    touched: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ConversationRow:
    """A stored conversation."""

    pk: int
    id: str
    site: Site
    account: str | None
    conversation_id: str
    url: str
    title: str | None
    project: str | None
    turns: int
    extracted: int
    memories: int
    created_at: str
    updated_at: str


@dataclass(frozen=True, slots=True)
class TurnRow:
    """A stored turn at its place ``index`` (from 0)."""

    index: int
    key: str
    role: Role
    markdown: str
    complete: bool
    gap_before: bool
    versions: int
    created_at: str | None


@dataclass(frozen=True, slots=True)
class PendingTurn:
    """A turn for the extraction: ``revision`` is what was read and will be marked."""

    pk: int
    index: int
    key: str
    role: Role
    markdown: str
    said_at: str
    revision: int
    extracted: bool


@dataclass(frozen=True, slots=True)
class NewMemory:
    """A memory to store; times are RFC 3339 in UTC, ``project`` is a project's id.

    Without a ``life`` it never expires.
    """

    text: str
    type: MemoryType
    category: Category
    created_at: str
    valid_from: str
    origin: Origin
    compact_text: str | None = None
    tags: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    context_tags: tuple[str, ...] = ()
    confidence: float = 1.0
    inferred: bool = False
    level: Level = "user"
    project: str | None = None
    key: str | None = None
    status: Status = "active"
    sensitive: bool = False
    pinned: bool = False
    life: Life = field(default_factory=Life)
    source: MemorySource = field(default_factory=MemorySource)
    extractor: str | None = None


@dataclass(frozen=True, slots=True)
class MemoryFilter:
    """Which memories a list shows; what is None or empty does not restrict.

    ``source`` is a conversation's id.
    """

    query: str | None = None
    type: MemoryType | None = None
    category: Category | None = None
    statuses: tuple[Status, ...] = ()
    project: str | None = None
    level: Level | None = None
    sensitive: bool | None = None
    pinned: bool | None = None
    source: str | None = None
    site: Site | None = None


@dataclass(frozen=True, slots=True)
class VersionRow:
    """One version of a memory; ``old_text`` is None where the text did not change.

    ``changes`` are the other fields that it changed, as (name, before, after).
    """

    version: int
    text: str
    old_text: str | None
    at: str
    actor: str
    reason: str
    changes: tuple[tuple[str, FieldValue, FieldValue], ...]


@dataclass(frozen=True, slots=True)
class QuoteRow:
    """A turn that a memory was taken from, as it reads now, or as it was before an edit."""

    turn_key: str
    role: Role
    markdown: str
    at: str
    replaced: bool


@dataclass(frozen=True, slots=True)
class ProjectRow:
    """A project with the numbers of its conversations and memories."""

    id: str
    name: str
    conversations: int
    memories: int


@dataclass(frozen=True, slots=True)
class MemoryChange:
    """An entry for an index that follows the store: a memory, or the id of a removed one.

    ``glosses`` are the keywords in the other language, worked out when it was stored; ``terms``
    the index terms as they were stored, None where they are of another version.
    """

    change: int
    id: str
    memory: Memory | None
    glosses: tuple[str, ...] = ()
    terms: DocumentTerms | None = None


@dataclass(frozen=True, slots=True)
class VectorChange:
    """A vector that was stored for a memory."""

    change: int
    memory: str
    vector: npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class ProposalRow:
    """Something a person has to settle."""

    id: str
    kind: ProposalKind
    memory: str
    other: str | None
    reason: str
    created_at: str


@dataclass(frozen=True, slots=True)
class RecallRow:
    """One recall as it is logged; ``hits`` and ``dropped`` are JSON texts."""

    id: str
    at: str
    site: Site | None
    conversation_id: str | None
    text: str
    mode: RecallMode
    skipped: str | None
    hits: str
    dropped: str
    sent: bool | None
    feedback: dict[str, Verdict]
    took_ms: float
    turn_key: str | None = None
    chosen: list[str] | None = None


@dataclass(frozen=True, slots=True)
class LinkedConversation:
    """A conversation at the other end of a hand-over."""

    id: str
    site: Site
    title: str | None
    url: str


@dataclass(frozen=True, slots=True)
class Links:
    """What a conversation continues, and what continues it, the newest last."""

    continues: LinkedConversation | None = None
    continued_by: tuple[LinkedConversation, ...] = ()


@dataclass(frozen=True, slots=True)
class Job:
    """An extraction that this host holds."""

    pk: int
    conversation: str
    site: Site
    url: str
    project: str | None
    owner: str
    attempts: int
    due_at: str


@dataclass(frozen=True, slots=True)
class BatchChange:
    """A memory's version before (None: it was added) and after an extraction."""

    memory: str
    before: int | None
    after: int


@dataclass(frozen=True, slots=True)
class Spending:
    """What the model endpoints were asked on one day (UTC)."""

    day: str
    requests: int
    tokens: int


@dataclass(frozen=True, slots=True)
class OutboundRow:
    """One request that left the machine; ``status`` is ``sent``, ``ok`` or an error's code."""

    at: str
    endpoint: str
    purpose: str
    conversation: str | None
    tokens: int
    status: str
