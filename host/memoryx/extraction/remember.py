"""Storing one statement beside what is known: the one way by which a memory comes to be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from memoryx.dedupe import Statement, decide
from memoryx.models import Decision, Memory
from memoryx.store import Store
from memoryx.store.records import NewMemory

#: Candidates by words that a decision looks at.
_SIMILAR = 20


@dataclass(frozen=True, slots=True)
class Remembered:
    """What became of a statement; ``before`` is the target's version before an update."""

    memory: Memory
    decision: Decision
    before: int | None


class Rememberer:
    """Decides on a statement and stores what follows, in one transaction."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def remember(
        self, new: NewMemory, *, actor: str, reason: str, again: bool = False
    ) -> Remembered:
        """Add a memory, update the one that it replaces, or find that it is known.

        ``again``: see memoryx.dedupe.Statement.
        """
        with self._store.transaction():
            memories = self._store.memories
            same_key = memories.with_key(new.key, new.level, new.project) if new.key else []
            similar = [
                memory
                for memory in memories.similar(new.text, limit=_SIMILAR)
                if memory.status != "superseded"
            ]
            verdict = decide(
                Statement(new.text, new.key, new.project, new.valid_from, again),
                same_key=same_key,
                similar=similar,
            )
            target = verdict.target
            if target is None:
                return self._add(new, None, actor=actor, reason=reason)
            if verdict.decision == "update":
                if new.status == "pending" and target.status == "active":
                    # What is uncertain does not replace what is known: a person decides.
                    return self._add(new, target, actor=actor, reason=reason)
                updated = memories.change(
                    target.id,
                    _update_values(target, new),
                    now=new.created_at,
                    actor=actor,
                    reason=f"{reason}: {verdict.why}",
                )
                return Remembered(updated, "update", target.version)
            return self._again(target, new, actor=actor, reason=reason)

    def _add(self, new: NewMemory, other: Memory | None, *, actor: str, reason: str) -> Remembered:
        added = self._store.memories.add(new, actor=actor, reason=reason)
        if added.status == "pending":
            self._store.proposals.add(
                "low_confidence" if other is None else "conflict",
                added.id,
                other=other.id if other else None,
                reason=f"confidence {added.confidence:.2f}",
                now=new.created_at,
            )
        return Remembered(added, "add", None)

    def _again(self, target: Memory, new: NewMemory, *, actor: str, reason: str) -> Remembered:
        """A known statement, said again: what was uncertain or expired is so no more."""
        values: dict[str, Any] = {}
        said_by_person = new.origin == "explicit"
        certain = target.status == "pending" and new.status == "active"
        # A person's own "remember this" also brings back what a person had suspended.
        if certain or target.status == "expired" or (said_by_person and target.status != "active"):
            values["status"] = "active"
        if said_by_person and new.pinned and not target.pinned:
            values["pinned"] = True
        if not values:
            return Remembered(target, "noop", None)
        changed = self._store.memories.change(
            target.id, values, now=new.created_at, actor=actor, reason=f"{reason}: said again"
        )
        self._store.proposals.resolve_for(target.id, new.created_at)
        return Remembered(changed, "update", target.version)


def _update_values(target: Memory, new: NewMemory) -> dict[str, Any]:
    values: dict[str, Any] = {
        "text": new.text,
        "compact_text": new.compact_text,
        "type": new.type,
        "category": new.category,
        "tags": list(dict.fromkeys((*target.tags, *new.tags))),
        "keywords": list(new.keywords),
        "context_tags": list(new.context_tags),
        "confidence": max(new.confidence, target.confidence)
        if new.status == "active"
        else new.confidence,
        "sensitive": new.sensitive,
        "pinned": target.pinned or new.pinned,
        "valid_from": new.valid_from,
        "expires_at": new.expires_at,
        "source": new.source,
    }
    if target.status == "expired" or (target.status == "pending" and new.status == "active"):
        values["status"] = new.status
    return values
