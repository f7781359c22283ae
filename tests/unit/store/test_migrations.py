"""Databases of older versions are brought to the newest, with what they hold."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from memoryx.lifecycle import Lives
from memoryx.store import Store
from memoryx.store.migrations import MIGRATIONS

_BEFORE_LIVES = 2
_MEMORY = """
INSERT INTO memories (id, type, category, text, tags, keywords, context_tags, confidence, inferred,
  level, status, sensitive, pinned, turn_keys, origin, created_at, updated_at, valid_from,
  expires_at, change)
VALUES (:id, :type, 'other', :id, '[]', '[]', '[]', 1, 0, :level, 'active', 0, 0, '[]', 'auto',
  '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', :expires_at,
  :change)
"""


def old_database(path: Path, *memories: tuple[str, str, str, str | None]) -> None:
    """Make a database as it was before memories had lives: (id, type, level, end)."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for migration in MIGRATIONS[:_BEFORE_LIVES]:
            migration(database)
        database.execute(f"PRAGMA user_version={_BEFORE_LIVES}")
        for change, (id_, type_, level, end) in enumerate(memories, 1):
            values = {"id": id_, "type": type_, "level": level, "expires_at": end, "change": change}
            pk = database.execute(_MEMORY, values).lastrowid
            for version, at in enumerate(("2026-01-01", "2026-02-01"), 1):
                state = json.dumps({"text": id_, "expires_at": None, "project": None})
                database.execute(
                    "INSERT INTO memory_versions (memory, version, state, at, actor, reason)"
                    " VALUES (?, ?, ?, ?, 'system', 'test')",
                    (pk, version, state, f"{at}T00:00:00.000Z"),
                )
            database.execute("UPDATE memories SET version = 2")
        database.execute("UPDATE counters SET value = ?", (len(memories),))


def ends_after_a_change(path: Path, lives: Lives) -> dict[str, str | None]:
    """Open a database, let its memories follow the settings, and return their ends."""
    store = Store(path, lives=lambda: lives)
    store.lives.follow_settings("2026-02-02T00:00:00.000Z")
    with closing(sqlite3.connect(path)) as database:
        ends = dict(database.execute("SELECT id, expires_at FROM memories").fetchall())
    store.close()
    return ends


def test_memories_of_before_keep_their_ends(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite3"
    memories: tuple[tuple[str, str, str, str | None], ...] = (
        ("stated", "preference", "user", "2026-06-30T00:00:00.000Z"),
        ("updated", "preference", "user", "2026-07-31T00:00:00.000Z"),
        ("session", "context", "session", "2026-02-04T00:00:00.000Z"),
        ("fact", "context", "user", None),
        ("given an end", "preference", "user", "2026-12-24T00:00:00.000Z"),
        ("given none", "preference", "user", None),
    )
    old_database(path, *memories)
    assert ends_after_a_change(path, Lives()) == {m[0]: m[3] for m in memories}
    assert ends_after_a_change(path, Lives(session=10, preference=365, context=30)) == {
        "stated": "2027-01-01T00:00:00.000Z",
        "updated": "2027-02-01T00:00:00.000Z",
        "session": "2026-02-11T00:00:00.000Z",
        "fact": "2026-01-31T00:00:00.000Z",
        "given an end": "2026-12-24T00:00:00.000Z",
        "given none": None,
    }


def test_a_version_of_before_can_be_gone_back_to(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite3"
    old_database(path, ("Likes tea", "preference", "user", "2026-07-31T00:00:00.000Z"))
    store = Store(path)
    store.memories.change(
        "Likes tea", {"text": "Likes coffee"}, now="2026-02-02T00:00:00.000Z", actor="user",
        reason="edited",
    )  # fmt: skip
    back = store.memories.revert(
        "Likes tea", 2, now="2026-02-03T00:00:00.000Z", actor="user", reason="back"
    )
    assert (back.text, back.expires_at) == ("Likes tea", "2026-07-31T00:00:00.000Z")
    store.close()


@pytest.mark.parametrize("version", range(len(MIGRATIONS) + 1))
def test_every_version_comes_to_the_same_schema(tmp_path: Path, version: int) -> None:
    def schema(path: Path) -> list[tuple[str, ...]]:
        with closing(sqlite3.connect(path)) as database:
            tables = database.execute(
                "SELECT name, (SELECT group_concat(name || type) FROM"
                " (SELECT name, type FROM pragma_table_info(m.name) ORDER BY name))"
                " FROM sqlite_schema m ORDER BY name"
            )
            return [tuple(row) for row in tables.fetchall()]

    old = tmp_path / "old.sqlite3"
    with closing(sqlite3.connect(old, isolation_level=None)) as database:
        for migration in MIGRATIONS[:version]:
            migration(database)
        database.execute(f"PRAGMA user_version={version}")
    Store(old).close()
    Store(tmp_path / "new.sqlite3").close()
    assert schema(old) == schema(tmp_path / "new.sqlite3")
