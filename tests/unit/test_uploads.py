"""Files in pieces: bounded, private, and gone when nobody needs them."""

from __future__ import annotations

import base64
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memoryx import uploads as module
from memoryx.errors import InvalidUpload
from memoryx.uploads import Uploads


class World:
    """Uploads with a clock."""

    def __init__(self, folder: Path) -> None:
        self.time = datetime.now(UTC)
        self.folder = folder / "uploads"
        self.uploads = Uploads(self.folder, lambda: self.time)

    def put(self, name: str, data: bytes, offset: int = 0, *, last: bool = False) -> int:
        return self.uploads.put(name, offset, base64.b64encode(data).decode(), last=last)


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


def test_a_whole_file_is_what_was_sent(world: World) -> None:
    for offset in range(0, 1_000, 100):
        world.put("u", bytes([offset % 251]) * 100, offset, last=offset == 900)
    expected = b"".join(bytes([offset % 251]) * 100 for offset in range(0, 1_000, 100))
    assert world.uploads.whole("u").read_bytes() == expected


def test_a_file_that_is_not_whole_cannot_be_used(world: World) -> None:
    world.put("u", b"abc")
    with pytest.raises(InvalidUpload, match="only 3 bytes"):
        world.uploads.whole("u")
    with pytest.raises(InvalidUpload, match="no upload"):
        world.uploads.whole("v")


def test_the_last_piece_ends_the_file(world: World) -> None:
    world.put("u", b"abcdef")
    with pytest.raises(InvalidUpload, match="ends at byte 2"):
        world.put("u", b"ab", last=True)


def test_names_lead_nowhere(world: World, tmp_path: Path) -> None:
    for name in ("../x", "/etc/passwd", "C:\\x", "a/b", ".", "con", "\N{SNOWMAN}"):
        world.put(name, b"x", last=True)
    assert [path.name for path in tmp_path.iterdir()] == ["uploads"]
    assert len(list(world.folder.iterdir())) == 7


def test_a_file_that_is_too_large_is_refused(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FILE_LIMIT", 10)
    world.put("u", b"0123456789")
    with pytest.raises(InvalidUpload, match="larger than 10"):
        world.put("u", b"x", 10)


def test_there_are_not_too_many_at_once_and_old_ones_are_swept(world: World) -> None:
    for number in range(module.COUNT_LIMIT):
        world.put(f"u{number}", b"x")
    with pytest.raises(InvalidUpload, match="waiting already"):
        world.put("more", b"x")
    world.time += module.SWEEP_AFTER + timedelta(minutes=1)
    assert world.put("more", b"x") == 1
    assert len(list(world.folder.iterdir())) == 1


def test_removing_and_clearing(world: World) -> None:
    world.put("u", b"x", last=True)
    world.put("v", b"x")
    world.uploads.remove("u")
    world.uploads.remove("u")
    assert world.uploads.clear() == 1
    assert not world.folder.exists()
    assert world.put("v", b"x") == 1
