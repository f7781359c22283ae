"""Putting back what an export holds, under the ids it had.

What is here already stays as it is. Every method is one transaction and says whether it added
something; what refers to something else is given its id in this store.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from typing import Any

from memoryx.store.connection import Database
from memoryx.store.ids import new_id
from memoryx.store.memory_rows import MEMORY, dump, index_terms, next_change, row_by_pk
from memoryx.store.merge import RANK_STEP
from memoryx.store.projects import project_pk

Row = Mapping[str, Any]

_TURN = ("key", "role", "markdown", "complete", "position", "gap_before", "created_at",
         "captured_at")  # fmt: skip
_MEMORY = ("id", "type", "category", "text", "compact_text", "confidence", "inferred", "level",
           "key", "status", "sensitive", "pinned", "origin", "extractor", "created_at",
           "updated_at", "valid_from", "expires_at", "life_since", "life_until", "said_last",
           "superseded_by", "version")  # fmt: skip
_LISTS = ("tags", "keywords", "context_tags")
_FLAGS = frozenset({"inferred", "sensitive", "pinned", "complete", "gap_before"})


class Restore:
    """Writes rows as memoryx.store.archive reads them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def project(self, row: Row) -> tuple[str, bool]:
        """Put a project back, unless one has its id or its name; return the id to use."""
        name_key = " ".join(row["name"].split()).casefold()
        with self._database.transaction() as db:
            known = db.execute(
                "SELECT id FROM projects WHERE id = ? OR name_key = ? ORDER BY id = ? DESC LIMIT 1",
                (row["id"], name_key, row["id"]),
            ).fetchone()
            if known is not None:
                return known["id"], False
            db.execute(
                "INSERT INTO projects (id, name, name_key, created_at) VALUES (?, ?, ?, ?)",
                (row["id"], row["name"], name_key, row["created_at"]),
            )
        return row["id"], True

    def conversation(self, row: Row) -> tuple[str, bool]:
        """Put a conversation with its turns back, unless the site's own is here; return the id."""
        with self._database.transaction() as db:
            known = db.execute(
                "SELECT id FROM conversations WHERE site = ? AND conversation_id = ?"
                " AND account = ?",
                (row["site"], row["conversation_id"], row["account"] or ""),
            ).fetchone()
            if known is not None:
                return known["id"], False
            taken = db.execute("SELECT 1 FROM conversations WHERE id = ?", (row["id"],)).fetchone()
            id_ = new_id("c") if taken else str(row["id"])
            pk = db.execute(
                "INSERT INTO conversations (id, site, account, conversation_id, url, title,"
                " project, turn_count, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?,"
                " ?)",
                (
                    id_,
                    row["site"],
                    row["account"] or "",
                    row["conversation_id"],
                    row["url"],
                    row["title"],
                    project_pk(db, row["project"]),
                    len(row["turns"]),
                    row["created_at"],
                    row["updated_at"],
                ),
            ).lastrowid
            for number, turn in enumerate(row["turns"], 1):
                _insert_turn(db, pk, number * RANK_STEP, turn)
        return id_, True

    def link(self, later: str, earlier: str, at: str) -> bool:
        """Put back which conversation goes on from which, unless the later one has its own."""
        with self._database.transaction() as db:
            done = db.execute(
                "INSERT OR IGNORE INTO conversation_links (later, earlier, created_at)"
                " SELECT n.pk, o.pk, ? FROM conversations n, conversations o"
                " WHERE n.id = ? AND o.id = ?",
                (at, later, earlier),
            )
            return done.rowcount > 0

    def memory(self, row: Row) -> str:
        """Put a memory with its versions back.

        Returns ``added``, ``known`` when it is here just so, ``differs`` when it is here otherwise.
        """
        with self._database.transaction() as db:
            known: sqlite3.Row | None = db.execute(
                f"{MEMORY} WHERE m.id = ?", (row["id"],)
            ).fetchone()
            if known is not None:
                same = all(known[name] == row[name] for name in ("text", "status", "version"))
                return "known" if same else "differs"
            values = {name: _plain(name, row[name]) for name in _MEMORY}
            values |= {name: dump(row[name]) for name in _LISTS}
            source = row["source"]
            conversation = db.execute(
                "SELECT pk FROM conversations WHERE id = ?", (source["conversation"],)
            ).fetchone()
            values |= {
                "project": project_pk(db, row["project"]),
                "conversation": conversation[0] if conversation else None,
                "turn_keys": dump(source["turn_keys"]),
                "site": source["site"],
                "url": source["url"],
                "change": next_change(db),
            }
            names, marks = ", ".join(values), ", ".join("?" * len(values))
            pk = db.execute(
                f"INSERT INTO memories ({names}) VALUES ({marks})", tuple(values.values())
            ).lastrowid
            index_terms(db, row_by_pk(db, pk))
            db.executemany(
                "INSERT INTO memory_versions (memory, version, old_text, state, at, actor, reason)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                [
                    (
                        pk,
                        version["version"],
                        version["old_text"],
                        json.dumps(version["state"], ensure_ascii=False),
                        version["at"],
                        version["actor"],
                        version["reason"],
                    )
                    for version in row["versions"]
                ],
            )
            if row["usage_count"]:
                db.execute(
                    "INSERT INTO memory_usage (memory, count, last_used_at) VALUES (?, ?, ?)",
                    (pk, row["usage_count"], row["last_used_at"]),
                )
        return "added"

    def proposal(self, row: Row) -> str:
        """Put a proposal back: ``added``, ``known``, or ``homeless`` without its memories."""
        with self._database.transaction() as db:
            if db.execute("SELECT 1 FROM proposals WHERE id = ?", (row["id"],)).fetchone():
                return "known"
            done = db.execute(
                "INSERT INTO proposals (id, kind, memory, other, reason, created_at, resolved_at)"
                " SELECT ?, ?, m.pk, o.pk, ?, ?, ? FROM memories m"
                " LEFT JOIN memories o ON o.id = ? WHERE m.id = ? AND (o.pk IS NULL) = (? IS NULL)",
                (
                    row["id"],
                    row["kind"],
                    row["reason"],
                    row["created_at"],
                    row["resolved_at"],
                    row["other"],
                    row["memory"],
                    row["other"],
                ),
            )
            return "added" if done.rowcount > 0 else "homeless"


def _insert_turn(db: sqlite3.Connection, conversation: int | None, rank: int, turn: Row) -> None:
    values = {name: _plain(name, turn[name]) for name in _TURN}
    values |= {
        "conversation": conversation,
        "rank": rank,
        "extracted_revision": int(turn["extracted"]),
    }
    names, marks = ", ".join(values), ", ".join("?" * len(values))
    pk = db.execute(f"INSERT INTO turns ({names}) VALUES ({marks})", tuple(values.values()))
    db.executemany(
        "INSERT INTO turn_versions (turn, key, markdown, reason, replaced_at)"
        " VALUES (?, ?, ?, ?, ?)",
        [
            (pk.lastrowid, v["key"], v["markdown"], v["reason"], v["replaced_at"])
            for v in turn["versions"]
        ],
    )


def _plain(name: str, value: Any) -> Any:
    return int(value) if name in _FLAGS else value
