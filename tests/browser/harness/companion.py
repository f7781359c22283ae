"""A host of the test's own, over pipes: asks the same database that the browser's host writes."""

from __future__ import annotations

import json
import struct
import subprocess
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from queue import Empty, Queue
from types import TracebackType
from typing import Any, Self, TypeVar

from tests.browser.harness.native import HOST_COMMAND, extension_id, host_environment

Json = dict[str, Any]
T = TypeVar("T")


class HostError(Exception):
    """The host answered an error."""

    def __init__(self, error: Json) -> None:
        super().__init__(f"{error.get('code')}: {error.get('message')} {error.get('data')}")
        self.error = error


class Companion:
    """The real host as the browser would start it, spoken to in native messaging frames."""

    def __init__(self, home: Path, settings: Mapping[str, str] | None = None) -> None:
        self._log = (home / "companion-stderr.log").open("ab")
        self._process = subprocess.Popen(
            [*HOST_COMMAND, f"chrome-extension://{extension_id()}/"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            env=host_environment(home, settings or {}),
        )
        self._replies: Queue[Json | None] = Queue()
        self._last = 0
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def call(self, method: str, *, timeout_s: float = 30, **params: Any) -> Json:
        """Ask and wait. Raises HostError, or TimeoutError after `timeout_s` seconds."""
        self._last += 1
        asked = self._last
        body = json.dumps(
            {"jsonrpc": "2.0", "id": asked, "method": method, "params": params}
        ).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(struct.pack("=I", len(body)) + body)
        self._process.stdin.flush()
        ends = time.monotonic() + timeout_s
        while True:
            try:
                reply = self._replies.get(timeout=max(0.0, ends - time.monotonic()))
            except Empty:
                raise TimeoutError(f"{method}: no answer in {timeout_s} s") from None
            if reply is None:
                raise EOFError(f"{method}: the host ended")
            if reply.get("id") != asked:
                continue  # a notification, or the late answer to a call that timed out
            if "error" in reply:
                raise HostError(reply["error"])
            result: Json = reply["result"]
            return result

    def items(self, method: str, **params: Any) -> list[Json]:
        """All items of a list, over all its pages."""
        items: list[Json] = []
        cursor: str | None = None
        while True:
            here: Json = {"cursor": cursor} if cursor else {}
            page = self.call(method, **params, **here)
            items += page["items"]
            cursor = page["next_cursor"]
            if cursor is None:
                return items

    def _read(self) -> None:
        stdout = self._process.stdout
        assert stdout is not None
        while len(head := stdout.read(4)) == 4:
            (length,) = struct.unpack("=I", head)
            self._replies.put(json.loads(stdout.read(length)))
        self._replies.put(None)

    def close(self) -> None:
        """Close the pipes; the host has two seconds to end."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(timeout=5)
            raise
        finally:
            self._reader.join(timeout=5)
            if self._process.stdout is not None:
                self._process.stdout.close()
            self._log.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def eventually(
    look: Callable[[], T], accept: Callable[[T], bool] = bool, *, within_s: float = 20
) -> T:
    """Look again and again until what is seen is accepted; the last sight is in the error."""
    ends = time.monotonic() + within_s
    while True:
        seen = look()
        if accept(seen):
            return seen
        if time.monotonic() > ends:
            raise AssertionError(f"not within {within_s} s; last seen: {seen!r}")
        time.sleep(0.05)
