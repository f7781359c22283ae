"""Counts and sizes for the statistics page."""

from __future__ import annotations

from memoryx.store.connection import Database
from memoryx.store.records import Spending

_ACTIVE = "FROM memories WHERE status = 'active'"


class Statistics:
    """Reads what can be counted; writes what the endpoints were asked."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def memories_by(self, column: str) -> dict[str, int]:
        """Return the numbers of memories by ``status``, or of active ones by another word."""
        query = {
            "status": "SELECT status, count(*) FROM memories GROUP BY status",
            "type": f"SELECT type, count(*) {_ACTIVE} GROUP BY type",
            "category": f"SELECT category, count(*) {_ACTIVE} GROUP BY category",
            "level": f"SELECT level, count(*) {_ACTIVE} GROUP BY level",
            "site": f"SELECT coalesce(site, ''), count(*) {_ACTIVE} GROUP BY site",
        }[column]
        with self._database.snapshot() as db:
            return {row[0]: row[1] for row in db.execute(query)}

    def marked(self) -> dict[str, int]:
        """Return how many active memories are pinned, sensitive, and were used at least once."""
        with self._database.snapshot() as db:
            row = db.execute(
                "SELECT coalesce(sum(pinned), 0), coalesce(sum(sensitive), 0), count(u.memory)"
                " FROM memories m LEFT JOIN memory_usage u ON u.memory = m.pk"
                " WHERE m.status = 'active'"
            ).fetchone()
        return {"pinned": row[0], "sensitive": row[1], "used": row[2]}

    def open_proposals(self) -> int:
        """Return how many proposals wait for a person."""
        with self._database.snapshot() as db:
            return int(
                db.execute("SELECT count(*) FROM proposals WHERE resolved_at IS NULL").fetchone()[0]
            )

    def uses(self, weeks: int) -> list[tuple[str, int, int]]:
        """Return (Monday, messages that left with memories, these memories) of the last weeks.

        Only weeks with any, oldest first.
        """
        with self._database.snapshot() as db:
            rows = db.execute(
                "SELECT date(at, '-6 days', 'weekday 1') AS week, count(*),"
                " sum(json_array_length(hits)) FROM recalls"
                " WHERE sent = 1 AND hits != '[]' GROUP BY week ORDER BY week DESC LIMIT ?",
                (weeks,),
            ).fetchall()
        return [(row[0], row[1], row[2]) for row in reversed(rows)]

    def projects(self) -> int:
        """Return the number of projects."""
        with self._database.snapshot() as db:
            return int(db.execute("SELECT count(*) FROM projects").fetchone()[0])

    def database_bytes(self) -> int:
        """Return the size of the database without its log."""
        with self._database.snapshot() as db:
            pages = db.execute("PRAGMA page_count").fetchone()[0]
            size = db.execute("PRAGMA page_size").fetchone()[0]
        return int(pages) * int(size)

    def growth(self, weeks: int) -> list[tuple[str, int]]:
        """Return (Monday, memories added) of the last ``weeks`` weeks with any, oldest first."""
        with self._database.snapshot() as db:
            rows = db.execute(
                "SELECT date(created_at, '-6 days', 'weekday 1') AS week, count(*)"
                " FROM memories GROUP BY week ORDER BY week DESC LIMIT ?",
                (weeks,),
            ).fetchall()
        return [(row[0], row[1]) for row in reversed(rows)]

    def spending(self, days: int) -> list[Spending]:
        """Return what the last ``days`` days with any request cost, oldest first."""
        with self._database.snapshot() as db:
            rows = db.execute(
                "SELECT * FROM spending ORDER BY day DESC LIMIT ?", (days,)
            ).fetchall()
        return [Spending(row["day"], row["requests"], row["tokens"]) for row in reversed(rows)]
