"""Storing one statement beside what is known: the one way by which a memory comes to be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from memoryx.block import looks_like_block
from memoryx.dedupe import Statement, Verdict, decide, same_facts
from memoryx.models import MEMORY_TEXT_LIMIT, Decision, Memory
from memoryx.sensitive import holds_secret, is_sensitive
from memoryx.store import Store
from memoryx.store.records import NewMemory

#: Candidates by words that a decision looks at.
_SIMILAR = 20
#: Of those, how many a model is shown for each new statement.
_SHOWN = 5
_REPLACEABLE = ("active", "pending", "expired")

Action = Literal["add", "update", "delete", "noop"]


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a model says should become of a statement.

    ``target`` is the memory that it is about, as it was in ``version``; ``text`` what an update
    should say.
    """

    action: Action
    target: str | None = None
    version: int | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Remembered:
    """What became of a statement; ``before`` is the target's version before an update.

    ``others`` are memories that were put before a person because of it, with their versions.
    """

    memory: Memory
    decision: Decision
    before: int | None
    others: tuple[tuple[Memory, int], ...] = ()


class Rememberer:
    """Decides on a statement and stores what follows, in one transaction."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def known(self, text: str, key: str | None, project: str | None) -> list[Memory]:
        """Return the memories that a model should see beside a statement."""
        found = self._store.memories.similar(text, limit=_SIMILAR)
        if key is not None:
            found = [*self._store.memories.with_key(key, "user", project), *found]
        unique = {m.id: m for m in found if m.status in _REPLACEABLE and m.project == project}
        return list(unique.values())[:_SHOWN]

    def remember(
        self,
        new: NewMemory,
        *,
        actor: str,
        reason: str,
        again: bool = False,
        ruling: Ruling | None = None,
    ) -> Remembered:
        """Add a memory, update the one that it replaces, or find that it is known.

        ``again``: see memoryx.dedupe.Statement. A ruling is followed as far as it does no harm;
        what it leaves open is decided by keys and words.
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
            if ruling is not None and verdict.decision != "noop":
                ruled = self._follow(ruling, new, verdict, again=again)
                if isinstance(ruled, Memory):
                    return self._propose_deletion(new, ruled, actor=actor, reason=reason)
                verdict = ruled
            target = verdict.target
            if target is None:
                return self._add(new, None, actor=actor, reason=reason)
            if verdict.decision == "update":
                if new.status == "pending" and target.status == "active":
                    # What is uncertain does not replace what is known: a person decides.
                    return self._add(new, target, actor=actor, reason=reason)
                values = _update_values(target, new)
                if ruling is not None and ruling.action == "update" and _fit(ruling.text):
                    values |= {"text": ruling.text, "compact_text": None}
                    values["sensitive"] = new.sensitive or is_sensitive(ruling.text or "")
                updated = memories.change(
                    target.id,
                    values,
                    now=new.created_at,
                    actor=actor,
                    reason=f"{reason}: {verdict.why}",
                )
                return Remembered(updated, "update", target.version)
            return self._again(target, new, actor=actor, reason=reason)

    def _follow(
        self, ruling: Ruling, new: NewMemory, offline: Verdict, *, again: bool
    ) -> Verdict | Memory:
        """Return a verdict for a ruling, or the memory whose deletion is to be proposed."""
        if ruling.action == "add":
            # The same key still means the same matter, whatever the model says.
            return offline
        target = self._store.memories.get_many([ruling.target or ""]).get(ruling.target or "")
        if (
            target is None
            or target.version != ruling.version
            or target.project != new.project
            or target.status not in _REPLACEABLE
        ):
            return offline  # it has changed since the model saw it
        if again:
            return Verdict("noop", target, "said before what is known")
        if ruling.action == "noop":
            same = same_facts(target.text, new.text)
            return Verdict("noop", target, "the model finds it known") if same else offline
        if target.valid_from > new.valid_from:
            return Verdict("noop", target, "a newer statement is known")
        if ruling.action == "delete" and not (new.key and new.key == target.key):
            return target
        return Verdict("update", target, "the model finds that it replaces this")

    def _propose_deletion(
        self, new: NewMemory, target: Memory, *, actor: str, reason: str
    ) -> Remembered:
        added = self._add(new, None, actor=actor, reason=reason)
        suspended = self._store.memories.change(
            target.id,
            {"status": "suspended"},
            now=new.created_at,
            actor=actor,
            reason=f"{reason}: said to be true no more",
        )
        self._store.proposals.add(
            "deletion", target.id, other=added.memory.id, reason=new.text, now=new.created_at
        )
        return Remembered(added.memory, "add", None, ((suspended, target.version),))

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
            values["expires_at"] = new.expires_at
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


def _fit(text: str | None) -> bool:
    """Tell whether a text of a model may stand as a memory."""
    return (
        text is not None
        and 0 < len(text) <= MEMORY_TEXT_LIMIT
        and not looks_like_block(text)
        and not holds_secret(text)
    )
