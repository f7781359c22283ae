"""Why a memory came along with a message, in a few words a person understands: pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memoryx.models import Why
from memoryx.text.fold import fold
from memoryx.text.scripts import CJK
from memoryx.text.tokens import terms

_RUNS = re.compile(rf"(?P<cjk>[{CJK}]+)|(?P<word>[^\W{CJK}_]+(?:[._'’+#-][^\W{CJK}_]+)*)")

#: A likeness in meaning (0 to 1, as the recall's signal) from which on it is worth telling.
_TELLING = 0.25
#: A memory is called new for one half-life.
_RECENT = 0.5
#: Words that are shown at most.
_WORDS = 5


@dataclass(frozen=True, slots=True)
class Reasons:
    """Why a memory came, what weighed most first, and the words that it shares."""

    why: tuple[Why, ...]
    words: tuple[str, ...]


def reasons(
    question: str,
    memory: str,
    *,
    semantic: float,
    keyword: float,
    recency: float,
    pinned: bool,
) -> Reasons:
    """Say why ``memory`` came along with ``question``; the signals are those of its recall."""
    words = shared_words(question, memory)
    if pinned and semantic == keyword == 0:
        return Reasons(("pinned",), words)
    weighed: list[tuple[float, Why]] = []
    if semantic >= _TELLING:
        weighed.append((semantic, "meaning"))
    if words:
        weighed.append((keyword, "words"))
    if not weighed:
        weighed.append((semantic, "meaning"))
    why = [name for _, name in sorted(weighed, key=lambda item: -item[0])]
    if pinned:
        why.insert(0, "pinned")
    if recency >= _RECENT:
        why.append("recent")
    return Reasons(tuple(why), words)


def shared_words(question: str, memory: str) -> tuple[str, ...]:
    """Return the words that both texts hold, as the memory writes them, in its order.

    Chinese, Japanese and Korean are compared by pairs of characters; pairs that follow each other
    are one word.
    """
    asked = frozenset(terms(question))
    found: dict[str, str] = {}
    for match in _RUNS.finditer(memory):
        run = match.group()
        pieces = _shared_pieces(run, asked) if match.lastgroup == "cjk" else [run]
        for piece in pieces:
            if not asked.isdisjoint(terms(piece)):
                found.setdefault(piece.lower(), piece)
    return tuple(found.values())[:_WORDS]


def _shared_pieces(run: str, asked: frozenset[str]) -> Iterator[str]:
    """Yield the longest pieces of a run of characters whose pairs are all asked for."""
    start: int | None = None
    for at in range(len(run) - 1):
        shared = fold(run[at : at + 2]) in asked
        if shared and start is None:
            start = at
        elif not shared and start is not None:
            yield run[start : at + 1]
            start = None
    if start is not None:
        yield run[start:]
    elif len(run) == 1:
        yield run
