"""What can be said of a database file without changing it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from memoryx.store.connection import translated_errors

#: Versions with the fix of the WAL-reset race between two connections, by their minor version:
#: https://sqlite.org/wal.html, "WAL-reset bug".
_FIXED = {(3, 44): 6, (3, 50): 7}
_FIXED_SINCE = (3, 51, 3)
_CHECK_TIMEOUT_S = 10.0


@dataclass(frozen=True, slots=True)
class Health:
    """``damage`` is empty for a sound file; ``journal_mode`` should be ``wal``."""

    journal_mode: str
    damage: tuple[str, ...]
    schema_version: int


def look(path: Path) -> Health:
    """Check a database file, read-only; raises DatabaseUnavailable when it cannot be opened."""
    with (
        translated_errors(),
        closing(
            sqlite3.connect(
                f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=_CHECK_TIMEOUT_S
            )
        ) as db,
    ):
        mode = db.execute("PRAGMA journal_mode").fetchone()[0]
        rows = db.execute("PRAGMA quick_check(5)").fetchall()
        version = db.execute("PRAGMA user_version").fetchone()[0]
    damage = tuple(str(row[0]) for row in rows if row[0] != "ok")
    return Health(str(mode), damage, int(version))


def sqlite_version() -> str:
    """Return the version of the SQLite library in use."""
    return sqlite3.sqlite_version


def has_wal_reset_race(version: str) -> bool:
    """Return whether a SQLite version has the rare WAL-reset race of two connections.

    It is in 3.7.0 and later, and fixed in 3.44.6, 3.50.7 and 3.51.3.
    """
    major, minor, patch = (int(part) for part in version.split(".")[:3])
    if (major, minor, patch) < (3, 7, 0):
        return False
    fixed = _FIXED.get((major, minor))
    if fixed is not None:
        return patch < fixed
    return (major, minor, patch) < _FIXED_SINCE
