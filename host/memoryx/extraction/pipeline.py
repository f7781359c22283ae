"""From a conversation's new turns to stored memories, exactly once.

The turns are read, an extractor proposes candidates, each is validated, and one transaction
stores what is left together with the mark that the turns are done. A crash before the commit
changes nothing; two hosts cannot both commit, since only the holder of the job's lease can.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from memoryx.block import strip_blocks
from memoryx.clock import Clock, from_rfc3339, to_rfc3339
from memoryx.errors import Busy
from memoryx.extraction.candidate import Candidate, SourceTurn
from memoryx.extraction.remember import Remembered, Rememberer
from memoryx.models import MEMORY_TEXT_LIMIT, ExtractionMode, Extractor, MemorySource
from memoryx.sensitive import holds_secret, is_sensitive
from memoryx.settings import Settings
from memoryx.store import Store
from memoryx.store.records import BatchChange, ConversationKey, Job, NewMemory, PendingTurn

_log = logging.getLogger(__name__)

#: How long a job belongs to a host that does not say otherwise. A host that dies in the middle
#: delays its conversation by this much.
LEASE = timedelta(seconds=30)
#: First delay before a failed job is tried again; doubled each time, up to an hour.
RETRY = timedelta(seconds=30)
RETRY_MAX = timedelta(hours=1)
#: Extracted turns before the first new one that an extractor sees as background.
BACKGROUND_TURNS = 6
#: How far below the automatic threshold a memory still waits for a person as pending.
PENDING_BAND = 0.2


class ExtractFunction(Protocol):
    """An extractor: pure, proposes candidates from turns in order."""

    def __call__(self, turns: Sequence[SourceTurn], *, mode: ExtractionMode) -> list[Candidate]: ...


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


class Extraction:
    """Runs extractions that are due, and those that a person asks for."""

    def __init__(
        self,
        store: Store,
        rememberer: Rememberer,
        extract: ExtractFunction,
        clock: Clock,
        owner: str,
    ) -> None:
        self._store = store
        self._rememberer = rememberer
        self._extract = extract
        self._clock = clock
        self._owner = owner

    def run_due(self, settings: Settings) -> Outcome | None:
        """Run the extraction that is due longest; None when none is."""
        now = self._clock()
        job = self._store.jobs.take_due(
            self._owner, now=to_rfc3339(now), lease_until=to_rfc3339(now + LEASE)
        )
        if job is None:
            return None
        try:
            return self._run(job, "auto", settings)
        except Busy:
            raise  # the lease is not ours any more, so there is nothing to give back
        except Exception as error:
            delay = min(RETRY * 2 ** min(job.attempts, 16), RETRY_MAX)
            self._store.jobs.release(
                job, due_at=to_rfc3339(self._clock() + delay), error=type(error).__name__
            )
            raise

    def run_now(self, key: ConversationKey, mode: ExtractionMode, settings: Settings) -> Outcome:
        """Run one conversation's extraction at once; raises NotFound or Busy."""
        now = self._clock()
        job = self._store.jobs.take(
            key, self._owner, now=to_rfc3339(now), lease_until=to_rfc3339(now + LEASE)
        )
        try:
            return self._run(job, mode, settings)
        except Busy:
            raise
        except Exception:
            self._store.jobs.release(job)
            raise

    def undo(self, batch: str) -> int:
        """Put back what a batch did, as far as nobody has changed it since; return how much."""
        now = to_rfc3339(self._clock())
        reverted = 0
        with self._store.transaction():
            changes = self._store.jobs.undo_batch(batch, now)
            memories = self._store.memories.get_many([change.memory for change in changes])
            for change in changes:
                memory = memories.get(change.memory)
                if memory is None or memory.version != change.after:
                    continue
                reverted += 1
                if change.before is None:
                    self._store.memories.change(
                        memory.id, {"status": "suspended"}, now=now, actor="user", reason="undone"
                    )
                    self._store.proposals.resolve_for(memory.id, now)
                else:
                    self._store.memories.revert(
                        memory.id, change.before, now=now, actor="user", reason="undone"
                    )
        return reverted

    def _run(self, job: Job, mode: ExtractionMode, settings: Settings) -> Outcome:
        manual = mode == "manual"
        turns = self._store.jobs.pending(job, background=BACKGROUND_TURNS, everything=manual)
        fresh = [turn for turn in turns if not turn.extracted]
        # A person who asks wants everything looked at again, with the lower threshold.
        source = turns if manual else fresh
        candidates = self._extract(
            [_source_turn(turn) for turn in (turns if source else [])], mode=mode
        )
        accepted, rejected = _validate(candidates, turns, source, _thresholds(settings, mode))
        order = {turn.key: turn.index for turn in turns}
        fresh_keys = {turn.key for turn in fresh}
        # In the order in which they were said, so that of two with one key the later one stands.
        accepted.sort(key=lambda item: max(order[key] for key in item[0].turn_keys))
        with self._store.transaction():
            remembered = [
                self._rememberer.remember(
                    _new_memory(candidate, pending, job, self._clock(), mode),
                    actor="system",
                    reason=f"extracted ({mode})",
                    again=fresh_keys.isdisjoint(candidate.turn_keys),
                )
                for candidate, pending in accepted
            ]
            self._store.jobs.finish(job, fresh)
            return self._outcome(job, fresh, remembered, rejected)

    def _outcome(
        self,
        job: Job,
        fresh: Sequence[PendingTurn],
        remembered: Sequence[Remembered],
        rejected: dict[str, int],
    ) -> Outcome:
        changes = [
            BatchChange(r.memory.id, r.before, r.memory.version)
            for r in remembered
            if r.decision != "noop"
        ]
        now = to_rfc3339(self._clock())
        batch = self._store.jobs.add_batch(job, changes, now) if changes else None
        end = self._store.jobs.turn_count(job)
        added = [r for r in remembered if r.decision == "add"]
        proposed = sum(r.memory.status == "pending" for r in added)
        return Outcome(
            conversation=job.conversation,
            added=len(added) - proposed,
            updated=sum(r.decision == "update" for r in remembered),
            unchanged=sum(r.decision == "noop" for r in remembered),
            proposed=proposed,
            rejected=rejected,
            extractor="rules",
            from_index=fresh[0].index if fresh else end,
            to_index=fresh[-1].index + 1 if fresh else end,
            memories=list(dict.fromkeys(change.memory for change in changes)),
            batch=batch,
        )


def _thresholds(settings: Settings, mode: ExtractionMode) -> tuple[float, float]:
    """Return the confidence from which a memory is taken, and from which it waits."""
    if mode == "manual":
        threshold = settings.extraction.min_confidence_manual
        return threshold, threshold
    threshold = settings.extraction.min_confidence_auto
    return threshold, max(0.0, threshold - PENDING_BAND)


def _validate(
    candidates: Sequence[Candidate],
    turns: Sequence[PendingTurn],
    source: Sequence[PendingTurn],
    thresholds: tuple[float, float],
) -> tuple[list[tuple[Candidate, bool]], dict[str, int]]:
    """Return (candidate, whether it waits) for what may be stored, and rejections by reason.

    What comes from turns that were shown as background alone is left out: it was gone through
    when they were new.
    """
    take, wait = thresholds
    user_keys = {turn.key for turn in turns if turn.role == "user"}
    known_keys = {turn.key for turn in turns}
    source_keys = {turn.key for turn in source}
    accepted: list[tuple[Candidate, bool]] = []
    rejected: Counter[str] = Counter()
    for candidate in candidates:
        keys = set(candidate.turn_keys)
        if not candidate.text.strip():
            rejected["empty_text"] += 1
        elif len(candidate.text) > MEMORY_TEXT_LIMIT:
            rejected["text_too_long"] += 1
        elif not keys or not keys <= known_keys:
            rejected["unknown_turn"] += 1
        elif keys.isdisjoint(source_keys):
            continue
        elif not keys <= user_keys:
            rejected["not_the_users"] += 1
        elif strip_blocks(candidate.text) != candidate.text:
            rejected["own_block"] += 1
        elif holds_secret(candidate.text):
            rejected["secret"] += 1
        elif candidate.confidence < wait:
            rejected["low_confidence"] += 1
        else:
            accepted.append((candidate, candidate.confidence < take))
    return accepted, dict(rejected)


def _source_turn(turn: PendingTurn) -> SourceTurn:
    return SourceTurn(
        key=turn.key,
        index=turn.index,
        role=turn.role,
        text=turn.markdown,
        said_at=from_rfc3339(turn.said_at),
    )


def _new_memory(
    candidate: Candidate, pending: bool, job: Job, now: datetime, mode: ExtractionMode
) -> NewMemory:
    return NewMemory(
        text=candidate.text.strip(),
        compact_text=candidate.compact_text,
        type=candidate.type,
        category=candidate.category,
        tags=candidate.tags,
        keywords=candidate.keywords,
        context_tags=candidate.context_tags,
        confidence=candidate.confidence,
        inferred=candidate.inferred,
        key=candidate.key,
        level=candidate.level if candidate.level != "project" or job.project else "user",
        project=job.project if candidate.level == "project" else None,
        status="pending" if pending else "active",
        sensitive=candidate.sensitive or is_sensitive(candidate.text),
        pinned=candidate.pinned,
        created_at=to_rfc3339(now),
        valid_from=to_rfc3339(candidate.valid_from),
        expires_at=to_rfc3339(candidate.expires_at) if candidate.expires_at else None,
        origin=mode,
        source=MemorySource(
            conversation=job.conversation,
            turn_keys=list(candidate.turn_keys),
            site=job.site,
            url=job.url,
        ),
        extractor="rules/1",
    )
