"""From a conversation's new turns to stored memories, exactly once.

The turns are read, an extractor proposes candidates, each is validated, and one transaction
stores what is left together with the mark that the turns are done. A crash before the commit
changes nothing; two hosts cannot both commit, since only the holder of the job's lease can.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from memoryx.block import looks_like_block
from memoryx.brief import strip_briefs
from memoryx.clock import Clock, from_rfc3339, to_rfc3339
from memoryx.errors import Busy, LlmError, LlmPaused, MemoryXError
from memoryx.extraction.candidate import Candidate, SourceTurn
from memoryx.extraction.extractor import Choose, Step, Task, TurnExtractor
from memoryx.extraction.remember import Remembered, Rememberer
from memoryx.lifecycle import Life
from memoryx.models import MEMORY_TEXT_LIMIT, ExtractionMode, Extractor, Level, MemorySource
from memoryx.sensitive import holds_secret, is_sensitive
from memoryx.settings import Settings
from memoryx.store import Store
from memoryx.store.records import BatchChange, ConversationKey, Job, NewMemory, PendingTurn

_log = logging.getLogger(__name__)

#: First delay before a failed job is tried again; doubled each time, up to an hour.
RETRY = timedelta(seconds=30)
RETRY_MAX = timedelta(hours=1)
#: The due time of a job that waits for a person.
STOPPED = "9999-12-31T00:00:00.000Z"
#: Extracted turns before the first new one that an extractor sees as background.
BACKGROUND_TURNS = 6
#: How far below the automatic threshold a memory still waits for a person as pending.
PENDING_BAND = 0.2


@dataclass(frozen=True, slots=True)
class Lease:
    """How long a job belongs to a host that does not say otherwise, and how often one says so.

    A host that dies in the middle delays its conversation by ``holds``.
    """

    holds: timedelta = timedelta(seconds=30)
    beat: timedelta = timedelta(seconds=10)


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
        choose: Choose,
        clock: Clock,
        owner: str,
        lease: Lease = Lease(),
    ) -> None:
        self._store = store
        self._rememberer = rememberer
        self._choose = choose
        self._clock = clock
        self._owner = owner
        self._lease = lease

    def run_due(self, settings: Settings) -> Outcome | None:
        """Run the extraction that is due longest; None when none is."""
        now = self._clock()
        job = self._store.jobs.take_due(
            self._owner, now=to_rfc3339(now), lease_until=to_rfc3339(now + self._lease.holds)
        )
        if job is None:
            return None
        try:
            return self._run(job, "auto", settings)
        except Busy:
            raise  # the lease is not ours any more, so there is nothing to give back
        except LlmError as error:
            self._give_back(job, error)
            raise
        except Exception as error:
            self._retry_later(job, type(error).__name__)
            raise

    def run_now(self, key: ConversationKey, mode: ExtractionMode, settings: Settings) -> Outcome:
        """Run one conversation's extraction at once; raises NotFound or Busy."""
        now = self._clock()
        job = self._store.jobs.take(
            key, self._owner, now=to_rfc3339(now), lease_until=to_rfc3339(now + self._lease.holds)
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
            changes = _folded(self._store.jobs.undo_batch(batch, now))
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
        extractor = self._choose(manual)
        turns = self._store.jobs.pending(job, background=BACKGROUND_TURNS, everything=manual)
        fresh = [turn for turn in turns if not turn.extracted]
        # A person who asks wants everything looked at again, with the lower threshold.
        source = turns if manual else fresh
        keys = {turn.key for turn in source}
        task = Task(
            conversation=job.conversation,
            background=[_source_turn(turn) for turn in turns if turn.key not in keys],
            turns=[_source_turn(turn) for turn in source],
            mode=mode,
            attempt=job.attempts,
        )
        end = self._store.jobs.turn_count(job)
        tally = _Tally(
            job=job,
            extractor=extractor,
            fresh={turn.key: turn for turn in fresh},
            user_keys=frozenset(turn.key for turn in source if turn.role == "user"),
            known_keys=frozenset(turn.key for turn in turns),
            thresholds=_thresholds(settings, mode),
            from_index=fresh[0].index if fresh else end,
            to_index=fresh[0].index if fresh else end,
        )
        with self._heartbeat(job):
            for step in extractor.steps(task):
                self._store_step(step, task, tally)
                if not step.complete:
                    self._retry_later(job, "cut_reply")
                    return tally.outcome()
        self._store.jobs.finish(job)
        return tally.outcome()

    def _store_step(self, step: Step, task: Task, tally: _Tally) -> None:
        """Store what a step found and mark its turns, in one transaction."""
        accepted, rejected = _validate(step.candidates, tally)
        tally.rejected.update(rejected)
        tally.rejected.update(step.rejected)
        # In the order in which they were said, so that of two with one key the later one stands.
        order = {turn.key: turn.index for turn in task.turns}
        accepted.sort(key=lambda item: max(order[key] for key in item[0].turn_keys))
        job = tally.job
        news = [_new_memory(c, pending, tally, self._clock(), task.mode) for c, pending in accepted]
        rulings = tally.extractor.rule(
            task,
            [
                (candidate, self._rememberer.known(new))
                for (candidate, _), new in zip(accepted, news, strict=True)
            ],
        )
        with self._store.transaction():
            remembered = [
                self._rememberer.remember(
                    new,
                    actor="system",
                    reason=f"extracted ({task.mode})",
                    again=tally.fresh.keys().isdisjoint(candidate.turn_keys),
                    ruling=ruling,
                )
                for (candidate, _), new, ruling in zip(accepted, news, rulings, strict=True)
            ]
            done = [turn for key, turn in tally.fresh.items() if key in step.done]
            self._store.jobs.mark(job, done)
            changes = _changes(remembered)
            if changes:
                tally.batch = self._store.jobs.add_to_batch(
                    tally.batch, job, changes, to_rfc3339(self._clock())
                )
        tally.add(remembered, changes)
        tally.to_index = max((turn.index + 1 for turn in done), default=tally.to_index)

    def _give_back(self, job: Job, error: LlmError) -> None:
        """Put a job back that a model failed; what a person has to mend first waits for that."""
        if error.retry_after is not None:
            self._retry_later(job, error.code, at_least=timedelta(seconds=error.retry_after))
        elif error.retryable:
            self._retry_later(job, error.code)
        elif isinstance(error, LlmPaused):
            self._retry_later(job, error.code, at_least=RETRY_MAX)
        else:
            self._store.jobs.release(job, due_at=STOPPED, error=error.code)

    def resume(self) -> None:
        """Make what was stopped due again: a person has changed the settings or the key."""
        self._store.jobs.resume(STOPPED, to_rfc3339(self._clock()))

    def _retry_later(self, job: Job, error: str, *, at_least: timedelta = timedelta()) -> None:
        delay = max(min(RETRY * 2 ** min(job.attempts, 16), RETRY_MAX), at_least)
        self._store.jobs.release(job, due_at=to_rfc3339(self._clock() + delay), error=error)

    @contextmanager
    def _heartbeat(self, job: Job) -> Iterator[None]:
        """Keep the job's lease while a block runs, for extractors that take their time."""
        ended = threading.Event()

        def beat() -> None:
            try:
                while not ended.wait(self._lease.beat.total_seconds()):
                    until = self._clock() + self._lease.holds
                    self._store.jobs.renew(job, lease_until=to_rfc3339(until))
            except MemoryXError as error:
                # Who takes the job over then does it whole; this one will store nothing.
                _log.warning("a lease could not be renewed: %s", error.code)
            finally:
                self._store.leave_thread()

        thread = threading.Thread(target=beat, name="lease", daemon=True)
        thread.start()
        try:
            yield
        finally:
            ended.set()


@dataclass(slots=True)
class _Tally:
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


def _changes(remembered: Sequence[Remembered]) -> list[BatchChange]:
    changes = []
    for r in remembered:
        if r.decision != "noop":
            changes.append(BatchChange(r.memory.id, r.before, r.memory.version))
        changes += [BatchChange(other.id, before, other.version) for other, before in r.others]
    return changes


def _folded(changes: Sequence[BatchChange]) -> list[BatchChange]:
    """Join what follows on each other for one memory: a batch may add it and then update it."""
    last: dict[str, BatchChange] = {}
    for change in changes:
        earlier = last.get(change.memory)
        if earlier is not None and earlier.after == change.before:
            change = BatchChange(change.memory, earlier.before, change.after)
        last[change.memory] = change
    return list(last.values())


def _thresholds(settings: Settings, mode: ExtractionMode) -> tuple[float, float]:
    """Return the confidence from which a memory is taken, and from which it waits."""
    if mode == "manual":
        threshold = settings.extraction.min_confidence_manual
        return threshold, threshold
    threshold = settings.extraction.min_confidence_auto
    return threshold, max(0.0, threshold - PENDING_BAND)


def _validate(
    candidates: Sequence[Candidate], tally: _Tally
) -> tuple[list[tuple[Candidate, bool]], Counter[str]]:
    """Return (candidate, whether it waits) for what may be stored, and rejections by reason."""
    take, wait = tally.thresholds
    accepted: list[tuple[Candidate, bool]] = []
    rejected: Counter[str] = Counter()
    for candidate in candidates:
        keys = set(candidate.turn_keys)
        if not candidate.text.strip():
            rejected["empty_text"] += 1
        elif len(candidate.text) > MEMORY_TEXT_LIMIT:
            rejected["text_too_long"] += 1
        elif not keys or not keys <= tally.known_keys:
            rejected["unknown_turn"] += 1
        elif not keys <= tally.user_keys:
            rejected["not_the_users"] += 1
        elif looks_like_block(candidate.text):
            rejected["own_block"] += 1
        elif holds_secret(candidate.text):
            rejected["secret"] += 1
        elif candidate.confidence < wait:
            rejected["low_confidence"] += 1
        else:
            accepted.append((candidate, candidate.confidence < take))
    return accepted, rejected


def _source_turn(turn: PendingTurn) -> SourceTurn:
    return SourceTurn(
        key=turn.key,
        index=turn.index,
        role=turn.role,
        text=strip_briefs(turn.markdown) if turn.role == "user" else turn.markdown,
        said_at=from_rfc3339(turn.said_at),
    )


def _new_memory(
    candidate: Candidate, pending: bool, tally: _Tally, now: datetime, mode: ExtractionMode
) -> NewMemory:
    job = tally.job
    level: Level = candidate.level
    if level == "project" and job.project is None:
        level = "user"
    until = to_rfc3339(candidate.expires_at) if candidate.expires_at else None
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
        level=level,
        # What holds for one chat is as much its project's as what holds for the project.
        project=None if level == "user" else job.project,
        status="pending" if pending else "active",
        sensitive=candidate.sensitive or is_sensitive(candidate.text),
        # An order for one chat is in that chat already, and has no place in others.
        pinned=candidate.pinned and level != "session",
        created_at=to_rfc3339(now),
        valid_from=to_rfc3339(candidate.valid_from),
        life=Life(since=to_rfc3339(now), until=until),
        origin=mode,
        source=MemorySource(
            conversation=job.conversation,
            turn_keys=list(candidate.turn_keys),
            site=job.site,
            url=job.url,
        ),
        extractor=tally.extractor.version,
    )
