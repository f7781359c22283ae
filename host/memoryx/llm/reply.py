"""Finding the items in a model's reply, which is hostile input.

A reply may have prose and fences round its JSON, thoughts before it, several pieces of JSON, small
faults in them, or no end. What is whole is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from memoryx.errors import LlmBadReply
from memoryx.llm.loose_json import End, Reader

#: Longest reply that is read, in characters.
REPLY_LIMIT = 1_048_576
#: Most lists and objects that are read. A reply with ten memories has a hundred.
BRACKETS_LIMIT = 20_000
#: How deep the key may lie: some models wrap their answer into a "result".
_KEY_DEPTH = 3

_BRACKET = re.compile(r"[\[{]")
_THOUGHT = re.compile(r"\s*<(think|thinking|thought|reasoning)>", re.IGNORECASE)
_THOUGHT_END = re.compile(r"</(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_FENCE = re.compile(r"```\w*|\s+")


@dataclass(frozen=True, slots=True)
class Items:
    """What a reply holds.

    ``cut`` says that the text ended within its JSON. ``skipped`` counts items that were no
    objects, or whose JSON was wrong.
    """

    items: list[dict[str, object]]
    cut: bool
    skipped: int = 0


@dataclass(slots=True)
class _Found:
    items: list[dict[str, object]] = field(default_factory=list)
    loose: list[dict[str, object]] = field(default_factory=list)
    answered: bool = False  # there was a list to answer with, even if it is empty
    broken: bool = False
    cut: bool = False
    skipped: int = 0


def read_items(text: str, key: str) -> Items:
    """Return the whole items of a reply, in their order and each once.

    Items are what the list under ``key`` has, wherever a piece of JSON in the reply has that key;
    the members of a bare list; and, where there is neither, single objects. Takes time in
    proportion to the text's length. Raises LlmBadReply when there is nothing of the kind.
    """
    if len(text) > REPLY_LIMIT:
        raise LlmBadReply(f"the model's reply has {len(text)} characters")
    text = _without_thoughts(text)
    if text.count("{") + text.count("[") > BRACKETS_LIMIT:
        raise LlmBadReply("the model's reply has too many parts")
    found = _Found()
    reader = Reader(text)
    position = 0
    while bracket := _BRACKET.search(text, position):
        start = bracket.start()
        value, end = reader.read(start)
        position = max(reader.position, start + 1)
        found.cut = end is End.CUT
        _sort(value, key, reader, found, alone=_is_alone(text, start, position))
        found.broken |= found.answered and end is End.BROKEN
    if found.loose and not found.answered:
        found.items = found.loose
        found.answered = True
    if not found.answered and not found.cut:
        raise LlmBadReply("the model's reply holds no items")
    return Items(_each_once(found.items), found.cut, found.skipped)


def _without_thoughts(text: str) -> str:
    """Return what follows the thoughts that some models write down before they answer.

    Some begin within them, so that only their end is there.
    """
    opened = _THOUGHT.match(text)
    end = _THOUGHT_END.search(text)
    if end is None:
        if opened:
            raise LlmBadReply("the model's reply ends within its thoughts")
        return text
    if opened or not text.lstrip().startswith(("{", "[", "`")):
        return text[end.end() :]
    return text


def _is_alone(text: str, start: int, end: int) -> bool:
    """Return whether there is nothing but fences round a value."""
    # Only little is looked at: prose is longer, and this is asked for each value.
    around = (text[:start] if start < 20 else "prose") + text[end : end + 20]
    return not _FENCE.sub("", around)


def _sort(value: object, key: str, reader: Reader, found: _Found, *, alone: bool) -> None:
    """Take over what a value has."""
    holders = list(_holders(value, key, _KEY_DEPTH))
    for holder in holders:
        content = holder[key]
        found.answered = True
        if isinstance(content, list):
            _take(content, reader, found)
        elif isinstance(content, dict):
            _take([content], reader, found)
    if holders:
        return
    if isinstance(value, list):
        if alone or any(isinstance(member, dict) for member in value):
            found.answered = True
            _take(value, reader, found)
    elif isinstance(value, dict) and value and reader.is_whole(value):
        # After a fault in a list, what follows there is met as single objects.
        (found.items if found.broken else found.loose).append(value)


def _holders(value: object, key: str, depth: int) -> Iterator[dict[str, object]]:
    """Yield the objects that have the key, outermost first, and not those within them."""
    if isinstance(value, dict):
        if key in value:
            yield value
            return
        members: list[object] = list(value.values())
    elif isinstance(value, list):
        members = value
    else:
        return
    if depth:
        for member in members:
            yield from _holders(member, key, depth - 1)


def _take(members: list[object], reader: Reader, found: _Found) -> None:
    for member in members:
        if isinstance(member, dict) and reader.is_whole(member):
            found.items.append(member)
        elif not (found.cut and not reader.is_whole(member)):
            found.skipped += 1


def _each_once(items: list[dict[str, object]]) -> list[dict[str, object]]:
    seen: set[str] = set()
    kept: list[dict[str, object]] = []
    for item in items:
        mark = repr(item)
        if mark not in seen:
            seen.add(mark)
            kept.append(item)
    return kept
