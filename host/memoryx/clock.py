"""Time, as a value that is handed in."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

#: Returns the current time, aware, in UTC.
Clock = Callable[[], datetime]


def system_clock() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(UTC)


def to_rfc3339(moment: datetime) -> str:
    """Write an aware datetime as RFC 3339 in UTC with milliseconds, e.g. 2026-03-01T09:30:00.000Z.

    Fixed width, so texts sort as the times do.
    """
    utc = moment.astimezone(UTC)
    return utc.strftime("%Y-%m-%dT%H:%M:%S.") + f"{utc.microsecond // 1000:03d}Z"


def from_rfc3339(text: str) -> datetime:
    """Read an RFC 3339 time; raises ValueError when it is none or has no offset."""
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError(f"time without an offset: {text!r}")
    return moment.astimezone(UTC)
