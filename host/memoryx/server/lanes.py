"""Threads that serve requests, so that no kind of work waits for another.

The recall lane is the send path: one thread that does nothing else. The quick lane answers from
the database in milliseconds, in the order of arrival. The work lane may take long.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable

_log = logging.getLogger(__name__)

Task = Callable[[], None]


class LaneThread:
    """One thread with a queue of tasks; one that raises is logged, and the next one runs."""

    def __init__(self, name: str, *, threads: int = 1) -> None:
        self._tasks: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=self._run, name=f"{name}-{i}", daemon=True)
            for i in range(threads)
        ]

    def start(self) -> None:
        """Start serving."""
        for thread in self._threads:
            thread.start()

    def put(self, task: Task) -> None:
        """Queue a task."""
        self._tasks.put(task)

    def finish(self) -> None:
        """Take nothing after what is queued now."""
        for _ in self._threads:
            self._tasks.put(None)

    def join(self, deadline: float) -> bool:
        """Wait until ``deadline`` (monotonic seconds); return whether all tasks are done."""
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        return not any(thread.is_alive() for thread in self._threads)

    def _run(self) -> None:
        while (task := self._tasks.get()) is not None:
            try:
                task()
            except Exception:  # noqa: BLE001 - the next task is another request
                _log.exception("a task failed in %s", threading.current_thread().name)
