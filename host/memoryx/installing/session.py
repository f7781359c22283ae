"""The host, started as a browser starts it and spoken to over its pipes."""

from __future__ import annotations

import io
import json
import queue
import struct
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from memoryx.installing.problems import InstallProblem

Json = dict[str, Any]

#: The browser kills a host that is there 2 s after its pipes were closed.
EXIT_LIMIT_S = 2.0
#: Chromium closes the port on a longer body.
_BODY_LIMIT = 1_048_576
_STDERR_SHOWN = 500


class HostFailure(InstallProblem):
    """The host did not behave as a browser needs it to."""

    code = "host_failed"


class HostAnsweredError(HostFailure):
    """The host answered an error to a request."""

    code = "host_answered_error"


class HostSession:
    """A running host.

    ``launcher`` is what the manifest names, ``origin`` the extension's. The working directory is
    the launcher's folder and the environment is ``environ`` alone, as with a browser.
    Raises HostFailure when it cannot be started.
    """

    def __init__(
        self, launcher: Path, origin: str, environ: Mapping[str, str], extra: Sequence[str] = ()
    ) -> None:
        # A file, not a pipe: nobody has to read it for the host to go on.
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115  (closed in `close`)
        try:
            self._process = subprocess.Popen(
                [str(launcher), origin, *extra],
                cwd=launcher.parent,
                env=dict(environ),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._stderr,
            )
        except OSError as error:
            self._stderr.close()
            raise HostFailure(
                f"{launcher} does not start: {error.strerror or error}",
                remedy="Run `python3 installer` again. When it stays so, security software or a "
                "`noexec` folder may block it.",
            ) from error
        self._replies: queue.Queue[Json | HostFailure] = queue.Queue()
        self._last = 0
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def call(self, method: str, params: Json, *, limit_s: float) -> Json:
        """Ask and return the result. Raises HostFailure, also after ``limit_s`` seconds."""
        self._last += 1
        request = {"jsonrpc": "2.0", "id": self._last, "method": method, "params": params}
        body = json.dumps(request, ensure_ascii=False, separators=(",", ":")).encode()
        stdin = self._process.stdin
        assert stdin is not None
        try:
            stdin.write(struct.pack("=I", len(body)) + body)
            stdin.flush()
        except OSError as error:
            raise self._ended() from error
        ends = time.monotonic() + limit_s
        while True:
            try:
                reply = self._replies.get(timeout=max(0.0, ends - time.monotonic()))
            except queue.Empty:
                raise HostFailure(
                    f"the host did not answer `{method}` within {limit_s:g} s"
                ) from None
            if isinstance(reply, HostFailure):
                raise reply
            if reply.get("id") != self._last:
                continue  # a notification
            if "error" in reply:
                raise _answered(method, reply["error"])
            result: Json = reply["result"]
            return result

    def close(self, limit_s: float = EXIT_LIMIT_S) -> float:
        """Close the pipe and return the seconds until the host ended.

        Raises HostFailure when it ends too late (it is killed then) or with an exit code.
        """
        began = time.monotonic()
        assert self._process.stdin is not None
        try:
            self._process.stdin.close()
        except OSError as error:
            raise self._ended() from error
        try:
            code = self._process.wait(timeout=limit_s)
        except subprocess.TimeoutExpired:
            raise HostFailure(
                f"the host still ran {limit_s:g} s after its input had ended",
                remedy="A browser would kill it. Report this with the output of `memoryx doctor`.",
            ) from None
        if code:
            raise self._ended()
        return time.monotonic() - began

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._reader.join(timeout=5)
        for stream in (self._process.stdin, self._process.stdout, self._stderr):
            if stream is not None:
                try:
                    stream.close()
                except BrokenPipeError:
                    continue  # unsent bytes for a host that is gone

    def _read(self) -> None:
        stdout = self._process.stdout
        assert isinstance(stdout, io.BufferedReader)
        while len(head := stdout.read(4)) == 4:
            (size,) = struct.unpack("=I", head)
            if size > _BODY_LIMIT:
                shown = (head + stdout.read1(200)).decode("utf-8", "replace")
                self._replies.put(HostFailure(f"the host wrote what is no frame: {shown!r}"))
                return
            try:
                reply = json.loads(stdout.read(size))
            except ValueError as error:
                self._replies.put(HostFailure(f"the host wrote a frame that is no JSON: {error}"))
                return
            self._replies.put(reply)
        self._replies.put(self._ended())

    def _ended(self) -> HostFailure:
        code: int | None = None
        try:
            code = self._process.wait(timeout=EXIT_LIMIT_S)
        except subprocess.TimeoutExpired:
            return HostFailure("the host closed its output and went on running")
        self._stderr.seek(0)
        # The last line says what happened; a traceback's others say where.
        said = self._stderr.read().decode("utf-8", "replace").strip().rsplit("\n", 1)[-1]
        return HostFailure(
            f"the host ended with exit code {code}"
            + (f", saying: {said[:_STDERR_SHOWN]}" if said else ""),
            remedy="Run `python3 installer` again: it makes the private environment anew when "
            "that is broken.",
        )


def _answered(method: str, error: Json) -> HostAnsweredError:
    data = error.get("data") or {}
    return HostAnsweredError(
        f"the host answered `{method}` with an error: {error.get('message')}",
        remedy=data.get("remedy"),
    )
