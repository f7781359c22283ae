"""The store as recall sees it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from memoryx.clock import from_rfc3339
from memoryx.models import Memory
from memoryx.recall.types import Change, FullTextHits, IndexedMemory, Removal
from memoryx.store import Store
from memoryx.store.records import MemoryChange

if TYPE_CHECKING:
    from datetime import datetime

#: Changes that the index takes in one step: few enough that a message can wait for them.
_PAGE = 50
#: Pinned memories that are looked at; no block holds more.
_PINNED = 50


class StoredMemories:
    """Implements memoryx.recall.types.MemorySource."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def changes_since(self, seq: int) -> tuple[int, Sequence[Change]]:
        """Return the number reached and the memories changed after ``seq``."""
        reached, changes = self._store.memories.changes_since(seq, limit=_PAGE)
        return reached, [indexed(change) for change in changes]


class StoredFullText:
    """Implements memoryx.recall.types.FullTextSource."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def search(self, terms: Collection[str], limit: int) -> FullTextHits:
        """Return the best active memories for any of the terms, and all pinned ones."""
        found = self._store.full_text.search(terms, limit=limit)
        pinned = self._store.full_text.pinned(limit=_PINNED)
        memories, frequencies = self._store.full_text.frequencies(terms)
        changes = {change.id: change for change in (*found, *pinned)}
        return FullTextHits(
            tuple(m for m in map(indexed, changes.values()) if isinstance(m, IndexedMemory)),
            memories,
            frequencies,
        )


def indexed(change: MemoryChange) -> Change:
    """Return a change of the store as the index takes it."""
    memory: Memory | None = change.memory
    if memory is None:
        return Removal(change.id)
    return IndexedMemory(
        id=memory.id,
        text=memory.text,
        created_at=from_rfc3339(memory.created_at),
        updated_at=from_rfc3339(memory.updated_at),
        valid_from=from_rfc3339(memory.valid_from),
        type=memory.type,
        category=memory.category,
        compact_text=memory.compact_text,
        keywords=(*memory.keywords, *change.glosses),
        tags=tuple(memory.tags),
        context_tags=tuple(memory.context_tags),
        level=memory.level,
        project=memory.project,
        key=memory.key,
        confidence=memory.confidence,
        pinned=memory.pinned,
        sensitive=memory.sensitive,
        status=memory.status,
        expires_at=_time(memory.expires_at),
        terms=change.terms,
    )


def _time(text: str | None) -> datetime | None:
    return None if text is None else from_rfc3339(text)
