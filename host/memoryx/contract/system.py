"""Params and results of ``hello``, ``settings.*``, ``secrets.*``, ``llm.*`` and ``stats``.

``outbound.log`` is here too.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue, StringConstraints

from memoryx.contract.base import Page, Paged, Params, Result
from memoryx.models import DegradedPart, EmbeddingStatus, LlmStatus, Model, Timestamp

SecretName = Literal["llm.api_key", "embedding.api_key"]
ShortText = Annotated[str, StringConstraints(max_length=200)]


class Client(Params):
    """Who says hello."""

    name: ShortText
    version: ShortText
    browser: ShortText


class Hello(Params):
    """Params of ``hello``."""

    client: Client
    protocol: Literal[1]


class LlmState(Model):
    """The chat model's state."""

    configured: bool
    model: str | None
    base_url: str | None
    status: LlmStatus


class EmbeddingState(Model):
    """The embedding's state; ``pending`` counts memories that have no vector of it yet.

    ``serving`` is the model that answers messages: after a change still the old one, until the
    new one has all vectors. ``drafts`` tells whether drafts may be embedded ahead.
    """

    provider: str
    model: str | None
    status: EmbeddingStatus
    pending: int
    serving: str | None
    drafts: bool


class Degraded(Model):
    """A part that works less well than it could, why, and what a person can do."""

    part: DegradedPart
    reason: str
    remedy: str


class HelloResult(Result):
    """Result of ``hello``."""

    host_version: str
    protocol: Literal[1]
    llm: LlmState
    embedding: EmbeddingState
    degraded: list[Degraded]


class GetSettings(Params):
    """Params of ``settings.get``."""


class SetSettings(Params):
    """Params of ``settings.set``: dotted keys and their new values; null goes back to default."""

    values: dict[str, JsonValue] = Field(max_length=200)


class Settings(Result):
    """Result of ``settings.get`` and ``.set``: all values by dotted keys, and their JSON Schema.

    ``environment`` has the keys that the environment sets, with the variables' names: they cannot
    be set here. ``problems`` has a sentence for each value of the file or the environment that is
    not used.
    """

    values: dict[str, JsonValue]
    environment: dict[str, str]
    problems: list[str]
    schema_: dict[str, Any] = Field(alias="schema")


class SetSecret(Params):
    """Params of ``secrets.set``."""

    name: SecretName
    value: Annotated[str, StringConstraints(min_length=1, max_length=4_096)]


class NameSecret(Params):
    """Params of ``secrets.delete`` and ``secrets.status``."""

    name: SecretName


class SecretStatus(Result):
    """Where a secret is kept: ``keyring``, ``environment``, or null. Never the secret."""

    name: SecretName
    stored: bool
    where: Literal["keyring", "environment"] | None


class TryLlm(Params):
    """Params of ``llm.test``: another address or model than those in the settings, to be tried."""

    base_url: Annotated[str, StringConstraints(max_length=2_000)] | None = None
    model: Annotated[str, StringConstraints(max_length=2_000)] | None = None


class Problem(Model):
    """An error that is part of a result: its stable word, what happened, what a person can do."""

    code: str
    message: str
    remedy: str


class LlmTest(Result):
    """Result of ``llm.test``: the endpoint's state after one small request."""

    status: LlmStatus
    took_ms: float
    error: Problem | None


class ListPresets(Params):
    """Params of ``llm.presets``."""


class LlmPreset(Model):
    """An endpoint that can be chosen by its name; ``local`` ones run on this machine."""

    name: str
    base_url: str
    model: str
    needs_key: bool
    local: bool


class LlmPresets(Result):
    """Result of ``llm.presets``."""

    items: list[LlmPreset]


class ListOutbound(Page):
    """Params of ``outbound.log``."""


class OutboundRequest(Model):
    """One request that left the machine, with what it cost.

    ``endpoint`` is host and port, ``conversation`` our id; ``status`` is ``sent`` until the
    outcome is known, then ``ok`` or an error's code.
    """

    at: Timestamp
    endpoint: str
    purpose: str
    conversation: str | None
    tokens: int
    status: str


class OutboundLog(Paged):
    """Result of ``outbound.log``, newest first."""

    items: list[OutboundRequest]


class GetStats(Params):
    """Params of ``stats``."""


class DaySpending(Model):
    """What the model endpoints were asked on one day (UTC)."""

    day: str
    requests: int
    tokens: int


class WeekGrowth(Model):
    """Memories added in one week, named by its Monday (UTC)."""

    week: str
    memories: int


class WeekUse(Model):
    """Messages of one week that left with memories, and how many memories these were."""

    week: str
    recalls: int
    memories: int


class Stats(Result):
    """Result of ``stats``.

    ``memories`` counts by status; ``types``, ``categories``, ``levels``, ``sites`` (``""``: typed
    by hand), ``pinned``, ``sensitive`` and ``used`` (at least once) count active ones.
    """

    conversations: int
    turns: int
    memories: dict[str, int]
    types: dict[str, int]
    categories: dict[str, int]
    levels: dict[str, int]
    sites: dict[str, int]
    pinned: int
    sensitive: int
    used: int
    proposals: int
    projects: int
    recalls: int
    database_bytes: int
    spending: list[DaySpending]
    growth: list[WeekGrowth]
    uses: list[WeekUse]
