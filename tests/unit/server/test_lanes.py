"""Threads that serve requests outlive what they serve."""

from __future__ import annotations

import threading
import time

from memoryx.server.lanes import LaneThread


def test_a_task_that_raises_does_not_take_the_next_one_along() -> None:
    lane = LaneThread("test")
    lane.start()
    served = threading.Event()

    def fail() -> None:
        raise RuntimeError("the disk is full")

    lane.put(fail)
    lane.put(served.set)
    assert served.wait(5)
    lane.finish()
    assert lane.join(time.monotonic() + 5)
