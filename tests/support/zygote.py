"""A process that has imported the host and forks one for each request: hosts in milliseconds.

Run as ``python -m tests.support.zygote FD``, where FD is its end of a socket pair. It has no thread
of its own, so a fork is whole. A request is one JSON line with the descriptors of the host's input,
output and board beside it; the answer is one line too.
"""

from __future__ import annotations

import array
import gc
import json
import mmap
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.support import probes
from tests.support.host_process import PATIENCE_S, HostClient

#: A dead host's job is taken over after this; a live one renews it four times in it.
LEASE_S = 0.6
_ROOT = Path(__file__).resolve().parents[2]


class Zygote:
    """The test's side: starts the process, has hosts forked and killed."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        kept = {k: v for k, v in os.environ.items() if not k.startswith("MEMORYX_")}
        self.process = subprocess.Popen(
            [sys.executable, "-X", "utf8", "-m", "tests.support.zygote", str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            cwd=_ROOT,
            env={
                **kept,
                "OPENBLAS_NUM_THREADS": "1",
                "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
            },
        )
        theirs.close()
        ours.settimeout(PATIENCE_S)
        self._socket = ours
        self._answers = ours.makefile("rb")
        self._answers.readline()  # it is ready

    def fork(self, environ: Mapping[str, str]) -> ForkedHost:
        """Start a host; ``environ`` are MEMORYX_* values."""
        return ForkedHost(self, environ)

    def ask(self, request: dict[str, Any], descriptors: tuple[int, ...] = ()) -> Any:
        """Send a request and return the answer."""
        line = json.dumps(request).encode() + b"\n"
        if descriptors:
            socket.send_fds(self._socket, [line], list(descriptors))
        else:
            self._socket.sendall(line)
        return json.loads(self._answers.readline())

    def close(self) -> None:
        """End the process, and the hosts that still run."""
        self._answers.close()
        self._socket.close()
        self.process.wait(timeout=PATIENCE_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        tb: TracebackType | None,
    ) -> None:
        self.close()


class ForkedHost(HostClient):
    """A host that was forked; speaks the same frames over the same kind of pipes."""

    def __init__(self, zygote: Zygote, environ: Mapping[str, str]) -> None:
        input_, to_host = os.pipe()
        from_host, output = os.pipe()
        descriptor = _shared_memory()
        self.board = probes.Board(mmap.mmap(descriptor, probes.SIZE))
        self._zygote = zygote
        self.pid: int = zygote.ask({"environ": dict(environ)}, (input_, output, descriptor))["pid"]
        for ours in (input_, output, descriptor):
            os.close(ours)
        super().__init__(os.fdopen(to_host, "wb", buffering=0), os.fdopen(from_host, "rb"))

    def kill(self) -> int:
        """Kill it, if it has not died by itself, and return the signal by which it ended."""
        status = self._zygote.ask({"kill": self.pid})["status"]
        self.join()
        return os.WTERMSIG(status)


def _shared_memory() -> int:
    """Return the descriptor of memory that outlives whoever writes to it."""
    with tempfile.TemporaryFile() as file:
        file.truncate(probes.SIZE)
        return os.dup(file.fileno())


def main(descriptor: int) -> None:
    """Serve requests until the other side closes."""
    _make_ready()
    gc.collect()
    gc.freeze()
    connection = socket.socket(fileno=descriptor)
    connection.sendall(b"{}\n")
    hosts: set[int] = set()
    while True:
        line, descriptors = _receive(connection)
        if not line:
            break
        request = json.loads(line)
        if "kill" in request:
            pid = request["kill"]
            os.kill(pid, signal.SIGKILL)  # it is not reaped yet, so the number is its own
            _, status = os.waitpid(pid, 0)
            hosts.discard(pid)
            answer = {"status": status}
        else:
            pid = os.fork()
            if pid == 0:
                connection.close()
                _be_host(descriptors, request["environ"])
            hosts.add(pid)
            answer = {"pid": pid}
            for given in descriptors:
                os.close(given)
        connection.sendall(json.dumps(answer).encode() + b"\n")
    for pid in hosts:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


def _make_ready() -> None:
    """Import and build all that a host imports and builds on its first requests."""
    import openai  # noqa: F401 - for the forks

    import memoryx.extraction.llm.extractor
    import memoryx.server.host  # noqa: F401 - for the forks
    from memoryx.text import fold
    from tests.support.in_process import InProcess

    with tempfile.TemporaryDirectory() as home:
        host = InProcess(Path(home))
        host.hear("c", "I'm allergic to peanuts. 我对花生过敏", "Remember: tea at five")
        host.recalled("Are there peanuts in satay?")
        host.services.store.close()
    fold.warm()
    assert threading.active_count() == 1, "a fork would lose a thread"


def _be_host(descriptors: list[int], environ: dict[str, str]) -> None:
    """Serve as run_host does, with a short lease and with probes; never return."""
    from memoryx.app import open_services
    from memoryx.extraction.pipeline import Lease
    from memoryx.server.frames import FrameReader, FrameWriter
    from memoryx.server.host import Host

    code = 70
    try:
        random.seed()
        frames_in, frames_out, shared = descriptors
        probes.install(probes.Board(mmap.mmap(shared, probes.SIZE)))
        lease = Lease(timedelta(seconds=LEASE_S), timedelta(seconds=LEASE_S / 4))
        services = open_services(os.environ | environ, lease=lease)
        code = Host(FrameReader(frames_in), FrameWriter(frames_out), services).run()
    finally:
        os._exit(code)


def _receive(connection: socket.socket) -> tuple[bytes, list[int]]:
    """Return one line and the descriptors that came with it; an empty line at the end."""
    line = b""
    descriptors: list[int] = []
    while not line.endswith(b"\n"):
        piece, more, _, _ = socket.recv_fds(connection, 65_536, 8)
        if not piece:
            return b"", descriptors
        line += piece
        descriptors += more
    return line, list(array.array("i", descriptors))


if __name__ == "__main__":
    main(int(sys.argv[1]))
