"""When an endpoint is asked, and when it is left alone.

Failures in a row open the circuit for a time that doubles; then one request tries. Errors that no
waiting helps (key, quota, model) stop it until something is changed or a person asks.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from memoryx.errors import (
    LlmBadReply,
    LlmError,
    LlmModelNotFound,
    LlmNotConfigured,
    LlmPaused,
    LlmQuota,
    LlmRateLimited,
    LlmUnauthorized,
    LlmUnreachable,
)

Stopping = LlmUnauthorized | LlmQuota | LlmModelNotFound | LlmNotConfigured
State = Literal["untried", "closed", "waiting", "open", "stopped"]

#: Returns seconds on a clock that only goes forward.
Seconds = Callable[[], float]
#: Returns a number from 0 up to 1.
Random = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Patience:
    """How many failures in a row are borne, and the waits in seconds."""

    failures: int = 3
    first_s: float = 30.0
    longest_s: float = 3_600.0


def backoff(
    attempt: int, retry_after: float | None, random: Random, patience: Patience | None = None
) -> float:
    """Return the seconds to wait before the next try, after ``attempt`` (from 1) failures.

    Doubles from ``first_s`` to ``longest_s``, less up to half by chance, so that several hosts do
    not come at once. Never less than what the endpoint asked for.
    """
    patience = patience or Patience()
    exponent = min(max(attempt, 1) - 1, 32)
    wait = min(patience.first_s * 2.0**exponent, patience.longest_s)
    jittered: float = wait * (1 - random() / 2)
    return max(jittered, retry_after or 0.0)


class Circuit:
    """Judges requests to one endpoint by how the last ones ended. For several threads."""

    def __init__(self, seconds: Seconds, random: Random, patience: Patience | None = None) -> None:
        self._seconds = seconds
        self._random = random
        self._patience = patience or Patience()
        self._lock = threading.Lock()
        self._state: State = "untried"
        self._error: LlmError | None = None
        self._failures = 0
        self._waits = 0
        self._until = 0.0

    def reset(self) -> None:
        """Forget everything: the settings or the key are others."""
        self._begin("untried")

    @property
    def state(self) -> State:
        """What the last requests say."""
        with self._lock:
            return self._state

    @property
    def error(self) -> LlmError | None:
        """The last request's error; None after a success."""
        with self._lock:
            return self._error

    @property
    def resting(self) -> bool:
        """Whether ``admit`` would raise now."""
        with self._lock:
            left = self._until - self._seconds()
            return self._state == "stopped" or (self._state in ("waiting", "open") and left > 0)

    def admit(self) -> None:
        """Let a request pass or raise why not.

        A stop raises its own error again, a wait LlmRateLimited, an open circuit LlmPaused; the
        last two with the seconds that are left.
        """
        with self._lock:
            if self._state == "stopped" and self._error is not None:
                raise again(self._error)
            left = self._until - self._seconds()
            if self._state == "waiting" and left > 0:
                raise LlmRateLimited("the endpoint asked us to wait", retry_after=left)
            if self._state == "open":
                if left > 0:
                    raise LlmPaused(
                        "the endpoint failed too often in a row",
                        remedy="Test the endpoint in the settings, or wait: it is tried again.",
                        retry_after=left,
                    )
                # This request tries; the others wait for its outcome.
                self._until = self._seconds() + self._patience.first_s

    def succeeded(self) -> None:
        """Note a reply."""
        self._begin("closed")

    def failed(self, error: LlmError) -> None:
        """Note an error."""
        with self._lock:
            self._error = error
            if isinstance(error, Stopping):
                self._state = "stopped"
            elif isinstance(error, LlmRateLimited):
                self._waits += 1
                self._rest("waiting", self._waits, error)
            elif isinstance(error, LlmUnreachable | LlmBadReply):
                self._failures += 1
                over = self._failures - self._patience.failures + 1
                if over > 0:
                    self._rest("open", over, error)
                elif error.retry_after:
                    self._rest("waiting", 1, error)

    def _rest(self, state: State, times: int, error: LlmError) -> None:
        self._state = state
        wait = backoff(times, error.retry_after, self._random, self._patience)
        self._until = max(self._until, self._seconds() + wait)

    def _begin(self, state: State) -> None:
        with self._lock:
            self._state = state
            self._error = None
            self._failures = 0
            self._waits = 0
            self._until = 0.0


def again(error: LlmError) -> LlmError:
    """Return an error like one that was met before, to be raised without its old traceback."""
    return type(error)(str(error), remedy=error.remedy)
