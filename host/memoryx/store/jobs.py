"""Extraction jobs: rows with a due time and a lease, so that no host's death loses one."""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Sequence

from memoryx.errors import Busy, NotFound
from memoryx.store.connection import Database
from memoryx.store.conversations import find_pk
from memoryx.store.ids import new_id
from memoryx.store.records import BatchChange, ConversationKey, Job, PendingTurn


class Jobs:
    """Hands out conversations whose extraction is due, each to one holder at a time.

    Each time that a job is taken has a holder of its own, also in one host: whoever slept past its
    lease must not go on beside whoever took the job meanwhile.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def next_due(self) -> str | None:
        """Return the time at which the next job is due or a lease ends, or None."""
        with self._database.snapshot() as db:
            row = db.execute(
                "SELECT min(max(due_at, coalesce(lease_until, ''))) FROM extraction_jobs"
            ).fetchone()
        return row[0] if row else None

    def take_due(self, owner: str, *, now: str, lease_until: str) -> Job | None:
        """Take the job that is due longest and that nobody holds, or None."""
        holder = _holder(owner)
        with self._database.transaction() as db:
            row = db.execute(
                "UPDATE extraction_jobs SET lease_owner = ?, lease_until = ?"
                " WHERE conversation = (SELECT conversation FROM extraction_jobs"
                "   WHERE due_at <= ? AND (lease_until IS NULL OR lease_until <= ?)"
                "   ORDER BY due_at LIMIT 1)"
                " RETURNING conversation, attempts, due_at",
                (holder, lease_until, now, now),
            ).fetchone()
            return _job(db, row, holder) if row else None

    def take(self, key: ConversationKey, owner: str, *, now: str, lease_until: str) -> Job:
        """Take a conversation's job at once, as a person asked.

        Raises NotFound, or Busy while another extraction of the conversation holds it.
        """
        holder = _holder(owner)
        with self._database.transaction() as db:
            pk = find_pk(db, key)
            row = db.execute(
                "INSERT INTO extraction_jobs (conversation, due_at, lease_owner, lease_until)"
                " VALUES (?1, ?2, ?3, ?4) ON CONFLICT (conversation) DO UPDATE"
                " SET lease_owner = ?3, lease_until = ?4"
                " WHERE lease_until IS NULL OR lease_until <= ?2"
                " RETURNING conversation, attempts, due_at",
                (pk, now, holder, lease_until),
            ).fetchone()
            if row is None:
                raise Busy("memories of this conversation are being extracted already")
            return _job(db, row, holder)

    def pending(self, job: Job, *, background: int, everything: bool) -> list[PendingTurn]:
        """Return the turns to extract from, in order.

        Those are the turns that are new or changed since the last extraction (all turns when
        ``everything``), and up to ``background`` extracted turns before the first of them.
        """
        condition = "1" if everything else "revision > extracted_revision"
        with self._database.snapshot() as db:
            first = db.execute(
                f"SELECT min(rank) FROM turns WHERE conversation = ? AND {condition}", (job.pk,)
            ).fetchone()[0]
            if first is None:
                return []
            before = db.execute(
                "SELECT rank FROM turns WHERE conversation = ? AND rank < ?"
                " ORDER BY rank DESC LIMIT ?",
                (job.pk, first, background),
            ).fetchall()
            start = before[-1][0] if before else first
            index = db.execute(
                "SELECT count(*) FROM turns WHERE conversation = ? AND rank < ?",
                (job.pk, start),
            ).fetchone()[0]
            rows = db.execute(
                "SELECT * FROM turns WHERE conversation = ? AND rank >= ? ORDER BY rank",
                (job.pk, start),
            ).fetchall()
        return [
            PendingTurn(
                pk=row["pk"],
                index=index + i,
                key=row["key"],
                role=row["role"],
                markdown=row["markdown"],
                said_at=row["created_at"] or row["captured_at"],
                revision=row["revision"],
                extracted=row["revision"] <= row["extracted_revision"],
            )
            for i, row in enumerate(rows)
        ]

    def turn_count(self, job: Job) -> int:
        """Return the number of turns of a job's conversation."""
        with self._database.snapshot() as db:
            row = db.execute(
                "SELECT turn_count FROM conversations WHERE pk = ?", (job.pk,)
            ).fetchone()
        return row[0] if row else 0

    def mark(self, job: Job, turns: Sequence[PendingTurn]) -> None:
        """Mark turns as extracted; part of the transaction that stores what they gave.

        Raises Busy when the lease was lost: then another host does the work, and this one's must
        be rolled back. A turn that changed meanwhile keeps its newer revision unextracted.
        """
        with self._database.transaction() as db:
            held = db.execute(
                "SELECT 1 FROM extraction_jobs WHERE conversation = ? AND lease_owner = ?",
                (job.pk, job.owner),
            ).fetchone()
            if held is None:
                raise Busy("another host has taken over this extraction")
            db.executemany(
                "UPDATE turns SET extracted_revision = ? WHERE pk = ? AND extracted_revision < ?",
                [(turn.revision, turn.pk, turn.revision) for turn in turns],
            )

    def finish(self, job: Job) -> None:
        """End a job; while turns came or changed meanwhile, it stays for them."""
        with self._database.transaction() as db:
            left = db.execute(
                "SELECT 1 FROM turns WHERE conversation = ? AND revision > extracted_revision",
                (job.pk,),
            ).fetchone()
            if left:
                self.release(job)
            else:
                db.execute(
                    "DELETE FROM extraction_jobs WHERE conversation = ? AND lease_owner = ?",
                    (job.pk, job.owner),
                )

    def renew(self, job: Job, *, lease_until: str) -> None:
        """Hold a job longer, unless it was lost."""
        with self._database.transaction() as db:
            db.execute(
                "UPDATE extraction_jobs SET lease_until = ?"
                " WHERE conversation = ? AND lease_owner = ?",
                (lease_until, job.pk, job.owner),
            )

    def release(self, job: Job, *, due_at: str | None = None, error: str | None = None) -> None:
        """Give a job back undone: due again at ``due_at`` (None leaves its time)."""
        with self._database.transaction() as db:
            db.execute(
                "UPDATE extraction_jobs SET lease_owner = NULL, lease_until = NULL,"
                " due_at = coalesce(?, due_at), error = ?,"
                " attempts = attempts + (? IS NOT NULL)"
                " WHERE conversation = ? AND lease_owner = ?",
                (due_at, error, error, job.pk, job.owner),
            )

    def resume(self, stopped: str, now: str) -> None:
        """Make due now what waits for a model: until ``stopped``, or for its next try."""
        with self._database.transaction() as db:
            db.execute(
                "UPDATE extraction_jobs SET due_at = ?, attempts = 0, error = NULL"
                " WHERE due_at = ? OR substr(error, 1, 4) = 'llm_'",
                (now, stopped),
            )

    def release_all(self, owner: str) -> None:
        """Give back whatever a host holds, when it ends."""
        with self._database.transaction() as db:
            db.execute(
                "UPDATE extraction_jobs SET lease_owner = NULL, lease_until = NULL"
                " WHERE substr(lease_owner, 1, ?) = ?",
                (len(owner) + 1, f"{owner}/"),
            )

    def add_to_batch(
        self, batch: str | None, job: Job, changes: Sequence[BatchChange], now: str
    ) -> str:
        """Record what an extraction did, in a new batch or in its own; return the batch's id."""
        entries = [[c.memory, c.before, c.after] for c in changes]
        with self._database.transaction() as db:
            if batch is None:
                batch = new_id("b")
                db.execute(
                    "INSERT INTO batches (id, conversation, changes, created_at)"
                    " VALUES (?, ?, ?, ?)",
                    (batch, job.pk, json.dumps(entries), now),
                )
            else:
                row = db.execute("SELECT changes FROM batches WHERE id = ?", (batch,)).fetchone()
                db.execute(
                    "UPDATE batches SET changes = ? WHERE id = ?",
                    (json.dumps(json.loads(row[0]) + entries), batch),
                )
        return batch

    def undo_batch(self, id_: str, now: str) -> list[BatchChange]:
        """Mark a batch as undone and return its changes; empty when it was undone before."""
        with self._database.transaction() as db:
            row = db.execute("SELECT * FROM batches WHERE id = ?", (id_,)).fetchone()
            if row is None:
                raise NotFound(f"no batch {id_}")
            if row["undone_at"] is not None:
                return []
            db.execute("UPDATE batches SET undone_at = ? WHERE id = ?", (now, id_))
            return [BatchChange(*entry) for entry in json.loads(row["changes"])]


def _holder(owner: str) -> str:
    return f"{owner}/{secrets.token_hex(4)}"


def _job(db: sqlite3.Connection, row: sqlite3.Row, owner: str) -> Job:
    conversation = db.execute(
        "SELECT c.id, c.site, c.url, p.id AS project FROM conversations c"
        " LEFT JOIN projects p ON p.pk = c.project WHERE c.pk = ?",
        (row["conversation"],),
    ).fetchone()
    return Job(
        pk=row["conversation"],
        conversation=conversation["id"],
        site=conversation["site"],
        url=conversation["url"],
        project=conversation["project"],
        owner=owner,
        attempts=row["attempts"],
        due_at=row["due_at"],
    )
