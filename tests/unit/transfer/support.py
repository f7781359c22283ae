"""Exports as the vendors write them, in small."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = "00000000-0000-4000-8000-000000000000"


def gpt_message(id_: str, role: str, text: str | None, at: float | None = None, **more: Any) -> Any:
    """A message of ChatGPT's export; fields of ``content`` by ``content=``."""
    content = more.pop("content", {"content_type": "text", "parts": [text]})
    return {
        "id": id_,
        "author": {"role": role},
        "create_time": at,
        "content": content,
        "recipient": "all",
        "metadata": {},
    } | more


def gpt_chat(id_: str, *messages: Any, **more: Any) -> dict[str, Any]:
    """A conversation of ChatGPT's export whose messages follow one another."""
    mapping: dict[str, Any] = {"root": {"id": "root", "parent": None, "message": None}}
    parent = "root"
    for message in messages:
        node = message["id"]
        mapping[node] = {"id": node, "parent": parent, "message": message}
        parent = node
    return {
        "conversation_id": id_,
        "title": "A chat",
        "create_time": 1_760_000_000.5,
        "update_time": 1_760_000_100.0,
        "current_node": parent,
        "mapping": mapping,
    } | more


def claude_message(id_: str, sender: str, words: str, parent: str = ROOT, **more: Any) -> Any:
    """A message of Claude's export."""
    return {
        "uuid": id_,
        "sender": sender,
        "text": "",
        "content": [{"type": "text", "text": words}],
        "created_at": "2026-03-01T10:00:00.000000Z",
        "parent_message_uuid": parent,
        "attachments": [],
        "files": [],
    } | more


def claude_chat(id_: str, *messages: Any, **more: Any) -> dict[str, Any]:
    """A conversation of Claude's export."""
    return {
        "uuid": id_,
        "name": "A chat",
        "created_at": "2026-03-01T10:00:00.000000Z",
        "updated_at": "2026-03-01T11:00:00.000000Z",
        "chat_messages": list(messages),
    } | more


def gemini_entry(at: str, title: str, answer: str | None = None, **more: Any) -> dict[str, Any]:
    """An entry of Takeout's activity log."""
    html = [] if answer is None else [{"html": answer}]
    return {
        "header": "Gemini Apps",
        "title": title,
        "time": at,
        "products": ["Gemini Apps"],
        "safeHtmlItem": html,
    } | more


def archive(files: Mapping[str, object]) -> bytes:
    """A zip; what is no bytes is written as JSON."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as target:
        for name, content in files.items():
            data = content if isinstance(content, bytes) else json.dumps(content).encode()
            target.writestr(name, data)
    return stream.getvalue()


def written(folder: Path, data: bytes) -> Path:
    """A file with these bytes."""
    path = folder / "upload"
    path.write_bytes(data)
    return path
