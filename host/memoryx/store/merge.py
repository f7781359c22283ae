"""How a captured window of turns goes into what is stored: pure decisions, no SQL.

A page shows a part of a conversation, in order, and shows it again and again. What is stored
only grows: a turn that is not on the page stays, a shorter capture never replaces a longer one,
and whatever is replaced is kept as a version.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from memoryx.models import Role

#: Distance between the ranks of neighbours when a turn is appended: room for 20 insertions into
#: the same place, each halving it, before the conversation is numbered anew.
RANK_STEP = 1 << 20


@dataclass(frozen=True, slots=True)
class IncomingTurn:
    """A captured turn, its text already Markdown and free of injected blocks."""

    key: str
    role: Role
    markdown: str
    complete: bool
    position: int | None = None
    created_at: str | None = None


@dataclass(frozen=True, slots=True)
class StoredTurn:
    """What a decision needs to know of a stored turn."""

    pk: int
    key: str
    rank: int
    role: Role
    markdown: str
    complete: bool
    position: int | None
    gap_before: bool


class TextChange(StrEnum):
    """What a captured text is to the stored one."""

    SAME = "same"
    GROWTH = "growth"
    PARTIAL = "partial"
    EDIT = "edit"


def compare_text(stored: StoredTurn, incoming: IncomingTurn) -> TextChange:
    """Tell growth, partial capture and edit apart; white space at the ends does not count.

    A text that continues the stored one has grown, a text that the stored one continues is a
    partial capture. While an answer is still being written its Markdown may change before its
    end (an open code fence gets its closing line), so a longer or final text of an incomplete
    turn is growth too.
    """
    old, new = stored.markdown.strip(), incoming.markdown.strip()
    if new == old:
        return TextChange.SAME
    if new.startswith(old):
        return TextChange.GROWTH
    if old.startswith(new):
        return TextChange.PARTIAL
    if not stored.complete and (incoming.complete or len(new) >= len(old)):
        return TextChange.GROWTH
    return TextChange.EDIT


def is_replacement(
    incoming: IncomingTurn, following: StoredTurn | None, captured_keys: frozenset[str]
) -> bool:
    """Tell whether an unknown turn takes the place of ``following``.

    ``following`` is the stored turn after the unknown one's predecessor. The page shows the
    unknown turn in that place and ``following`` nowhere: an answer that was generated again, or
    a prompt that was edited into a new branch. Turns known to be missing in between leave it
    open, and then nothing is replaced.
    """
    return (
        following is not None
        and following.role == incoming.role
        and following.key not in captured_keys
        and not following.gap_before
    )


def adjacent(before: IncomingTurn, after: IncomingTurn) -> bool:
    """Tell whether two neighbours in a capture are neighbours in the conversation.

    Only the site's own ordinals can say that they are not.
    """
    if before.position is None or after.position is None:
        return True
    return after.position - before.position == 1


def unique_by_key(turns: list[IncomingTurn]) -> list[IncomingTurn]:
    """Leave one turn for each key: a page that recycles its nodes may show one twice.

    The longest text stands, at the place of its first appearance.
    """
    kept: dict[str, IncomingTurn] = {}
    for turn in turns:
        other = kept.get(turn.key)
        if other is None or len(turn.markdown) > len(other.markdown):
            kept[turn.key] = turn
    return list(kept.values())


def ranks_between(low: int | None, high: int | None, count: int) -> list[int] | None:
    """Return ``count`` ranks strictly between two neighbours, or None when there is no room.

    ``low`` or ``high`` is None at an end of the conversation.
    """
    if low is None and high is None:
        return [RANK_STEP * (i + 1) for i in range(count)]
    if high is None:
        assert low is not None
        return [low + RANK_STEP * (i + 1) for i in range(count)]
    if low is None:
        return [high - RANK_STEP * (count - i) for i in range(count)]
    step = (high - low) // (count + 1)
    if step < 1:
        return None
    return [low + step * (i + 1) for i in range(count)]
