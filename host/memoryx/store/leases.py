"""Who does a kind of work just now, where several hosts would do the same."""

from __future__ import annotations

from memoryx.store.connection import Database


class Leases:
    """Named leases, each held by one owner until a time; a dead owner's runs out."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def take(self, name: str, owner: str, *, now: str, until: str) -> bool:
        """Take or renew a lease; return whether ``owner`` holds it now."""
        with self._database.transaction() as db:
            row = db.execute(
                "INSERT INTO leases (name, owner, until) VALUES (?1, ?2, ?4)"
                " ON CONFLICT (name) DO UPDATE SET owner = ?2, until = ?4"
                " WHERE owner = ?2 OR until <= ?3 RETURNING owner",
                (name, owner, now, until),
            ).fetchone()
        return row is not None

    def release(self, name: str, owner: str) -> None:
        """Give a lease back; one that was lost is left to its holder."""
        with self._database.transaction() as db:
            db.execute("DELETE FROM leases WHERE name = ? AND owner = ?", (name, owner))

    def release_all(self, owner: str) -> None:
        """Give back all that ``owner`` holds: it ends."""
        with self._database.transaction() as db:
            db.execute("DELETE FROM leases WHERE owner = ?", (owner,))
