"""The log of what left the machine, and what it cost."""

from __future__ import annotations

from memoryx.clock import Clock, to_rfc3339
from memoryx.store.connection import Database
from memoryx.store.paging import decode_cursor, encode_cursor
from memoryx.store.records import OutboundRow

#: The log keeps this many requests; older ones go.
LOG_LENGTH = 10_000
#: A request's status until its outcome is known, or for ever when the host was killed meanwhile.
SENT = "sent"


class Outbound:
    """Writes down each request before it leaves, and its outcome; sums it up by day (UTC)."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def begin(
        self, *, endpoint: str, purpose: str, conversation: str | None, tokens: int
    ) -> OutboundEntry:
        """Write down a request that is about to leave; its tokens count from now on."""
        at = to_rfc3339(self._clock())
        day = at[:10]
        with self._database.transaction() as db:
            row = db.execute(
                "INSERT INTO outbound (at, endpoint, purpose, conversation, tokens, status)"
                " VALUES (?, ?, ?, ?, ?, ?) RETURNING pk",
                (at, endpoint, purpose, conversation, tokens, SENT),
            ).fetchone()
            db.execute("DELETE FROM outbound WHERE pk <= ?", (row["pk"] - LOG_LENGTH,))
            db.execute(
                "INSERT INTO spending (day, requests, tokens) VALUES (?1, 1, ?2)"
                " ON CONFLICT (day) DO UPDATE SET requests = requests + 1, tokens = tokens + ?2",
                (day, tokens),
            )
        return OutboundEntry(self._database, row["pk"], day, tokens)

    def spent_today(self) -> int:
        """Return the tokens that count against today's cap."""
        day = to_rfc3339(self._clock())[:10]
        with self._database.snapshot() as db:
            row = db.execute("SELECT tokens FROM spending WHERE day = ?", (day,)).fetchone()
        return int(row["tokens"]) if row else 0

    def page(self, *, limit: int, cursor: str | None) -> tuple[list[OutboundRow], str | None]:
        """Return requests, newest first, and the next page's cursor."""
        before = decode_cursor(cursor, str, int)[1] if cursor else 1 << 62
        with self._database.snapshot() as db:
            rows = db.execute(
                "SELECT * FROM outbound WHERE pk < ? ORDER BY pk DESC LIMIT ?", (before, limit + 1)
            ).fetchall()
        page = rows[:limit]
        after = encode_cursor("outbound", page[-1]["pk"]) if len(rows) > limit else None
        items = [
            OutboundRow(
                at=row["at"],
                endpoint=row["endpoint"],
                purpose=row["purpose"],
                conversation=row["conversation"],
                tokens=row["tokens"],
                status=row["status"],
            )
            for row in page
        ]
        return items, after


class OutboundEntry:
    """One request that has been written down."""

    def __init__(self, database: Database, pk: int, day: str, counted: int) -> None:
        self._database = database
        self._pk = pk
        self._day = day
        self._counted = counted

    def finish(self, status: str, *, tokens: int, billed: int) -> None:
        """Write down how it ended; ``billed`` takes the place of the estimate in the day's sum."""
        with self._database.transaction() as db:
            db.execute(
                "UPDATE outbound SET status = ?, tokens = ? WHERE pk = ?",
                (status, tokens, self._pk),
            )
            db.execute(
                "UPDATE spending SET tokens = max(0, tokens + ?) WHERE day = ?",
                (billed - self._counted, self._day),
            )
