"""Conversations in Claude's export, ``conversations.json``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from memoryx.models import Role
from memoryx.transfer.chats import (
    Chat,
    Said,
    Unusable,
    identifier,
    is_object,
    texts,
    timestamp,
    title_of,
    turns_of,
)

_ROLES: Mapping[object, Role] = {"human": "user", "assistant": "assistant"}


def fits(item: object) -> bool:
    """Tell whether an item looks like a conversation of this export."""
    return is_object(item) and "chat_messages" in item


def read(item: object) -> Chat:
    """Read a conversation; raises Unusable."""
    if not is_object(item):
        raise Unusable("it is not an object")
    id_ = identifier(item, "uuid")
    messages = item.get("chat_messages")
    if not isinstance(messages, list):
        raise Unusable("it has no messages (chat_messages)")
    created_at = timestamp(item.get("created_at"))
    return Chat(
        site="claude",
        conversation_id=id_,
        url=f"https://claude.ai/chat/{id_}",
        title=title_of(item.get("name")),
        created_at=created_at,
        updated_at=timestamp(item.get("updated_at")),
        turns=turns_of(_said(_branch([m for m in messages if is_object(m)])), created_at),
    )


def _branch(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the branch that ends with the last message; all messages where none names another."""
    by_id = {m["uuid"]: m for m in messages if isinstance(m.get("uuid"), str)}
    if not any(m.get("parent_message_uuid") in by_id for m in messages):
        return messages
    branch: list[dict[str, Any]] = []
    seen: set[str] = set()
    message: dict[str, Any] | None = messages[-1]
    while message is not None:
        branch.append(message)
        seen.add(str(message.get("uuid")))
        parent = message.get("parent_message_uuid")
        message = by_id.get(parent) if isinstance(parent, str) and parent not in seen else None
    return branch[::-1]


def _said(messages: list[dict[str, Any]]) -> Iterator[Said]:
    for number, message in enumerate(messages):
        role = _ROLES.get(message.get("sender"))
        if role is None:
            continue
        key = message.get("uuid")
        text = _text(message)
        if role == "user" and not text.strip():
            text = "\n".join(f"[{name}]" for name in _file_names(message))
        yield Said(
            key=key if isinstance(key, str) and key else f"{role}-{number}",
            role=role,
            text=text,
            at=timestamp(message.get("created_at")),
        )


def _text(message: Mapping[str, Any]) -> str:
    """Return a message's words: its text blocks, or ``text`` where it has none."""
    content = message.get("content")
    blocks = content if isinstance(content, list) else []
    spoken = texts([b.get("text") for b in blocks if is_object(b) and b.get("type") == "text"])
    words = "\n\n".join(part for part in spoken if part.strip())
    text = message.get("text")
    return words or (text if isinstance(text, str) else "")


def _file_names(message: Mapping[str, Any]) -> list[str]:
    names: list[object] = []
    for field in ("attachments", "files"):
        files = message.get(field)
        names += (
            [f.get("file_name") for f in files if is_object(f)] if isinstance(files, list) else []
        )
    return texts(names)
