"""What the tests of the model client share."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime

from memoryx.llm.client import ChatClient, KnownHabits
from memoryx.llm.protocol import Completion, JsonSchema, Message
from memoryx.llm.wire import Endpoint, Limits

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
KEY = "test-key-0123456789"
SCHEMA = JsonSchema(
    name="memories",
    schema={
        "type": "object",
        "properties": {"memories": {"type": "array", "items": {"type": "object"}}},
        "required": ["memories"],
        "additionalProperties": False,
    },
)


def clock() -> datetime:
    """Return a time that stands still."""
    return NOW


@dataclass
class Row:
    """One request as the ledger saw it."""

    endpoint: str
    purpose: str
    conversation: str | None
    tokens: int
    status: str = "sent"
    billed: int | None = None

    def finish(self, status: str, *, tokens: int, billed: int) -> None:
        """Note the end."""
        self.status, self.tokens, self.billed = status, tokens, billed


@dataclass
class Rows:
    """A ledger in memory."""

    rows: list[Row] = field(default_factory=list)

    def begin(self, *, endpoint: str, purpose: str, conversation: str | None, tokens: int) -> Row:
        """Note the begin."""
        self.rows.append(Row(endpoint, purpose, conversation, tokens))
        return self.rows[-1]

    @property
    def statuses(self) -> list[str]:
        """How the requests ended."""
        return [row.status for row in self.rows]


@dataclass
class Asker:
    """A client for a server, with what it wrote down."""

    base_url: str
    model: str = "m"
    key: str | None = KEY
    limits: Limits = field(default_factory=lambda: Limits(connect_s=5, silence_s=20, total_s=20))
    ledger: Rows = field(default_factory=Rows)
    habits: KnownHabits = field(default_factory=KnownHabits)

    def ask(
        self, text: str = "Hello", *, schema: JsonSchema | None = SCHEMA, max_tokens: int = 100
    ) -> Completion:
        """Ask one question."""
        client = ChatClient(
            Endpoint(self.base_url, self.model, self.key),
            ledger=self.ledger,
            habits=self.habits,
            clock=clock,
            limits=self.limits,
        )
        return client.complete(
            [Message("system", "You extract."), Message("user", text)],
            schema=schema,
            purpose="extraction",
            conversation="c1",
            max_tokens=max_tokens,
        )
