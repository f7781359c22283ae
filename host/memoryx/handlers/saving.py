"""The one way by which turns come into a conversation: from a page, or from an export."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from memoryx.clock import to_rfc3339
from memoryx.extraction.explicit import explicit_statement
from memoryx.models import MEMORY_TEXT_LIMIT, Memory, MemorySource, Origin
from memoryx.sensitive import holds_secret
from memoryx.services import Services
from memoryx.store.merge import IncomingTurn
from memoryx.store.records import ConversationKey, NewMemory, SaveResult


@dataclass(frozen=True, slots=True)
class Capture:
    """Turns of one conversation, in order, their text already Markdown without our blocks.

    ``origin`` is that of what the messages ask to be remembered; None stores nothing of it.
    ``created_at`` and ``updated_at`` are the conversation's own times, where it comes from an
    export; None is now.
    """

    key: ConversationKey
    url: str
    title: str | None
    project: str | None
    turns: Sequence[IncomingTurn]
    gaps: bool
    due_at: str | None
    origin: Origin | None = "explicit"
    created_at: str | None = None
    updated_at: str | None = None


def save_turns(services: Services, capture: Capture) -> tuple[SaveResult, list[Memory]]:
    """Merge turns and store what they ask to be remembered; return both outcomes."""
    remembered: list[Memory] = []
    requests = [] if capture.origin is None else list(_requests(services, capture, capture.origin))
    with services.store.transaction():
        saved = services.store.conversations.save(
            capture.key,
            url=capture.url,
            title=capture.title,
            project=capture.project,
            turns=capture.turns,
            gaps=capture.gaps,
            now=to_rfc3339(services.clock()),
            due_at=capture.due_at,
            created_at=capture.created_at,
            updated_at=capture.updated_at,
        )
        # With the turns or not at all: a turn that is saved is not looked at for this again.
        for request in requests:
            if request.source.turn_keys[0] in saved.touched:
                source = request.source.model_copy(update={"conversation": saved.id})
                stored = services.remember(replace(request, source=source))
                if stored.decision != "noop":
                    remembered.append(stored.memory)
    if saved.touched:
        services.background.wake()
    return saved, remembered


def _requests(services: Services, capture: Capture, origin: Origin) -> list[NewMemory]:
    """Return what messages ask to be remembered, to be stored with them."""
    found: list[NewMemory] = []
    for turn in capture.turns:
        statement = explicit_statement(turn.markdown) if turn.role == "user" else None
        if statement is None or len(statement) > MEMORY_TEXT_LIMIT or holds_secret(statement):
            continue
        new = services.statement(
            statement,
            pinned=True,
            said_at=turn.created_at,
            source=MemorySource(turn_keys=[turn.key], site=capture.key.site, url=capture.url),
        )
        found.append(replace(new, origin=origin))
    return found
