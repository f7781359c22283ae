"""How long memories live."""

from __future__ import annotations

from datetime import timedelta

from memoryx.clock import from_rfc3339, to_rfc3339
from memoryx.models import Level, MemoryType

#: A memory of one session, unless it is promoted.
SESSION = timedelta(days=3)
#: A preference that is never used; each use starts the time anew.
PREFERENCE = timedelta(days=180)


def expiry(type_: MemoryType, level: Level, now: str) -> str | None:
    """Return when a memory stated or used at ``now`` expires, or None for never."""
    if level == "session":
        return to_rfc3339(from_rfc3339(now) + SESSION)
    if type_ == "preference":
        return to_rfc3339(from_rfc3339(now) + PREFERENCE)
    return None
