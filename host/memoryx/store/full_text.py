"""Recall's words in the full-text index, for the time until the index in memory is loaded."""

from __future__ import annotations

from collections.abc import Iterable

from memoryx.store.connection import Database
from memoryx.store.memory_rows import INDEXED, change_of
from memoryx.store.records import MemoryChange
from memoryx.store.terms import match_terms, vocabulary

#: Matches that are looked at before those that are not active are left out.
_SPARE = 3


class FullText:
    """Finds memories by terms, with what their rarity is worked out from."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def search(self, terms: Iterable[str], *, limit: int) -> list[MemoryChange]:
        """Return active memories with any of the terms, best BM25 first."""
        expression = match_terms(terms)
        if expression is None:
            return []
        with self._database.snapshot() as db:
            rows = db.execute(
                f"{INDEXED} JOIN (SELECT rowid, rank FROM memory_terms"
                " WHERE memory_terms MATCH ? ORDER BY rank LIMIT ?) f ON f.rowid = m.pk"
                " WHERE m.status = 'active' ORDER BY f.rank LIMIT ?",
                (expression, limit * _SPARE, limit),
            ).fetchall()
        return [change_of(row) for row in rows]

    def pinned(self, *, limit: int) -> list[MemoryChange]:
        """Return active pinned memories, newest change first."""
        with self._database.snapshot() as db:
            rows = db.execute(
                f"{INDEXED} WHERE m.pinned = 1 AND m.status = 'active'"
                " ORDER BY m.updated_at DESC, m.pk DESC LIMIT ?",
                (limit,),
            ).fetchall()
        return [change_of(row) for row in rows]

    def frequencies(self, terms: Iterable[str]) -> tuple[int, dict[str, int]]:
        """Return the number of memories, and of those that hold each of the terms."""
        words = vocabulary(terms)
        connection = self._database.connection()
        connection.execute(
            "CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary"
            " USING fts5vocab('main', 'memory_terms', 'row')"
        )
        with self._database.snapshot() as db:
            # One look-up for each: with IN, SQLite reads the vocabulary from its beginning.
            found = {
                word: row[0]
                for stored, word in words.items()
                for row in db.execute("SELECT doc FROM temp.vocabulary WHERE term = ?", (stored,))
            }
            count = db.execute("SELECT count(*) FROM memories").fetchone()[0]
        return int(count), found
