"""Rows of memories: how they are read, written and found."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memoryx.errors import Conflict, NotFound
from memoryx.lifecycle import Life, Lives
from memoryx.models import Memory, MemorySort, MemorySource
from memoryx.store.projects import project_pk
from memoryx.store.records import FieldValue, MemoryChange, MemoryFilter, VersionRow
from memoryx.store.terms import match_all, match_typed, read_terms, searchable, stored_terms
from memoryx.text.documents import TERMS_VERSION, document_terms

_COLUMNS = """
m.*, p.id AS project_id, c.id AS conversation_id,
  coalesce(u.count, 0) AS usage_count, u.last_used_at
"""
_TABLES = """
FROM memories m
LEFT JOIN projects p ON p.pk = m.project
LEFT JOIN conversations c ON c.pk = m.conversation
LEFT JOIN memory_usage u ON u.memory = m.pk
"""
MEMORY = f"SELECT {_COLUMNS} {_TABLES}"
#: The same with the terms that the full-text index holds, for ``change_of``.
INDEXED = (
    f"SELECT {_COLUMNS}, (SELECT terms FROM memory_terms WHERE rowid = m.pk) AS index_terms"
    f" {_TABLES}"
)
#: The fields that a version keeps and ``revert`` brings back.
STATE = (
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
    "confidence",
    "inferred",
    "valid_from",
    "life_since",
    "life_until",
)

#: Those whose change a history tells, with their names in a Memory.
_SHOWN = {name: name for name in STATE[:13] if not name.endswith("text")} | {
    "confidence": "confidence",
    "valid_from": "valid_from",
    "life_until": "expires_at",
}


@dataclass(frozen=True, slots=True)
class Order:
    """One way to sort memories: an expression over ``m`` and, with ``join``, ``u``."""

    value: str
    field: str
    kind: type[str] | type[int] | type[float]
    rising: bool = False
    join: str = ""

    @property
    def direction(self) -> str:
        """Return the direction as SQL says it."""
        return "ASC" if self.rising else "DESC"

    @property
    def beyond(self) -> str:
        """Return the comparison that leads on from a row."""
        return ">" if self.rising else "<"

    def place(self, row: sqlite3.Row) -> str | int | float:
        """Return what a row is sorted by."""
        value: str | int | float = row[self.field]
        return value


ORDERS: dict[MemorySort, Order] = {
    "changed": Order("m.updated_at", "updated_at", str),
    "newest": Order("m.valid_from", "valid_from", str),
    "oldest": Order("m.valid_from", "valid_from", str, rising=True),
    "used": Order(
        "coalesce(u.count, 0)",
        "usage_count",
        int,
        join="LEFT JOIN memory_usage u ON u.memory = m.pk",
    ),
    "confidence": Order("m.confidence", "confidence", float),
}


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
        tags=list(load(row["tags"])),
        keywords=list(load(row["keywords"])),
        confidence=row["confidence"],
        inferred=bool(row["inferred"]),
        level=row["level"],
        project=row["project_id"],
        key=row["key"],
        context_tags=list(load(row["context_tags"])),
        status=row["status"],
        sensitive=bool(row["sensitive"]),
        pinned=bool(row["pinned"]),
        source=MemorySource.model_construct(
            conversation=row["conversation_id"],
            turn_keys=list(load(row["turn_keys"])),
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


def row_of(db: sqlite3.Connection, id_: str) -> sqlite3.Row:
    """Return a memory's row by its id; raises NotFound."""
    row: sqlite3.Row | None = db.execute(f"{MEMORY} WHERE m.id = ?", (id_,)).fetchone()
    if row is None:
        raise NotFound(f"no memory {id_}")
    return row


def row_by_pk(db: sqlite3.Connection, pk: int | None) -> sqlite3.Row:
    """Return the row of a memory that exists."""
    row: sqlite3.Row = db.execute(f"{MEMORY} WHERE m.pk = ?", (pk,)).fetchone()
    return row


def columns_of(db: sqlite3.Connection, values: Mapping[str, Any]) -> dict[str, Any]:
    """Turn fields of a Memory into columns; raises Conflict for one that cannot be changed."""
    columns: dict[str, Any] = {}
    for name, value in values.items():
        match name:
            case "project":
                columns[name] = project_pk(db, value)
            case "tags" | "keywords" | "context_tags":
                columns[name] = dump(value)
            case "sensitive" | "pinned" | "inferred":
                columns[name] = int(value)
            case "life":
                columns["life_since"], columns["life_until"] = value.since, value.until
            case "expires_at":  # a person's word: no life of its kind counts beside it
                columns["life_since"], columns["life_until"] = None, value
            case "source":
                columns["turn_keys"] = dump(value.turn_keys)
                columns["site"], columns["url"] = value.site, value.url
                found = db.execute(
                    "SELECT pk FROM conversations WHERE id = ?", (value.conversation,)
                ).fetchone()
                columns["conversation"] = found[0] if found else None
            case "superseded_by":
                columns[name] = value
            case _ if name in STATE:
                columns[name] = value
            case _:
                raise Conflict(f"{name} cannot be changed")
    return columns


def keep_version(
    db: sqlite3.Connection,
    row: sqlite3.Row,
    *,
    old_text: str | None,
    at: str,
    actor: str,
    reason: str,
) -> None:
    """Record a memory's present state as its newest version."""
    db.execute(
        "INSERT INTO memory_versions (memory, version, old_text, state, at, actor, reason)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            row["pk"],
            row["version"],
            old_text,
            _state_of(row),
            at,
            actor,
            reason,
        ),
    )


def refresh_version(db: sqlite3.Connection, row: sqlite3.Row) -> None:
    """Bring a memory's newest version up to date, before another follows it.

    A life that was renewed made no version, and who goes back to this one must not lose it.
    """
    db.execute(
        "UPDATE memory_versions SET state = ? WHERE memory = ? AND version = ?",
        (_state_of(row), row["pk"], row["version"]),
    )


def values_of_version(db: sqlite3.Connection, state: str) -> dict[str, Any]:
    """Return a version's state as fields of a Memory, as far as they can be brought back.

    A memory of a project that is gone holds everywhere, as the person who goes back to it sees.
    """
    values: dict[str, Any] = json.loads(state)
    values.pop("expires_at", None)  # of a time when the life was not kept: the present one stays
    if "source" in values:
        values["source"] = MemorySource.model_construct(**values["source"])
    project = values["project"]
    known = db.execute("SELECT 1 FROM projects WHERE id = ?", (project,)).fetchone()
    if project is not None and known is None:
        values["project"] = None
        values["level"] = "user" if values["level"] == "project" else values["level"]
    return values


def _state_of(row: sqlite3.Row) -> str:
    state = {name: row[name] for name in STATE}
    state |= {name: json.loads(row[name]) for name in ("tags", "keywords", "context_tags")}
    state["project"] = row["project_id"]
    state["source"] = {
        "conversation": row["conversation_id"],
        "turn_keys": json.loads(row["turn_keys"]),
        "site": row["site"],
        "url": row["url"],
    }
    return json.dumps(state, ensure_ascii=False)


def life_of(row: Mapping[str, Any] | sqlite3.Row) -> Life:
    """Return the life that a memory's row keeps."""
    return Life(since=row["life_since"], until=row["life_until"])


def set_life(db: sqlite3.Connection, row: sqlite3.Row, life: Life, lives: Lives) -> None:
    """Store a life and the end that follows from it, which is no new version."""
    end = life.end(lives, row["type"], row["level"])
    change = row["change"] if end == row["expires_at"] else next_change(db)
    db.execute(
        "UPDATE memories SET life_since = ?, life_until = ?, expires_at = ?, change = ?"
        " WHERE pk = ?",
        (life.since, life.until, end, change, row["pk"]),
    )


def version_of(row: sqlite3.Row, older: sqlite3.Row | None) -> VersionRow:
    """Make a version of its row and of the one before it, if there is one."""
    state: dict[str, Any] = json.loads(row["state"])
    before: dict[str, Any] = json.loads(older["state"]) if older is not None else {}
    return VersionRow(
        version=row["version"],
        text=state["text"],
        old_text=row["old_text"],
        at=row["at"],
        actor=row["actor"],
        reason=row["reason"],
        changes=tuple(
            (_SHOWN[name], _value(name, before[name]), _value(name, state[name]))
            for name in _SHOWN
            # A field that an older MemoryX did not keep has not changed, as far as is known.
            if name in before and name in state and before[name] != state[name]
        ),
    )


def _value(name: str, stored: Any) -> FieldValue:
    value: FieldValue = bool(stored) if name in ("sensitive", "pinned") else stored
    return value


def index_terms(db: sqlite3.Connection, row: sqlite3.Row) -> None:
    """Put a memory's words into the full-text indexes; recall's index has its terms from there."""
    named = (*load(row["keywords"]), *load(row["tags"]))
    key = row["key"] or ""
    document = document_terms(row["text"], (*named, *load(row["glosses"] or "[]"), key))
    typed = (row["text"], row["compact_text"] or "", key, *named)
    db.execute("DELETE FROM memory_terms WHERE rowid = ?", (row["pk"],))
    db.execute(
        "INSERT INTO memory_terms (rowid, terms) VALUES (?, ?)",
        (row["pk"], stored_terms(document)),
    )
    db.execute("UPDATE memories SET terms_version = ? WHERE pk = ?", (TERMS_VERSION, row["pk"]))
    db.execute("DELETE FROM memory_words WHERE rowid = ?", (row["pk"],))
    db.execute(
        "INSERT INTO memory_words (rowid, words) VALUES (?, ?)",
        (row["pk"], searchable("\n".join(typed))),
    )


def change_of(row: sqlite3.Row) -> MemoryChange:
    """Make an index's entry of a row of INDEXED."""
    current = row["terms_version"] == TERMS_VERSION
    return MemoryChange(
        row["change"],
        row["id"],
        memory_of(row),
        load(row["glosses"] or "[]"),
        read_terms(row["index_terms"]) if current and row["index_terms"] is not None else None,
    )


def filter_clause(wanted: MemoryFilter) -> tuple[str, list[Any]]:
    """Return the condition of a filter on ``memories m`` and its values."""
    where = ["1"]
    values: list[Any] = []
    for condition, value in (
        ("m.type = ?", wanted.type),
        ("m.category = ?", wanted.category),
        ("m.level = ?", wanted.level),
        ("m.site = ?", wanted.site),
        ("m.project = (SELECT pk FROM projects WHERE id = ?)", wanted.project),
        ("m.conversation = (SELECT pk FROM conversations WHERE id = ?)", wanted.source),
        ("m.sensitive = ?", None if wanted.sensitive is None else int(wanted.sensitive)),
        ("m.pinned = ?", None if wanted.pinned is None else int(wanted.pinned)),
    ):
        if value is not None:
            where.append(condition)
            values.append(value)
    if wanted.statuses:
        where.append(f"m.status IN ({', '.join('?' * len(wanted.statuses))})")
        values += wanted.statuses
    if wanted.query and wanted.query.strip():
        clause, words = _search_clause(wanted.query)
        where.append(clause)
        values += words
    return " AND ".join(where), values


def _search_clause(query: str) -> tuple[str, list[str]]:
    """Find what was typed, letter by letter, and what says the same with other endings."""
    finds = {"memory_words": match_typed(query), "memory_terms": match_all(query)}
    parts = [
        (f"SELECT rowid FROM {table} WHERE {table} MATCH ?", expression)
        for table, expression in finds.items()
        if expression is not None
    ]
    if not parts:
        return "0", []  # nothing but signs: no memory is found by them
    union = " UNION ".join(part for part, _ in parts)
    return f"m.pk IN ({union})", [expression for _, expression in parts]


def dump(words: Sequence[str]) -> str:
    """Write a list of words as it is stored."""
    return json.dumps(list(words), ensure_ascii=False)


def load(text: str) -> tuple[str, ...]:
    """Read a stored list of words."""
    return tuple(json.loads(text))
