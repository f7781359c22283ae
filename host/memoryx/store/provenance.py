"""Where a memory comes from, and what is like it."""

from __future__ import annotations

import json
import sqlite3

from memoryx.models import Memory
from memoryx.store.connection import Database
from memoryx.store.memory_rows import MEMORY, memory_of, row_of
from memoryx.store.records import QuoteRow
from memoryx.store.terms import match_any


class Provenance:
    """Follows a memory back to the turns that it was taken from; reads only."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def quotes(self, id_: str) -> tuple[str | None, list[QuoteRow]]:
        """Return the source's conversation and its turns, in their order; raises NotFound.

        A turn that has been edited or generated again since is given as it was when its key still
        was the one that the memory names. Without the conversation there are no turns.
        """
        with self._database.snapshot() as db:
            memory = row_of(db, id_)
            quotes = [
                quote
                for key in json.loads(memory["turn_keys"])
                if (quote := _quote(db, memory["conversation"], key)) is not None
            ]
        quotes.sort(key=lambda found: found[0])
        return memory["conversation_id"], [quote for _, quote in quotes]

    def related(self, id_: str, *, limit: int) -> list[Memory]:
        """Return other memories that share words with one, best BM25 first; raises NotFound."""
        with self._database.snapshot() as db:
            memory = row_of(db, id_)
            expression = match_any(memory["text"])
            if expression is None:
                return []
            rows = db.execute(
                f"{MEMORY} JOIN (SELECT rowid, rank FROM memory_terms"
                " WHERE memory_terms MATCH ? AND rowid != ? ORDER BY rank LIMIT ?) f"
                " ON f.rowid = m.pk ORDER BY f.rank",
                (expression, memory["pk"], limit),
            ).fetchall()
        return [memory_of(row) for row in rows]


def _quote(
    db: sqlite3.Connection, conversation: int | None, key: str
) -> tuple[int, QuoteRow] | None:
    row = db.execute(
        "SELECT rank, key, role, markdown, coalesce(created_at, captured_at) AS at, 0 AS replaced"
        " FROM turns WHERE conversation = ?1 AND key = ?2"
        " UNION ALL SELECT t.rank, v.key, t.role, v.markdown,"
        " coalesce(t.created_at, t.captured_at), 1"
        " FROM turn_versions v JOIN turns t ON t.pk = v.turn"
        " WHERE t.conversation = ?1 AND v.key = ?2 LIMIT 1",
        (conversation, key),
    ).fetchone()
    if row is None:
        return None
    return row["rank"], QuoteRow(
        turn_key=row["key"],
        role=row["role"],
        markdown=row["markdown"],
        at=row["at"],
        replaced=bool(row["replaced"]),
    )
