"""The words of the domain, shared by the contract, the store and the ranking.

Enumerations are ``Literal`` types, so that a value is the word that goes over the wire and
into the database. Models are pydantic, built on first use to keep the start short.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from memoryx.clock import from_rfc3339, to_rfc3339

Site = Literal["chatgpt", "claude", "gemini"]
Role = Literal["user", "assistant"]
Trigger = Literal["auto", "manual"]
ExtractionMode = Literal["auto", "manual"]
MemoryType = Literal["skill", "preference", "objective", "context"]
Category = Literal["preference", "personal", "plan", "activity", "health", "professional", "other"]
Level = Literal["session", "project", "user"]
Status = Literal["active", "suspended", "expired", "superseded", "pending"]
MemorySort = Literal["changed", "newest", "oldest", "used", "confidence"]
Origin = Literal["auto", "manual", "explicit", "import"]
Decision = Literal["add", "update", "noop"]
Verdict = Literal["useful", "irrelevant", "wrong", "outdated"]
Why = Literal["pinned", "meaning", "words", "recent"]
RecallMode = Literal["hybrid", "embedding", "bm25", "none"]
Extractor = Literal["llm", "rules"]
ProposalKind = Literal["deletion", "conflict", "low_confidence"]
LlmStatus = Literal[
    "ready", "not_configured", "untried", "unreachable", "unauthorized", "quota", "paused"
]
EmbeddingStatus = Literal["ready", "loading", "indexing", "off", "unavailable"]
SkipCode = Literal[
    "empty",
    "kept_here",
    "malformed",
    "memory_missing",
    "not_taken_over",
    "set_already",
    "unreadable",
]
DegradedPart = Literal["llm", "embedding", "keyring", "database", "index"]

MEMORY_TYPES: tuple[MemoryType, ...] = get_args(MemoryType)
CATEGORIES: tuple[Category, ...] = get_args(Category)
LEVELS: tuple[Level, ...] = get_args(Level)
STATUSES: tuple[Status, ...] = get_args(Status)
SITES: tuple[Site, ...] = get_args(Site)

#: The category that a type speaks of when nothing else is known.
CATEGORY_OF_TYPE: dict[MemoryType, Category] = {
    "skill": "professional",
    "preference": "preference",
    "objective": "plan",
    "context": "personal",
}

#: Longest text of one memory, in characters. A memory is a sentence or two; what is longer is a
#: document and belongs into a conversation.
MEMORY_TEXT_LIMIT = 2_000


def _normal_time(value: str) -> str:
    return to_rfc3339(from_rfc3339(value))


#: An RFC 3339 time, kept in UTC with milliseconds.
Timestamp = Annotated[
    str, AfterValidator(_normal_time), Field(json_schema_extra={"format": "date-time"})
]
#: A short name or identifier given by a site or a person.
Name = Annotated[str, StringConstraints(min_length=1, max_length=512)]
MemoryText = Annotated[
    str, StringConstraints(min_length=1, max_length=MEMORY_TEXT_LIMIT, strip_whitespace=True)
]
Word = Annotated[str, StringConstraints(min_length=1, max_length=100, strip_whitespace=True)]
Words = Annotated[list[Word], Field(max_length=50)]


class Model(BaseModel):
    """Base of all models at a border: unknown fields are refused, types are not coerced."""

    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True)


class MemorySource(Model):
    """Where a memory was said; all fields are empty for one that a person typed."""

    conversation: str | None = None
    turn_keys: list[str] = Field(default_factory=list)
    site: Site | None = None
    url: str | None = None


class Memory(Model):
    """One memory as the contract shows it."""

    id: str
    type: MemoryType
    category: Category
    text: str
    compact_text: str | None
    tags: list[str]
    keywords: list[str]
    confidence: float = Field(ge=0, le=1)
    inferred: bool
    level: Level
    project: str | None
    key: str | None
    context_tags: list[str]
    status: Status
    sensitive: bool
    pinned: bool
    source: MemorySource
    origin: Origin
    created_at: Timestamp
    updated_at: Timestamp
    valid_from: Timestamp
    expires_at: Timestamp | None
    usage_count: int
    last_used_at: Timestamp | None
    version: int
