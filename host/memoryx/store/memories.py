"""Memories, their versions and their use."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from memoryx.errors import NotFound
from memoryx.lifecycle import Lives
from memoryx.models import Level, Memory, MemorySort
from memoryx.store.connection import Database
from memoryx.store.ids import new_id
from memoryx.store.memory_rows import (
    INDEXED,
    MEMORY,
    ORDERS,
    change_of,
    columns_of,
    dump,
    filter_clause,
    index_terms,
    keep_version,
    life_of,
    memory_of,
    next_change,
    refresh_version,
    row_by_pk,
    row_of,
    set_life,
    values_of_version,
    version_of,
)
from memoryx.store.paging import decode_cursor, encode_cursor
from memoryx.store.projects import project_pk
from memoryx.store.records import MemoryChange, MemoryFilter, NewMemory, VersionRow
from memoryx.store.terms import match_any


class Memories:
    """Stores and finds memories.

    Every change is a new version with its reason, and takes the next change number, which an
    index follows. Nothing but ``delete`` removes anything. When a memory expires follows from its
    life, its type and its level, by the ``lives`` that hold.
    """

    def __init__(self, database: Database, lives: Callable[[], Lives]) -> None:
        self._database = database
        self._lives = lives

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
                "tags": dump(new.tags),
                "keywords": dump(new.keywords),
                "context_tags": dump(new.context_tags),
                "confidence": new.confidence,
                "inferred": int(new.inferred),
                "level": new.level,
                "project": project_pk(db, new.project),
                "key": new.key,
                "status": new.status,
                "sensitive": int(new.sensitive),
                "pinned": int(new.pinned),
                "conversation": conversation,
                "turn_keys": dump(new.source.turn_keys),
                "site": new.source.site,
                "url": new.source.url,
                "origin": new.origin,
                "extractor": new.extractor,
                "created_at": new.created_at,
                "updated_at": new.created_at,
                "valid_from": new.valid_from,
                "life_since": new.life.since,
                "life_until": new.life.until,
                "expires_at": new.life.end(self._lives(), new.type, new.level),
                "change": next_change(db),
            }
            names, marks = ", ".join(values), ", ".join("?" * len(values))
            pk = db.execute(
                f"INSERT INTO memories ({names}) VALUES ({marks})", tuple(values.values())
            ).lastrowid
            row = row_by_pk(db, pk)
            index_terms(db, row)
            keep_version(db, row, old_text=None, at=new.created_at, actor=actor, reason=reason)
            return memory_of(row)

    def change(
        self,
        id_: str,
        values: Mapping[str, Any],
        *,
        now: str,
        actor: str,
        reason: str,
        anew: bool = False,
    ) -> Memory:
        """Set fields of a memory, as a new version; unchanged values make none.

        ``values`` holds fields of ``Memory`` (lists as lists, ``project`` as an id), ``life`` or
        ``superseded_by``; ``expires_at`` is an end that a person gives. ``anew``: its life begins
        again, which by itself is no new version either.
        """
        with self._database.transaction() as db:
            old = row_of(db, id_)
            columns = columns_of(db, values)
            if "life" in values and old["life_since"] is None:
                # What a person decided on its end holds for what it says later, too.
                del columns["life_since"], columns["life_until"]
            if columns.get("status", "superseded") != "superseded":
                columns["superseded_by"] = None
            if all(old[name] == value for name, value in columns.items()):
                if anew:
                    set_life(db, old, life_of(old).anew(now), self._lives())
                return memory_of(row_by_pk(db, old["pk"]))
            refresh_version(db, old)
            now_so = dict(old) | columns
            life = life_of(now_so).anew(now) if anew else life_of(now_so)
            columns |= {
                "life_since": life.since,
                "life_until": life.until,
                "expires_at": life.end(self._lives(), now_so["type"], now_so["level"]),
                "updated_at": now,
                "version": old["version"] + 1,
                "change": next_change(db),
            }
            text_changed = now_so["text"] != old["text"]
            if text_changed:
                columns["glosses"] = None
            sets = ", ".join(f"{name} = ?" for name in columns)
            db.execute(f"UPDATE memories SET {sets} WHERE pk = ?", (*columns.values(), old["pk"]))
            row = row_by_pk(db, old["pk"])
            if text_changed:
                # The old vector and the old text's presence speak of something else now.
                db.execute("DELETE FROM vectors WHERE memory = ?", (row["pk"],))
                db.execute("DELETE FROM presence WHERE memory = ?", (row["pk"],))
            index_terms(db, row)
            old_text = old["text"] if text_changed else None
            keep_version(db, row, old_text=old_text, at=now, actor=actor, reason=reason)
            return memory_of(row)

    def revert(
        self,
        id_: str,
        version: int,
        *,
        now: str,
        actor: str,
        reason: str,
        anew: bool = False,
    ) -> Memory:
        """Bring back the fields that a memory had in ``version``, as a new version.

        ``anew``: see ``change``.
        """
        with self._database.transaction() as db:
            row = db.execute(
                "SELECT state FROM memory_versions v JOIN memories m ON m.pk = v.memory"
                " WHERE m.id = ? AND v.version = ?",
                (id_, version),
            ).fetchone()
            if row is None:
                raise NotFound(f"memory {id_} has no version {version}")
            values = values_of_version(db, row[0])
            return self.change(id_, values, now=now, actor=actor, reason=reason, anew=anew)

    def delete(self, id_: str) -> None:
        """Remove a memory and its history, as a person asked; raises NotFound."""
        with self._database.transaction() as db:
            pk = row_of(db, id_)["pk"]
            db.execute("DELETE FROM memory_terms WHERE rowid = ?", (pk,))
            db.execute("DELETE FROM memory_words WHERE rowid = ?", (pk,))
            db.execute("DELETE FROM memories WHERE pk = ?", (pk,))
            db.execute(
                "INSERT INTO memory_removals (change, memory) VALUES (?, ?)",
                (next_change(db), id_),
            )

    def get(self, id_: str) -> Memory:
        """Return a memory; raises NotFound."""
        with self._database.snapshot() as db:
            return memory_of(row_of(db, id_))

    def get_many(self, ids: Sequence[str]) -> dict[str, Memory]:
        """Return those of the named memories that exist, by id."""
        marks = ",".join("?" * len(ids))
        with self._database.snapshot() as db:
            rows = db.execute(f"{MEMORY} WHERE m.id IN ({marks})", tuple(ids)).fetchall()
        return {row["id"]: memory_of(row) for row in rows}

    def texts(self, ids: Collection[str]) -> dict[str, str]:
        """Return the texts of those of the named memories that exist, by id."""
        named = json.dumps(list(ids))
        with self._database.snapshot() as db:
            rows = db.execute(
                "SELECT id, text FROM memories WHERE id IN (SELECT value FROM json_each(?))",
                (named,),
            ).fetchall()
        return {row[0]: row[1] for row in rows}

    def page(
        self,
        wanted: MemoryFilter,
        *,
        limit: int,
        cursor: str | None = None,
        offset: int = 0,
        sort: MemorySort = "changed",
    ) -> tuple[list[Memory], int, str | None]:
        """Return a page of memories, the number of all that fit, and the next page's cursor.

        The page begins after ``cursor``, at the cost of one seek and a walk past its equals, or at
        place ``offset``, at the cost of a walk over an index. Only an order by use has no index.
        """
        where, values = filter_clause(wanted)
        order = ORDERS[sort]
        with self._database.snapshot() as db:
            total = db.execute(f"SELECT count(*) FROM memories m WHERE {where}", values).fetchone()
            if cursor is not None:
                where += f" AND ({order.value}, m.pk) {order.beyond} (?, ?)"
                values += decode_cursor(cursor, order.kind, int)
            picked = db.execute(
                f"SELECT m.pk FROM memories m {order.join} WHERE {where}"
                f" ORDER BY {order.value} {order.direction}, m.pk {order.direction}"
                " LIMIT ? OFFSET ?",
                (*values, limit + 1, offset),
            ).fetchall()
            pks = [row[0] for row in picked[:limit]]
            found = {
                row["pk"]: row
                for row in db.execute(
                    f"{MEMORY} WHERE m.pk IN ({', '.join('?' * len(pks))})", pks
                ).fetchall()
            }
        rows = [found[pk] for pk in pks]
        after = encode_cursor(order.place(rows[-1]), pks[-1]) if len(picked) > limit else None
        return [memory_of(row) for row in rows], total[0], after

    def history(
        self, id_: str, *, limit: int, cursor: str | None
    ) -> tuple[list[VersionRow], str | None]:
        """Return a memory's versions, newest first; raises NotFound."""
        before = decode_cursor(cursor, str, int)[1] if cursor else 1 << 62
        with self._database.snapshot() as db:
            pk = row_of(db, id_)["pk"]
            rows = db.execute(
                "SELECT * FROM memory_versions WHERE memory = ? AND version < ?"
                " ORDER BY version DESC LIMIT ?",
                (pk, before, limit + 1),
            ).fetchall()
        # Each version beside the one before it; the first has none.
        versions = [version_of(row, older) for row, older in zip_longest(rows[:limit], rows[1:])]
        more = len(rows) > limit
        return versions, encode_cursor("version", versions[-1].version) if more else None

    def with_key(self, key: str, level: Level, project: str | None) -> list[Memory]:
        """Return memories with a conflict key in one level and project, newest statement first.

        An instruction for one chat does not replace the one that holds everywhere.
        """
        with self._database.snapshot() as db:
            rows = db.execute(
                f"{MEMORY} WHERE m.key = ? AND m.level = ? AND p.id IS ?"
                " AND m.status != 'superseded' ORDER BY m.valid_from DESC, m.pk DESC",
                (key, level, project),
            ).fetchall()
        return [memory_of(row) for row in rows]

    def similar(self, text: str, project: str | None, *, limit: int) -> list[Memory]:
        """Return memories that share words with a text, best BM25 first.

        Those of the project (an id) and those that hold everywhere, of any status but
        ``superseded``. A text without any word of its own finds those with the same text.
        """
        within = " (m.project IS NULL OR p.id = ?) AND m.status != 'superseded'"
        expression = match_any(text)
        with self._database.snapshot() as db:
            if expression is None:
                rows = db.execute(
                    f"{MEMORY} WHERE{within} AND m.text = ? COLLATE NOCASE LIMIT ?",
                    (project, text, limit),
                ).fetchall()
            else:
                rows = db.execute(
                    f"{MEMORY} JOIN (SELECT rowid, rank FROM memory_terms"
                    f" WHERE memory_terms MATCH ?) f ON f.rowid = m.pk WHERE{within}"
                    " ORDER BY f.rank LIMIT ?",
                    (expression, project, limit),
                ).fetchall()
        return [memory_of(row) for row in rows]

    def in_force_from(self, conversation: str) -> list[str]:
        """Return the ids of a conversation's memories that are recalled, or wait to be."""
        with self._database.snapshot() as db:
            rows = db.execute(
                "SELECT m.id FROM memories m JOIN conversations c ON c.pk = m.conversation"
                " WHERE c.id = ? AND m.status IN ('active', 'pending')",
                (conversation,),
            ).fetchall()
        return [row[0] for row in rows]

    def of_project(self, project: str) -> list[Memory]:
        """Return all memories of a project, of any status."""
        with self._database.snapshot() as db:
            rows = db.execute(f"{MEMORY} WHERE p.id = ? ORDER BY m.pk", (project,)).fetchall()
        return [memory_of(row) for row in rows]

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

    def changes_since(self, change: int, *, limit: int) -> tuple[int, list[MemoryChange]]:
        """Return at most ``limit`` memories changed or removed after ``change``, in order.

        First comes the number that is reached with them: when they are all, that of the newest
        change of anything, so that an index which has taken them knows itself to be up to date.
        """
        with self._database.snapshot() as db:
            newest = self.change_number()
            rows = db.execute(
                f"{INDEXED} WHERE m.change > ? ORDER BY m.change LIMIT ?", (change, limit)
            ).fetchall()
            removed = db.execute(
                "SELECT change, memory FROM memory_removals WHERE change > ?"
                " ORDER BY change LIMIT ?",
                (change, limit),
            ).fetchall()
        changes = [change_of(row) for row in rows]
        changes += [MemoryChange(row["change"], row["memory"], None) for row in removed]
        changes.sort(key=lambda entry: entry.change)
        if len(changes) < limit:
            return newest, changes
        return changes[limit - 1].change, changes[:limit]
