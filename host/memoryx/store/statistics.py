"""Counts and sizes for the statistics page."""

from __future__ import annotations

from memoryx.store.connection import Database
from memoryx.store.records import Spending


class Statistics:
    """Reads what can be counted; writes what the endpoints were asked."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def memories_by(self, column: str) -> dict[str, int]:
        """Return the numbers of memories by ``status`` or ``type`` (active ones)."""
        query = {
            "status": "SELECT status, count(*) FROM memories GROUP BY status",
            "type": "SELECT type, count(*) FROM memories WHERE status = 'active' GROUP BY type",
        }[column]
        with self._database.snapshot() as db:
            return {row[0]: row[1] for row in db.execute(query)}

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
