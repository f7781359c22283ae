"""Memories, their versions and their use."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

from memoryx.errors import Conflict, NotFound
from memoryx.models import Memory, MemorySource, Status
from memoryx.store.connection import Database
from memoryx.store.ids import new_id
from memoryx.store.paging import decode_cursor, encode_cursor
from memoryx.store.projects import project_pk
from memoryx.store.records import MemoryChange, MemoryFilter, NewMemory, VersionRow
from memoryx.store.terms import match_all, match_any, stored_terms

_MEMORY = """
SELECT m.*, p.id AS project_id, c.id AS conversation_id,
  coalesce(u.count, 0) AS usage_count, u.last_used_at
FROM memories m
LEFT JOIN projects p ON p.pk = m.project
LEFT JOIN conversations c ON c.pk = m.conversation
LEFT JOIN memory_usage u ON u.memory = m.pk
"""
#: The fields that a version keeps and ``revert`` brings back.
_STATE = (
    "type",
    "category",
    "text",
    "compact_text",
    "tags",
    "keywords",
    "context_tags",
    "level",
    "project",
    "key",
    "status",
    "sensitive",
    "pinned",
    "expires_at",
)


class Memories:
    """Stores and finds memories.

    Every change is a new version with its reason, and takes the next change number, which an
    index follows. Nothing but ``delete`` removes anything.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, new: NewMemory, *, actor: str, reason: str) -> Memory:
        """Store a new memory as version 1."""
        with self._database.transaction() as db:
            conversation = None
            if new.source.conversation is not None:
                found = db.execute(
                    "SELECT pk FROM conversations WHERE id = ?", (new.source.conversation,)
                ).fetchone()
                if found is None:
                    raise NotFound(f"no conversation {new.source.conversation}")
                conversation = found[0]
            values: dict[str, Any] = {
                "id": new_id("m"),
                "type": new.type,
                "category": new.category,
                "text": new.text,
                "compact_text": new.compact_text,
                "tags": _dump(new.tags),
                "keywords": _dump(new.keywords),
                "context_tags": _dump(new.context_tags),
                "confidence": new.confidence,
                "inferred": int(new.inferred),
                "level": new.level,
                "project": project_pk(db, new.project),
                "key": new.key,
                "status": new.status,
                "sensitive": int(new.sensitive),
                "pinned": int(new.pinned),
                "conversation": conversation,
                "turn_keys": _dump(new.source.turn_keys),
                "site": new.source.site,
                "url": new.source.url,
                "origin": new.origin,
                "extractor": new.extractor,
                "created_at": new.created_at,
                "updated_at": new.created_at,
                "valid_from": new.valid_from,
                "expires_at": new.expires_at,
                "change": next_change(db),
            }
            names, marks = ", ".join(values), ", ".join("?" * len(values))
            pk = db.execute(
                f"INSERT INTO memories ({names}) VALUES ({marks})", tuple(values.values())
            ).lastrowid
            row = _row_by_pk(db, pk)
            _index_terms(db, row)
            _keep_version(db, row, old_text=None, at=new.created_at, actor=actor, reason=reason)
            return memory_of(row)

    def change(
        self, id_: str, values: Mapping[str, Any], *, now: str, actor: str, reason: str
    ) -> Memory:
        """Set fields of a memory, as a new version; unchanged values make none.

        ``values`` holds fields of ``Memory`` (lists as lists, ``project`` as an id) and, with a
        new text, ``valid_from``, ``source``, ``confidence`` or ``superseded_by``.
        """
        with self._database.transaction() as db:
            old = _row(db, id_)
            columns = _columns(db, values)
            if all(old[name] == value for name, value in columns.items()):
                return memory_of(old)
            columns |= {
                "updated_at": now,
                "version": old["version"] + 1,
                "change": next_change(db),
            }
            sets = ", ".join(f"{name} = ?" for name in columns)
            db.execute(f"UPDATE memories SET {sets} WHERE pk = ?", (*columns.values(), old["pk"]))
            row = _row_by_pk(db, old["pk"])
            text_changed = row["text"] != old["text"]
            if text_changed:
                db.execute("UPDATE memories SET glosses = NULL WHERE pk = ?", (row["pk"],))
                # The old vector and the old text's presence speak of something else now.
                db.execute("DELETE FROM vectors WHERE memory = ?", (row["pk"],))
                db.execute("DELETE FROM presence WHERE memory = ?", (row["pk"],))
            _index_terms(db, row)
            old_text = old["text"] if text_changed else None
            _keep_version(db, row, old_text=old_text, at=now, actor=actor, reason=reason)
            return memory_of(row)

    def revert(self, id_: str, version: int, *, now: str, actor: str, reason: str) -> Memory:
        """Bring back the fields that a memory had in ``version``, as a new version."""
        with self._database.transaction() as db:
            row = db.execute(
                "SELECT state FROM memory_versions v JOIN memories m ON m.pk = v.memory"
                " WHERE m.id = ? AND v.version = ?",
                (id_, version),
            ).fetchone()
            if row is None:
                raise NotFound(f"memory {id_} has no version {version}")
            state: dict[str, Any] = json.loads(row[0])
            return self.change(id_, state, now=now, actor=actor, reason=reason)

    def delete(self, id_: str) -> None:
        """Remove a memory and its history, as a person asked; raises NotFound."""
        with self._database.transaction() as db:
            pk = _row(db, id_)["pk"]
            db.execute("DELETE FROM memory_terms WHERE rowid = ?", (pk,))
            db.execute("DELETE FROM memories WHERE pk = ?", (pk,))
            db.execute(
                "INSERT INTO memory_removals (change, memory) VALUES (?, ?)",
                (next_change(db), id_),
            )

    def get(self, id_: str) -> Memory:
        """Return a memory; raises NotFound."""
        with self._database.snapshot() as db:
            return memory_of(_row(db, id_))

    def get_many(self, ids: Sequence[str]) -> dict[str, Memory]:
        """Return those of the named memories that exist, by id."""
        marks = ",".join("?" * len(ids))
        with self._database.snapshot() as db:
            rows = db.execute(f"{_MEMORY} WHERE m.id IN ({marks})", tuple(ids)).fetchall()
        return {row["id"]: memory_of(row) for row in rows}

    def page(
        self, wanted: MemoryFilter, *, limit: int, cursor: str | None
    ) -> tuple[list[Memory], int, str | None]:
        """Return a page of memories, newest change first, the total, and the next cursor."""
        where, values = _where(wanted)
        with self._database.snapshot() as db:
            total = db.execute(
                "SELECT count(*) FROM memories m LEFT JOIN projects p ON p.pk = m.project"
                f" LEFT JOIN conversations c ON c.pk = m.conversation WHERE {where}",
                values,
            ).fetchone()[0]
            if cursor is not None:
                updated_at, pk = decode_cursor(cursor, str, int)
                where += " AND (m.updated_at, m.pk) < (?, ?)"
                values += [updated_at, pk]
            rows = db.execute(
                f"{_MEMORY} WHERE {where} ORDER BY m.updated_at DESC, m.pk DESC LIMIT ?",
                (*values, limit + 1),
            ).fetchall()
        page = rows[:limit]
        after = encode_cursor(page[-1]["updated_at"], page[-1]["pk"]) if len(rows) > limit else None
        return [memory_of(row) for row in page], total, after

    def history(
        self, id_: str, *, limit: int, cursor: str | None
    ) -> tuple[list[VersionRow], str | None]:
        """Return a memory's versions, newest first; raises NotFound."""
        before = decode_cursor(cursor, str, int)[1] if cursor else 1 << 62
        with self._database.snapshot() as db:
            pk = _row(db, id_)["pk"]
            rows = db.execute(
                "SELECT * FROM memory_versions WHERE memory = ? AND version < ?"
                " ORDER BY version DESC LIMIT ?",
                (pk, before, limit + 1),
            ).fetchall()
        versions = [
            VersionRow(
                version=row["version"],
                text=json.loads(row["state"])["text"],
                old_text=row["old_text"],
                at=row["at"],
                actor=row["actor"],
                reason=row["reason"],
            )
            for row in rows[:limit]
        ]
        more = len(rows) > limit
        return versions, encode_cursor("version", versions[-1].version) if more else None

    def with_key(self, key: str, project: str | None) -> list[Memory]:
        """Return memories with a conflict key in the same project, newest statement first."""
        with self._database.snapshot() as db:
            rows = db.execute(
                f"{_MEMORY} WHERE m.key = ? AND p.id IS ? AND m.status != 'superseded'"
                " ORDER BY m.valid_from DESC, m.pk DESC",
                (key, project),
            ).fetchall()
        return [memory_of(row) for row in rows]

    def similar(self, text: str, *, limit: int) -> list[Memory]:
        """Return memories that share words with a text, best BM25 first, whatever their status."""
        expression = match_any(text)
        if expression is None:
            return []
        with self._database.snapshot() as db:
            rows = db.execute(
                f"{_MEMORY} JOIN (SELECT rowid, rank FROM memory_terms"
                " WHERE memory_terms MATCH ? ORDER BY rank LIMIT ?) f ON f.rowid = m.pk"
                " ORDER BY f.rank",
                (expression, limit),
            ).fetchall()
        return [memory_of(row) for row in rows]

    def from_conversation(self, conversation: str, status: Status) -> list[str]:
        """Return the ids of a conversation's memories in one status."""
        with self._database.snapshot() as db:
            rows = db.execute(
                "SELECT m.id FROM memories m JOIN conversations c ON c.pk = m.conversation"
                " WHERE c.id = ? AND m.status = ?",
                (conversation, status),
            ).fetchall()
        return [row[0] for row in rows]

    def expire(self, now: str) -> int:
        """Mark active memories whose time is over as expired; return how many."""
        with self._database.snapshot() as db:
            due = db.execute(
                "SELECT id FROM memories WHERE expires_at <= ? AND status = 'active'", (now,)
            ).fetchall()
        for (id_,) in due:
            self.change(id_, {"status": "expired"}, now=now, actor="system", reason="expired")
        return len(due)

    def without_glosses(self, *, limit: int) -> list[tuple[str, str]]:
        """Return ids and texts of memories whose glosses have not been worked out yet."""
        with self._database.snapshot() as db:
            rows = db.execute(
                "SELECT id, text FROM memories WHERE glosses IS NULL ORDER BY pk DESC LIMIT ?",
                (limit,),
            ).fetchall()
        return [(row[0], row[1]) for row in rows]

    def set_glosses(self, id_: str, text: str, glosses: Sequence[str]) -> None:
        """Store a memory's words in the other language, unless its text is another by now.

        They come from the text alone, so this is no new version.
        """
        with self._database.transaction() as db:
            row: sqlite3.Row | None = db.execute(
                f"{_MEMORY} WHERE m.id = ? AND m.text = ?", (id_, text)
            ).fetchone()
            if row is None:
                return
            change = next_change(db) if glosses else row["change"]
            db.execute(
                "UPDATE memories SET glosses = ?, change = ? WHERE pk = ?",
                (_dump(glosses), change, row["pk"]),
            )
            _index_terms(db, _row_by_pk(db, row["pk"]))

    def use(self, ids: Sequence[str], at: str) -> None:
        """Count one use of each memory."""
        with self._database.transaction() as db:
            db.executemany(
                "INSERT INTO memory_usage (memory, count, last_used_at)"
                " SELECT pk, 1, ? FROM memories WHERE id = ?"
                " ON CONFLICT (memory) DO UPDATE"
                " SET count = count + 1, last_used_at = excluded.last_used_at",
                [(at, id_) for id_ in ids],
            )

    def change_number(self) -> int:
        """Return the number of the newest change of a memory or a vector."""
        row = (
            self._database.connection()
            .execute("SELECT value FROM counters WHERE name = 'change'")
            .fetchone()
        )
        return int(row[0])

    def changes_since(self, change: int, *, limit: int) -> list[MemoryChange]:
        """Return at most ``limit`` memories changed or removed after ``change``, in order."""
        with self._database.snapshot() as db:
            rows = db.execute(
                f"{_MEMORY} WHERE m.change > ? ORDER BY m.change LIMIT ?", (change, limit)
            ).fetchall()
            removed = db.execute(
                "SELECT change, memory FROM memory_removals WHERE change > ?"
                " ORDER BY change LIMIT ?",
                (change, limit),
            ).fetchall()
        changes = [
            MemoryChange(row["change"], row["id"], memory_of(row), _load(row["glosses"] or "[]"))
            for row in rows
        ]
        changes += [MemoryChange(row["change"], row["memory"], None) for row in removed]
        changes.sort(key=lambda entry: entry.change)
        return changes[:limit]


def next_change(db: sqlite3.Connection) -> int:
    """Take the next change number, inside a transaction."""
    row = db.execute(
        "UPDATE counters SET value = value + 1 WHERE name = 'change' RETURNING value"
    ).fetchone()
    return int(row[0])


def memory_of(row: sqlite3.Row) -> Memory:
    """Make a Memory of a row; what the store holds is valid already."""
    return Memory.model_construct(
        id=row["id"],
        type=row["type"],
        category=row["category"],
        text=row["text"],
        compact_text=row["compact_text"],
        tags=list(_load(row["tags"])),
        keywords=list(_load(row["keywords"])),
        confidence=row["confidence"],
        inferred=bool(row["inferred"]),
        level=row["level"],
        project=row["project_id"],
        key=row["key"],
        context_tags=list(_load(row["context_tags"])),
        status=row["status"],
        sensitive=bool(row["sensitive"]),
        pinned=bool(row["pinned"]),
        source=MemorySource.model_construct(
            conversation=row["conversation_id"],
            turn_keys=list(_load(row["turn_keys"])),
            site=row["site"],
            url=row["url"],
        ),
        origin=row["origin"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        valid_from=row["valid_from"],
        expires_at=row["expires_at"],
        usage_count=row["usage_count"],
        last_used_at=row["last_used_at"],
        version=row["version"],
    )


def _row(db: sqlite3.Connection, id_: str) -> sqlite3.Row:
    row: sqlite3.Row | None = db.execute(f"{_MEMORY} WHERE m.id = ?", (id_,)).fetchone()
    if row is None:
        raise NotFound(f"no memory {id_}")
    return row


def _row_by_pk(db: sqlite3.Connection, pk: int | None) -> sqlite3.Row:
    row: sqlite3.Row = db.execute(f"{_MEMORY} WHERE m.pk = ?", (pk,)).fetchone()
    return row


def _columns(db: sqlite3.Connection, values: Mapping[str, Any]) -> dict[str, Any]:
    columns: dict[str, Any] = {}
    for name, value in values.items():
        match name:
            case "project":
                columns[name] = project_pk(db, value)
            case "tags" | "keywords" | "context_tags":
                columns[name] = _dump(value)
            case "sensitive" | "pinned" | "inferred":
                columns[name] = int(value)
            case "source":
                columns["turn_keys"] = _dump(value.turn_keys)
                columns["site"], columns["url"] = value.site, value.url
                found = db.execute(
                    "SELECT pk FROM conversations WHERE id = ?", (value.conversation,)
                ).fetchone()
                columns["conversation"] = found[0] if found else None
            case "confidence" | "valid_from" | "superseded_by":
                columns[name] = value
            case _ if name in _STATE:
                columns[name] = value
            case _:
                raise Conflict(f"{name} cannot be changed")
    return columns


def _keep_version(
    db: sqlite3.Connection,
    row: sqlite3.Row,
    *,
    old_text: str | None,
    at: str,
    actor: str,
    reason: str,
) -> None:
    state = {name: row[name] for name in _STATE}
    state |= {name: json.loads(row[name]) for name in ("tags", "keywords", "context_tags")}
    state["project"] = row["project_id"]
    db.execute(
        "INSERT INTO memory_versions (memory, version, old_text, state, at, actor, reason)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            row["pk"],
            row["version"],
            old_text,
            json.dumps(state, ensure_ascii=False),
            at,
            actor,
            reason,
        ),
    )


def _index_terms(db: sqlite3.Connection, row: sqlite3.Row) -> None:
    words = (
        row["text"],
        *_load(row["keywords"]),
        *_load(row["tags"]),
        *_load(row["glosses"] or "[]"),
    )
    db.execute("DELETE FROM memory_terms WHERE rowid = ?", (row["pk"],))
    db.execute(
        "INSERT INTO memory_terms (rowid, terms) VALUES (?, ?)",
        (row["pk"], stored_terms(" \n".join(words))),
    )


def _where(wanted: MemoryFilter) -> tuple[str, list[Any]]:
    where = ["1"]
    values: list[Any] = []
    for column, value in (
        ("m.type", wanted.type),
        ("m.status", wanted.status),
        ("m.level", wanted.level),
        ("p.id", wanted.project),
        ("c.id", wanted.source),
        ("m.site", wanted.site),
        ("m.sensitive", None if wanted.sensitive is None else int(wanted.sensitive)),
    ):
        if value is not None:
            where.append(f"{column} = ?")
            values.append(value)
    if wanted.query:
        pattern = wanted.query.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        clause = "m.text LIKE ? ESCAPE '\\'"
        values.append(f"%{pattern}%")
        expression = match_all(wanted.query)
        if expression is not None:
            clause += " OR m.pk IN (SELECT rowid FROM memory_terms WHERE memory_terms MATCH ?)"
            values.append(expression)
        where.append(f"({clause})")
    return " AND ".join(where), values


def _dump(words: Sequence[str]) -> str:
    return json.dumps(list(words), ensure_ascii=False)


def _load(text: str) -> tuple[str, ...]:
    return tuple(json.loads(text))
