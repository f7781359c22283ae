"""From a conversation's new turns to stored memories, exactly once.

The turns are read, an extractor proposes candidates, each is validated, and one transaction
stores what is left together with the mark that the turns are done. A crash before the commit
changes nothing; two hosts cannot both commit, since only the holder of the job's lease can.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta

from memoryx.brief import strip_briefs
from memoryx.clock import Clock, from_rfc3339, to_rfc3339
from memoryx.errors import Busy, LlmError, LlmPaused, MemoryXError
from memoryx.extraction.acceptance import memory_from, thresholds, validate
from memoryx.extraction.candidate import SourceTurn
from memoryx.extraction.extractor import Choose, Step, Task
from memoryx.extraction.outcome import Outcome, Tally, changes_of, folded
from memoryx.extraction.remember import Rememberer
from memoryx.models import ExtractionMode
from memoryx.settings import Settings
from memoryx.store import Store
from memoryx.store.records import ConversationKey, Job, PendingTurn

_log = logging.getLogger(__name__)

#: First delay before a failed job is tried again; doubled each time, up to an hour.
RETRY = timedelta(seconds=30)
RETRY_MAX = timedelta(hours=1)
#: The due time of a job that waits for a person.
STOPPED = "9999-12-31T00:00:00.000Z"
#: Extracted turns before the first new one that an extractor sees as background.
BACKGROUND_TURNS = 6


@dataclass(frozen=True, slots=True)
class Lease:
    """How long a job belongs to a host that does not say otherwise, and how often one says so.

    A host that dies in the middle delays its conversation by ``holds``.
    """

    holds: timedelta = timedelta(seconds=30)
    beat: timedelta = timedelta(seconds=10)


#: Told of turns: done, of how many, and what is being done.
Progress = Callable[[int, int, str], None]


def _unseen(_done: int, _total: int, _phase: str) -> None:
    """Nobody follows."""


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
            self._store.jobs.release(job)  # if the job is not lost to another holder
            raise
        except LlmError as error:
            self._give_back(job, error)
            raise
        except Exception as error:
            self._retry_later(job, type(error).__name__)
            raise

    def run_now(
        self,
        key: ConversationKey,
        mode: ExtractionMode,
        settings: Settings,
        progress: Progress = _unseen,
    ) -> Outcome:
        """Run one conversation's extraction at once; raises NotFound or Busy.

        ``progress`` is told how many of how many turns have been gone through.
        """
        now = self._clock()
        job = self._store.jobs.take(
            key, self._owner, now=to_rfc3339(now), lease_until=to_rfc3339(now + self._lease.holds)
        )
        try:
            return self._run(job, mode, settings, progress)
        except Exception:
            self._store.jobs.release(job)
            raise

    def undo(self, batch: str) -> int:
        """Put back what a batch did, as far as nobody has changed it since; return how much."""
        now = to_rfc3339(self._clock())
        reverted = 0
        with self._store.transaction():
            changes = folded(self._store.jobs.undo_batch(batch, now))
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

    def _run(
        self, job: Job, mode: ExtractionMode, settings: Settings, progress: Progress = _unseen
    ) -> Outcome:
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
        tally = Tally(
            job=job,
            extractor=extractor,
            fresh={turn.key: turn for turn in fresh},
            user_keys=frozenset(turn.key for turn in source if turn.role == "user"),
            known_keys=frozenset(turn.key for turn in turns),
            thresholds=thresholds(settings, mode),
            from_index=fresh[0].index if fresh else end,
            to_index=fresh[0].index if fresh else end,
        )
        passed = 0
        progress(passed, len(source), "extracting")
        with self._heartbeat(job):
            for step in extractor.steps(task):
                self._store_step(step, task, tally)
                passed += len(step.done)
                progress(passed, len(source), "extracting")
                if not step.complete:
                    self._retry_later(job, "cut_reply")
                    return tally.outcome()
        self._store.jobs.finish(job)
        return tally.outcome()

    def _store_step(self, step: Step, task: Task, tally: Tally) -> None:
        """Store what a step found and mark its turns, in one transaction."""
        accepted, rejected = validate(
            step.candidates,
            known_keys=tally.known_keys,
            user_keys=tally.user_keys,
            thresholds=tally.thresholds,
        )
        tally.rejected.update(rejected)
        tally.rejected.update(step.rejected)
        # In the order in which they were said, so that of two with one key the later one stands.
        order = {turn.key: turn.index for turn in task.turns}
        accepted.sort(key=lambda item: max(order[key] for key in item[0].turn_keys))
        job = tally.job
        news = [
            memory_from(
                candidate,
                pending=pending,
                job=job,
                extractor=tally.extractor.version,
                now=self._clock(),
                mode=task.mode,
            )
            for candidate, pending in accepted
        ]
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
            changes = changes_of(remembered)
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


def _source_turn(turn: PendingTurn) -> SourceTurn:
    return SourceTurn(
        key=turn.key,
        index=turn.index,
        role=turn.role,
        text=strip_briefs(turn.markdown) if turn.role == "user" else turn.markdown,
        said_at=from_rfc3339(turn.said_at),
    )
