"""Everything that is stored, as one JSON document or as Markdown, written piece by piece.

The JSON document, version 1, is one object whose members come in this order:

``format``        always ``"memoryx"``
``version``       1; a reader refuses a higher one
``host_version``  the program that wrote it
``exported_at``   when
``settings``      values by dotted keys, without any key or secret
``projects``      each with ``id``, ``name``, ``created_at``
``conversations`` each with its ``turns``; a turn has the texts it replaced as ``versions``
``links``         which conversation begins with a brief of which earlier one
``memories``      the contract's ``Memory`` of every status, with what decides on its end, what it
                  was superseded by, and all ``versions``; a version's ``state`` is what a revert
                  brings back
``proposals``     open and settled ones

Times are RFC 3339 in UTC; each element of a list stands on a line of its own. The exact fields are
those of the models in memoryx.transfer.format. Not in it: what can be worked out again (index
terms, embeddings, glosses), the logs of recalls and of requests, and API keys.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import JsonValue

from memoryx.models import MEMORY_TYPES, MemoryType
from memoryx.store import Store

FORMAT = "memoryx"
FORMAT_VERSION = 1

_TITLES: Mapping[MemoryType, str] = {
    "skill": "Skills",
    "preference": "Preferences",
    "objective": "Objectives",
    "context": "Background",
}
_SPEAKER = {"user": "User", "assistant": "Assistant"}


@dataclass(frozen=True, slots=True)
class About:
    """What an export says of itself, beside the store."""

    host_version: str
    exported_at: str
    settings: Mapping[str, JsonValue]


def as_json(store: Store, about: About) -> Iterator[str]:
    """Yield the JSON document of one state of the store."""
    yield "{\n"
    head = {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "host_version": about.host_version,
        "exported_at": about.exported_at,
        "settings": about.settings,
    }
    for name, value in head.items():
        yield f'"{name}": {_dump(value)},\n'
    with store.archive() as archive:
        parts = {
            "projects": archive.projects(),
            "conversations": archive.conversations(),
            "links": archive.links(),
            "memories": archive.memories(),
            "proposals": archive.proposals(),
        }
        for number, (name, rows) in enumerate(parts.items()):
            yield ",\n" if number else ""
            yield f'"{name}": '
            yield from _array(rows)
    yield "\n}\n"


def as_markdown(store: Store, about: About) -> Iterator[str]:
    """Yield a Markdown document to be read: memories in use by type, then every conversation."""
    yield f"# MemoryX\n\n{about.exported_at[:10]}\n"
    with store.archive() as archive:
        lines: dict[MemoryType, list[str]] = {type_: [] for type_ in MEMORY_TYPES}
        for memory in archive.memories():
            if memory["status"] == "active":
                day = memory["valid_from"][:10]
                lines[memory["type"]].append(f"- {_one_line(memory['text'])} ({day})\n")
        for type_, title in _TITLES.items():
            if lines[type_]:
                yield f"\n## {title}\n\n"
                yield from lines[type_]
        for conversation in archive.conversations():
            yield from _conversation(conversation)


def _conversation(conversation: Mapping[str, Any]) -> Iterator[str]:
    title = _one_line(conversation["title"] or conversation["conversation_id"])
    yield f"\n## {title}\n\n{conversation['site']}, <{conversation['url']}>\n"
    for turn in conversation["turns"]:
        if turn["gap_before"]:
            yield "\n*[… turns are missing here …]*\n"
        yield f"\n**{_SPEAKER[turn['role']]}**\n\n{turn['markdown']}\n"


def _array(rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    yield "["
    for number, row in enumerate(rows):
        yield (",\n" if number else "\n") + _dump(row)
    yield "]"


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _one_line(text: str) -> str:
    return " ".join(text.split())
