"""Serving when nothing can be served: each request is told why."""

from __future__ import annotations

import json

from memoryx.errors import MemoryXError
from memoryx.server.frames import BrokenFraming, FrameReader, FrameWriter
from memoryx.server.rpc import error_body


def serve_error(reader: FrameReader, writer: FrameWriter, error: MemoryXError) -> int:
    """Answer each request with one error until the input ends; return the exit code."""
    try:
        while (body := reader.read()) is not None:
            id_ = _id(body) if isinstance(body, bytes) else None
            if id_ is not None:
                writer.write(error_body(id_, error))
    except (BrokenFraming, OSError):
        return 1
    return 1


def _id(body: bytes) -> str | int | None:
    try:
        envelope = json.loads(body)
    except (ValueError, RecursionError):
        return None
    value = envelope.get("id") if isinstance(envelope, dict) else None
    return value if isinstance(value, str | int) else None
