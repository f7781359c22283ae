"""The host's main loop: reads frames, hands requests to their lanes, writes the answers."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from memoryx.contract import Lane
from memoryx.errors import FrameTooLarge, MemoryXError, ResponseTooLarge
from memoryx.handlers import HANDLERS, Call
from memoryx.server import rpc
from memoryx.server.frames import (
    RESPONSE_LIMIT,
    BrokenFraming,
    FrameReader,
    FrameWriter,
    Oversized,
)
from memoryx.server.lanes import LaneThread
from memoryx.services import Services

_log = logging.getLogger(__name__)

#: The browser kills a host 2 s after it has closed the pipe; what is queued gets most of that.
_DRAIN_S = 1.5
_WORK_THREADS = 2


class Host:
    """Serves one connection until its input ends."""

    def __init__(self, reader: FrameReader, writer: FrameWriter, services: Services) -> None:
        self._reader = reader
        self._writer = writer
        self._services = services
        self._gone = threading.Event()
        self._lanes: Mapping[Lane, LaneThread] = {
            Lane.RECALL: LaneThread("recall"),
            Lane.QUICK: LaneThread("quick"),
            Lane.WORK: LaneThread("work", threads=_WORK_THREADS),
        }

    def run(self) -> int:
        """Serve until the end of the input; return the process's exit code."""
        for lane in self._lanes.values():
            lane.start()
        self._services.start(self.notify, self._lanes[Lane.QUICK].put)
        code = 0
        try:
            while not self._gone.is_set() and (body := self._reader.read()) is not None:
                self._take(body)
        except BrokenFraming as error:
            _log.error("broken framing: %s", error)
            code = 1
        deadline = time.monotonic() + _DRAIN_S
        for lane in self._lanes.values():
            lane.finish()
        drained = [lane.join(deadline) for lane in self._lanes.values()]
        self._services.stop()
        _log.info("end of input, drained=%s", all(drained))
        return code

    def notify(self, method: str, params: dict[str, Any]) -> None:
        """Send a notification."""
        self._write(rpc.notification_body(method, params))

    def _take(self, body: bytes | Oversized) -> None:
        received = time.monotonic()
        if isinstance(body, Oversized):
            self._write(rpc.error_body(None, FrameTooLarge(f"a frame of {body.size} bytes")))
            return
        try:
            request = rpc.parse(body)
        except rpc.Refused as refused:
            _log.warning("refused: %s, %d bytes", refused.error.code, len(body))
            if refused.reply is not None:
                self._write(refused.reply)
            return
        self._lanes[request.method.lane].put(self._task(request, received, len(body)))

    def _task(self, request: rpc.Request, received: float, size: int) -> Callable[[], None]:
        def progress(done: int, total: int, phase: str) -> None:
            self.notify(
                "progress",
                {"request": request.id, "done": done, "total": total, "phase": phase},
            )

        def serve() -> None:
            outcome, replied = "ok", threading.Event()
            try:
                handler = HANDLERS[request.method.name]
                call = Call(received=received, progress=progress, replied=replied)
                result = handler(self._services, request.params, call)
                reply = rpc.result_body(request.id, result)
                if len(reply) > RESPONSE_LIMIT:
                    raise ResponseTooLarge(f"the answer has {len(reply)} bytes")
            except Exception as error:  # noqa: BLE001 - the one place where errors become replies
                outcome = error.code if isinstance(error, MemoryXError) else type(error).__name__
                reply = rpc.error_body(request.id, error)
            if not request.notification:
                self._write(reply)
            replied.set()
            took = (time.monotonic() - received) * 1000
            _log.info(
                "%s %s %d→%d bytes %.1f ms", request.method.name, outcome, size, len(reply), took
            )
            self._services.warm()  # once; never before the first answer

        return serve

    def _write(self, body: bytes) -> None:
        try:
            self._writer.write(body)
        except OSError:
            # The browser closed its end: the same as the end of our input, which follows.
            self._gone.set()
