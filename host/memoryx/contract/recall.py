"""Params and results of ``recall`` and ``recall.*``."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from memoryx.contract.base import Page, Paged, Params, Result
from memoryx.models import MemoryType, Model, Name, RecallMode, Site, Timestamp, Verdict

#: Most memories that one message may carry.
RECALL_LIMIT_MAX = 20


class RecallParams(Params):
    """Params of ``recall``.

    ``previous_recalls`` names recalls that this page has already sent before its conversation
    had an id: their memories count as present.
    """

    text: str
    site: Site | None = None
    conversation_id: Name | None = None
    account: Name | None = None
    project: Name | None = None
    deadline_ms: Annotated[int, Field(ge=1, le=60_000)] | None = None
    limit: Annotated[int, Field(ge=1, le=RECALL_LIMIT_MAX)] | None = None
    budget_tokens: Annotated[int, Field(ge=1, le=100_000)] | None = None
    previous_recalls: list[Name] = Field(default_factory=list, max_length=200)


class Signals(Model):
    """The parts of a score, each between 0 and 1."""

    semantic: float
    keyword: float
    recency: float
    level: float


class RecalledMemory(Model):
    """A memory that goes into the message."""

    id: str
    type: MemoryType
    text: str
    score: float
    signals: Signals


class RecallResult(Result):
    """Result of ``recall``: ``context`` is the block, or the empty string."""

    context: str
    memories: list[RecalledMemory]
    mode: RecallMode
    skipped: str | None
    recall_id: str
    took_ms: float


class PrepareRecall(Params):
    """Params of ``recall.prepare``: a draft to embed ahead."""

    text: str


class Empty(Result):
    """A result without fields."""


class RecallUsed(Params):
    """Params of ``recall.used``; the conversation, where the page has learned it since."""

    recall_id: Name
    sent: bool
    site: Site | None = None
    conversation_id: Name | None = None
    account: Name | None = None


class RecallFeedback(Params):
    """Params of ``recall.feedback``."""

    recall_id: Name
    memory_id: Name
    verdict: Verdict


class ListRecalls(Page):
    """Params of ``recall.log``."""


class DroppedMemory(Model):
    """A memory that was considered and left out."""

    id: str
    why: str


class RecallLogItem(Model):
    """One recall, with credentials, card and identity numbers of the question redacted."""

    recall_id: str
    at: Timestamp
    site: Site | None
    conversation: str | None
    text: str
    mode: RecallMode
    skipped: str | None
    memories: list[RecalledMemory]
    dropped: list[DroppedMemory]
    sent: bool | None
    feedback: dict[str, Verdict]
    took_ms: float


class RecallLog(Paged):
    """Result of ``recall.log``, newest first."""

    items: list[RecallLogItem]
