"""The record of what an installation wrote, so that exactly that can be taken away."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from memoryx.installing.files import write_atomically
from memoryx.installing.problems import InstallProblem

RECORD_FILE = "installed.json"
_FORMAT = 1


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file that was written, and what it is."""

    path: str
    kind: str


@dataclass(frozen=True, slots=True)
class Record:
    """What an installation wrote. ``folders`` are those that did not exist before.

    ``environment`` is None where the Python environment is the person's own.
    """

    home: str
    program: str
    launcher: str
    extension: str
    environment: str | None
    files: tuple[WrittenFile, ...] = ()
    keys: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()


def read_record(program: Path) -> Record | None:
    """Return the record in a program folder; None where there is none.

    Raises InstallProblem when there is one that cannot be read.
    """
    path = program / RECORD_FILE
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        if content.pop("format") != _FORMAT:
            raise ValueError("it is of another version")
        files = tuple(WrittenFile(**file) for file in content.pop("files"))
        keys, folders = tuple(content.pop("keys")), tuple(content.pop("folders"))
        return Record(**content, files=files, keys=keys, folders=folders)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise InstallProblem(
            f"the record of the installation cannot be read: {path}: {error}",
            remedy=f"Delete {path} and run the installer again.",
        ) from error


def write_record(record: Record) -> None:
    """Write the record into its program folder; raises OSError."""
    text = json.dumps({"format": _FORMAT, **asdict(record)}, indent=2, ensure_ascii=False)
    write_atomically(Path(record.program) / RECORD_FILE, f"{text}\n".encode(), 0o600)
