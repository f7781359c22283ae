"""Deleting everything that is a person's, for good."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from memoryx.store.connection import BUSY_TIMEOUT_MS, Database, translated_errors

#: What stays: the number of the newest change, and the names of what is gone. An index in another
#: host follows them to learn that its memories are no more.
_KEPT = frozenset({"counters", "memory_removals"})
#: How long to wait for other readers before the file is left as it is, in milliseconds.
_PATIENCE_MS = 3_000


@dataclass(frozen=True, slots=True)
class Erased:
    """Numbers of rows that were deleted; ``overwritten``: the file holds no remains of them."""

    conversations: int
    turns: int
    memories: int
    projects: int
    proposals: int
    recalls: int
    requests: int
    overwritten: bool


def erase(database: Database) -> Erased:
    """Delete all rows of all tables, then write the file anew without what was in them.

    Every table is emptied, also one that a later version adds, so none can be forgotten.
    """
    with database.transaction() as db:
        counts = {
            name: int(db.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0])
            for name in ("conversations", "turns", "memories", "projects", "proposals", "recalls",
                         "outbound")
        }  # fmt: skip
        db.execute("PRAGMA defer_foreign_keys=ON")
        first = db.execute(
            "UPDATE counters SET value = value + ? WHERE name = 'change' RETURNING value - ?",
            (counts["memories"], counts["memories"]),
        ).fetchone()[0]
        db.execute(
            "INSERT INTO memory_removals (change, memory)"
            " SELECT ? + row_number() OVER (ORDER BY pk), id FROM memories",
            (first,),
        )
        ordinary, full_text = _tables(db)
        for name in ordinary:
            db.execute(f'DELETE FROM "{name}"')
        for name in full_text:
            db.execute(f'DELETE FROM "{name}"')
            # Deleted rows leave their words in the index until it is built anew.
            db.execute(f'INSERT INTO "{name}" ("{name}") VALUES (\'rebuild\')')
    overwritten = _write_anew(database)
    requests = counts.pop("outbound")
    return Erased(**counts, requests=requests, overwritten=overwritten)


def _tables(db: sqlite3.Connection) -> tuple[list[str], list[str]]:
    """Return the names of ordinary and of full-text tables."""
    rows = db.execute("SELECT name, type FROM pragma_table_list WHERE schema = 'main'").fetchall()
    ordinary = [
        row["name"]
        for row in rows
        if row["type"] == "table"
        and row["name"] not in _KEPT
        and not row["name"].startswith("sqlite_")
    ]
    return ordinary, [row["name"] for row in rows if row["type"] == "virtual"]


def _write_anew(database: Database) -> bool:
    """Rewrite the file and empty its log; return whether no reader stood in the way."""
    with database.alone() as db, translated_errors():
        db.execute(f"PRAGMA busy_timeout={_PATIENCE_MS}")
        try:
            db.execute("VACUUM")
            busy = int(db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0])
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise
            return False
        finally:
            db.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
    return busy == 0
