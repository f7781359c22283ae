"""Params and results of ``memories.*`` and ``proposals.*``."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from memoryx.contract.base import (
    LIST_LIMIT_MAX,
    Id,
    Offset,
    Page,
    Paged,
    Params,
    Result,
    one_place,
)
from memoryx.contract.conversations import ConversationItem
from memoryx.models import (
    Category,
    Decision,
    Level,
    Memory,
    MemorySort,
    MemorySource,
    MemoryText,
    MemoryType,
    Model,
    Name,
    ProposalKind,
    Role,
    Site,
    Status,
    Timestamp,
    Words,
)

#: Longest part of a turn that ``memories.sources`` gives, in characters.
QUOTE_LENGTH = 4_000

FieldValue = str | bool | float | list[str] | None
SensitiveKind = Literal["credential", "card", "identity", "bank", "phone", "address", "health"]
BatchAction = Literal["suspend", "restore", "pin", "unpin", "move", "delete"]


class CreateMemory(Params):
    """Params of ``memories.create``: a memory that a person states."""

    text: MemoryText
    type: MemoryType | None = None
    category: Category | None = None
    tags: Words = Field(default_factory=list)
    keywords: Words = Field(default_factory=list)
    context_tags: Words = Field(default_factory=list)
    level: Level | None = None
    project: Name | None = None
    key: Name | None = None
    pinned: bool | None = None
    created_at: Timestamp | None = None
    expires_at: Timestamp | None = None
    source: MemorySource | None = None


class CreatedMemory(Result):
    """Result of ``memories.create``: ``noop`` names the memory that says it already."""

    memory: Memory
    decision: Decision


class ListMemories(Page):
    """Params of ``memories.list``; ``source`` is a conversation's id.

    ``offset`` begins the page at that place of the list, for a list that is scrolled; it stands in
    place of ``cursor``. ``statuses`` are any of these; ``status`` is one.
    """

    query: str | None = Field(default=None, max_length=1_000)
    type: MemoryType | None = None
    category: Category | None = None
    status: Status | None = None
    statuses: list[Status] = Field(default_factory=list, max_length=5)
    project: Name | None = None
    level: Level | None = None
    sensitive: bool | None = None
    pinned: bool | None = None
    source: Name | None = None
    site: Site | None = None
    sort: MemorySort = "changed"
    offset: Offset | None = None

    _one_place = model_validator(mode="after")(one_place)


class MemoryList(Paged):
    """Result of ``memories.list``; ``total`` counts all that fit."""

    items: list[Memory]
    total: int


class MemoryResult(Result):
    """Result of the methods that give one memory."""

    memory: Memory


class MemoryView(MemoryResult):
    """Result of ``memories.get``; ``sensitive_kinds`` says what in its text is sensitive."""

    sensitive_kinds: list[SensitiveKind]


class MemoryHistory(Id, Page):
    """Params of ``memories.history``."""


class FieldChange(Model):
    """A field that a version changed, before and after."""

    field: str
    old: FieldValue
    new: FieldValue


class MemoryVersion(Model):
    """One change of a memory; ``old_text`` is null where the text did not change.

    ``changes`` are the other fields that it changed.
    """

    version: int
    text: str
    old_text: str | None
    at: Timestamp
    actor: str
    reason: str
    changes: list[FieldChange]


class MemoryVersions(Paged):
    """Result of ``memories.history``, newest first."""

    versions: list[MemoryVersion]


class UpdateMemory(Id):
    """Params of ``memories.update``: only the fields that are given change."""

    text: MemoryText | None = None
    type: MemoryType | None = None
    category: Category | None = None
    tags: Words | None = None
    keywords: Words | None = None
    level: Level | None = None
    project: Name | None = None
    key: Name | None = None
    context_tags: Words | None = None
    sensitive: bool | None = None
    pinned: bool | None = None
    expires_at: Timestamp | None = None


class RevertMemory(Id):
    """Params of ``memories.revert``: back to the state of ``version``."""

    version: int = Field(ge=1)


class Quote(Model):
    """A turn that a memory was taken from, with at most ``QUOTE_LENGTH`` characters of its text.

    ``length`` is the whole text's; ``replaced`` says that the turn reads otherwise by now.
    """

    turn_key: str
    role: Role
    text: str
    length: int
    at: Timestamp
    replaced: bool


class MemorySources(Result):
    """Result of ``memories.sources``: the chat and the exact turns, as far as they are stored."""

    conversation: ConversationItem | None
    items: list[Quote]


class RelatedMemories(Id):
    """Params of ``memories.related``."""

    limit: int = Field(default=5, ge=1, le=50)


class Related(Result):
    """Result of ``memories.related``, the likest first."""

    items: list[Memory]


class BatchMemories(Params):
    """Params of ``memories.batch``: one action on several memories.

    ``move`` takes them into ``project``, an id or a name, or out of any when it is null.
    """

    ids: list[Name] = Field(min_length=1, max_length=LIST_LIMIT_MAX)
    action: BatchAction
    project: Name | None = None


class BatchFailure(Model):
    """A memory of a batch that stayed as it was, and why."""

    id: str
    code: str
    message: str


class BatchResult(Result):
    """Result of ``memories.batch``."""

    changed: int
    failed: list[BatchFailure]


class ListProposals(Page):
    """Params of ``proposals.list``."""


class Proposal(Model):
    """Something a person has to settle; ``other`` is the memory it stands against, if any."""

    id: str
    kind: ProposalKind
    memory: Memory
    other: Memory | None
    reason: str
    created_at: Timestamp


class ProposalList(Paged):
    """Result of ``proposals.list``."""

    items: list[Proposal]
    total: int


class ResolveProposal(Id):
    """Params of ``proposals.resolve``."""

    accept: bool


class ResolvedProposal(Result):
    """Result of ``proposals.resolve``: the memory as it stands now."""

    memory: Memory
