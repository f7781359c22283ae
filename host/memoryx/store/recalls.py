"""The log of recalls, what became of them, and what each conversation carries already."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence

from memoryx.errors import NotFound
from memoryx.models import Site, Verdict
from memoryx.store.connection import Database
from memoryx.store.paging import decode_cursor, encode_cursor
from memoryx.store.records import RecallRow


class Recalls:
    """Writes and reads the log; nothing here is on the send path but ``present``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, recall: RecallRow) -> None:
        """Log a recall."""
        with self._database.transaction() as db:
            pk = db.execute(
                "INSERT INTO recalls (id, at, site, conversation_id, text, mode, skipped, hits,"
                " dropped, took_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    recall.id,
                    recall.at,
                    recall.site,
                    recall.conversation_id,
                    recall.text,
                    recall.mode,
                    recall.skipped,
                    recall.hits,
                    recall.dropped,
                    recall.took_ms,
                ),
            ).lastrowid
            db.execute(
                "INSERT OR IGNORE INTO recall_hits (memory, recall)"
                " SELECT json_extract(value, '$.id'), ? FROM json_each(?)",
                (pk, recall.hits),
            )

    def get(self, id_: str) -> RecallRow:
        """Return a logged recall; raises NotFound."""
        with self._database.snapshot() as db:
            return _recall(_find(db, id_))

    def mark_sent(self, id_: str, sent: bool) -> bool:
        """Note whether the message left with the block; return whether that is news."""
        with self._database.transaction() as db:
            before = _find(db, id_)["sent"]
            if before == int(sent):
                return False
            db.execute("UPDATE recalls SET sent = ? WHERE id = ?", (int(sent), id_))
            return True

    def set_feedback(self, id_: str, memory: str, verdict: Verdict | None) -> Verdict | None:
        """Note what a person said of one memory of a recall, or that they take it back (None).

        Returns what they had said before; raises NotFound.
        """
        with self._database.transaction() as db:
            row = _find(db, id_)
            if memory not in [hit["id"] for hit in json.loads(row["hits"])]:
                raise NotFound(f"memory {memory} is not part of recall {id_}")
            feedback: dict[str, Verdict] = json.loads(row["feedback"])
            before = feedback.pop(memory, None)
            if verdict is not None:
                feedback[memory] = verdict
            db.execute("UPDATE recalls SET feedback = ? WHERE id = ?", (json.dumps(feedback), id_))
            return before

    def judged(self, *, limit: int) -> list[RecallRow]:
        """Return the newest recalls of which a person said or chose something."""
        with self._database.snapshot() as db:
            rows = db.execute(
                "SELECT * FROM recalls WHERE feedback <> '{}' OR chosen IS NOT NULL"
                " ORDER BY pk DESC LIMIT ?",
                (limit,),
            ).fetchall()
        return [_recall(row) for row in rows]

    def choose(self, id_: str, memories: Sequence[str]) -> None:
        """Note which memories of a recall a person left in its block; raises NotFound."""
        with self._database.transaction() as db:
            db.execute(
                "UPDATE recalls SET chosen = ? WHERE id = ?",
                (json.dumps(list(memories)), _find(db, id_)["id"]),
            )

    def place(
        self, id_: str, *, site: Site | None, conversation_id: str | None, turn_key: str | None
    ) -> None:
        """Note where a recall's message stands, as far as it is known by now."""
        with self._database.transaction() as db:
            db.execute(
                "UPDATE recalls SET site = coalesce(site, ?),"
                " conversation_id = coalesce(conversation_id, ?), turn_key = coalesce(?, turn_key)"
                " WHERE id = ?",
                (site, conversation_id, turn_key, id_),
            )

    def of_conversation(self, site: Site, conversation_id: str, *, limit: int) -> list[RecallRow]:
        """Return the newest recalls whose blocks a conversation carries, the oldest first."""
        with self._database.snapshot() as db:
            rows = db.execute(
                "SELECT * FROM recalls WHERE site = ? AND conversation_id = ? AND sent = 1"
                " AND turn_key IS NOT NULL AND hits <> '[]' ORDER BY pk DESC LIMIT ?",
                (site, conversation_id, limit),
            ).fetchall()
        return [_recall(row) for row in reversed(rows)]

    def page(
        self,
        *,
        limit: int,
        cursor: str | None,
        memory: str | None = None,
        site: Site | None = None,
        sent: bool | None = None,
    ) -> tuple[list[RecallRow], str | None]:
        """Return recalls, newest first, and the next page's cursor.

        ``memory`` leaves those in which it came; ``sent`` those whose message left with its block,
        or the others.
        """
        where = ["r.pk < ?"]
        values: list[str | int] = [decode_cursor(cursor, str, int)[1] if cursor else 1 << 62]
        if memory is not None:
            where.append("r.pk IN (SELECT recall FROM recall_hits WHERE memory = ?)")
            values.append(memory)
        if site is not None:
            where.append("r.site = ?")
            values.append(site)
        if sent is not None:
            where.append("coalesce(r.sent, 0) = ?")
            values.append(int(sent))
        with self._database.snapshot() as db:
            rows = db.execute(
                f"SELECT * FROM recalls r WHERE {' AND '.join(where)} ORDER BY r.pk DESC LIMIT ?",
                (*values, limit + 1),
            ).fetchall()
        page = rows[:limit]
        after = encode_cursor("recall", page[-1]["pk"]) if len(rows) > limit else None
        return [_recall(row) for row in page], after

    def count(self) -> int:
        """Return the number of logged recalls."""
        with self._database.snapshot() as db:
            return int(db.execute("SELECT count(*) FROM recalls").fetchone()[0])

    def present(self, site: Site, conversation_id: str) -> frozenset[str]:
        """Return the ids of the memories that a conversation carries already."""
        rows = self._database.connection().execute(
            "SELECT m.id FROM presence p JOIN memories m ON m.pk = p.memory"
            " WHERE p.site = ? AND p.conversation_id = ?",
            (site, conversation_id),
        )
        return frozenset(row[0] for row in rows)

    def add_present(self, site: Site, conversation_id: str, memories: Sequence[str]) -> None:
        """Note that a conversation carries memories."""
        with self._database.transaction() as db:
            db.executemany(
                "INSERT OR IGNORE INTO presence (site, conversation_id, memory)"
                " SELECT ?, ?, pk FROM memories WHERE id = ?",
                [(site, conversation_id, memory) for memory in memories],
            )


def _find(db: sqlite3.Connection, id_: str) -> sqlite3.Row:
    row: sqlite3.Row | None = db.execute("SELECT * FROM recalls WHERE id = ?", (id_,)).fetchone()
    if row is None:
        raise NotFound(f"no recall {id_}")
    return row


def _recall(row: sqlite3.Row) -> RecallRow:
    return RecallRow(
        id=row["id"],
        at=row["at"],
        site=row["site"],
        conversation_id=row["conversation_id"],
        text=row["text"],
        mode=row["mode"],
        skipped=row["skipped"],
        hits=row["hits"],
        dropped=row["dropped"],
        sent=None if row["sent"] is None else bool(row["sent"]),
        feedback=json.loads(row["feedback"]),
        took_ms=row["took_ms"],
        turn_key=row["turn_key"],
        chosen=None if row["chosen"] is None else json.loads(row["chosen"]),
    )
