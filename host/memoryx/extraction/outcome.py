"""What an extraction has done: counted while it runs, and kept so that it can be undone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from memoryx.extraction.extractor import TurnExtractor
from memoryx.extraction.remember import Remembered
from memoryx.models import Extractor
from memoryx.store.records import BatchChange, Job, PendingTurn


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an extraction did; ``memories`` are those added or updated, with ``proposed``."""

    conversation: str
    added: int
    updated: int
    unchanged: int
    proposed: int
    rejected: dict[str, int]
    extractor: Extractor
    from_index: int
    to_index: int
    memories: list[str]
    batch: str | None


@dataclass(slots=True)
class Tally:
    """What one extraction has done so far."""

    job: Job
    extractor: TurnExtractor
    fresh: Mapping[str, PendingTurn]
    user_keys: frozenset[str]
    known_keys: frozenset[str]
    thresholds: tuple[float, float]
    from_index: int
    to_index: int
    rejected: Counter[str] = field(default_factory=Counter)
    added: int = 0
    updated: int = 0
    unchanged: int = 0
    proposed: int = 0
    memories: list[str] = field(default_factory=list)
    batch: str | None = None

    def add(self, remembered: Sequence[Remembered], changes: Sequence[BatchChange]) -> None:
        """Count what became of a step's statements."""
        added = [r for r in remembered if r.decision == "add"]
        waiting = sum(r.memory.status == "pending" for r in added)
        self.added += len(added) - waiting
        self.updated += sum(r.decision == "update" for r in remembered)
        self.unchanged += sum(r.decision == "noop" for r in remembered)
        self.proposed += waiting + sum(r.proposed for r in remembered)
        self.memories += [change.memory for change in changes]

    def outcome(self) -> Outcome:
        """Return the whole."""
        return Outcome(
            conversation=self.job.conversation,
            added=self.added,
            updated=self.updated,
            unchanged=self.unchanged,
            proposed=self.proposed,
            rejected=dict(self.rejected),
            extractor=self.extractor.name,
            from_index=self.from_index,
            to_index=self.to_index,
            memories=list(dict.fromkeys(self.memories)),
            batch=self.batch,
        )


def changes_of(remembered: Sequence[Remembered]) -> list[BatchChange]:
    """Return what statements changed, in order."""
    changes = []
    for r in remembered:
        if r.decision != "noop":
            changes.append(BatchChange(r.memory.id, r.before, r.memory.version))
        changes += [BatchChange(other.id, before, other.version) for other, before in r.others]
    return changes


def folded(changes: Sequence[BatchChange]) -> list[BatchChange]:
    """Join what follows on each other for one memory: a batch may add it and then update it."""
    last: dict[str, BatchChange] = {}
    for change in changes:
        earlier = last.get(change.memory)
        if earlier is not None and earlier.after == change.before:
            change = BatchChange(change.memory, earlier.before, change.after)
        last[change.memory] = change
    return list(last.values())
