"""Exports on their way out: written once, as one state, and read in pieces that fit an answer.

A document waits in a private folder and is deleted with its last piece, so that a reader may take
its time, come through another host, or ask for the same piece again.
"""

from __future__ import annotations

import codecs
import json
import os
import re
import secrets
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from memoryx.clock import Clock
from memoryx.errors import Conflict, NotFound

#: Bytes of an answer's text as JSON: the whole answer stays below 921,600.
_ANSWER_LIMIT = 800_000
#: Bytes of the document in one piece; most need hardly more as JSON.
_PIECE = 640_000
#: An export that nobody reads on is deleted.
_SWEEP_AFTER = timedelta(hours=1)
_NAME = re.compile(r"[0-9a-f]{24}")


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a document, where the next one begins (None: this was the last), and its length."""

    text: str
    next_offset: int | None
    length: int


class Spool:
    """Keeps documents in a folder for this user alone."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        self._folder = folder
        self._clock = clock

    def write(self, pieces: Iterable[str]) -> str:
        """Keep a document and return its name; raises Conflict when the disk is full."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._sweep()
        name = secrets.token_hex(12)
        path = self._folder / name
        try:
            descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as stream:
                stream.writelines(pieces)
        except OSError as error:
            path.unlink(missing_ok=True)
            raise Conflict(
                f"the export cannot be written: {error.strerror or error}",
                remedy="Free some disk space, then try again.",
            ) from error
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        return name

    def read(self, name: str, offset: int) -> Piece:
        """Return the piece at a byte offset; the last one takes the document with it.

        Raises NotFound for a document that is not there any more.
        """
        path = self._folder / name
        if not _NAME.fullmatch(name) or not path.is_file():
            raise NotFound("this export is over", remedy="Begin the export anew.")
        size = _PIECE
        with path.open("rb") as stream:
            length = stream.seek(0, os.SEEK_END)
            while True:
                stream.seek(offset)
                decoder = codecs.getincrementaldecoder("utf-8")()
                text = decoder.decode(stream.read(size))  # without a character that is cut
                if len(json.dumps(text, ensure_ascii=False).encode()) <= _ANSWER_LIMIT:
                    break
                size //= 2  # control characters need up to six times their size
        after = offset + len(text.encode())
        if after >= length:
            path.unlink(missing_ok=True)
            return Piece(text, None, length)
        return Piece(text, after, length)

    def clear(self) -> None:
        """Delete all documents."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _sweep(self) -> None:
        limit = (self._clock() - _SWEEP_AFTER).timestamp()
        for path in self._folder.iterdir():
            if path.stat().st_mtime < limit:
                path.unlink(missing_ok=True)
