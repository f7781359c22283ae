"""A chat model that says what a test tells it to."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from memoryx.llm.protocol import Completion, JsonSchema, Message
from memoryx.text.budget import count_tokens


@dataclass
class Asked:
    """One question as it came."""

    purpose: str
    system: str
    user: str
    schema: JsonSchema | None


Reply = str | Exception | Completion


@dataclass
class ScriptedModel:
    """Answers by a function of the question; keeps what it was asked."""

    answer: Callable[[Asked], Reply]
    model: str = "scripted"
    asked: list[Asked] = field(default_factory=list)

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: JsonSchema | None,
        purpose: str,
        conversation: str | None,
        max_tokens: int,
    ) -> Completion:
        """Answer, or raise what the script says."""
        question = Asked(purpose, messages[0].content, messages[-1].content, schema)
        self.asked.append(question)
        reply = self.answer(question)
        if isinstance(reply, Exception):
            raise reply
        if isinstance(reply, Completion):
            return reply
        sent = sum(count_tokens(message.content) for message in messages)
        return Completion(reply, sent, count_tokens(reply), False, "schema")

    def tokens(self) -> int:
        """Return the tokens of all questions together."""
        return sum(count_tokens(q.system) + count_tokens(q.user) for q in self.asked)


def memory(text: str, *turns: str, **changes: Any) -> dict[str, Any]:
    """Return an item as a model gives it."""
    return {
        "text": text,
        "compact_text": None,
        "type": "preference",
        "category": "preference",
        "turns": list(turns),
        "confidence": 0.95,
        "inferred": False,
        "keywords": [],
        "tags": [],
        "key": None,
        "level": "user",
        "context_tags": [],
        "instruction": False,
        "sensitive": False,
        "expires": None,
    } | changes


def memories(*items: dict[str, Any]) -> str:
    """Return a reply with items."""
    return json.dumps({"memories": list(items)}, ensure_ascii=False)


def decisions(*items: tuple[str, str, str | None, str | None]) -> str:
    """Return a reply with decisions, each (note, action, known, text)."""
    names = ("note", "action", "known", "text")
    return json.dumps({"decisions": [dict(zip(names, item, strict=True)) for item in items]})
