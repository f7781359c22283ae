"""What the rest of the host asks of a chat model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

#: How the reply's form was asked for: by a JSON Schema, by the endpoint's JSON mode, in words.
Form = Literal["schema", "json", "text"]


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a prompt."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class JsonSchema:
    """The form that a reply should have.

    ``strict`` asks the endpoint to hold the reply to it, which takes a schema that requires all
    properties and allows no others.
    """

    name: str
    schema: Mapping[str, object]
    strict: bool = True


@dataclass(frozen=True, slots=True)
class Completion:
    """A reply. ``cut`` says that the model stopped at its limit of tokens.

    Tokens are the endpoint's own count, or an estimate where it gives none. Whatever the form
    that was asked for, the text is hostile input: see ``memoryx.llm.reply``.
    """

    text: str
    input_tokens: int
    output_tokens: int
    cut: bool
    form: Form


class ChatModel(Protocol):
    """A chat model at temperature 0."""

    @property
    def model(self) -> str:
        """Name of the model, as the endpoint knows it."""
        ...

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: JsonSchema | None,
        purpose: str,
        conversation: str | None,
        max_tokens: int,
    ) -> Completion:
        """Ask for one reply of at most ``max_tokens`` tokens and wait for it.

        ``purpose`` (a word such as ``extraction``) and ``conversation`` (our id) go into the log
        of what left the machine. Raises errors of the LlmError tree.
        """
        ...
