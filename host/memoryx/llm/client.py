"""A chat model at an OpenAI-compatible endpoint."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from memoryx.clock import Clock
from memoryx.errors import LlmBadReply, LlmError, LlmUnreachable, MemoryXError
from memoryx.llm.failures import Refusal, failure_of, refused_parameters
from memoryx.llm.ledger import Entry, Ledger
from memoryx.llm.protocol import Completion, Form, JsonSchema, Message
from memoryx.llm.wire import Endpoint, Limits, Refused, fetch
from memoryx.text.budget import count_tokens
from memoryx.text.storable import storable_text

_log = logging.getLogger(__name__)

#: Ways to ask for JSON, best first; an endpoint that refuses one is asked the next way.
_Way = Literal["json_schema", "json_object_schema", "json_object", "words"]
_WAYS: tuple[_Way, ...] = ("json_schema", "json_object_schema", "json_object", "words")
_FORMS: dict[_Way, Form] = {
    "json_schema": "schema",
    "json_object_schema": "json",
    "json_object": "json",
    "words": "text",
}
_INSTRUCTION = "Answer with one JSON object and nothing else. It has to fit this JSON Schema:\n"
#: Tokens that the format of a message costs beside its text.
_MESSAGE_TOKENS = 4
#: A count above this is taken for an error of the endpoint's.
_TOKENS_LIMIT = 10_000_000


@dataclass(frozen=True, slots=True)
class Habits:
    """What an endpoint's model takes."""

    way: _Way = "json_schema"
    tokens_parameter: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    temperature: bool = True


class KnownHabits:
    """What was learned of each endpoint and model, for the life of the process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: dict[tuple[str, str], Habits] = {}

    def of(self, endpoint: Endpoint) -> Habits:
        """Return what an endpoint's model takes, as far as is known."""
        with self._lock:
            return self._known.get((endpoint.base_url, endpoint.model), Habits())

    def learn(self, endpoint: Endpoint, habits: Habits) -> None:
        """Remember what an endpoint's model takes."""
        with self._lock:
            self._known[endpoint.base_url, endpoint.model] = habits


class ChatClient:
    """Implements ChatModel for one endpoint; each request is in the ledger before it leaves."""

    def __init__(
        self,
        endpoint: Endpoint,
        *,
        ledger: Ledger,
        habits: KnownHabits,
        clock: Clock,
        limits: Limits | None = None,
    ) -> None:
        self._endpoint = endpoint
        self._ledger = ledger
        self._habits = habits
        self._clock = clock
        self._limits = limits or Limits()

    @property
    def model(self) -> str:
        """Name of the model."""
        return self._endpoint.model

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: JsonSchema | None,
        purpose: str,
        conversation: str | None,
        max_tokens: int,
    ) -> Completion:
        """Ask for one reply; what the endpoint refuses to take is left out in a second request.

        Raises errors of the LlmError tree, and what the ledger raises before a request leaves.
        """
        while True:
            habits = self._habits.of(self._endpoint)
            body = _request(self.model, messages, schema, max_tokens, habits)
            sent = sum(count_tokens(m["content"]) + _MESSAGE_TOKENS for m in body["messages"])
            entry = self._ledger.begin(
                endpoint=self._endpoint.host,
                purpose=purpose,
                conversation=conversation,
                tokens=sent,
            )
            status, tokens, billed = "llm_failed", sent, 0
            try:
                completion = self._ask(body, "text" if schema is None else _FORMS[habits.way], sent)
                status = "ok"
                tokens = billed = completion.input_tokens + completion.output_tokens
                return completion
            except Refused as refused:
                error = failure_of(refused.refusal, self._endpoint.host, self._clock())
                status = error.code
                others = _without_refused(habits, refused.refusal, asks_form=schema is not None)
                if type(error) is not LlmError or others is None:
                    raise error from None
                self._habits.learn(self._endpoint, others)
            except LlmError as error:
                status = error.code
                if isinstance(error, LlmUnreachable) and not error.sent:
                    tokens = 0
                billed = tokens  # it may have been worked on
                raise
            finally:
                _finish(entry, status, tokens, billed)

    def _ask(self, body: dict[str, Any], form: Form, sent: int) -> Completion:
        raw = fetch(
            self._endpoint,
            self._limits,
            lambda api: api.chat.completions.with_streaming_response.create(**body),
        )
        return _read(raw, form, sent, self._endpoint.host)


def _finish(entry: Entry, status: str, tokens: int, billed: int) -> None:
    """Write down the outcome. The reply is paid for: it is not lost because of a busy database."""
    try:
        entry.finish(status, tokens=tokens, billed=billed)
    except MemoryXError as error:
        _log.warning("the outcome of a request could not be written down: %s", error.code)


def _request(
    model: str,
    messages: Sequence[Message],
    schema: JsonSchema | None,
    max_tokens: int,
    habits: Habits,
) -> dict[str, Any]:
    """Return the arguments of one request."""
    body: dict[str, Any] = {"model": model, habits.tokens_parameter: max_tokens}
    if habits.temperature:
        body["temperature"] = 0
    if schema is not None and habits.way == "json_schema":
        body["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": schema.name, "strict": schema.strict, "schema": schema.schema},
        }
    elif schema is not None:
        messages = _instructed(messages, schema)
        if habits.way == "json_object_schema":
            body["response_format"] = {"type": "json_object", "schema": schema.schema}
        elif habits.way == "json_object":
            body["response_format"] = {"type": "json_object"}
    body["messages"] = [{"role": m.role, "content": m.content} for m in messages]
    if "max_completion_tokens" in body:
        # Not an argument of the oldest library that we work with.
        body["extra_body"] = {"max_completion_tokens": body.pop("max_completion_tokens")}
    return body


def _instructed(messages: Sequence[Message], schema: JsonSchema) -> list[Message]:
    """Put the wish for JSON into words: models without a JSON mode, and JSON modes, need them."""
    text = _INSTRUCTION + json.dumps(schema.schema, ensure_ascii=False)
    first, *rest = messages
    if first.role == "system":
        return [replace(first, content=f"{first.content}\n\n{text}"), *rest]
    return [Message("system", text), *messages]


def _without_refused(habits: Habits, refusal: Refusal, *, asks_form: bool) -> Habits | None:
    """Return habits without what was refused; None when that was nothing that can be left out."""
    names = refused_parameters(refusal)
    # One at a time: an endpoint that quotes our whole request names everything.
    if "max_tokens" in names and habits.tokens_parameter == "max_tokens":
        return replace(habits, tokens_parameter="max_completion_tokens")
    if "response_format" in names and asks_form and habits.way != "words":
        return replace(habits, way=_WAYS[_WAYS.index(habits.way) + 1])
    if "temperature" in names and habits.temperature:
        return replace(habits, temperature=False)
    return None


def _read(raw: bytes, form: Form, sent: int, host: str) -> Completion:
    """Read the body of a chat completion; raises LlmBadReply, or Refused for an error in it."""
    try:
        body = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise LlmBadReply(f"{host} answered with something that is not JSON") from error
    if not isinstance(body, dict):
        raise LlmBadReply(f"{host} answered with something that is no completion")
    choices = body.get("choices")
    if not choices and isinstance(body.get("error"), dict):  # OpenRouter: an error in a success
        code = body["error"].get("code")
        status = code if isinstance(code, int) and 400 <= code < 600 else 502
        raise Refused(Refusal(status, {}, raw))
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(choice, dict) or not isinstance(message, dict):
        raise LlmBadReply(f"{host} answered without a choice")
    text = storable_text(_content(message.get("content")))
    if choice.get("finish_reason") == "content_filter" or message.get("refusal"):
        raise LlmBadReply(
            f"the model at {host} declined to answer",
            remedy="Choose a model that answers about personal texts.",
        )
    if not text.strip():
        raise LlmBadReply(f"the model at {host} answered with nothing")
    usage = body.get("usage")
    usage = usage if isinstance(usage, dict) else {}
    return Completion(
        text=text,
        input_tokens=_count(usage.get("prompt_tokens"), sent),
        output_tokens=_count(usage.get("completion_tokens"), count_tokens(text)),
        cut=choice.get("finish_reason") in ("length", "max_tokens"),
        form=form,
    )


def _content(content: object) -> str:
    """Return a message's text; some endpoints give it in parts."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        texts = [part.get("text") for part in content if isinstance(part, dict)]
        return "".join(text for text in texts if isinstance(text, str))
    return ""


def _count(value: object, estimate: int) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _TOKENS_LIMIT:
        return value
    return estimate
