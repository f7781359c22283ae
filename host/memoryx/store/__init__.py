"""All of SQLite, and nothing else knows SQL.

``Store`` is the one face: a group of methods for each kind of thing, all on one database. A
transaction that spans several calls is opened with ``Store.transaction``; calls inside join it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

from memoryx.clock import Clock, system_clock
from memoryx.lifecycle import Lives
from memoryx.store.archive import Archive, open_archive
from memoryx.store.backup import back_up
from memoryx.store.connection import Database
from memoryx.store.conversations import Conversations
from memoryx.store.erase import Erased, erase
from memoryx.store.full_text import FullText
from memoryx.store.jobs import Jobs
from memoryx.store.leases import Leases
from memoryx.store.lives import MemoryLives
from memoryx.store.memories import Memories
from memoryx.store.migrations import migrate
from memoryx.store.outbound import Outbound
from memoryx.store.projects import Projects
from memoryx.store.proposals import Proposals
from memoryx.store.provenance import Provenance
from memoryx.store.recalls import Recalls
from memoryx.store.restore import Restore
from memoryx.store.statistics import Statistics
from memoryx.store.vectors import Vectors

__all__ = ["Store"]


class Store:
    """An opened memory database, brought to the newest schema.

    Safe to use from several threads, and beside other processes on the same file.
    ``lives`` says how long memories live now. Raises DatabaseUnavailable when the file cannot be
    opened.
    """

    def __init__(
        self,
        path: Path,
        clock: Clock = system_clock,
        lives: Callable[[], Lives] = Lives,
    ) -> None:
        self._database = Database(path)
        migrate(self._database)
        self.path = path
        self.conversations = Conversations(self._database)
        self.memories = Memories(self._database, lives)
        self.lives = MemoryLives(self._database, self.memories, lives)
        self.jobs = Jobs(self._database)
        self.full_text = FullText(self._database)
        self.leases = Leases(self._database)
        self.vectors = Vectors(self._database)
        self.recalls = Recalls(self._database)
        self.proposals = Proposals(self._database)
        self.provenance = Provenance(self._database)
        self.projects = Projects(self._database)
        self.restore = Restore(self._database)
        self.outbound = Outbound(self._database, clock)
        self.statistics = Statistics(self._database)

    def transaction(self) -> AbstractContextManager[object]:
        """Return a context in which all calls of this thread are one transaction."""
        return self._database.transaction()

    def backup(self, target: Path) -> None:
        """Copy the database into a file, also while others write; see memoryx.store.backup."""
        back_up(self._database, target)

    def archive(self) -> AbstractContextManager[Archive]:
        """Give everything that is stored as it is now; see memoryx.store.archive."""
        return open_archive(self._database)

    def erase(self) -> Erased:
        """Delete everything for good, as a person asked; see memoryx.store.erase."""
        return erase(self._database)

    def leave_thread(self) -> None:
        """Close this thread's connection: for threads that end while the store goes on."""
        self._database.leave_thread()

    def close(self) -> None:
        """Close all connections."""
        self._database.close()
