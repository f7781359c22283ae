"""The hand-over without a model: what the conversation itself says, quoted. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from memoryx.handoff.sections import SaidTurn, bullets, clip

_FIRST = 600
_LAST = 1_200
_ITEMS = 12
_ITEM = 240

_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_UNCHECKED = re.compile(r"^\s*[-*] \[ \] (.+)$", re.MULTILINE)
_QUESTION = re.compile(r"[^\n。！？!?.]{4,300}[?？]")
_HEADING = re.compile(r"^#{1,4} (.+)$", re.MULTILINE)


def outline(
    turns: Sequence[SaidTurn], *, title: str | None, facts: Sequence[str]
) -> dict[str, str]:
    """Return the six sections of a conversation; ``facts`` are the user's own statements."""
    asked = [turn for turn in turns if turn.role == "user" and turn.text.strip()]
    answered = [turn for turn in turns if turn.role == "assistant" and turn.text.strip()]
    first = asked[0].text if asked else ""
    last_asked = asked[-1].text if asked else ""
    last_answer = answered[-1].text if answered else ""
    waits = bool(turns) and turns[-1].role == "user"
    headings = _distinct(h for turn in answered for h in _HEADING.findall(_plain(turn.text)))
    return {
        "background": _quote(clip(first, _FIRST)),
        "topic": bullets([*([title] if title else []), *headings[:_ITEMS]]),
        "state": _quote(clip(last_answer, _LAST)),
        "key_facts": bullets([clip(fact, _ITEM) for fact in facts[:_ITEMS]]),
        "open_items": bullets(_open(last_asked, last_answer, waits=waits)),
        "resume_point": _quote(clip(last_asked, _FIRST)),
    }


def _open(last_asked: str, last_answer: str, *, waits: bool) -> list[str]:
    """Return what has not been settled: unticked items, and questions nobody has answered."""
    found = [clip(item, _ITEM) for item in _UNCHECKED.findall(_plain(last_answer))]
    source = last_asked if waits else last_answer
    # Of an answer only the end asks something of the person.
    tail = _plain(source) if waits else _plain(source)[-600:]
    found += [clip(question, _ITEM) for question in _QUESTION.findall(tail)]
    return _distinct(found)[:_ITEMS]


def _plain(text: str) -> str:
    return _FENCE.sub("", text)


def _quote(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n")) if text else ""


def _distinct(items: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(item.strip() for item in items if item.strip()))
