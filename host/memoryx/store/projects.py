"""Projects: what keeps memories of different undertakings apart."""

from __future__ import annotations

import sqlite3

from memoryx.errors import Conflict, NotFound
from memoryx.store.connection import Database
from memoryx.store.conversations import find_pk
from memoryx.store.paging import decode_cursor, encode_cursor
from memoryx.store.records import ConversationKey, ProjectRow

_PROJECT = """
SELECT p.pk, p.id, p.name,
  (SELECT count(*) FROM conversations c WHERE c.project = p.pk) AS conversations,
  (SELECT count(*) FROM memories m WHERE m.project = p.pk) AS memories
FROM projects p
"""


class Projects:
    """Makes, names and fills projects.

    A project is named by its id, which is the first name it had, or by its present name. So a
    name that a site or a person gives is enough to refer to it.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def resolve(self, name: str) -> str | None:
        """Return the id of the project with this id or name, or None."""
        with self._database.snapshot() as db:
            row = db.execute(
                "SELECT id FROM projects WHERE id = ? OR name_key = ? ORDER BY id = ? DESC LIMIT 1",
                (name, _name_key(name), name),
            ).fetchone()
        return row[0] if row else None

    def ensure(self, name: str, now: str) -> str:
        """Return the id of the project with this id or name; make it when there is none."""
        with self._database.transaction():
            return self.resolve(name) or self.create(name, now).id

    def create(self, name: str, now: str) -> ProjectRow:
        """Make a project; raises Conflict when the name is taken."""
        name = " ".join(name.split())
        if not name:
            raise Conflict("a project needs a name", remedy="Enter a name.")
        with self._database.transaction() as db:
            if self.resolve(name) is not None:
                raise Conflict(
                    f"there is a project {name!r} already", remedy="Choose another name."
                )
            db.execute(
                "INSERT INTO projects (id, name, name_key, created_at) VALUES (?, ?, ?, ?)",
                (name, name, _name_key(name), now),
            )
            return _find(db, name)

    def rename(self, id_: str, name: str) -> ProjectRow:
        """Give a project another name; raises NotFound, or Conflict when the name is taken."""
        name = " ".join(name.split())
        with self._database.transaction() as db:
            project = _find(db, id_)
            if not name or self.resolve(name) not in (None, project.id):
                raise Conflict(
                    f"there is a project {name!r} already", remedy="Choose another name."
                )
            db.execute(
                "UPDATE projects SET name = ?, name_key = ? WHERE id = ?",
                (name, _name_key(name), project.id),
            )
            return _find(db, project.id)

    def delete(self, id_: str) -> None:
        """Remove a project; raises Conflict while memories belong to it.

        Without the project they would be recalled everywhere.
        """
        with self._database.transaction() as db:
            project = _find(db, id_)
            if project.memories:
                raise Conflict(
                    f"project {project.name!r} holds {project.memories} memories",
                    remedy="Say whether they are kept everywhere or suspended, or move them first.",
                )
            db.execute("DELETE FROM projects WHERE id = ?", (project.id,))

    def assign(self, id_: str, conversation: ConversationKey) -> ProjectRow:
        """Put a conversation into a project; raises NotFound."""
        with self._database.transaction() as db:
            project = _find(db, id_)
            db.execute(
                "UPDATE conversations SET project = (SELECT pk FROM projects WHERE id = ?)"
                " WHERE pk = ?",
                (project.id, find_pk(db, conversation)),
            )
            return _find(db, project.id)

    def unassign(self, conversation: ConversationKey) -> None:
        """Take a conversation out of its project; raises NotFound."""
        with self._database.transaction() as db:
            db.execute(
                "UPDATE conversations SET project = NULL WHERE pk = ?",
                (find_pk(db, conversation),),
            )

    def page(self, *, limit: int, cursor: str | None) -> tuple[list[ProjectRow], str | None]:
        """Return projects by name, and the next page's cursor."""
        name_key, pk = decode_cursor(cursor, str, int) if cursor else ("", 0)
        with self._database.snapshot() as db:
            rows = db.execute(
                f"{_PROJECT} WHERE (p.name_key, p.pk) > (?, ?) ORDER BY p.name_key, p.pk LIMIT ?",
                (name_key, pk, limit + 1),
            ).fetchall()
        page = rows[:limit]
        more = len(rows) > limit
        after = encode_cursor(_name_key(page[-1]["name"]), page[-1]["pk"]) if more else None
        return [_project(row) for row in page], after


def project_pk(db: sqlite3.Connection, id_: str | None) -> int | None:
    """Return the key that the store uses inside for a project's id; raises NotFound."""
    if id_ is None:
        return None
    row = db.execute("SELECT pk FROM projects WHERE id = ?", (id_,)).fetchone()
    if row is None:
        raise NotFound(f"no project {id_!r}")
    return int(row[0])


def _find(db: sqlite3.Connection, id_: str) -> ProjectRow:
    row = db.execute(f"{_PROJECT} WHERE p.id = ?", (id_,)).fetchone()
    if row is None:
        raise NotFound(f"no project {id_!r}")
    return _project(row)


def _project(row: sqlite3.Row) -> ProjectRow:
    return ProjectRow(row["id"], row["name"], row["conversations"], row["memories"])


def _name_key(name: str) -> str:
    return " ".join(name.split()).casefold()
