"""Counts and sizes for the statistics page."""

from __future__ import annotations

from collections import Counter

from memoryx.store.connection import Database
from memoryx.store.records import Spending

# The index by status would look each of them up one by one: five times as long as reading all.
_ACTIVE = """
    SELECT type, category, level, coalesce(site, '') AS site, pinned, sensitive,
        u.memory IS NOT NULL AS used, count(*) AS memories
    FROM memories NOT INDEXED LEFT JOIN memory_usage u ON u.memory = memories.pk
    WHERE status = 'active' GROUP BY 1, 2, 3, 4, 5, 6, 7
"""
_COUNTED = ("type", "category", "level", "site")
_MARKS = ("pinned", "sensitive", "used")


class Statistics:
    """Reads what can be counted; writes what the endpoints were asked."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def by_status(self) -> dict[str, int]:
        """Return the numbers of memories by status."""
        query = "SELECT status, count(*) FROM memories GROUP BY status"
        with self._database.snapshot() as db:
            return {row[0]: row[1] for row in db.execute(query)}

    def active(self) -> dict[str, Counter[str]]:
        """Return the numbers of active memories by type, category, level and site.

        ``marks`` tells how many are pinned, sensitive, and were used at least once.
        """
        found = {name: Counter[str]() for name in (*_COUNTED, "marks")}
        with self._database.snapshot() as db:
            for row in db.execute(_ACTIVE):
                for name in _COUNTED:
                    found[name][row[name]] += row["memories"]
                for mark in _MARKS:
                    found["marks"][mark] += row["memories"] if row[mark] else 0
        return found

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
