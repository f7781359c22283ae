"""What a handler is given beside its params."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from memoryx.contract import Result
from memoryx.services import Services


def _no_progress(_done: int, _total: int, _phase: str) -> None:
    """Report to nobody."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call: when it arrived (monotonic seconds), and whom to tell how far it is."""

    received: float
    progress: Callable[[int, int, str], None] = _no_progress


#: Handlers take the services, the method's own params and the call.
Handler = Callable[[Services, Any, Call], Result]
