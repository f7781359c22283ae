"""Where a host is in its work, told through memory that outlives it; and a kill at a chosen place.

The test holds one ``Board`` for each host, the host another one on the same bytes. The host notes
each step of its threads there, so that after a SIGKILL the test reads where it died. A step can be
given at which the host kills itself: no signal from outside is as exact.
"""

from __future__ import annotations

import mmap
import os
import signal
import struct
import threading
import time
from collections.abc import Callable
from enum import IntEnum
from functools import wraps
from typing import Any


class Step(IntEnum):
    """A place on the way of a turn, named by what has just been done or is being done."""

    IDLE = 0
    # The way of a save, in the quick lane.
    CONVERTING = 1
    MERGING = 2
    MERGED = 3
    REMEMBERED = 4
    COMMITTED = 5
    # The way of an extraction, in the background or in the work lane.
    TAKEN = 6
    READ = 7
    FOUND = 8
    ASKED = 9
    ANSWERED = 10
    DECIDING = 11
    STORING = 12
    STORED = 13
    MARKED = 14
    BATCHED = 15
    FINISHING = 16


SAVING = (Step.CONVERTING, Step.MERGING, Step.MERGED, Step.REMEMBERED, Step.COMMITTED)
EXTRACTING = tuple(step for step in Step if step >= Step.TAKEN)

_LANES = ("quick", "extract", "work-0", "work-1")
_TRIGGER = struct.Struct("=BI")  # step, microseconds to stay in it
_TRIGGER_AT = len(_LANES)
SIZE = 64


class Board:
    """The shared bytes."""

    def __init__(self, memory: mmap.mmap) -> None:
        self._memory = memory

    def kill_at(self, step: Step, *, stay_us: int) -> None:
        """Let the host die when it next comes to a step, after staying there for a while."""
        _TRIGGER.pack_into(self._memory, _TRIGGER_AT, step, stay_us)

    def steps(self) -> list[Step]:
        """Return the steps that the host's threads are in, or died in."""
        return [
            s for lane in range(len(_LANES)) if (s := Step(self._memory[lane])) is not Step.IDLE
        ]

    def note(self, step: Step) -> None:
        """In the host: this thread is at a step now."""
        name = threading.current_thread().name
        lane = next((i for i, prefix in enumerate(_LANES) if name.startswith(prefix)), None)
        if lane is None:
            return
        self._memory[lane] = step
        wanted, stay_us = _TRIGGER.unpack_from(self._memory, _TRIGGER_AT)
        if step is not Step.IDLE and wanted == step:
            time.sleep(stay_us / 1_000_000)
            os.kill(os.getpid(), signal.SIGKILL)


def install(board: Board) -> None:
    """Let this process, which is about to be a host, note its steps."""
    import memoryx.extraction.rules as rules
    from memoryx.extraction.remember import Rememberer
    from memoryx.handlers import HANDLERS
    from memoryx.llm.client import ChatClient
    from memoryx.server.frames import FrameWriter
    from memoryx.store.conversations import Conversations
    from memoryx.store.jobs import Jobs

    def watch(owner: Any, name: str, before: Step | None = None, after: Step | None = None) -> None:
        setattr(owner, name, _watched(board, getattr(owner, name), before, after))

    save = HANDLERS["conversations.save"]
    HANDLERS["conversations.save"] = _watched(board, save, Step.CONVERTING, Step.COMMITTED)
    watch(Conversations, "save", Step.MERGING, Step.MERGED)
    watch(FrameWriter, "write", after=Step.IDLE)
    for name in ("take", "take_due"):
        watch(Jobs, name, after=Step.TAKEN)
    watch(Jobs, "pending", after=Step.READ)
    watch(rules, "extract", after=Step.FOUND)
    watch(ChatClient, "complete", Step.ASKED, Step.ANSWERED)
    watch(Rememberer, "known", Step.DECIDING)
    watch(Jobs, "mark", after=Step.MARKED)
    watch(Jobs, "add_to_batch", after=Step.BATCHED)
    watch(Jobs, "finish", Step.FINISHING, Step.IDLE)

    remember = Rememberer.remember

    def remembering(self: Rememberer, *args: Any, **named: Any) -> Any:
        saving = threading.current_thread().name.startswith("quick")
        if not saving:
            board.note(Step.STORING)
        result = remember(self, *args, **named)
        board.note(Step.REMEMBERED if saving else Step.STORED)
        return result

    setattr(Rememberer, "remember", remembering)  # noqa: B010 - mypy takes no assignment here


def _watched(
    board: Board, function: Callable[..., Any], before: Step | None, after: Step | None
) -> Callable[..., Any]:
    @wraps(function)
    def wrapper(*args: Any, **named: Any) -> Any:
        if before is not None:
            board.note(before)
        result = function(*args, **named)
        if after is not None and not (after is Step.TAKEN and result is None):
            board.note(after)
        return result

    return wrapper
