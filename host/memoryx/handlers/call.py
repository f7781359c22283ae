"""What a handler is given beside its params."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from memoryx.contract import Result
from memoryx.services import Services


def _at_once() -> threading.Event:
    """Nobody waits for a reply."""
    event = threading.Event()
    event.set()
    return event


def _no_progress(_done: int, _total: int, _phase: str) -> None:
    """Report to nobody."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call: when it arrived (monotonic seconds), and whom to tell how far it is.

    ``replied`` is set once its reply has left.
    """

    received: float
    progress: Callable[[int, int, str], None] = _no_progress
    replied: threading.Event = field(default_factory=_at_once)


#: Handlers take the services, the method's own params and the call.
Handler = Callable[[Services, Any, Call], Result]
