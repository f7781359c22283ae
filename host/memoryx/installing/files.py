"""Writing files and folders so that a reader never finds half of one."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path


def write_atomically(path: Path, content: bytes, mode: int) -> None:
    """Put a file in place in one step, replacing what stood there; raises OSError."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        Path(temporary).chmod(mode)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def make_folders(path: Path) -> list[Path]:
    """Make a folder and those above it; return the ones that did not exist, outermost first."""
    missing = []
    place = path
    while not place.exists():
        missing.append(place)
        place = place.parent
    for folder in reversed(missing):
        folder.mkdir(mode=0o700, exist_ok=True)
    return missing[::-1]


def folder_contents(folder: Path) -> dict[str, bytes]:
    """Return all files below a folder by their relative path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def replace_folder(target: Path, files: dict[str, bytes]) -> None:
    """Put a whole folder in place by renaming; what stood there is removed. Raises OSError."""
    fresh = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}."))
    try:
        for name, content in files.items():
            path = fresh / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        old = Path(f"{fresh}.old")
        if target.exists():
            target.rename(old)
        try:
            fresh.rename(target)
        except OSError:
            if old.exists():
                old.rename(target)
            raise
    except BaseException:
        shutil.rmtree(fresh, ignore_errors=True)
        raise
    if old.exists():
        shutil.rmtree(old)
