"""The library's indexes: made for a store of the first version, and cheap deep in a list."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from memoryx.models import MemorySort
from memoryx.store import Store, migrations
from memoryx.store.connection import Database
from memoryx.store.records import MemoryFilter, NewMemory, RecallRow
from tests.support.sqlite_steps import steps

NOW = "2026-01-01T00:00:00.000Z"
HIT = '[{"id": "m_1"}]'


def memory(text: str, said: str = NOW) -> NewMemory:
    return NewMemory(
        text=text,
        type="context",
        category="personal",
        created_at=said,
        valid_from=said,
        origin="explicit",
    )


def test_a_store_of_the_first_version_gets_its_words_and_hits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "memories.sqlite3"
    with monkeypatch.context() as first:
        first.setattr(migrations, "MIGRATIONS", migrations.MIGRATIONS[:1])
        migrations.migrate(Database(path))
    with sqlite3.connect(path) as old:
        names = "id, type, category, text, tags, keywords, context_tags, confidence, inferred"
        names += ", level, status, sensitive, pinned, turn_keys, origin, created_at, updated_at"
        names += ", valid_from, change"
        values: tuple[object, ...] = (
            "m_1",
            "context",
            "personal",
            "住在上海",
            '["home"]',
            "[]",
            "[]",
            1.0,
            0,
        )
        values += ("user", "active", 0, 0, "[]", "auto", NOW, NOW, NOW, 1)
        old.execute(
            f"INSERT INTO memories ({names}) VALUES ({', '.join('?' * len(values))})", values
        )
        old.execute(
            "INSERT INTO recalls (id, at, text, mode, hits, dropped, took_ms)"
            " VALUES ('r_1', ?, 'q', 'bm25', ?, '[]', 1)",
            (NOW, HIT),
        )
    old.close()
    store = Store(path)
    for query in ("海", "hom"):
        assert store.memories.page(MemoryFilter(query=query), limit=9)[1] == 1
    assert [row.id for row in store.recalls.page(limit=9, cursor=None, memory="m_1")[0]] == ["r_1"]
    store.recalls.add(
        RecallRow("r_2", NOW, None, None, "q", "bm25", None, HIT, "[]", None, {}, 1.0)
    )
    assert len(store.recalls.page(limit=9, cursor=None, memory="m_1")[0]) == 2
    store.close()


def steps_of_a_page(store: Store, sort: MemorySort, cursor: str | None) -> int:
    """Count the steps for the rows of a page, without the total."""
    return steps(
        store, lambda: store.memories.page(MemoryFilter(), limit=20, cursor=cursor, sort=sort)
    )


@pytest.mark.parametrize("sort", ["changed", "newest", "oldest"])
def test_a_page_deep_in_the_list_costs_no_more_than_the_first(
    tmp_path: Path, sort: MemorySort
) -> None:
    store = Store(tmp_path / "memories.sqlite3")
    with store.transaction():
        for i in range(1_000):
            said = f"2026-01-01T00:{i // 60:02}:{i % 60:02}.000Z"
            store.memories.add(memory(f"fact {i}", said), actor="user", reason="stated")
    first = steps_of_a_page(store, sort, None)
    _, _, deep = store.memories.page(MemoryFilter(), limit=500, offset=400, sort=sort)
    assert deep is not None
    assert steps_of_a_page(store, sort, deep) <= first * 1.1
    store.close()
