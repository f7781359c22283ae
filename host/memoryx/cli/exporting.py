"""Everything that is stored, as one JSON document or as Markdown, piece by piece."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from memoryx.cli.caller import Caller
from memoryx.cli.output import day, one_line

FORMAT_VERSION = 1

_TITLES = {
    "skill": "Skills",
    "preference": "Preferences",
    "objective": "Objectives",
    "context": "Background",
}


def as_json_text(caller: Caller) -> Iterator[str]:
    """Yield one JSON document: ``projects``, ``memories`` with versions, ``conversations``."""
    yield f'{{\n"format": "memoryx", "version": {FORMAT_VERSION},\n"projects": '
    yield from _array(_items(caller, "projects.list"))
    yield ',\n"memories": '
    yield from _array(_memories(caller))
    yield ',\n"conversations": '
    yield from _array(_conversations(caller))
    yield "\n}\n"


def as_markdown(caller: Caller) -> Iterator[str]:
    """Yield a Markdown document: the active memories by type, then every conversation."""
    yield "# MemoryX\n"
    memories = [m for m in _items(caller, "memories.list") if m["status"] == "active"]
    for type_, title in _TITLES.items():
        own = [memory for memory in memories if memory["type"] == type_]
        if own:
            yield f"\n## {title}\n\n"
        for memory in own:
            yield f"- {one_line(memory['text'])} ({day(memory['valid_from'])})\n"
    for conversation in _conversations(caller):
        title = conversation["title"] or conversation["conversation_id"]
        yield f"\n## {one_line(title)}\n\n{conversation['site']}, {conversation['url']}\n"
        for turn in conversation["turns"]:
            yield f"\n**{turn['role']}**\n\n{turn['markdown']}\n"


def _items(caller: Caller, method: str) -> Iterator[dict[str, Any]]:
    for page in caller.pages(method, {}):
        yield from page["items"]


def _memories(caller: Caller) -> Iterator[dict[str, Any]]:
    for memory in _items(caller, "memories.list"):
        versions: list[dict[str, Any]] = []
        if memory["version"] > 1:
            for page in caller.pages("memories.history", {"id": memory["id"]}):
                versions += page["versions"]
        yield {**memory, "versions": versions}


def _conversations(caller: Caller) -> Iterator[dict[str, Any]]:
    for conversation in _items(caller, "conversations.list"):
        turns: list[dict[str, Any]] = []
        for page in caller.pages("conversations.get", {"id": conversation["id"]}):
            turns += page["turns"]
        yield {**conversation, "turns": turns}


def _array(items: Iterable[dict[str, Any]]) -> Iterator[str]:
    yield "["
    for number, item in enumerate(items):
        yield (",\n" if number else "\n") + json.dumps(item, ensure_ascii=False)
    yield "]"
