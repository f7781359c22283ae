"""The real host as a child process, spoken to over its pipes as a browser does."""

from __future__ import annotations

import json
import os
import queue
import struct
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from tests.support.lexicon import put_lexicon

ORIGIN = "chrome-extension://test/"
#: Far above anything that is waited for: only a host that hangs meets it.
PATIENCE_S = 60.0


class RpcError(Exception):
    """An error reply."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(f"{error['code']} {error['message']}")
        self.number: int = error["code"]
        self.code: str = error["data"]["code"]
        self.remedy: str = error["data"]["remedy"]
        self.retryable: bool = error["data"]["retryable"]


class HostClient:
    """Speaks to a host over its pipes, as a browser does."""

    errors = b""  # what the host wrote to its error output, once it has ended

    def __init__(self, to_host: IO[bytes], from_host: IO[bytes]) -> None:
        self._to_host = to_host
        self._from_host = from_host
        self._ids = 0
        self._waiting: dict[object, queue.SimpleQueue[dict[str, Any]]] = {}
        self._gone = False
        self._handing_out = threading.Lock()
        self.unasked: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def send_raw(self, body: bytes, *, length: int | None = None) -> None:
        """Send one frame as it is."""
        head = struct.pack("=I", len(body) if length is None else length)
        self._to_host.write(head + body)
        self._to_host.flush()

    def start(self, method: str, **params: Any) -> queue.SimpleQueue[dict[str, Any]]:
        """Send a request and return where its reply will come, or that the host has ended."""
        self._ids += 1
        reply: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        with self._handing_out:
            self._waiting[self._ids] = reply
            if self._gone:
                reply.put({"ended": True})
        request = {"jsonrpc": "2.0", "id": self._ids, "method": method, "params": params}
        self.send_raw(json.dumps(request).encode())
        return reply

    def call(self, method: str, **params: Any) -> Any:
        """Send a request and return its result; raises RpcError."""
        reply = self.start(method, **params).get(timeout=PATIENCE_S)
        if "ended" in reply:
            raise AssertionError(f"the host ended: {self.errors.decode(errors='replace')}")
        if "error" in reply:
            raise RpcError(reply["error"])
        return reply["result"]

    def notification(self, method: str) -> dict[str, Any]:
        """Wait for a notification of a method, passing over others, and return its params."""
        while True:
            message = self.unasked.get(timeout=PATIENCE_S)
            if message.get("method") == method:
                params: dict[str, Any] = message["params"]
                return params

    def say(self, conversation: str, *texts: str, site: str = "claude", **more: Any) -> Any:
        """Save user turns into a conversation."""
        turns = [
            {
                "key": f"{conversation}-{i}-{abs(hash(text))}",
                "role": "user",
                "markdown": text,
                "complete": True,
            }
            for i, text in enumerate(texts)
        ]
        fields = {
            "site": site,
            "conversation_id": conversation,
            "url": f"https://example.test/{conversation}",
            "trigger": "auto",
            "turns": turns,
        }
        return self.call("conversations.save", **(fields | more))

    def wait_for_end(self, patience_s: float) -> None:
        """Wait until the host's output ends, or for this long."""
        self._reader.join(patience_s)

    def join(self) -> None:
        """Wait until a host that has ended has nothing more to say, and let go of its pipes."""
        self._reader.join(timeout=PATIENCE_S)
        with suppress(OSError):  # what it did not read cannot be sent any more
            self._to_host.close()
        self._from_host.close()

    def _read(self) -> None:
        while len(head := self._from_host.read(4)) == 4:
            (size,) = struct.unpack("=I", head)
            body = self._from_host.read(size)
            if len(body) < size:
                break  # killed in the middle of a frame
            message = json.loads(body)
            waiting = (
                self._waiting.pop(message.get("id"), None) if "method" not in message else None
            )
            (waiting or self.unasked).put(message)
        self._after_end()
        with self._handing_out:
            self._gone = True
            for waiting in self._waiting.values():
                waiting.put({"ended": True})

    def _after_end(self) -> None:
        """Learn what is to be learned when the output has ended."""


class HostProcess(HostClient):
    """Starts ``memoryx host`` on a folder of its own; ``settings`` are MEMORYX_* values.

    Without ``lexicon`` the host has to build it, as on a fresh machine.
    """

    def __init__(
        self, home: Path, settings: Mapping[str, str] | None = None, *, lexicon: bool = True
    ) -> None:
        if lexicon:
            put_lexicon(home)
        kept = {k: v for k, v in os.environ.items() if not k.startswith("MEMORYX_")}
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-X", "utf8", "-m", "memoryx", "host", ORIGIN],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={
                **kept,
                **(settings or {}),
                "MEMORYX_HOME": str(home),
                "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
            },
        )
        self._error_reader = threading.Thread(target=self._read_errors, daemon=True)
        self._error_reader.start()
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        super().__init__(self.process.stdin, self.process.stdout)

    def close(self) -> int:
        """End the input and return the exit code."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        code = self.process.wait(timeout=PATIENCE_S)
        self._reader.join(timeout=PATIENCE_S)
        return code

    def kill(self) -> None:
        """Kill the process without warning."""
        self.process.kill()
        self.process.wait(timeout=PATIENCE_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        tb: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.close()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None and not stream.closed:
                stream.close()

    def _after_end(self) -> None:
        self.process.wait(timeout=PATIENCE_S)
        self._error_reader.join(timeout=PATIENCE_S)

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        self.errors = self.process.stderr.read()
