"""Conversations and their turns."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from memoryx.errors import NotFound
from memoryx.models import Site
from memoryx.store.connection import Database
from memoryx.store.ids import new_id
from memoryx.store.merge import IncomingTurn, unique_by_key
from memoryx.store.paging import decode_cursor, encode_cursor
from memoryx.store.records import (
    ConversationKey,
    ConversationRow,
    LinkedConversation,
    Links,
    SaveResult,
    TurnRow,
)
from memoryx.store.turns import Merge

_CONVERSATION = """
SELECT c.*, p.id AS project_id,
  c.turn_count - (SELECT count(*) FROM turns t
    WHERE t.conversation = c.pk AND t.revision > t.extracted_revision) AS extracted,
  (SELECT count(*) FROM memories m WHERE m.conversation = c.pk) AS memories
FROM conversations c LEFT JOIN projects p ON p.pk = c.project
"""


class Conversations:
    """Saves, lists and reads conversations; every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def save(
        self,
        key: ConversationKey,
        *,
        url: str,
        title: str | None,
        project: str | None,
        turns: Sequence[IncomingTurn],
        gaps: bool,
        now: str,
        due_at: str | None,
        created_at: str | None = None,
        updated_at: str | None = None,
    ) -> SaveResult:
        """Merge captured turns, in page order, into a conversation, which is made when new.

        ``due_at`` is when the extraction should run if a turn is new or changed; None leaves
        the job as it is (automatic extraction is off). ``created_at`` and ``updated_at`` are the
        conversation's own times, where they are not now. The cost depends on the number of
        captured turns, not on the length of the conversation.
        """
        changed_at = updated_at or now
        with self._database.transaction() as db:
            began = min(created_at or now, changed_at)
            pk, id_ = _ensure(db, key, url=url, title=title, project=project, now=began)
            merge = Merge(db, pk, gaps=gaps, now=now)
            merge.run(unique_by_key(list(turns)))
            if merge.new or merge.changed:
                db.execute(
                    "UPDATE conversations SET updated_at = max(updated_at, ?),"
                    " turn_count = turn_count + ? WHERE pk = ?",
                    (changed_at, merge.new, pk),
                )
                if due_at is not None:
                    _move_due(db, pk, due_at)
            total = db.execute(
                "SELECT turn_count FROM conversations WHERE pk = ?", (pk,)
            ).fetchone()[0]
            job = db.execute(
                "SELECT due_at FROM extraction_jobs WHERE conversation = ?", (pk,)
            ).fetchone()
            return SaveResult(
                id=id_,
                new=merge.new,
                changed=merge.changed,
                unchanged=merge.unchanged,
                total=total,
                due_at=job[0] if job else None,
                touched=tuple(merge.touched),
            )

    def find(self, key: ConversationKey) -> ConversationRow:
        """Return the named conversation; raises NotFound."""
        with self._database.snapshot() as db:
            return _conversation(_find(db, key))

    def page(
        self,
        *,
        query: str | None,
        site: Site | None,
        project: str | None,
        limit: int,
        cursor: str | None,
        offset: int = 0,
    ) -> tuple[list[ConversationRow], int, str | None]:
        """Return conversations, the newest change first, their number, and the next cursor.

        ``query`` is looked for, whatever its case, in titles and in the turns' texts.
        """
        where = ["1"]
        values: list[str | int] = []
        if site is not None:
            where.append("c.site = ?")
            values.append(site)
        if project is not None:
            where.append("p.id = ?")
            values.append(project)
        if query:
            like = "%" + _escape_like(query) + "%"
            where.append(
                "(c.title LIKE ? ESCAPE '\\' OR EXISTS (SELECT 1 FROM turns t"
                " WHERE t.conversation = c.pk AND t.markdown LIKE ? ESCAPE '\\'))"
            )
            values += [like, like]
        place = []
        if cursor is not None:
            place = ["(c.updated_at, c.pk) < (?, ?)"]
        with self._database.snapshot() as db:
            total = db.execute(
                "SELECT count(*) FROM conversations c LEFT JOIN projects p ON p.pk = c.project"
                f" WHERE {' AND '.join(where)}",
                values,
            ).fetchone()[0]
            if cursor is not None:
                values += decode_cursor(cursor, str, int)
            rows = db.execute(
                f"{_CONVERSATION} WHERE {' AND '.join([*where, *place])}"
                " ORDER BY c.updated_at DESC, c.pk DESC LIMIT ? OFFSET ?",
                (*values, limit + 1, offset),
            ).fetchall()
        more = len(rows) > limit
        page = [_conversation(row) for row in rows[:limit]]
        return page, total, encode_cursor(page[-1].updated_at, page[-1].pk) if more else None

    def turns(
        self, key: ConversationKey, *, limit: int, cursor: str | None
    ) -> tuple[ConversationRow, list[TurnRow], str | None]:
        """Return a page of a conversation's turns, in order, with the next page's cursor."""
        rank, index = decode_cursor(cursor, int, int) if cursor else (None, 0)
        with self._database.snapshot() as db:
            conversation = _conversation(_find(db, key))
            rows = db.execute(
                "SELECT *, (SELECT count(*) FROM turn_versions v WHERE v.turn = turns.pk)"
                " AS versions FROM turns WHERE conversation = ? AND (? IS NULL OR rank > ?)"
                " ORDER BY rank LIMIT ?",
                (conversation.pk, rank, rank, limit + 1),
            ).fetchall()
        page = rows[:limit]
        turns = [
            TurnRow(
                index=index + i,
                key=row["key"],
                role=row["role"],
                markdown=row["markdown"],
                complete=bool(row["complete"]),
                gap_before=bool(row["gap_before"]),
                versions=row["versions"],
                created_at=row["created_at"],
            )
            for i, row in enumerate(page)
        ]
        more = len(rows) > limit
        return (
            conversation,
            turns,
            (encode_cursor(page[-1]["rank"], index + limit) if more else None),
        )

    def delete(self, key: ConversationKey) -> str:
        """Delete a conversation with its turns, as a person asked; return its id."""
        with self._database.transaction() as db:
            row = _find(db, key)
            db.execute("DELETE FROM conversations WHERE pk = ?", (row["pk"],))
            return str(row["id"])

    def link(self, later: str, earlier: str, now: str) -> None:
        """Note that one conversation continues another; raises NotFound."""
        with self._database.transaction() as db:
            db.execute(
                "INSERT INTO conversation_links (later, earlier, created_at) VALUES (?, ?, ?)"
                " ON CONFLICT (later) DO UPDATE SET earlier = excluded.earlier,"
                " created_at = excluded.created_at",
                (
                    find_pk(db, ConversationKey(id=later)),
                    find_pk(db, ConversationKey(id=earlier)),
                    now,
                ),
            )

    def links(self, ids: Sequence[str]) -> dict[str, Links]:
        """Return what the named conversations continue and are continued by; none has no entry."""
        marks = ",".join("?" * len(ids))
        columns = "o.id, o.site, o.title, o.url"
        with self._database.snapshot() as db:
            before = db.execute(
                f"SELECT c.id AS of, {columns} FROM conversation_links l"
                " JOIN conversations c ON c.pk = l.later JOIN conversations o ON o.pk = l.earlier"
                f" WHERE c.id IN ({marks})",
                tuple(ids),
            ).fetchall()
            after = db.execute(
                f"SELECT c.id AS of, {columns} FROM conversation_links l"
                " JOIN conversations c ON c.pk = l.earlier JOIN conversations o ON o.pk = l.later"
                f" WHERE c.id IN ({marks}) ORDER BY l.created_at, l.later",
                tuple(ids),
            ).fetchall()
        found: dict[str, Links] = {}
        for row in before:
            found[row["of"]] = Links(continues=_linked(row))
        for row in after:
            known = found.get(row["of"], Links())
            found[row["of"]] = Links(known.continues, (*known.continued_by, _linked(row)))
        return found

    def counts(self) -> tuple[int, int]:
        """Return the numbers of conversations and of turns."""
        with self._database.snapshot() as db:
            row = db.execute(
                "SELECT count(*), coalesce(sum(turn_count), 0) FROM conversations"
            ).fetchone()
        return row[0], row[1]


def _ensure(
    db: sqlite3.Connection,
    key: ConversationKey,
    *,
    url: str,
    title: str | None,
    project: str | None,
    now: str,
) -> tuple[int, str]:
    # Not _CONVERSATION: its count would make a save's cost depend on the conversation's length.
    row = _lookup(db, key, "SELECT c.pk, c.id FROM conversations c")
    project_pk = None
    if project is not None:
        project_pk = db.execute("SELECT pk FROM projects WHERE id = ?", (project,)).fetchone()[0]
    if row is not None:
        db.execute(
            "UPDATE conversations SET url = ?, title = coalesce(?, title),"
            " project = coalesce(project, ?) WHERE pk = ?",
            (url, title, project_pk, row["pk"]),
        )
        return row["pk"], row["id"]
    id_ = new_id("c")
    pk = db.execute(
        "INSERT INTO conversations (id, site, account, conversation_id, url, title, project,"
        " created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (id_, key.site, key.account or "", key.conversation_id, url, title, project_pk, now, now),
    ).lastrowid
    assert pk is not None
    return pk, id_


def _lookup(db: sqlite3.Connection, key: ConversationKey, select: str) -> sqlite3.Row | None:
    if key.id is not None:
        where = "c.id = ?"
        values: tuple[str | None, ...] = (key.id,)
    elif key.account is not None:
        where = "c.site = ? AND c.conversation_id = ? AND c.account = ?"
        values = (key.site, key.conversation_id, key.account)
    else:
        # Without an account: the one without, else whichever there is.
        where = "c.site = ? AND c.conversation_id = ? ORDER BY c.account LIMIT 1"
        values = (key.site, key.conversation_id)
    row: sqlite3.Row | None = db.execute(f"{select} WHERE {where}", values).fetchone()
    return row


def _find(db: sqlite3.Connection, key: ConversationKey) -> sqlite3.Row:
    row = _lookup(db, key, _CONVERSATION)
    if row is None:
        name = key.id or f"{key.site}/{key.conversation_id}"
        raise NotFound(f"no conversation {name}")
    return row


def find_pk(db: sqlite3.Connection, key: ConversationKey) -> int:
    """Return the key that the store uses inside for a conversation; raises NotFound."""
    return int(_find(db, key)["pk"])


def _move_due(db: sqlite3.Connection, conversation: int, due_at: str) -> None:
    db.execute(
        "INSERT INTO extraction_jobs (conversation, due_at) VALUES (?, ?)"
        " ON CONFLICT (conversation) DO UPDATE SET due_at = excluded.due_at, attempts = 0,"
        " error = NULL",
        (conversation, due_at),
    )


def _conversation(row: sqlite3.Row) -> ConversationRow:
    return ConversationRow(
        pk=row["pk"],
        id=row["id"],
        site=row["site"],
        account=row["account"] or None,
        conversation_id=row["conversation_id"],
        url=row["url"],
        title=row["title"],
        project=row["project_id"],
        turns=row["turn_count"],
        extracted=row["extracted"],
        memories=row["memories"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
    )


def _linked(row: sqlite3.Row) -> LinkedConversation:
    return LinkedConversation(id=row["id"], site=row["site"], title=row["title"], url=row["url"])


def _escape_like(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
