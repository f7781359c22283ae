"""Frames on the wire."""

from __future__ import annotations

import os
import struct
import threading

import pytest

from memoryx.server.frames import (
    BODY_LIMIT,
    BROWSER_LIMIT,
    BrokenFraming,
    FrameReader,
    FrameWriter,
    Oversized,
)


def feed(*pieces: bytes) -> FrameReader:
    """Return a reader on a pipe into which the pieces are written one by one, then closed."""
    out, into = os.pipe()

    def write() -> None:
        with os.fdopen(into, "wb", buffering=0) as stream:
            for piece in pieces:
                view = memoryview(piece)
                while view:
                    view = view[stream.write(view) or 0 :]

    threading.Thread(target=write, daemon=True).start()
    return FrameReader(out)


def frame(body: bytes) -> bytes:
    return struct.pack("=I", len(body)) + body


def test_frames_come_one_after_the_other_and_then_the_end() -> None:
    reader = feed(frame(b"{}") + frame("你好".encode()))
    assert [reader.read(), reader.read(), reader.read()] == [b"{}", "你好".encode(), None]


def test_a_frame_may_come_byte_by_byte() -> None:
    reader = feed(*(bytes([byte]) for byte in frame(b'{"a":1}')))
    assert reader.read() == b'{"a":1}'


def test_a_body_larger_than_a_pipe_is_read_whole() -> None:
    body = b"x" * 300_000
    assert feed(frame(body)).read() == body


def test_an_end_inside_a_frame_is_the_end() -> None:
    assert feed(struct.pack("=I", 10) + b"abc").read() is None
    assert feed(b"\x01\x00").read() is None


def test_a_body_over_the_limit_is_read_past_and_named_by_its_size() -> None:
    reader = feed(frame(b"x" * (BODY_LIMIT + 1)), frame(b"{}"))
    assert reader.read() == Oversized(BODY_LIMIT + 1)
    assert reader.read() == b"{}"


def test_a_body_at_the_limit_is_taken() -> None:
    body = feed(frame(b"x" * BODY_LIMIT)).read()
    assert isinstance(body, bytes)
    assert len(body) == BODY_LIMIT


def test_a_length_that_no_browser_sends_breaks_the_stream() -> None:
    with pytest.raises(BrokenFraming):
        feed(struct.pack("=I", BROWSER_LIMIT + 1)).read()


def test_what_is_printed_by_mistake_is_a_length_that_breaks_the_stream() -> None:
    with pytest.raises(BrokenFraming):
        feed(b"hello, world").read()


def test_frames_written_by_several_threads_do_not_mix() -> None:
    out, into = os.pipe()
    writer = FrameWriter(into)

    def write(byte: bytes) -> None:
        for _ in range(5):
            writer.write(byte * 50_000)

    threads = [threading.Thread(target=write, args=(byte,)) for byte in (b"a", b"b", b"c")]
    for thread in threads:
        thread.start()
    reader = FrameReader(out)
    bodies = [reader.read() for _ in range(15)]
    for thread in threads:
        thread.join()
    assert all(isinstance(body, bytes) and len(set(body)) == 1 for body in bodies)
