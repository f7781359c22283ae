"""Fetching the pinned model from a server that misbehaves in every way."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from memoryx.embedding.download import (
    MODEL,
    PinnedFile,
    PinnedModel,
    download,
    is_installed,
)
from memoryx.errors import DownloadFailed, InvalidParams

WEIGHTS = bytes(range(256)) * 4_000
WORDS = b'{"words": true}'


def pinned(source: str, name: str, content: bytes) -> PinnedFile:
    return PinnedFile(source, name, len(content), hashlib.sha256(content).hexdigest())


TINY = PinnedModel(
    "someone/tiny",
    "abc123",
    (pinned("tokenizer.json", "tokenizer.json", WORDS), pinned("onnx/m.onnx", "m.onnx", WEIGHTS)),
)


class Mirror:
    """A server with the model's files; ``behave`` may take a request over."""

    def __init__(self) -> None:
        self.files = {"tokenizer.json": WORDS, "onnx/m.onnx": WEIGHTS}
        self.asked: list[tuple[str, str | None]] = []
        self.behave: Callable[[BaseHTTPRequestHandler, bytes], bool] = lambda _h, _c: False
        mirror = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                mirror.serve(self)

            def log_message(self, format: str, *args: object) -> None:
                """Keep the tests' output for the tests."""

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(
            target=self.http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )
        self.thread.start()
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}"

    def serve(self, handler: BaseHTTPRequestHandler) -> None:
        name = handler.path.removeprefix("/someone/tiny/resolve/abc123/")
        asked = handler.headers["Range"]
        self.asked.append((name, asked))
        content = self.files.get(name)
        if content is None:
            handler.send_error(404)
        elif not self.behave(handler, content):
            start = int(asked.removeprefix("bytes=").rstrip("-")) if asked else 0
            send(handler, content[start:], 206 if asked else 200)

    def close(self) -> None:
        self.http.shutdown()
        self.http.server_close()
        self.thread.join()


def send(handler: BaseHTTPRequestHandler, content: bytes, status: int, length: int = -1) -> None:
    handler.send_response(status)
    handler.send_header("Content-Length", str(len(content) if length < 0 else length))
    handler.end_headers()
    handler.wfile.write(content)


@pytest.fixture
def mirror() -> Iterator[Mirror]:
    """A mirror that behaves until it is told otherwise."""
    made = Mirror()
    yield made
    made.close()


def fetch(mirror: Mirror, folder: Path) -> list[tuple[int, int, str]]:
    told: list[tuple[int, int, str]] = []
    download(folder, lambda *said: told.append(said), base_url=mirror.url + "/", model=TINY)
    return told


def whole(folder: Path) -> bool:
    return (folder / "m.onnx").read_bytes() == WEIGHTS and is_installed(folder, TINY)


def test_the_model_arrives_whole_with_progress(mirror: Mirror, tmp_path: Path) -> None:
    folder = tmp_path / "models" / "tiny"
    told = fetch(mirror, folder)
    assert whole(folder)
    assert told[0] == (len(WORDS), TINY.size, "tokenizer.json")
    assert told[-1] == (TINY.size, TINY.size, "m.onnx")
    assert [path.name for path in folder.parent.iterdir()] == ["tiny"]
    assert not download(folder, lambda *_: None, base_url=mirror.url, model=TINY)
    assert len(mirror.asked) == 2


def test_what_arrived_before_a_break_is_gone_on_with(mirror: Mirror, tmp_path: Path) -> None:
    def breaks(handler: BaseHTTPRequestHandler, content: bytes) -> bool:
        if content is WORDS:
            return False
        send(handler, content[:500_000], 200, length=len(content))
        mirror.behave = lambda _h, _c: False
        return True

    mirror.behave = breaks
    folder = tmp_path / "tiny"
    with pytest.raises(DownloadFailed, match="500,000 of 1,024,000") as caught:
        fetch(mirror, folder)
    assert "kept" in caught.value.remedy
    assert not folder.exists()
    fetch(mirror, folder)
    assert whole(folder)
    assert mirror.asked[-1] == ("onnx/m.onnx", "bytes=500000-")
    assert [name for name, _ in mirror.asked].count("tokenizer.json") == 1


def test_a_server_that_knows_no_ranges_begins_anew(mirror: Mirror, tmp_path: Path) -> None:
    folder = tmp_path / "tiny"
    part = tmp_path / "tiny.part" / "m.onnx.part"
    part.parent.mkdir()
    part.write_bytes(b"old and other bytes")

    def whole_again(handler: BaseHTTPRequestHandler, content: bytes) -> bool:
        send(handler, content, 200)
        return True

    mirror.behave = whole_again
    fetch(mirror, folder)
    assert whole(folder)


def test_other_bytes_than_the_pinned_ones_are_not_kept(mirror: Mirror, tmp_path: Path) -> None:
    mirror.files["onnx/m.onnx"] = WEIGHTS[:-1] + b"!"
    folder = tmp_path / "tiny"
    with pytest.raises(DownloadFailed, match="gave another"):
        fetch(mirror, folder)
    assert not folder.exists()
    assert not list(tmp_path.rglob("m.onnx*"))
    mirror.files["onnx/m.onnx"] = WEIGHTS
    fetch(mirror, folder)
    assert whole(folder)


def test_a_partial_file_of_something_else_is_found_out(mirror: Mirror, tmp_path: Path) -> None:
    folder = tmp_path / "tiny"
    part = tmp_path / "tiny.part" / "m.onnx.part"
    part.parent.mkdir()
    part.write_bytes(b"x" * 1_000)
    with pytest.raises(DownloadFailed):
        fetch(mirror, folder)
    fetch(mirror, folder)
    assert whole(folder)


def test_a_file_without_end_is_given_up(mirror: Mirror, tmp_path: Path) -> None:
    mirror.files["onnx/m.onnx"] = WEIGHTS + b"more"
    with pytest.raises(DownloadFailed, match="longer"):
        fetch(mirror, tmp_path / "tiny")


@pytest.mark.parametrize("status", [403, 404, 416, 500])
def test_a_refusal_names_the_status(mirror: Mirror, tmp_path: Path, status: int) -> None:
    def refuse(handler: BaseHTTPRequestHandler, _content: bytes) -> bool:
        handler.send_error(status)
        return True

    mirror.behave = refuse
    with pytest.raises(DownloadFailed, match=str(status)):
        fetch(mirror, tmp_path / "tiny")


def test_nobody_there_is_told(mirror: Mirror, tmp_path: Path) -> None:
    mirror.close()
    with pytest.raises(DownloadFailed, match="cannot be reached"):
        fetch(mirror, tmp_path / "tiny")


def test_an_incomplete_installation_is_replaced(mirror: Mirror, tmp_path: Path) -> None:
    folder = tmp_path / "tiny"
    folder.mkdir()
    (folder / "m.onnx").write_bytes(b"short")
    fetch(mirror, folder)
    assert whole(folder)


@pytest.mark.parametrize(
    "address", ["http://example.com", "ftp://example.com", "example.com", "https://", "file:///etc"]
)
def test_only_tls_or_this_machine_is_asked(tmp_path: Path, address: str) -> None:
    with pytest.raises(InvalidParams):
        download(tmp_path / "tiny", lambda *_: None, base_url=address, model=TINY)


def test_the_pins_are_whole() -> None:
    assert {file.name for file in MODEL.files} == {"tokenizer.json", "model_quantized.onnx"}
    for file in MODEL.files:
        assert len(bytes.fromhex(file.sha256)) == 32
    assert len(bytes.fromhex(MODEL.revision)) == 20
    assert MODEL.url("https://h", MODEL.files[1]) == (
        f"https://h/Xenova/multilingual-e5-small/resolve/{MODEL.revision}/onnx/model_quantized.onnx"
    )
