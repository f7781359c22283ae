"""The lives of stored memories: begun again, said again, over, or of another length."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence

from memoryx.lifecycle import Lives
from memoryx.store.connection import Database
from memoryx.store.memories import Memories
from memoryx.store.memory_rows import MEMORY, life_of, set_life

#: The reason of a version that says no more than that a memory's time was over.
EXPIRED = "expired"


class MemoryLives:
    """Renews and ends memories; expiry only takes them out of recall."""

    def __init__(self, database: Database, memories: Memories, lives: Callable[[], Lives]) -> None:
        self._database = database
        self._memories = memories
        self._lives = lives

    def renew(self, ids: Sequence[str], at: str) -> None:
        """Begin the lives of active memories again: they were used, or said again.

        That is no new version.
        """
        marks = ",".join("?" * len(ids))
        with self._database.transaction() as db:
            rows = db.execute(
                f"{MEMORY} WHERE m.id IN ({marks}) AND m.status = 'active'", tuple(ids)
            ).fetchall()
            for row in rows:
                set_life(db, row, life_of(row).anew(at), self._lives())

    def said(self, id_: str, at: str) -> None:
        """Note that what a memory says was said at ``at``, too; no new version."""
        with self._database.transaction() as db:
            db.execute(
                "UPDATE memories SET said_last = ?"
                " WHERE id = ? AND max(valid_from, ifnull(said_last, '')) < ?",
                (at, id_, at),
            )

    def last_said(self, ids: Sequence[str]) -> dict[str, str]:
        """Return when memories were last said, of those that were said more than once."""
        marks = ",".join("?" * len(ids))
        with self._database.snapshot() as db:
            rows = db.execute(
                "SELECT id, max(valid_from, said_last) FROM memories"
                f" WHERE id IN ({marks}) AND said_last IS NOT NULL",
                tuple(ids),
            ).fetchall()
        return {row[0]: row[1] for row in rows}

    def expire(self, now: str) -> int:
        """Mark active memories whose time is over as expired; return how many."""
        query = "SELECT id FROM memories WHERE expires_at <= ? AND status = 'active'"
        with self._database.snapshot() as db:
            if db.execute(query, (now,)).fetchone() is None:
                return 0
        with self._database.transaction() as db:
            due = db.execute(query, (now,)).fetchall()  # not what was renewed meanwhile
            for (id_,) in due:
                self._memories.change(
                    id_, {"status": "expired"}, now=now, actor="system", reason=EXPIRED
                )
        return len(due)

    def follow_settings(self, now: str) -> int:
        """Let all memories end when the lives in force say; return for how many that is news.

        What only expired because its life was shorter then, and would still live, is active again.
        """
        with self._database.snapshot() as db:
            if not self._moved(db):
                return 0
        with self._database.transaction() as db:
            moved = self._moved(db)
            for row in moved:
                set_life(db, row, life_of(row), self._lives())
                if self._came_too_soon(db, row, now):
                    self._memories.change(
                        row["id"],
                        {"status": "active"},
                        now=now,
                        actor="system",
                        reason="the settings let it live longer",
                    )
        return len(moved)

    def _moved(self, db: sqlite3.Connection) -> list[sqlite3.Row]:
        """Return the memories whose end is not what the lives in force make it."""
        lives = self._lives()
        rows = db.execute(f"{MEMORY} WHERE m.life_since IS NOT NULL")
        return [
            row
            for row in rows
            if life_of(row).end(lives, row["type"], row["level"]) != row["expires_at"]
        ]

    def _came_too_soon(self, db: sqlite3.Connection, row: sqlite3.Row, now: str) -> bool:
        """Tell whether a memory expired of age alone and has time left by the lives in force."""
        if row["status"] != "expired":
            return False
        end = life_of(row).end(self._lives(), row["type"], row["level"])
        by_age = db.execute(
            "SELECT 1 FROM memory_versions WHERE memory = ? AND version = ? AND reason = ?",
            (row["pk"], row["version"], EXPIRED),
        ).fetchone()
        return by_age is not None and (end is None or end > now)
