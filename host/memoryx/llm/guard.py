"""What guards every request to one endpoint: settings and key in force, circuit, the day's cap.

The chat model and the embedding model have one guard each: they may be at different endpoints.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Protocol, TypeVar

from memoryx.clock import Clock
from memoryx.errors import (
    KeyringUnavailable,
    LlmError,
    LlmNotConfigured,
    LlmPaused,
    LlmQuota,
    LlmRateLimited,
    LlmUnauthorized,
)
from memoryx.llm.address import is_near, normal_base_url
from memoryx.llm.circuit import Circuit, Patience, Random, Seconds
from memoryx.llm.ledger import Ledger
from memoryx.llm.wire import Endpoint, Limits
from memoryx.models import LlmStatus

_log = logging.getLogger(__name__)

#: How often, in seconds, a refused key is compared with the keyring, which another program of
#: ours may have changed meanwhile.
RECHECK_S = 60.0

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Config:
    """What the settings say; ``daily_cap`` in tokens, 0 for none.

    ``kind`` names it to people, ``set_up`` tells them how to set it up.
    """

    base_url: str
    model: str
    enabled: bool
    daily_cap: int
    kind: str = "chat model"
    set_up: str | None = None


class Keys(Protocol):
    """Where the endpoint's key comes from."""

    def get(self) -> str | None:
        """Return the key, None for none; raises KeyringUnavailable."""
        ...

    def forget(self) -> None:
        """Read the key anew when it is next needed."""
        ...


class Log(Ledger, Protocol):
    """The log of what left the machine."""

    def spent_today(self) -> int:
        """Return the tokens that count against today's cap."""
        ...


@dataclass(frozen=True, slots=True)
class State:
    """What is known of the endpoint without asking it; ``error`` is why it is not used now."""

    configured: bool
    model: str | None
    base_url: str | None
    status: LlmStatus
    error: LlmError | None


@dataclass(frozen=True, slots=True)
class Tools:
    """What a guard is given beside settings and keys."""

    log: Log
    clock: Clock
    seconds: Seconds
    random: Random
    limits: Limits = field(default_factory=Limits)
    patience: Patience = field(default_factory=Patience)


class Guard:
    """Lets requests to one endpoint pass or says why not. For several threads."""

    def __init__(self, config: Callable[[], Config], keys: Keys, tools: Tools) -> None:
        self._config = config
        self._keys = keys
        self.tools = tools
        self._circuit = Circuit(tools.seconds, tools.random, tools.patience)
        self._asked: tuple[str, str] | None = None
        self._key_used: str | None = None
        self._recheck_at = 0.0
        #: Called when ``state`` may have become another.
        self.on_change: Callable[[], None] = _nothing

    @property
    def model(self) -> str:
        """Name of the model in the settings."""
        return self._config().model

    def ask(
        self, request: Callable[[Endpoint], Answer], *, purpose: str, manual: bool = False
    ) -> Answer:
        """Make one request; ``manual`` (a person asked) passes an open circuit, not the cap.

        Raises what ``request`` raises; LlmPaused for the cap and the circuit, LlmNotConfigured
        when there is no endpoint, or its address is not taken.
        """
        config = self._config()
        base_url = _usable(config)
        self._follow(base_url, config.model)
        if not manual:
            self._admit()
        self._check_cap(config)
        before = self._circuit.state
        try:
            answer = request(Endpoint(base_url, config.model, self._key()))
        except LlmError as error:
            self._circuit.failed(error)
            self._recheck_at = self.tools.seconds() + RECHECK_S
            _log.warning("model: %s for %s", error.code, purpose)
            raise
        else:
            self._circuit.succeeded()
            return answer
        finally:
            if self._circuit.state != before:
                self.on_change()

    def test(
        self,
        request: Callable[[Endpoint], object],
        base_url: str | None = None,
        model: str | None = None,
    ) -> State:
        """Make a request that tries the endpoint; another address or model can be given.

        Returns the state after it, with the error if there was one. A success with what is in
        the settings ends a stop.
        """
        config = self._config()
        tried = replace(
            config,
            base_url=config.base_url if base_url is None else base_url,
            model=config.model if model is None else model,
            enabled=True,
        )
        outcome: LlmError | None = None
        try:
            address = _usable(tried)
            self._keys.forget()
            self._check_cap(tried)
            request(Endpoint(address, tried.model, self._key()))
        except LlmError as error:
            outcome = error
        self._learn(config, tried, outcome)
        return State(
            configured=not isinstance(outcome, LlmNotConfigured),
            model=tried.model or None,
            base_url=tried.base_url or None,
            status="ready" if outcome is None else _status(outcome),
            error=outcome,
        )

    def reset(self) -> None:
        """Begin anew: the settings or the key were changed."""
        self._keys.forget()
        self._circuit.reset()
        self.on_change()

    @property
    def configured(self) -> bool:
        """Whether there is an endpoint to be asked; it may be in trouble."""
        try:
            _usable(self._config())
        except LlmNotConfigured:
            return False
        return True

    @property
    def near(self) -> bool:
        """Whether the endpoint is on this machine or in a private network: it may need no key."""
        try:
            return is_near(Endpoint(_usable(self._config()), "", None).hostname)
        except LlmNotConfigured:
            return False

    @property
    def resting(self) -> bool:
        """Whether a request would be refused just now without being sent."""
        try:
            config = self._config()
            self._follow(_usable(config), config.model)
            self._check_cap(config)
        except LlmError:
            return True
        return self._circuit.resting

    def state(self) -> State:
        """Return what is known of the endpoint; asks neither it nor the keyring."""
        config = self._config()
        trouble: LlmError | None = None
        configured = True
        try:
            self._follow(_usable(config), config.model)
            trouble = self._circuit.error
            if trouble is None:
                self._check_cap(config)
        except LlmNotConfigured as error:
            trouble, configured = error, False
        except LlmPaused as error:
            trouble = error
        status: LlmStatus
        if trouble is not None:
            status = _status(trouble)
        else:
            status = "untried" if self._circuit.state == "untried" else "ready"
        return State(configured, config.model or None, config.base_url or None, status, trouble)

    def _key(self) -> str | None:
        """Return the key; without a keyring the endpoint is asked without one."""
        try:
            key = self._key_used = self._keys.get()
        except KeyringUnavailable:
            key = self._key_used = None
        if key is not None and not (key.isascii() and key.isprintable() and " " not in key):
            raise LlmUnauthorized("the API key has characters that no key has")
        return key

    def _admit(self) -> None:
        error = self._circuit.error
        if (
            self._circuit.state == "stopped"
            and isinstance(error, LlmUnauthorized | LlmQuota)
            and self.tools.seconds() >= self._recheck_at
        ):
            self._recheck_at = self.tools.seconds() + RECHECK_S
            self._keys.forget()
            try:
                if self._keys.get() != self._key_used:
                    self._circuit.reset()
            except KeyringUnavailable:
                _log.info("the keyring still does not answer")
        try:
            self._circuit.admit()
        except LlmError as error:
            # A stop that only this process knows of: another one may hear that it was mended.
            if error.retry_after is None:
                error.retry_after = RECHECK_S
            raise

    def _check_cap(self, config: Config) -> None:
        if config.daily_cap and self.tools.log.spent_today() >= config.daily_cap:
            now = self.tools.clock()
            raise LlmPaused(
                f"the day's cap of {config.daily_cap} tokens is reached",
                retry_after=(_midnight_after(now) - now).total_seconds(),
            )

    def _follow(self, base_url: str, model: str) -> None:
        """Begin anew when the settings name another endpoint, whoever changed them."""
        if self._asked != (base_url, model):
            if self._asked is not None:
                self._circuit.reset()
            self._asked = (base_url, model)

    def _learn(self, config: Config, tried: Config, error: LlmError | None) -> None:
        """Take a test of what is in the settings for what it says about it."""
        same = (tried.base_url, tried.model) == (config.base_url, config.model)
        if not same or not self.configured or isinstance(error, LlmPaused):
            return
        self._follow(_usable(tried), tried.model)
        if error is None:
            self._circuit.succeeded()
        else:
            self._circuit.failed(error)
        self.on_change()


def _usable(config: Config) -> str:
    """Return the endpoint's address; raises LlmNotConfigured when there is none to be asked."""
    if not config.base_url:
        raise LlmNotConfigured(f"no {config.kind} is set up", remedy=config.set_up)
    if not config.enabled:
        raise LlmNotConfigured(
            f"the {config.kind} is switched off", remedy="Switch it on in the settings."
        )
    if not config.model:
        raise LlmNotConfigured(
            "no model is named for the endpoint",
            remedy=config.set_up or "Enter the model's name in the settings.",
        )
    return normal_base_url(config.base_url)


def _status(error: LlmError) -> LlmStatus:
    if isinstance(error, LlmNotConfigured):
        return "not_configured"
    if isinstance(error, LlmUnauthorized):
        return "unauthorized"
    if isinstance(error, LlmQuota):
        return "quota"
    if isinstance(error, LlmPaused | LlmRateLimited):
        return "paused"
    return "unreachable"


def _midnight_after(now: datetime) -> datetime:
    return now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)


def _nothing() -> None:
    """Tell nobody."""
