"""Everything that is stored, row by row, as one state of the database."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from memoryx.store.connection import Database
from memoryx.store.memory_rows import MEMORY, memory_of

Row = dict[str, Any]


class Archive:
    """Reads whole tables in their order; the field names are those of the export's format.

    Memories and conversations refer to projects, memories to conversations, proposals to
    memories: whoever reads them in this order meets nothing unknown.
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def projects(self) -> Iterator[Row]:
        """Yield projects."""
        for row in self._db.execute("SELECT id, name, created_at FROM projects ORDER BY pk"):
            yield dict(row)

    def conversations(self) -> Iterator[Row]:
        """Yield conversations with their turns, each with its replaced texts."""
        for row in self._db.execute(
            "SELECT c.pk, c.id, c.site, nullif(c.account, '') AS account, c.conversation_id, c.url,"
            " c.title, p.id AS project, c.created_at, c.updated_at"
            " FROM conversations c LEFT JOIN projects p ON p.pk = c.project ORDER BY c.pk"
        ):
            conversation = dict(row)
            yield conversation | {"turns": list(self._turns(conversation.pop("pk")))}

    def links(self) -> Iterator[Row]:
        """Yield which conversations go on from which."""
        for row in self._db.execute(
            "SELECT n.id AS later, o.id AS earlier, l.created_at FROM conversation_links l"
            " JOIN conversations n ON n.pk = l.later JOIN conversations o ON o.pk = l.earlier"
            " ORDER BY l.later"
        ):
            yield dict(row)

    def memories(self) -> Iterator[Row]:
        """Yield memories of every status with all their versions."""
        for row in self._db.execute(f"{MEMORY} ORDER BY m.pk"):
            yield memory_of(row).model_dump() | {
                "superseded_by": row["superseded_by"],
                "extractor": row["extractor"],
                "life_since": row["life_since"],
                "life_until": row["life_until"],
                "said_last": row["said_last"],
                "versions": list(self._versions(row["pk"])),
            }

    def proposals(self) -> Iterator[Row]:
        """Yield proposals, the settled ones too."""
        for row in self._db.execute(
            "SELECT p.id, p.kind, m.id AS memory, o.id AS other, p.reason, p.created_at,"
            " p.resolved_at FROM proposals p JOIN memories m ON m.pk = p.memory"
            " LEFT JOIN memories o ON o.pk = p.other ORDER BY p.pk"
        ):
            yield dict(row)

    def _turns(self, conversation: int) -> Iterator[Row]:
        for row in self._db.execute(
            "SELECT pk, key, role, markdown, complete, position, gap_before, created_at,"
            " captured_at, revision <= extracted_revision AS extracted"
            " FROM turns WHERE conversation = ? ORDER BY rank",
            (conversation,),
        ):
            turn = dict(row)
            pk = turn.pop("pk")
            for name in ("complete", "gap_before", "extracted"):
                turn[name] = bool(turn[name])
            replaced = self._db.execute(
                "SELECT key, markdown, reason, replaced_at FROM turn_versions WHERE turn = ?"
                " ORDER BY pk",
                (pk,),
            )
            yield turn | {"versions": [dict(version) for version in replaced]}

    def _versions(self, memory: int) -> Iterator[Row]:
        for row in self._db.execute(
            "SELECT version, old_text, state, at, actor, reason FROM memory_versions"
            " WHERE memory = ? ORDER BY version",
            (memory,),
        ):
            yield dict(row) | {"state": json.loads(row["state"])}


@contextmanager
def open_archive(database: Database) -> Iterator[Archive]:
    """Give everything as it is now, whatever others write meanwhile."""
    with database.separate_snapshot() as db:
        yield Archive(db)
