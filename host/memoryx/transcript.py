"""A whole conversation as one Markdown text."""

from __future__ import annotations

from collections.abc import Iterator

from memoryx.store.conversations import Conversations
from memoryx.store.records import ConversationKey

_SPEAKER = {"user": "User", "assistant": "Assistant"}
_PAGE = 200


def conversation_markdown(conversations: Conversations, key: ConversationKey) -> str:
    """Return a conversation with a heading for each turn; known gaps are marked."""
    return "\n\n".join(_parts(conversations, key)) + "\n"


def _parts(conversations: Conversations, key: ConversationKey) -> Iterator[str]:
    row = conversations.find(key)
    yield f"# {' '.join((row.title or row.conversation_id).split())}"
    yield f"<{row.url}>"
    cursor: str | None = None
    while True:
        _, turns, cursor = conversations.turns(
            ConversationKey(id=row.id), limit=_PAGE, cursor=cursor
        )
        for turn in turns:
            if turn.gap_before:
                yield "*[… turns are missing here …]*"
            said = f" ({turn.created_at})" if turn.created_at else ""
            yield f"## {_SPEAKER[turn.role]}{said}"
            if turn.markdown:
                yield turn.markdown
        if cursor is None:
            return
