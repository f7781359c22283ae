"""Importing a vendor's export: each conversation alone, and what cannot be read is left out."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import BinaryIO, TypeVar

from memoryx.contract.data import ImportSource
from memoryx.errors import InvalidUpload
from memoryx.transfer import chatgpt, claude, gemini
from memoryx.transfer.archive import File, Upload
from memoryx.transfer.chats import Chat, Unusable
from memoryx.transfer.export import FORMAT
from memoryx.transfer.items import Element, elements
from memoryx.transfer.tally import Progress, Sink, Tally

_log = logging.getLogger(__name__)

T = TypeVar("T")

_FITS: Mapping[ImportSource, Callable[[object], bool]] = {
    "chatgpt": chatgpt.fits,
    "claude": claude.fits,
    "gemini": gemini.fits,
}
_READ: Mapping[ImportSource, Callable[[object], Chat]] = {
    "chatgpt": chatgpt.read,
    "claude": claude.read,
}
#: So many elements are looked at before a file counts as nobody's.
_LOOKED_AT = 20
#: The member that holds the conversations in exports that are objects.
_MEMBER = "conversations"


def files_by_source(upload: Upload) -> dict[ImportSource, list[File]]:
    """Return the files of an upload that look like somebody's export, by whose."""
    found: dict[ImportSource, list[File]] = {}
    for file in upload.files:
        source = _source_of(upload, file)
        if source is not None:
            found.setdefault(source, []).append(file)
    return found


def import_chats(
    upload: Upload, files: list[File], source: ImportSource, sink: Sink, progress: Progress
) -> Tally:
    """Save all conversations of a vendor's files."""
    tally = Tally()
    read = ReadBytes(sum(file.size for file in files), progress)
    for file in sorted(files, key=lambda file: file.name):
        for place, chat in _chats(upload, file, source, tally, read):
            if not chat.turns:
                tally.skip(place, "empty", "it has no messages")
                continue
            saved = sink.save(chat, remember=True)
            tally.conversations += bool(saved.turns)
            tally.turns += saved.turns
            tally.memories += saved.memories
    read.finish()
    return tally


class ReadBytes:
    """Reports how much of an upload has been read, at each hundredth."""

    def __init__(self, total: int, progress: Progress) -> None:
        self._total = total
        self._progress = progress
        self._done = 0
        self._told = -1

    def counted(self, stream: BinaryIO) -> BinaryIO:
        """Return a stream whose reading counts."""
        return _Counted(stream, self._add)  # type: ignore[return-value]  # read is all that is used

    def finish(self) -> None:
        """Report the end."""
        self._progress(self._total, self._total, "importing")

    def _add(self, count: int) -> None:
        self._done = min(self._done + count, self._total)
        part = self._done * 100 // max(1, self._total)
        if part > self._told:
            self._told = part
            self._progress(self._done, self._total, "importing")


class _Counted:
    def __init__(self, stream: BinaryIO, add: Callable[[int], None]) -> None:
        self._stream = stream
        self._add = add

    def read(self, size: int) -> bytes:
        data = self._stream.read(size)
        self._add(len(data))
        return data


def _source_of(upload: Upload, file: File) -> ImportSource | None:
    try:
        with upload.open(file) as stream:
            for element in islice(elements(stream), _LOOKED_AT):
                if element.member == "format" and element.value == FORMAT:
                    return "memoryx"
                if element.index is None or element.member not in (None, _MEMBER):
                    continue
                for source, fits in _FITS.items():
                    if fits(element.value):
                        return source
    except InvalidUpload:
        return None  # damaged where it begins, or no JSON that we know
    return None


def _chats(
    upload: Upload, file: File, source: ImportSource, tally: Tally, read: ReadBytes
) -> Iterator[tuple[str, Chat]]:
    """Yield the conversations of a file with their places."""
    if source == "gemini":
        prompts = _usable(upload, file, gemini.read, tally, read)
        for chat in gemini.chats(prompt for _, prompt in prompts):
            yield file.place(None, None), chat
    else:
        yield from _usable(upload, file, _READ[source], tally, read)


def _usable(
    upload: Upload, file: File, reader: Callable[[object], T | None], tally: Tally, read: ReadBytes
) -> Iterator[tuple[str, T]]:
    """Yield what a reader makes of a file's elements; what it cannot read is noted."""
    try:
        with upload.open(file) as stream:
            for element in elements(read.counted(stream)):
                if element.index is None or element.member not in (None, _MEMBER):
                    continue
                place = _place(file, element)
                try:
                    if element.broken is not None:
                        raise Unusable(element.broken)
                    found = reader(element.value)
                except Unusable as error:
                    tally.skip(place, "malformed", str(error))
                except Exception as error:  # noqa: BLE001 - no form of one item may end the import
                    _log.info("an item was left out: %s", type(error).__name__)
                    tally.skip(
                        place, "malformed", f"it is not formed as expected ({type(error).__name__})"
                    )
                else:
                    if found is not None:
                        yield place, found
    except InvalidUpload as error:
        # What came before is imported by now; the person should know that the rest is not.
        tally.skip(file.place(None, None), "unreadable", str(error))


def _place(file: File, element: Element) -> str:
    place = file.place(element.member, element.index)
    value = element.value
    title = (value.get("title") or value.get("name")) if isinstance(value, dict) else None
    return f"{place} “{title[:80]}”" if isinstance(title, str) and title else place
