"""Native messaging frames: a 4-byte length in native byte order, then that many bytes of UTF-8.

Sizes are from Chromium: a browser sends bodies up to 64 MiB and closes the port on a body over
1 MiB from the host.
"""

from __future__ import annotations

import os
import struct
import threading
from dataclasses import dataclass

#: Longest body that the host takes.
BODY_LIMIT = 8 * 1024 * 1024
#: Longest body that a browser can send.
BROWSER_LIMIT = 64 * 1024 * 1024
#: Longest body that the host sends: well under the browser's 1 MiB.
RESPONSE_LIMIT = 921_600

_HEAD = struct.Struct("=I")
_PIECE = 64 * 1024


class BrokenFraming(Exception):
    """The stream is not one of frames; nothing after this point can be understood."""


@dataclass(frozen=True, slots=True)
class Oversized:
    """A frame that was longer than BODY_LIMIT and was read past; ``size`` in bytes."""

    size: int


class FrameReader:
    """Reads frames from a file descriptor."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def read(self) -> bytes | Oversized | None:
        """Return the next body, or None at the end of the stream, also inside a frame.

        Raises BrokenFraming for a length that no browser can send.
        """
        head = self._exactly(_HEAD.size)
        if head is None:
            return None
        (size,) = _HEAD.unpack(head)
        if size > BROWSER_LIMIT:
            raise BrokenFraming(f"a frame of {size} bytes was announced")
        if size > BODY_LIMIT:
            return Oversized(size) if self._skip(size) else None
        return self._exactly(size)

    def _exactly(self, size: int) -> bytes | None:
        pieces = []
        while size:
            piece = os.read(self._descriptor, min(size, _PIECE))
            if not piece:
                return None
            pieces.append(piece)
            size -= len(piece)
        return b"".join(pieces)

    def _skip(self, size: int) -> bool:
        while size:
            piece = os.read(self._descriptor, min(size, _PIECE))
            if not piece:
                return False
            size -= len(piece)
        return True


class FrameWriter:
    """Writes frames to a file descriptor, one at a time, from any thread."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._lock = threading.Lock()

    def write(self, body: bytes) -> None:
        """Write one frame; raises BrokenPipeError when the browser has gone."""
        frame = memoryview(_HEAD.pack(len(body)) + body)
        with self._lock:
            while frame:
                frame = frame[os.write(self._descriptor, frame) :]
