"""What work on a store costs, in steps of SQLite's virtual machine: no clock has a part in it."""

from __future__ import annotations

from collections.abc import Callable

from memoryx.store import Store


def steps(store: Store, work: Callable[[], object]) -> int:
    """Count the steps of some work on the store's connection of this thread."""
    counted = 0

    def count() -> int:
        nonlocal counted
        counted += 1
        return 0

    connection = store._database.connection()
    connection.set_progress_handler(count, 1)
    work()
    connection.set_progress_handler(None, 1)
    return counted
