"""Files that a person picked, arriving in pieces; and the private folder where they wait.

A browser gives no paths, only bytes. An upload is known by a name that its sender chose; its file
is called after a digest of that name, so no name can lead anywhere. What nobody finishes is swept.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import logging
import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

from memoryx.clock import Clock
from memoryx.errors import InvalidParams, InvalidUpload

_log = logging.getLogger(__name__)

#: Largest file: the largest exports that people report are about 1 GB.
FILE_LIMIT = 2 * 1024**3
#: Most files at once; who needs more has forgotten some.
COUNT_LIMIT = 20
#: What nobody has touched for so long is given up.
SWEEP_AFTER = timedelta(hours=24)
_GROWING = ".part"
_WHOLE = ".whole"


class Uploads:
    """Keeps uploads in a folder for this user alone. Safe to use from several threads."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        self._folder = folder
        self._clock = clock
        self._lock = threading.Lock()

    def put(self, name: str, offset: int, data: str, *, last: bool) -> int:
        """Add a piece in base64 and return how many bytes are here.

        A piece that is here already, in whole or in part, is taken when it is the same. Raises
        InvalidParams for what is no base64 and InvalidUpload for a piece that does not fit.
        """
        try:
            piece = base64.b64decode(data, validate=True)
        except binascii.Error as error:
            raise InvalidParams(f"data: not base64: {error}") from error
        with self._lock, _told_as_upload():
            growing, whole = self._files(name)
            done = whole.is_file()
            if not done and not growing.is_file():
                self._make_room()
                growing.touch(mode=0o600)
            path = whole if done else growing
            received = self._write(path, offset, piece, fixed=done)
            if last and not done:
                end = offset + len(piece)
                if end != received:
                    raise InvalidUpload(
                        f"the last piece ends at byte {end}, but {received} are here",
                        remedy="Send the file under another name.",
                    )
                growing.replace(whole)
            return received

    def whole(self, name: str) -> Path:
        """Return the file of a complete upload; raises InvalidUpload."""
        growing, whole = self._files(name)
        if whole.is_file():
            return whole
        if growing.is_file():
            raise InvalidUpload(
                f"only {growing.stat().st_size} bytes of the file have arrived",
                remedy="Send the rest of the file, then import it.",
            )
        raise InvalidUpload(f"there is no upload {name!r}")

    def remove(self, name: str) -> None:
        """Delete an upload, if it is there."""
        with self._lock:
            for path in self._files(name):
                path.unlink(missing_ok=True)

    def clear(self) -> int:
        """Delete all uploads and return how many there were."""
        with self._lock:
            count = len(self._all())
            shutil.rmtree(self._folder, ignore_errors=True)
            return count

    def sweep(self) -> None:
        """Delete what nobody has touched for a day."""
        limit = (self._clock() - SWEEP_AFTER).timestamp()
        for path in self._all():
            try:
                if path.stat().st_mtime < limit:
                    path.unlink()
            except OSError as error:  # another host was faster, or it is in use
                _log.info("an old upload stays: %s", error.strerror)

    def _make_room(self) -> None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.sweep()
        if len(self._all()) >= COUNT_LIMIT:
            raise InvalidUpload(
                f"{COUNT_LIMIT} uploads are waiting already",
                remedy="Import them, or try again tomorrow: what is not used is deleted by then.",
            )

    def _write(self, path: Path, offset: int, piece: bytes, *, fixed: bool) -> int:
        with path.open("r+b") as stream:
            size = stream.seek(0, os.SEEK_END)
            if offset > size:
                raise InvalidUpload(
                    f"the piece begins at byte {offset}, but only {size} are here",
                    remedy=f"Go on from byte {size}.",
                )
            stream.seek(offset)
            known = piece[: size - offset]
            if stream.read(len(known)) != known or (fixed and len(known) < len(piece)):
                raise InvalidUpload(
                    "another file has been sent under this name",
                    remedy="Send the file under another name.",
                )
            fresh = piece[len(known) :]
            if size + len(fresh) > FILE_LIMIT:
                raise InvalidUpload(
                    f"the file is larger than {FILE_LIMIT} bytes",
                    remedy="Unpack it and import its parts one by one.",
                )
            stream.write(fresh)
            return size + len(fresh)

    def _files(self, name: str) -> tuple[Path, Path]:
        digest = hashlib.sha256(name.encode()).hexdigest()[:32]
        return self._folder / (digest + _GROWING), self._folder / (digest + _WHOLE)

    def _all(self) -> list[Path]:
        return list(self._folder.iterdir()) if self._folder.is_dir() else []


@contextmanager
def _told_as_upload() -> Iterator[None]:
    """Turn a failure of the file system into InvalidUpload, with its reason."""
    try:
        yield
    except OSError as error:
        raise InvalidUpload(
            f"the file cannot be kept: {error.strerror or error}",
            remedy="Free some disk space, then send the file again.",
        ) from error
