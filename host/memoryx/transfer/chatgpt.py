"""Conversations in ChatGPT's export, ``conversations.json`` or ``conversations-000.json`` and on.

A conversation is a tree of messages. What counts is the branch that the page shows: from the
current message back to the root, or from the newest leaf where that one is not known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from memoryx.models import Role
from memoryx.transfer.chats import (
    Chat,
    Said,
    Unusable,
    identifier,
    is_object,
    seconds,
    texts,
    title_of,
    turns_of,
)

#: Content that is a part of the talk; thoughts, tool output and page text are not.
_SPOKEN = frozenset({"text", "multimodal_text", "code"})
_ROLES: Mapping[object, Role] = {"user": "user", "assistant": "assistant"}
#: Placeholders of citations, in private-use characters, with what they enclose.
_CITATION = re.compile("\ue200[^\ue201]*\ue201|[\ue000-\uf8ff]")


def fits(item: object) -> bool:
    """Tell whether an item looks like a conversation of this export."""
    return is_object(item) and "mapping" in item


def read(item: object) -> Chat:
    """Read a conversation; raises Unusable."""
    if not is_object(item):
        raise Unusable("it is not an object")
    id_ = identifier(item, "conversation_id", "id")
    mapping = item.get("mapping")
    if not is_object(mapping):
        raise Unusable("it has no messages (mapping)")
    if item.get("is_do_not_remember") is True:
        raise Unusable("it is marked as not to be remembered")
    created_at = seconds(item.get("create_time"))
    return Chat(
        site="chatgpt",
        conversation_id=id_,
        url=f"https://chatgpt.com/c/{id_}",
        title=title_of(item.get("title")),
        created_at=created_at,
        updated_at=seconds(item.get("update_time")),
        turns=turns_of(_messages(mapping, item.get("current_node")), created_at),
    )


def _messages(mapping: Mapping[str, Any], current: object) -> Iterator[Said]:
    for key in _branch(mapping, current):
        message = mapping[key].get("message")
        if not is_object(message):
            continue
        said = _said(key, message)
        if said is not None:
            yield said


def _branch(mapping: Mapping[str, Any], current: object) -> list[str]:
    """Return the keys from the root to the current message."""
    key: object = current if _known(mapping, current) else _newest_leaf(mapping)
    branch: list[str] = []
    seen: set[str] = set()
    while isinstance(key, str) and _known(mapping, key) and key not in seen:
        branch.append(key)
        seen.add(key)
        key = mapping[key].get("parent")
    return branch[::-1]


def _newest_leaf(mapping: Mapping[str, Any]) -> str | None:
    parents = {node.get("parent") for node in mapping.values() if is_object(node)}
    leaves = [key for key, node in mapping.items() if is_object(node) and key not in parents]

    def time(key: str) -> str:
        message = mapping[key].get("message")
        return (seconds(message.get("create_time")) if is_object(message) else None) or ""

    return max(leaves, key=time, default=None)


def _known(mapping: Mapping[str, Any], key: object) -> bool:
    return isinstance(key, str) and is_object(mapping.get(key))


def _said(node: str, message: Mapping[str, Any]) -> Said | None:
    author, content = message.get("author"), message.get("content")
    metadata = message.get("metadata")
    if not is_object(author) or not is_object(content):
        return None
    role = _ROLES.get(author.get("role"))
    hidden = is_object(metadata) and metadata.get("is_visually_hidden_from_conversation") is True
    # A message to a tool is no message to the person.
    if role is None or hidden or message.get("recipient") not in (None, "all"):
        return None
    if content.get("content_type") not in _SPOKEN:
        return None
    key = message.get("id")
    text = _text(content)
    if role == "user" and not text.strip():
        text = _attachments(metadata)
    return Said(
        key=key if isinstance(key, str) and key else node,
        role=role,
        text=text,
        at=seconds(message.get("create_time")),
    )


def _text(content: Mapping[str, Any]) -> str:
    if content.get("content_type") == "code":
        code = content.get("text")
        return f"```\n{code}\n```" if isinstance(code, str) and code.strip() else ""
    parts = content.get("parts")
    found: list[str] = []
    for part in parts if isinstance(parts, list) else []:
        if isinstance(part, str):
            found.append(part)
        elif is_object(part) and part.get("content_type") == "audio_transcription":
            found += texts([part.get("text")])
    return _CITATION.sub("", "\n\n".join(part for part in found if part.strip()))


def _attachments(metadata: object) -> str:
    """Name what was attached to a message without words."""
    attached = metadata.get("attachments") if is_object(metadata) else None
    names = [a.get("name") for a in attached if is_object(a)] if isinstance(attached, list) else []
    return "\n".join(f"[{name}]" for name in texts(names))
