"""What the host does when nobody asks: extractions that are due, expiry, embeddings, glosses.

Two threads, so that a long row of embeddings does not hold up an extraction. All state is in the
database: either thread may be killed at any time, and another host may do the same work beside.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any, Protocol

from memoryx.clock import Clock, from_rfc3339, to_rfc3339
from memoryx.errors import Busy, MemoryXError
from memoryx.extraction.outcome import Outcome
from memoryx.extraction.pipeline import Extraction
from memoryx.lifecycle import Lives
from memoryx.settings import SettingsFile
from memoryx.store import Store

_log = logging.getLogger(__name__)

#: Longest time between two looks at the database: another host may have queued work and died.
_LOOK_S = 5.0

Notify = Callable[[str, dict[str, Any]], None]


class Upkeep(Protocol):
    """A kind of work that is done piece by piece."""

    def __call__(self, *, at_once: bool = False) -> bool:
        """Do one small piece; return whether there may be more.

        ``at_once`` is for programs that soon end: what would first need something to be made
        ready is left to a host.
        """
        ...


class Background:
    """Runs the two threads; ``follow`` takes what has changed into the index of recall."""

    def __init__(
        self,
        store: Store,
        settings: SettingsFile,
        extraction: Extraction,
        clock: Clock,
        indexing: tuple[Upkeep, ...],
        follow: Callable[[], None],
    ) -> None:
        self._store = store
        self._settings = settings
        self._extraction = extraction
        self._clock = clock
        self._indexing = indexing
        self._follow = follow
        self._stopped = threading.Event()
        self._extract_wake = threading.Event()
        self._index_wake = threading.Event()
        self._notify: Notify = _to_nobody
        self._lives: Lives | None = None
        self._threads = [
            threading.Thread(target=self._run_extractions, name="extract", daemon=True),
            threading.Thread(target=self._run_indexing, name="index", daemon=True),
        ]

    def start(self, notify: Notify) -> None:
        """Start both threads; ``notify`` sends notifications to the browser."""
        self._notify = notify
        for thread in self._threads:
            thread.start()

    def wake(self) -> None:
        """Look for work now: something was saved or changed."""
        self._extract_wake.set()
        self._index_wake.set()

    def stop(self) -> None:
        """End both threads soon; they are not waited for."""
        self._stopped.set()
        self.wake()

    def run_pending(self) -> None:
        """Do in this thread the indexing that can be done at once, for programs that then end."""
        for work in self._indexing:
            while work(at_once=True):
                pass

    def end_lives(self) -> None:
        """Let memories expire whose time is over, by the settings that hold now."""
        lives = self._settings.current().lifecycle.lives()
        now = to_rfc3339(self._clock())
        changed = 0
        if lives != self._lives:
            # Another program may have changed the settings, or a person the file.
            changed += self._store.lives.follow_settings(now)
            self._lives = lives
        changed += self._store.lives.expire(now)
        if changed:
            self._index_wake.set()

    def _run_extractions(self) -> None:
        while not self._stopped.is_set():
            self._extract_wake.clear()
            self._guard(self._extract_due)
            self._extract_wake.wait(self._pause())

    def _run_indexing(self) -> None:
        while not self._stopped.is_set():
            self._index_wake.clear()
            for work in self._indexing:
                self._guard(lambda work=work: self._index(work))  # type: ignore[misc]  # bound now
            self._guard(self._follow)
            self._index_wake.wait(_LOOK_S)

    def _index(self, work: Upkeep) -> None:
        while not self._stopped.is_set() and work():
            # Step by step, so that no message finds many changes waiting for it.
            self._follow()

    def _extract_due(self) -> None:
        self.end_lives()
        while not self._stopped.is_set() and self._settings.current().extraction.auto:
            outcome = self._extraction.run_due(self._settings.current())
            if outcome is None:
                return
            self._report(outcome)

    def _report(self, outcome: Outcome) -> None:
        if outcome.memories:
            self._index_wake.set()
        self._notify(
            "extraction.finished",
            {
                "id": outcome.conversation,
                "added": outcome.added,
                "updated": outcome.updated,
                "proposed": outcome.proposed,
            },
        )

    def _pause(self) -> float:
        if not self._settings.current().extraction.auto:
            return _LOOK_S
        try:
            due_at = self._store.jobs.next_due()
        except MemoryXError:
            return _LOOK_S  # the work itself has met and logged it
        if due_at is None:
            return _LOOK_S
        until = (from_rfc3339(due_at) - self._clock()).total_seconds()
        return min(max(until, 0.01), _LOOK_S)

    def _guard(self, work: Callable[[], None]) -> None:
        """Keep the thread alive whatever happens; what failed is tried again later."""
        try:
            work()
        except Busy as error:
            _log.info("background work was done elsewhere: %s", error)
        except MemoryXError as error:
            _log.warning("background work failed: %s", error.code)
        except Exception:  # noqa: BLE001 - a thread that died would never come back
            _log.exception("background work failed")


def _to_nobody(_method: str, _params: dict[str, Any]) -> None:
    """Drop a notification: nobody is connected."""
