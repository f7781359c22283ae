"""The elements of our own export as they are read: checked one by one, unknown fields ignored.

What the document is: memoryx.transfer.export. The fields of a version's ``state`` are those that
memoryx.store.memory_rows keeps.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from memoryx.models import (
    Category,
    Level,
    Memory,
    MemorySource,
    MemoryText,
    MemoryType,
    Name,
    ProposalKind,
    Role,
    Site,
    Status,
    Timestamp,
    Words,
)

#: Later minor additions to the format are fields that an older reader leaves aside.
_CONFIG = ConfigDict(extra="ignore", strict=True, defer_build=True)


class Part(BaseModel):
    """Base of everything in the document."""

    model_config = _CONFIG


class ProjectPart(Part):
    """A project."""

    id: Name
    name: Name
    created_at: Timestamp


class TurnVersionPart(Part):
    """A text that a turn's present one replaced."""

    key: Name
    markdown: str
    reason: Literal["edit", "regeneration"]
    replaced_at: Timestamp


class TurnPart(Part):
    """A turn; ``extracted`` says that memories were taken from its present text."""

    key: Name
    role: Role
    markdown: str
    complete: bool
    position: int | None
    gap_before: bool
    created_at: Timestamp | None
    captured_at: Timestamp
    extracted: bool
    versions: list[TurnVersionPart]


class ConversationPart(Part):
    """A conversation with its turns in order; ``project`` is a project's id."""

    id: Name
    site: Site
    account: Name | None
    conversation_id: Name
    url: str = Field(max_length=4_096)
    title: str | None
    project: Name | None
    created_at: Timestamp
    updated_at: Timestamp
    turns: list[TurnPart]


class LinkPart(Part):
    """A conversation that begins with a brief of an earlier one; both by id."""

    later: Name
    earlier: Name
    created_at: Timestamp


#: As the database has it.
Flag = Annotated[int, Field(ge=0, le=1)]


class StatePart(Part):
    """What a version keeps; versions of earlier programs lack the fields with a default."""

    type: MemoryType
    category: Category
    text: MemoryText
    compact_text: str | None
    tags: Words
    keywords: Words
    context_tags: Words
    level: Level
    project: Name | None
    key: Name | None
    status: Status
    sensitive: Flag
    pinned: Flag
    confidence: float = Field(default=1.0, ge=0, le=1)
    inferred: Flag = 0
    valid_from: Timestamp | None = None
    life_since: Timestamp | None = None
    life_until: Timestamp | None = None
    source: MemorySource | None = None


class MemoryVersionPart(Part):
    """A memory as it was in one version."""

    version: int = Field(ge=1)
    old_text: str | None
    state: StatePart
    at: Timestamp
    actor: str
    reason: str


class MemoryPart(Memory):
    """A memory with its versions, oldest first."""

    model_config = _CONFIG

    text: MemoryText
    superseded_by: Name | None
    extractor: str | None
    life_since: Timestamp | None
    life_until: Timestamp | None
    said_last: Timestamp | None = None
    versions: list[MemoryVersionPart] = Field(min_length=1)


class ProposalPart(Part):
    """A proposal; ``memory`` and ``other`` by id."""

    id: Name
    kind: ProposalKind
    memory: Name
    other: Name | None
    reason: str
    created_at: Timestamp
    resolved_at: Timestamp | None
