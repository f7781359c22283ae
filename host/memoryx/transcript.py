"""A whole conversation as one Markdown text."""

from __future__ import annotations

from collections.abc import Iterator

from memoryx.store.conversations import Conversations
from memoryx.store.records import ConversationKey, ConversationRow, TurnRow

_SPEAKER = {"user": "User", "assistant": "Assistant"}
_PAGE = 200


def conversation_markdown(conversations: Conversations, key: ConversationKey) -> str:
    """Return a conversation with a heading for each turn; known gaps are marked."""
    return "\n\n".join(_parts(conversations, key)) + "\n"


def all_turns(
    conversations: Conversations, key: ConversationKey
) -> tuple[ConversationRow, list[TurnRow]]:
    """Return a conversation with all its turns; raises NotFound."""
    found: list[TurnRow] = []
    cursor: str | None = None
    while True:
        row, turns, cursor = conversations.turns(key, limit=_PAGE, cursor=cursor)
        found += turns
        if cursor is None:
            return row, found


def _parts(conversations: Conversations, key: ConversationKey) -> Iterator[str]:
    row, turns = all_turns(conversations, key)
    yield f"# {' '.join((row.title or row.conversation_id).split())}"
    yield f"<{row.url}>"
    for turn in turns:
        if turn.gap_before:
            yield "*[… turns are missing here …]*"
        said = f" ({turn.created_at})" if turn.created_at else ""
        yield f"## {_SPEAKER[turn.role]}{said}"
        if turn.markdown:
            yield turn.markdown
