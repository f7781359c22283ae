"""What a save costs, counted in steps of SQLite's virtual machine, not in time."""

from __future__ import annotations

from pathlib import Path

from memoryx.store import Store
from memoryx.store.merge import IncomingTurn
from memoryx.store.records import ConversationKey


def steps_of_one_save(folder: Path, length: int) -> int:
    """Count the steps of saving the turn that follows ``length`` saved ones."""
    store = Store(folder / f"{length}.sqlite3")
    key = ConversationKey(site="claude", conversation_id="c")

    def save(turns: list[IncomingTurn]) -> None:
        store.conversations.save(
            key,
            url="u",
            title=None,
            project=None,
            turns=turns,
            gaps=False,
            now="2026-01-01T00:00:00.000Z",
            due_at="2026-01-01T00:00:30.000Z",
        )

    turns = [IncomingTurn(f"t{i}", "user", f"text {i}", True) for i in range(length + 1)]
    save(turns[:-1])
    counted = 0

    def count() -> int:
        nonlocal counted
        counted += 1
        return 0

    connection = store._database.connection()
    connection.set_progress_handler(count, 1)
    save(turns[-2:])
    connection.set_progress_handler(None, 1)
    store.close()
    return counted


def test_saving_a_turn_costs_the_same_after_ten_turns_and_after_ten_thousand(
    tmp_path: Path,
) -> None:
    short, long = steps_of_one_save(tmp_path, 10), steps_of_one_save(tmp_path, 10_000)
    assert short > 0
    assert long <= short * 1.2, (short, long)
