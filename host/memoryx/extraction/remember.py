"""Storing one statement beside what is known: the one way by which a memory comes to be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from memoryx.block import looks_like_block
from memoryx.dedupe import Statement, Verdict, decide, same_facts
from memoryx.lifecycle import promoted
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

    ``others`` are memories that changed because of it, with their versions before; ``proposed``
    tells that they were put before a person.
    """

    memory: Memory
    decision: Decision
    before: int | None
    others: tuple[tuple[Memory, int], ...] = ()
    proposed: bool = False


class Rememberer:
    """Decides on a statement and stores what follows, in one transaction."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def known(self, new: NewMemory) -> list[Memory]:
        """Return the memories that a model should see beside a statement.

        Its keywords are of both languages: by them what is known in the other one is found.
        """
        words = " ".join((new.text, *new.keywords, *new.tags))
        found = self._store.memories.similar(words, new.project, limit=_SIMILAR)
        if new.key is not None:
            found = [
                *self._store.memories.with_key(new.key, new.level, new.project),
                *found,
            ]
        unique = {m.id: m for m in found if m.status in _REPLACEABLE}
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
            verdict = decide(
                Statement(new.text, new.key, new.project, new.valid_from, again),
                same_key=same_key,
                similar=memories.similar(new.text, new.project, limit=_SIMILAR),
                last_said=self._store.lives.last_said([memory.id for memory in same_key]),
            )
            if ruling is not None and verdict.decision != "noop":
                ruled = self._follow(ruling, new, verdict, again=again)
                if isinstance(ruled, Memory):
                    if new.status == "pending":
                        return self._add(new, ruled, actor=actor, reason=reason)
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
                return self._change(
                    target, new, values, actor=actor, reason=f"{reason}: {verdict.why}"
                )
            if verdict.said_again:
                return self._said_again(target, new, actor=actor, reason=reason, looked=again)
            return Remembered(target, "noop", None)

    def _follow(
        self, ruling: Ruling, new: NewMemory, offline: Verdict, *, again: bool
    ) -> Verdict | Memory:
        """Return a verdict for a ruling, or the memory whose deletion is to be proposed."""
        if ruling.action == "add":
            # The same key still means the same matter, whatever the model says.
            return offline
        target = self._store.memories.get_many([ruling.target or ""]).get(ruling.target or "")
        if target is None or target.version != ruling.version or target.status not in _REPLACEABLE:
            return offline  # it has changed since the model saw it
        if again:
            return Verdict("noop", target, "said before what is known")
        if ruling.action == "noop":
            if not same_facts(target.text, new.text):
                return offline
            return Verdict("noop", target, "the model finds it known", said_again=True)
        if target.project != new.project:
            return offline  # a word in one project changes nothing for the others
        last_said = self._store.lives.last_said([target.id]).get(target.id, target.valid_from)
        if last_said > new.valid_from:
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
        return Remembered(added.memory, "add", None, ((suspended, target.version),), proposed=True)

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

    def _said_again(
        self, target: Memory, new: NewMemory, *, actor: str, reason: str, looked: bool
    ) -> Remembered:
        """A known statement, said again: its life begins anew.

        What was uncertain or expired is so no more. ``looked``: it was not said again, but only
        looked at again, which revives nothing.
        """
        if new.status == "active":
            self._store.lives.said(target.id, new.valid_from)
        values: dict[str, Any] = {}
        said_by_person = new.origin == "explicit"
        certain = target.status == "pending" and new.status == "active"
        expired = target.status == "expired" and new.status == "active" and not looked
        # A person's own "remember this" also brings back what a person had suspended.
        if certain or expired or (said_by_person and target.status != "active"):
            values["status"] = "active"
        if said_by_person and new.pinned and not target.pinned:
            values["pinned"] = True
        comes_back = target.status == "active" or "status" in values
        if values or (comes_back and not looked and self._promotion(target, new)):
            changed = self._change(target, new, values, actor=actor, reason=f"{reason}: said again")
            if "status" in values or said_by_person:
                self._store.proposals.resolve_for(target.id, new.created_at)
            return changed
        if target.status == "active" and new.status == "active" and not looked:
            self._store.lives.renew([target.id], new.created_at)
        return Remembered(target, "noop", None)

    def _change(
        self,
        target: Memory,
        new: NewMemory,
        values: dict[str, Any],
        *,
        actor: str,
        reason: str,
    ) -> Remembered:
        """Change a memory by a statement, with all that this says of how long it holds."""
        promotion = self._promotion(target, new)
        changed = self._store.memories.change(
            target.id,
            values | promotion,
            now=new.created_at,
            actor=actor,
            reason=reason + (", outlasts its chat" if promotion else ""),
            anew=True,
        )
        others = self._supersede(changed, now=new.created_at, actor=actor) if promotion else ()
        return Remembered(changed, "update", target.version, others)

    def _promotion(self, target: Memory, new: NewMemory) -> dict[str, Any]:
        """Return the level that a memory of a session gets by a statement, or nothing.

        It is promoted when it is said in another conversation than the one that it comes from, or
        by a person outright, unless something newer is known on its matter at that level.
        """
        if target.level != "session" or new.status != "active":
            return {}
        elsewhere = new.source.conversation not in (None, target.source.conversation)
        if not elsewhere and new.origin != "explicit":
            return {}
        level = promoted(target)
        if target.key is not None:
            known = self._store.memories.with_key(target.key, level, target.project)
            if any(m.status in _REPLACEABLE and m.valid_from > new.valid_from for m in known):
                return {}
        return {"level": level}

    def _supersede(self, memory: Memory, *, now: str, actor: str) -> tuple[tuple[Memory, int], ...]:
        """Let a promoted memory take the place of what is known on its matter at its level."""
        if memory.key is None:
            return ()
        known = self._store.memories.with_key(memory.key, memory.level, memory.project)
        return tuple(
            (
                self._store.memories.change(
                    other.id,
                    {"status": "superseded", "superseded_by": memory.id},
                    now=now,
                    actor=actor,
                    reason="a newer statement with the same key outlasts its chat",
                ),
                other.version,
            )
            for other in known
            if other.id != memory.id and other.status in _REPLACEABLE
        )


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
        "inferred": new.inferred,
        "life": new.life,
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
