"""Merging a capture into the stored turns of a conversation: the SQL of memoryx.store.merge."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from memoryx.store.merge import (
    RANK_STEP,
    IncomingTurn,
    StoredTurn,
    TextChange,
    adjacent,
    compare_text,
    is_replacement,
    ranks_between,
)

_TURN = "SELECT pk, key, rank, role, markdown, complete, position, gap_before FROM turns"
_KEYS_PER_QUERY = 500


class Merge:
    """One capture going into one conversation; counts what it did."""

    def __init__(self, db: sqlite3.Connection, conversation: int, *, gaps: bool, now: str) -> None:
        self._db = db
        self._conversation = conversation
        self._gaps = gaps
        self._now = now
        self.new = self.changed = self.unchanged = 0
        self.touched: list[str] = []  # keys of new and changed turns, in page order

    def run(self, turns: Sequence[IncomingTurn]) -> None:
        """Merge turns with distinct keys, in page order."""
        known = self._known([turn.key for turn in turns])
        captured = frozenset(turn.key for turn in turns)
        waiting: list[IncomingTurn] = []  # unknown turns before the first known one
        before: IncomingTurn | None = None
        place: StoredTurn | None = None
        for turn in turns:
            stored = known.get(turn.key)
            gap = before is not None and not adjacent(before, turn)
            if stored is not None:
                if waiting:
                    self._insert_before(waiting, stored, gap=gap)
                    waiting = []
                elif before is not None and not gap and stored.gap_before:
                    self._clear_gap(stored)
                self._update(stored, turn)
                place = stored
            elif place is None:
                waiting.append(turn)
            else:
                place = self._place_after(place, turn, gap, captured)
            before = turn
        if waiting:
            self._append(waiting)

    def _known(self, keys: Sequence[str]) -> dict[str, StoredTurn]:
        found: dict[str, StoredTurn] = {}
        for start in range(0, len(keys), _KEYS_PER_QUERY):
            part = keys[start : start + _KEYS_PER_QUERY]
            marks = ",".join("?" * len(part))
            for row in self._db.execute(
                f"{_TURN} WHERE conversation = ? AND key IN ({marks})",
                (self._conversation, *part),
            ):
                found[row["key"]] = _stored(row)
        return found

    def _neighbour(self, rank: int, *, after: bool) -> StoredTurn | None:
        sign, order = (">", "ASC") if after else ("<", "DESC")
        row = self._db.execute(
            f"{_TURN} WHERE conversation = ? AND rank {sign} ? ORDER BY rank {order} LIMIT 1",
            (self._conversation, rank),
        ).fetchone()
        return _stored(row) if row else None

    def _last(self) -> StoredTurn | None:
        row = self._db.execute(
            f"{_TURN} WHERE conversation = ? ORDER BY rank DESC LIMIT 1", (self._conversation,)
        ).fetchone()
        return _stored(row) if row else None

    def _update(self, stored: StoredTurn, turn: IncomingTurn) -> None:
        change = compare_text(stored, turn)
        if change in (TextChange.SAME, TextChange.PARTIAL):
            self.unchanged += 1
            completes = change is TextChange.SAME and turn.complete and not stored.complete
            if completes or (turn.position is not None and turn.position != stored.position):
                self._db.execute(
                    "UPDATE turns SET complete = max(complete, ?),"
                    " position = coalesce(?, position) WHERE pk = ?",
                    (int(completes), turn.position, stored.pk),
                )
            return
        if change is TextChange.EDIT:
            self._keep_version(stored, "edit")
        self._rewrite(stored, turn)

    def _rewrite(self, stored: StoredTurn, turn: IncomingTurn) -> None:
        self.changed += 1
        self.touched.append(turn.key)
        self._db.execute(
            "UPDATE turns SET key = ?, markdown = ?, complete = ?, captured_at = ?,"
            " position = coalesce(?, position), created_at = coalesce(?, created_at),"
            " revision = revision + 1 WHERE pk = ?",
            (
                turn.key,
                turn.markdown,
                int(turn.complete),
                self._now,
                turn.position,
                turn.created_at,
                stored.pk,
            ),
        )

    def _keep_version(self, stored: StoredTurn, reason: str) -> None:
        self._db.execute(
            "INSERT INTO turn_versions (turn, key, markdown, reason, replaced_at)"
            " VALUES (?, ?, ?, ?, ?)",
            (stored.pk, stored.key, stored.markdown, reason, self._now),
        )

    def _place_after(
        self, place: StoredTurn, turn: IncomingTurn, gap: bool, captured: frozenset[str]
    ) -> StoredTurn:
        following = self._neighbour(place.rank, after=True)
        if not gap and following is not None and is_replacement(turn, following, captured):
            if turn.markdown.strip() == following.markdown.strip():
                # The same turn under another key: the site named it anew.
                self._db.execute("UPDATE turns SET key = ? WHERE pk = ?", (turn.key, following.pk))
                self.unchanged += 1
            else:
                reason = "regeneration" if turn.role == "assistant" else "edit"
                self._keep_version(following, reason)
                self._rewrite(following, turn)
            return following
        return self._insert([turn], place, following, gap_before=gap)

    def _insert_before(self, turns: list[IncomingTurn], anchor: StoredTurn, *, gap: bool) -> None:
        low = self._neighbour(anchor.rank, after=False)
        missing = self._gaps and low is None and not _opens(turns[0])
        self._insert(turns, low, anchor, gap_before=missing)
        if anchor.gap_before and not gap:
            # The capture shows the last of them right before the anchor.
            self._clear_gap(anchor)

    def _append(self, turns: list[IncomingTurn]) -> None:
        low, high = self._around(turns[0].position)
        missing = self._gaps and not (low is None and _opens(turns[0]))
        self._insert(turns, low, high, gap_before=missing)

    def _around(self, position: int | None) -> tuple[StoredTurn | None, StoredTurn | None]:
        """Return the neighbours of a place that only its ordinal, if anything, can name."""
        if position is not None:
            row = self._db.execute(
                f"{_TURN} WHERE conversation = ? AND position > ? ORDER BY position, rank LIMIT 1",
                (self._conversation, position),
            ).fetchone()
            if row:
                high = _stored(row)
                return self._neighbour(high.rank, after=False), high
        return self._last(), None

    def _insert(
        self,
        turns: list[IncomingTurn],
        low: StoredTurn | None,
        high: StoredTurn | None,
        *,
        gap_before: bool,
    ) -> StoredTurn:
        ranks = ranks_between(low.rank if low else None, high.rank if high else None, len(turns))
        if ranks is None:
            assert low is not None
            assert high is not None
            low_rank, high_rank = self._spread(low, high, len(turns))
            ranks = ranks_between(low_rank, high_rank, len(turns))
            assert ranks is not None
        last: StoredTurn | None = None
        before: IncomingTurn | StoredTurn | None = low
        for turn, rank in zip(turns, ranks, strict=True):
            gap = _gap_between(before, turn, gap_before if last is None else False)
            pk = self._db.execute(
                "INSERT INTO turns (conversation, key, rank, role, markdown, complete, position,"
                " gap_before, created_at, captured_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    self._conversation,
                    turn.key,
                    rank,
                    turn.role,
                    turn.markdown,
                    int(turn.complete),
                    turn.position,
                    int(gap),
                    turn.created_at,
                    self._now,
                ),
            ).lastrowid
            assert pk is not None
            last = StoredTurn(
                pk, turn.key, rank, turn.role, turn.markdown, turn.complete, turn.position, gap
            )
            before = turn
            self.new += 1
            self.touched.append(turn.key)
        assert last is not None
        if high is not None and _gap_between(last, high, high.gap_before) != high.gap_before:
            self._set_gap(high, not high.gap_before)
        return last

    def _spread(self, low: StoredTurn, high: StoredTurn, count: int) -> tuple[int, int]:
        """Make room by moving everything after ``low``; rare, see RANK_STEP."""
        room = RANK_STEP * (count + 1)
        self._db.execute(
            "UPDATE turns SET rank = rank + ? WHERE conversation = ? AND rank >= ?",
            (room, self._conversation, high.rank),
        )
        return low.rank, high.rank + room

    def _clear_gap(self, stored: StoredTurn) -> None:
        self._set_gap(stored, False)

    def _set_gap(self, stored: StoredTurn, gap: bool) -> None:
        self._db.execute("UPDATE turns SET gap_before = ? WHERE pk = ?", (int(gap), stored.pk))


def _opens(turn: IncomingTurn) -> bool:
    """Tell whether a turn's ordinal is the first one; sites count from 0 or from 1."""
    return turn.position is not None and turn.position <= 1


def _gap_between(
    before: IncomingTurn | StoredTurn | None, after: IncomingTurn | StoredTurn, otherwise: bool
) -> bool:
    """Tell whether turns are missing between two neighbours; ordinals know it for certain."""
    if before is None or before.position is None or after.position is None:
        return otherwise
    return after.position - before.position != 1


def _stored(row: sqlite3.Row) -> StoredTurn:
    return StoredTurn(
        row["pk"],
        row["key"],
        row["rank"],
        row["role"],
        row["markdown"],
        bool(row["complete"]),
        row["position"],
        bool(row["gap_before"]),
    )
