"""What a person has to settle: uncertain memories, proposed deletions, conflicts."""

from __future__ import annotations

import sqlite3

from memoryx.errors import Conflict, NotFound
from memoryx.models import ProposalKind
from memoryx.store.connection import Database
from memoryx.store.ids import new_id
from memoryx.store.paging import decode_cursor, encode_cursor
from memoryx.store.records import ProposalRow

_PROPOSAL = """
SELECT p.*, m.id AS memory_id, o.id AS other_id FROM proposals p
JOIN memories m ON m.pk = p.memory LEFT JOIN memories o ON o.pk = p.other
"""


class Proposals:
    """Keeps proposals until a person settles them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self, kind: ProposalKind, memory: str, *, other: str | None, reason: str, now: str
    ) -> str:
        """Store a proposal and return its id."""
        id_ = new_id("p")
        with self._database.transaction() as db:
            db.execute(
                "INSERT INTO proposals (id, kind, memory, other, reason, created_at) SELECT ?, ?,"
                " (SELECT pk FROM memories WHERE id = ?), (SELECT pk FROM memories WHERE id = ?),"
                " ?, ?",
                (id_, kind, memory, other, reason, now),
            )
        return id_

    def page(self, *, limit: int, cursor: str | None) -> tuple[list[ProposalRow], int, str | None]:
        """Return open proposals, newest first, their number, and the next page's cursor."""
        where, values = "p.resolved_at IS NULL", []
        if cursor is not None:
            created_at, pk = decode_cursor(cursor, str, int)
            where += " AND (p.created_at, p.pk) < (?, ?)"
            values = [created_at, pk]
        with self._database.snapshot() as db:
            total = db.execute(
                "SELECT count(*) FROM proposals WHERE resolved_at IS NULL"
            ).fetchone()[0]
            rows = db.execute(
                f"{_PROPOSAL} WHERE {where} ORDER BY p.created_at DESC, p.pk DESC LIMIT ?",
                (*values, limit + 1),
            ).fetchall()
        page = rows[:limit]
        more = len(rows) > limit
        after = encode_cursor(page[-1]["created_at"], page[-1]["pk"]) if more else None
        return [_proposal(row) for row in page], total, after

    def resolve(self, id_: str, now: str) -> ProposalRow:
        """Mark a proposal as settled and return it; raises NotFound or Conflict."""
        with self._database.transaction() as db:
            row: sqlite3.Row | None = db.execute(f"{_PROPOSAL} WHERE p.id = ?", (id_,)).fetchone()
            if row is None:
                raise NotFound(f"no proposal {id_}")
            if row["resolved_at"] is not None:
                raise Conflict("this proposal has been settled already")
            db.execute("UPDATE proposals SET resolved_at = ? WHERE id = ?", (now, id_))
            return _proposal(row)

    def resolve_for(self, memory: str, now: str) -> None:
        """Settle whatever is open for a memory that a person has changed directly."""
        with self._database.transaction() as db:
            db.execute(
                "UPDATE proposals SET resolved_at = ? WHERE resolved_at IS NULL"
                " AND memory = (SELECT pk FROM memories WHERE id = ?)",
                (now, memory),
            )


def _proposal(row: sqlite3.Row) -> ProposalRow:
    return ProposalRow(
        id=row["id"],
        kind=row["kind"],
        memory=row["memory_id"],
        other=row["other_id"],
        reason=row["reason"],
        created_at=row["created_at"],
    )
