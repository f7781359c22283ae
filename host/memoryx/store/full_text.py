"""The words by which memories are found: searching them, and working out those that come later."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

from memoryx.store.connection import Database
from memoryx.store.memory_rows import (
    INDEXED,
    MEMORY,
    change_of,
    dump,
    index_terms,
    next_change,
    row_by_pk,
)
from memoryx.store.records import MemoryChange
from memoryx.store.terms import match_terms, vocabulary
from memoryx.text.documents import TERMS_VERSION

#: Matches that are looked at before those that are not active are left out.
_SPARE = 3
#: Active pinned memories. The plus sign keeps SQLite from going through all that are active, which
#: takes 0.2 s at 100,000, instead of through the few that are pinned.
PINNED = (
    f"{INDEXED} WHERE m.pinned = 1 AND +m.status = 'active'"
    " ORDER BY m.updated_at DESC, m.pk DESC LIMIT ?"
)


class FullText:
    """Finds memories by terms, as long as the index in memory is not loaded; keeps terms up."""

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
            rows = db.execute(PINNED, (limit,)).fetchall()
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

    def without_glosses(self, *, limit: int) -> list[tuple[str, str]]:
        """Return ids and texts of memories whose glosses have not been worked out yet."""
        with self._database.snapshot() as db:
            rows = db.execute(
                "SELECT id, text FROM memories WHERE glosses IS NULL ORDER BY pk DESC LIMIT ?",
                (limit,),
            ).fetchall()
        return [(row[0], row[1]) for row in rows]

    def set_glosses(self, glosses: Sequence[tuple[str, str, Sequence[str]]]) -> None:
        """Store words in the other language as (memory, the text they come from, words).

        Those of a memory with another text by now are left out. They come from the text alone, so
        this is no new version.
        """
        with self._database.transaction() as db:
            for id_, text, words in glosses:
                row: sqlite3.Row | None = db.execute(
                    f"{MEMORY} WHERE m.id = ? AND m.text = ?", (id_, text)
                ).fetchone()
                if row is None:
                    continue
                change = next_change(db) if words else row["change"]
                db.execute(
                    "UPDATE memories SET glosses = ?, change = ? WHERE pk = ?",
                    (dump(words), change, row["pk"]),
                )
                index_terms(db, row_by_pk(db, row["pk"]))

    def renew_terms(self, *, limit: int) -> int:
        """Cut memories anew whose stored terms are of another version; return how many."""
        with self._database.snapshot() as db:
            rows = db.execute(
                "SELECT pk FROM memories WHERE terms_version < ?1 OR terms_version > ?1 LIMIT ?2",
                (TERMS_VERSION, limit),
            ).fetchall()
        if not rows:
            return 0
        with self._database.transaction() as db:
            for (pk,) in rows:
                row = row_by_pk(db, pk)
                if row is not None:  # it may have been deleted meanwhile
                    index_terms(db, row)
        return len(rows)
