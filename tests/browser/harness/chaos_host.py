"""A native host that passes everything on to the real one, and misbehaves on demand.

`chaos_host.py FOLDER -- COMMAND… ORIGIN`. `FOLDER/faults.json` is read anew at each request: it
maps a method (dots as `_`) to one of

    honest          pass it on (what an unnamed method gets)
    slow:MS         answer MS milliseconds late
    error           answer an error of the host
    die             end at once, with the real host, before anything is answered
    die-after       pass it on, and end with the real host as soon as the answer is written
    silent          never answer

A value with `%` and a number before a fault (`20%error`) means: in so many cases of a hundred, by a
generator seeded with the number of requests so far, so that a run can be repeated. Each decision is
a line in `FOLDER/chaos.log`. The standard library alone: it must start fast.
"""

from __future__ import annotations

import json
import os
import random
import signal
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO

ERROR = {
    "code": -32000,
    "message": "a fault on demand",
    "data": {"code": "internal", "retryable": False, "remedy": "Nothing: this is a test."},
}


def read_frame(stream: IO[bytes]) -> bytes | None:
    """One frame's body; None at the end of the stream."""
    head = stream.read(4)
    if len(head) < 4:
        return None
    (length,) = struct.unpack("=I", head)
    return stream.read(length)


class ChaosHost:
    """Sits between the browser's pipes and the real host's."""

    def __init__(self, folder: Path, command: list[str]) -> None:
        self._folder = folder
        self._real = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._writing = threading.Lock()
        self._slow: dict[int, float] = {}
        self._last_words: set[int] = set()
        self._dropped: set[int] = set()

    def serve(self) -> None:
        """Until the browser closes the pipe, or the real host ends."""
        threading.Thread(target=self._answers, daemon=True).start()
        real_stdin = self._real.stdin
        assert real_stdin is not None
        while (body := read_frame(sys.stdin.buffer)) is not None:
            request = json.loads(body)
            if self._keep(request):
                continue
            try:
                real_stdin.write(struct.pack("=I", len(body)) + body)
                real_stdin.flush()
            except BrokenPipeError:
                break
        real_stdin.close()
        self._real.wait(timeout=5)

    def _keep(self, request: dict[str, object]) -> bool:
        """Carry out the fault that is due for this request; True when it is not passed on."""
        method, number = str(request.get("method")), request.get("id")
        fault, _, amount = self._decide(method).partition(":")
        if not isinstance(number, int):
            return False
        if fault == "die":
            self._die()
        if fault == "error":
            self._write(json.dumps({"jsonrpc": "2.0", "id": number, "error": ERROR}).encode())
        if fault == "slow":
            self._slow[number] = float(amount) / 1000
        if fault == "die-after":
            self._last_words.add(number)
        return fault in ("error", "silent")

    def _decide(self, method: str) -> str:
        plan = json.loads((self._folder / "faults.json").read_text(encoding="utf-8"))
        log = self._folder / "chaos.log"
        fault = str(plan.get(method.replace(".", "_"), plan.get("others", "honest")))
        share, percent, rest = fault.partition("%")
        if percent:
            so_far = log.read_bytes().count(b"\n") if log.exists() else 0
            lot = random.Random(so_far).uniform(0, 100)
            fault = rest if lot < float(share) else "honest"
        with log.open("a", encoding="utf-8") as file:
            file.write(f"{method} {fault}\n")
        return fault

    def _answers(self) -> None:
        stdout = self._real.stdout
        assert stdout is not None
        while (body := read_frame(stdout)) is not None:
            number = json.loads(body).get("id")
            delay = self._slow.pop(number, 0.0)
            if delay:
                threading.Timer(delay, self._write, [body]).start()
            else:
                self._write(body)
            if number in self._last_words:
                self._die()
        os._exit(1)

    def _write(self, body: bytes) -> None:
        with self._writing:
            try:
                sys.stdout.buffer.write(struct.pack("=I", len(body)) + body)
                sys.stdout.buffer.flush()
            except BrokenPipeError:
                os._exit(0)

    def _die(self) -> None:
        self._real.kill()
        os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(60)


def main() -> None:
    """The command line: FOLDER -- COMMAND…"""
    folder, _, *command = sys.argv[1:]
    ChaosHost(Path(folder), command).serve()


if __name__ == "__main__":
    main()
