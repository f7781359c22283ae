"""Opening SQLite the way that several hosts on one database need it."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from memoryx.errors import Busy, DatabaseUnavailable

#: How long a statement waits for another process's write, in milliseconds.
BUSY_TIMEOUT_MS = 10_000
#: STRICT tables need 3.37; everything else that is used is older.
MINIMUM_SQLITE = (3, 37, 0)

_BUSY_CODES = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})


class Database:
    """One database file, with a connection for each thread that uses it.

    Writes go through ``transaction``: one at a time in this process (so that threads queue
    fairly instead of polling the file's lock) and ``BEGIN IMMEDIATE``, since a read that is
    upgraded to a write fails at once when another process writes.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._local = threading.local()
        self._writing = threading.RLock()
        self._open: list[sqlite3.Connection] = []
        self._open_lock = threading.Lock()
        if sqlite3.sqlite_version_info < MINIMUM_SQLITE:
            wanted = ".".join(map(str, MINIMUM_SQLITE))
            raise DatabaseUnavailable(
                f"SQLite {sqlite3.sqlite_version} is too old; {wanted} or newer is needed",
                remedy="Install a newer Python: it brings a newer SQLite.",
            )

    def connection(self) -> sqlite3.Connection:
        """Return this thread's connection, opened on first use.

        Raises DatabaseUnavailable when the file cannot be opened or is no database.
        """
        existing: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if existing is not None:
            return existing
        with translated_errors():
            connection = _open(self.path)
        self._local.connection = connection
        with self._open_lock:
            self._open.append(connection)
        return connection

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Run a block as one write: committed at its end, rolled back when it raises.

        Durable when the block has been left. A transaction inside a transaction joins it.
        """
        with self._writing, translated_errors():
            connection = self.connection()
            if connection.in_transaction:
                yield connection
                return
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.rollback()
                raise
            connection.commit()

    @contextmanager
    def alone(self) -> Iterator[sqlite3.Connection]:
        """Give the connection, outside of any transaction, while no other thread writes."""
        with self._writing:
            yield self.connection()

    @contextmanager
    def snapshot(self) -> Iterator[sqlite3.Connection]:
        """Run a block of reads that all see one state of the database."""
        with translated_errors():
            connection = self.connection()
            if connection.in_transaction:
                yield connection
                return
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                connection.rollback()

    @contextmanager
    def separate_snapshot(self) -> Iterator[sqlite3.Connection]:
        """Give a connection of its own that sees one state, for reads that take long.

        Unlike ``snapshot`` it may be held while its thread does other things.
        """
        with translated_errors():
            connection = _open(self.path)
            try:
                connection.execute("BEGIN")
                yield connection
            finally:
                connection.close()

    def leave_thread(self) -> None:
        """Close this thread's connection, if it has one."""
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is not None:
            del self._local.connection
            with self._open_lock:
                self._open.remove(connection)
            connection.close()

    def close(self) -> None:
        """Close every connection; the database is not used after that."""
        with self._open_lock:
            for connection in self._open:
                connection.close()
            self._open.clear()


@contextmanager
def translated_errors() -> Iterator[None]:
    """Turn sqlite3's errors into ours: busy is retryable, the rest needs a person."""
    try:
        yield
    except sqlite3.OperationalError as error:
        # The low byte is the primary code; extended codes such as BUSY_SNAPSHOT lie above it.
        if error.sqlite_errorcode & 0xFF in _BUSY_CODES:
            raise Busy("another program is writing to the memory database") from error
        raise DatabaseUnavailable(f"the memory database does not work: {error}") from error
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.IntegrityError | sqlite3.ProgrammingError):
            raise  # a defect of ours, not of the file
        raise DatabaseUnavailable(
            f"the memory database is damaged: {error}",
            remedy="Restore the newest backup: `memoryx backup --help` says how.",
        ) from error


def _open(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        # Created with its final mode, so that nobody else can open it in between. SQLite gives
        # -wal and -shm the mode of the database.
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
    connection = sqlite3.connect(
        path,
        timeout=BUSY_TIMEOUT_MS / 1000,
        isolation_level=None,
        check_same_thread=False,  # closed by another thread at the end
        cached_statements=256,
    )
    connection.row_factory = sqlite3.Row
    connection.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
    mode = connection.execute("PRAGMA journal_mode=WAL").fetchone()[0]
    if mode != "wal":
        connection.close()
        raise DatabaseUnavailable(
            f"the folder {path.parent} does not support SQLite's WAL mode (it gave {mode!r})",
            remedy="Put the data on a local disk: set MEMORYX_HOME to a folder there.",
        )
    # FULL: a commit that was acknowledged survives a power cut, not only a killed process.
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("PRAGMA trusted_schema=OFF")
    return connection
