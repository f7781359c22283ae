"""The chat model as the rest of the host uses it: guarded, redacted, and logged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from memoryx.llm.client import ChatClient, KnownHabits
from memoryx.llm.guard import Config, Guard, Keys, State, Tools
from memoryx.llm.protocol import Completion, JsonSchema, Message
from memoryx.llm.wire import Endpoint, Limits
from memoryx.sensitive import redact

_TEST_TOKENS = 512
_TEST_LIMIT_S = 60.0  # a local model is loaded first


class Gateway:
    """Implements ChatModel. For several threads."""

    def __init__(self, config: Callable[[], Config], keys: Keys, tools: Tools) -> None:
        self._guard = Guard(config, keys, tools)
        self._habits = KnownHabits()

    @property
    def model(self) -> str:
        """Name of the model in the settings."""
        return self._guard.model

    @property
    def on_change(self) -> Callable[[], None]:
        """Called when ``state`` may have become another."""
        return self._guard.on_change

    @on_change.setter
    def on_change(self, call: Callable[[], None]) -> None:
        self._guard.on_change = call

    @property
    def configured(self) -> bool:
        """Whether there is an endpoint to be asked; it may be in trouble."""
        return self._guard.configured

    @property
    def near(self) -> bool:
        """Whether the endpoint is on this machine or in a private network: it may need no key."""
        return self._guard.near

    def state(self) -> State:
        """Return what is known of the endpoint; asks neither it nor the keyring."""
        return self._guard.state()

    def reset(self) -> None:
        """Begin anew: the settings or the key were changed."""
        self._guard.reset()

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: JsonSchema | None,
        purpose: str,
        conversation: str | None,
        max_tokens: int,
        manual: bool = False,
    ) -> Completion:
        """Ask for one reply; ``manual`` (a person asked) passes an open circuit, not the cap.

        Raises errors of the LlmError tree; LlmPaused for the cap and the circuit, LlmNotConfigured
        when there is no endpoint, or its address is not taken.
        """
        return self._guard.ask(
            lambda endpoint: self._client(endpoint, self._guard.tools.limits).complete(
                [replace(m, content=redact(m.content)) for m in messages],
                schema=schema,
                purpose=purpose,
                conversation=conversation,
                max_tokens=max_tokens,
            ),
            purpose=purpose,
            manual=manual,
        )

    def manual(self) -> ManualModel:
        """Return this model for what a person asked for."""
        return ManualModel(self)

    def test(self, base_url: str | None = None, model: str | None = None) -> State:
        """Ask the model for a word; another address or model can be given to be tried.

        Returns the state after it, with the error if there was one. A success with what is in
        the settings ends a stop.
        """
        return self._guard.test(self._ask_for_a_word, base_url, model)

    def _ask_for_a_word(self, endpoint: Endpoint) -> None:
        limits = self._guard.tools.limits
        limits = replace(limits, total_s=min(limits.total_s, _TEST_LIMIT_S))
        self._client(endpoint, limits).complete(
            [Message("user", "Answer with the word OK.")],
            schema=None,
            purpose="test",
            conversation=None,
            max_tokens=_TEST_TOKENS,
        )

    def _client(self, endpoint: Endpoint, limits: Limits) -> ChatClient:
        return ChatClient(
            endpoint,
            ledger=self._guard.tools.log,
            habits=self._habits,
            clock=self._guard.tools.clock,
            limits=limits,
        )


class ManualModel:
    """The same model for what a person asked for: passes an open circuit."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway

    @property
    def model(self) -> str:
        """Name of the model in the settings."""
        return self._gateway.model

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: JsonSchema | None,
        purpose: str,
        conversation: str | None,
        max_tokens: int,
    ) -> Completion:
        """See ``Gateway.complete``."""
        return self._gateway.complete(
            messages,
            schema=schema,
            purpose=purpose,
            conversation=conversation,
            max_tokens=max_tokens,
            manual=True,
        )
