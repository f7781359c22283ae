"""A copy of a database that is in use."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from memoryx.errors import DatabaseUnavailable
from memoryx.store.connection import Database, translated_errors

#: Pages in one step; between steps others may write.
_STEP = 2_000


def back_up(database: Database, target: Path) -> None:
    """Copy a database into a file for this user alone, which appears only when it is whole.

    Uses SQLite's backup API: the copy is one state of the database, with all that was committed
    when it ended, in one file. Raises OSError where the file cannot be written and
    DatabaseUnavailable when the copy is damaged.
    """
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    os.close(handle)
    try:
        with translated_errors(), closing(sqlite3.connect(temporary)) as copy:
            database.connection().backup(copy, pages=_STEP)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, without -wal and -shm
            state = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
        if state != "ok":
            raise DatabaseUnavailable(f"the copy is damaged: {state}")
        Path(temporary).replace(target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
