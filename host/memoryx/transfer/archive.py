"""The JSON files in what a person picked: a JSON file, or a zip with some.

Nothing is unpacked to disk, so names lead nowhere; an archive whose names try to, or whose content
is out of proportion, is refused as a whole.
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from memoryx.errors import InvalidUpload

#: Most bytes in all JSON files of an archive together.
CONTENT_LIMIT = 8 * 1024**3
#: Chats as JSON shrink to a tenth; what shrinks to a two-hundredth is made to fill memory.
RATIO_LIMIT = 200
_SMALL = 10 * 1024**2
#: Largest table of contents in bytes: more than 200,000 files.
_DIRECTORY_LIMIT = 32 * 1024**2
_END = struct.Struct("<4s4H2LH")
_END64 = struct.Struct("<4sQ2H2L4Q")
_LOCATOR = struct.Struct("<4sLQL")
_COMMENT_MAX = 0xFFFF
_ENCRYPTED = 0x1


@dataclass(frozen=True, slots=True)
class File:
    """A JSON file: its name inside the archive (empty for the upload itself) and its size."""

    name: str
    size: int

    def place(self, member: str | None, index: int | None) -> str:
        """Name an element of it for a person: ``conversations.json[3]``."""
        inside = "".join(
            (f".{member}" if member else "", f"[{index}]" if index is not None else "")
        )
        return (self.name + inside).lstrip(".") or "the file"


class Upload:
    """An opened upload; ``names`` are those of everything in it."""

    def __init__(self, path: Path, archive: zipfile.ZipFile | None) -> None:
        self._path = path
        self._archive = archive
        if archive is None:
            self.names: list[str] = []
            self.files = [File("", path.stat().st_size)]
        else:
            entries = archive.infolist()
            _check(entries)
            self.names = [entry.filename for entry in entries]
            self.files = [
                File(entry.filename, entry.file_size)
                for entry in entries
                if entry.filename.lower().endswith(".json")
            ]

    @contextmanager
    def open(self, file: File) -> Iterator[BinaryIO]:
        """Open a file for reading; raises InvalidUpload when the archive is damaged there."""
        try:
            if self._archive is None:
                with self._path.open("rb") as stream:
                    yield stream
            else:
                with self._archive.open(file.name) as entry:
                    yield entry  # type: ignore[misc]  # a ZipExtFile reads bytes as a BinaryIO does
        except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError) as error:
            raise InvalidUpload(f"{file.name or 'the file'} cannot be read: {error}") from error


@contextmanager
def open_upload(path: Path) -> Iterator[Upload]:
    """Open what a person picked; raises InvalidUpload for an archive that is damaged or hostile."""
    if not zipfile.is_zipfile(path):
        yield Upload(path, None)
        return
    if _directory_size(path) > _DIRECTORY_LIMIT:
        raise InvalidUpload("the archive holds too many files")
    try:
        archive = zipfile.ZipFile(path)
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
        raise InvalidUpload(f"the archive is damaged: {error}") from error
    with archive:
        yield Upload(path, archive)


def _check(entries: list[zipfile.ZipInfo]) -> None:
    total = 0
    for entry in entries:
        # ``orig_filename`` is what stands in the archive; zipfile has made ``filename`` harmless.
        name = entry.orig_filename.replace("\\", "/")
        if name.startswith("/") or ":" in name.split("/")[0] or ".." in PurePosixPath(name).parts:
            raise InvalidUpload(f"the archive names a file outside of itself: {name[:100]!r}")
        if not entry.filename.lower().endswith(".json"):
            continue
        if entry.flag_bits & _ENCRYPTED:
            raise InvalidUpload(
                "the archive is locked with a password",
                remedy="Unpack it, then choose the JSON file in it.",
            )
        total += entry.file_size
        bomb = entry.file_size > max(_SMALL, RATIO_LIMIT * entry.compress_size)
        if bomb or total > CONTENT_LIMIT:
            raise InvalidUpload(f"the archive's content is out of proportion: {entry.filename!r}")


def _directory_size(path: Path) -> int:
    """Return the size of an archive's table of contents, which zipfile reads whole into memory.

    By the format's end record, APPNOTE 4.3.16, or its 64-bit form, 4.3.14.
    """
    with path.open("rb") as stream:
        size = stream.seek(0, 2)
        stream.seek(max(0, size - _COMMENT_MAX - _END.size))
        tail = stream.read()
        at = tail.rfind(b"PK\x05\x06")
        if at < 0 or at + _END.size > len(tail):
            raise InvalidUpload("the archive is damaged: its end is missing")
        directory: int = _END.unpack_from(tail, at)[5]
        if directory != 0xFFFFFFFF:
            return directory
        if at < _LOCATOR.size:
            raise InvalidUpload("the archive is damaged: its end is missing")
        _, _, offset, _ = _LOCATOR.unpack_from(tail, at - _LOCATOR.size)
        stream.seek(min(offset, size))
        record = stream.read(_END64.size)
        if len(record) < _END64.size:
            raise InvalidUpload("the archive is damaged: its end is missing")
        large: int = _END64.unpack(record)[8]
        return large
