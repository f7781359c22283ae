"""What work on a store costs, counted in steps of SQLite's virtual machine, not in time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from memoryx.store import Store
from memoryx.store.merge import IncomingTurn
from memoryx.store.records import ConversationKey, NewMemory
from tests.support.sqlite_steps import steps

NOW = "2026-01-01T00:00:00.000Z"


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
            now=NOW,
            due_at="2026-01-01T00:00:30.000Z",
        )

    turns = [IncomingTurn(f"t{i}", "user", f"text {i}", True) for i in range(length + 1)]
    save(turns[:-1])
    counted = steps(store, lambda: save(turns[-2:]))
    store.close()
    return counted


def test_saving_a_turn_costs_the_same_after_ten_turns_and_after_ten_thousand(
    tmp_path: Path,
) -> None:
    short, long = steps_of_one_save(tmp_path, 10), steps_of_one_save(tmp_path, 10_000)
    assert short > 0
    assert long <= short * 1.2, (short, long)


#: What a message asks of the store before it leaves.
ON_THE_SEND_PATH: dict[str, Callable[[Store], object]] = {
    "pinned": lambda store: store.full_text.pinned(limit=20),
    "a rare word": lambda store: store.full_text.search(["zanzibar"], limit=100),
    "what is new": lambda store: store.memories.changes_since(
        store.memories.change_number(), limit=10
    ),
    "new vectors": lambda store: store.vectors.changes_since("m", 10**9, limit=10),
    "what a chat has": lambda store: store.recalls.present("claude", "c"),
}


def filled(folder: Path, count: int) -> Store:
    """A store of that many memories, of which one is pinned."""
    store = Store(folder / f"{count}.sqlite3")
    with store.transaction():
        for n in range(count):
            new = NewMemory(
                text="Went to Zanzibar" if n == 0 else f"Keeps a notebook about number {n}",
                type="context",
                category="other",
                created_at=NOW,
                valid_from=NOW,
                origin="explicit",
                pinned=n == 0,
            )
            store.memories.add(new, actor="user", reason="stated")
    return store


@pytest.mark.parametrize("name", list(ON_THE_SEND_PATH))
def test_the_send_path_asks_nothing_that_grows_with_the_store(tmp_path: Path, name: str) -> None:
    ask = ON_THE_SEND_PATH[name]
    few, many = filled(tmp_path, 20), filled(tmp_path, 2_000)
    short, long = steps(few, lambda: ask(few)), steps(many, lambda: ask(many))
    few.close()
    many.close()
    assert short > 0
    assert long <= short * 1.2, (short, long)
