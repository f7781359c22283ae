"""Writing a file that a person asked for."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from memoryx.errors import MemoryXError


class CannotWrite(MemoryXError):
    """A file cannot be written where the person wants it."""

    code = "cannot_write"
    default_remedy = "Choose another place, or make that one writable."


@contextmanager
def written(path: Path) -> Iterator[TextIO]:
    """Open a file for this user alone that appears only when it is whole; raises CannotWrite."""
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise CannotWrite(f"{path} cannot be written: {error.strerror or error}") from error
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            yield stream
        Path(temporary).replace(path)
    except OSError as error:
        Path(temporary).unlink(missing_ok=True)
        raise CannotWrite(f"{path} cannot be written: {error.strerror or error}") from error
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
