"""Params and results of ``memories.*`` and ``proposals.*``."""

from __future__ import annotations

from pydantic import Field

from memoryx.contract.base import Id, Page, Paged, Params, Result
from memoryx.models import (
    Category,
    Decision,
    Level,
    Memory,
    MemorySource,
    MemoryText,
    MemoryType,
    Model,
    Name,
    ProposalKind,
    Site,
    Status,
    Timestamp,
    Words,
)


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
    """Params of ``memories.list``; ``source`` is a conversation's id."""

    query: str | None = Field(default=None, max_length=1_000)
    type: MemoryType | None = None
    status: Status | None = None
    project: Name | None = None
    level: Level | None = None
    sensitive: bool | None = None
    source: Name | None = None
    site: Site | None = None


class MemoryList(Paged):
    """Result of ``memories.list``; ``total`` counts all that fit."""

    items: list[Memory]
    total: int


class MemoryResult(Result):
    """Result of the methods that give one memory."""

    memory: Memory


class MemoryHistory(Id, Page):
    """Params of ``memories.history``."""


class MemoryVersion(Model):
    """One change of a memory; ``old_text`` is null where the text did not change."""

    version: int
    text: str
    old_text: str | None
    at: Timestamp
    actor: str
    reason: str


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
