"""Params and results of ``recall`` and ``recall.*``."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from memoryx.contract.base import Page, Paged, Params, Result
from memoryx.models import (
    MemoryType,
    Model,
    Name,
    RecallMode,
    Site,
    Status,
    Timestamp,
    Verdict,
    Why,
)

#: Most memories that one message may carry.
RECALL_LIMIT_MAX = 20


class RecallQuestion(Params):
    """A message, and where it is written.

    ``previous_recalls`` names recalls that this page has already sent before its conversation
    had an id: their memories count as present.
    """

    text: str
    site: Site | None = None
    conversation_id: Name | None = None
    account: Name | None = None
    project: Name | None = None
    limit: Annotated[int, Field(ge=1, le=RECALL_LIMIT_MAX)] | None = None
    budget_tokens: Annotated[int, Field(ge=1, le=100_000)] | None = None
    previous_recalls: list[Name] = Field(default_factory=list, max_length=200)


class RecallParams(RecallQuestion):
    """Params of ``recall``: a message that is about to leave, and how long it may wait."""

    deadline_ms: Annotated[int, Field(ge=1, le=60_000)] | None = None


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


class PrepareRecall(RecallQuestion):
    """Params of ``recall.prepare``: a draft, to be embedded and answered ahead."""


class Empty(Result):
    """A result without fields."""


class RecallUsed(Params):
    """Params of ``recall.used``; the conversation and the message, where they are known since."""

    recall_id: Name
    sent: bool
    site: Site | None = None
    conversation_id: Name | None = None
    account: Name | None = None
    turn_key: Name | None = None


class ChooseRecalled(Params):
    """Params of ``recall.choose``: the memories of a recall that are to stay in its block."""

    recall_id: Name
    ids: list[Name] = Field(max_length=RECALL_LIMIT_MAX)


class ChosenContext(Result):
    """Result of ``recall.choose``: the block of these memories, or the empty string."""

    context: str


class RecallFeedback(Params):
    """Params of ``recall.feedback``; the verdict null takes back what was said."""

    recall_id: Name
    memory_id: Name
    verdict: Verdict | None


class FeedbackTaken(Result):
    """Result of ``recall.feedback``: the memory's status by now; null when it was deleted."""

    status: Status | None


class NameRecall(Params):
    """Params of ``recall.receipt``."""

    recall_id: Name


class ReceiptItem(Model):
    """A memory that a message carries: why it came, and where it was said.

    ``why`` begins with what weighed most; ``words`` are those that message and memory share.
    ``status`` is null when the memory has been deleted since.
    """

    id: str
    type: MemoryType
    text: str
    why: list[Why]
    words: list[str]
    signals: Signals
    site: Site | None
    title: str | None
    url: str | None
    said_at: Timestamp | None
    pinned: bool
    status: Status | None
    feedback: Verdict | None


class Receipt(Result):
    """Result of ``recall.receipt``."""

    recall_id: str
    at: Timestamp
    items: list[ReceiptItem]


class ListReceipts(Params):
    """Params of ``recall.receipts``: a conversation by the site's own id."""

    site: Site
    conversation_id: Name


class ReceiptPlace(Model):
    """A message that carries memories: its key on the site, and how many they are."""

    recall_id: str
    turn_key: str
    memories: int


class ReceiptPlaces(Result):
    """Result of ``recall.receipts``, in the order of sending: the newest 200."""

    items: list[ReceiptPlace]


class ListRecalls(Page):
    """Params of ``recall.log``.

    ``memory`` leaves the recalls in which it came; ``sent`` those whose message left with its
    block, or the others.
    """

    memory: Name | None = None
    site: Site | None = None
    sent: bool | None = None


class DroppedMemory(Model):
    """A memory that was considered and left out; ``text`` as it is now, null when it is gone.

    ``relevance`` is the gate's estimate, 0 to 1, that it has to do with the message; it, ``score``
    and ``signals`` are null in a log of an older version.
    """

    id: str
    why: str
    text: str | None
    relevance: float | None
    score: float | None
    signals: Signals | None


class LoggedMemory(RecalledMemory):
    """A memory that a message was given, why it came, and the words that both share."""

    why: list[Why]
    words: list[str]


class RecallLogItem(Model):
    """One recall, with credentials, card and identity numbers of the question redacted.

    ``chosen`` are the memories that a person left in the block; null: all of them.
    """

    recall_id: str
    at: Timestamp
    site: Site | None
    conversation: str | None
    text: str
    mode: RecallMode
    skipped: str | None
    memories: list[LoggedMemory]
    dropped: list[DroppedMemory]
    chosen: list[str] | None
    sent: bool | None
    feedback: dict[str, Verdict]
    took_ms: float


class RecallLog(Paged):
    """Result of ``recall.log``, newest first."""

    items: list[RecallLogItem]


class TuneRecall(Params):
    """Params of ``recall.tune``; ``apply`` puts what is proposed into the settings."""

    apply: bool = False


class RecallWeights(Model):
    """The weights of the score's parts, and the half-life of newness in days."""

    semantic: float
    keyword: float
    recency: float
    level: float
    half_life_days: float


class TunedRecall(Result):
    """Result of ``recall.tune``.

    ``before`` and ``after`` are the shares of pairs, among those held out of the fit, in which the
    useful memory stood above the other; null with too few judgements, when ``missing`` recalls
    with one useful and one useless memory are still needed. ``proposed`` is null without a gain
    that is more than chance.
    """

    current: RecallWeights
    proposed: RecallWeights | None
    recalls: int
    pairs: int
    held_out: int
    missing: int
    before: float | None
    after: float | None
    applied: bool
