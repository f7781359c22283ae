"""Importing files into a real store, by the handlers' way."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from memoryx.app import open_services
from memoryx.contract import data as d
from memoryx.errors import Busy, InvalidUpload
from memoryx.handlers import HANDLERS, Call
from memoryx.services import Services
from memoryx.store.records import ConversationKey, MemoryFilter
from memoryx.transfer import archive as archive_module
from tests.unit.transfer.support import (
    archive,
    claude_chat,
    claude_message,
    gemini_entry,
    gpt_chat,
    gpt_message,
)

Opened = Callable[[str], Services]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    """Opens the services of a home by its name."""
    services: list[Services] = []

    def open_home(name: str) -> Services:
        environ = {"MEMORYX_HOME": str(tmp_path / name), "MEMORYX_EMBEDDING_PROVIDER": "off"}
        services.append(open_services(environ))
        return services[-1]

    yield open_home
    for one in services:
        one.store.close()


def call(services: Services, method: str, **params: Any) -> Any:
    from memoryx.contract import METHODS

    checked = METHODS[method].params.model_validate(params)
    return HANDLERS[method](services, checked, Call(received=0.0))


def import_(services: Services, source: str, data: bytes, **more: Any) -> d.ImportedData:
    piece = base64.b64encode(data).decode()
    call(services, "uploads.put", upload="u", offset=0, data=piece, last=True)
    result = call(services, "data.import", source=source, upload="u", **more)
    assert isinstance(result, d.ImportedData)
    return result


def export(services: Services) -> dict[str, Any]:
    chunks, cursor = [], None
    while True:
        piece = call(services, "data.export", format="json", cursor=cursor)
        chunks.append(piece.chunk)
        cursor = piece.next_cursor
        if cursor is None:
            document: dict[str, Any] = json.loads("".join(chunks))
            return document


def as_bytes(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def say(services: Services, conversation: str, *texts: str, **more: Any) -> str:
    turns = [
        {"key": f"k{i}", "role": "user", "markdown": text, "complete": True}
        for i, text in enumerate(texts)
    ]
    fields = {"site": "claude", "conversation_id": conversation, "url": "https://claude.ai/chat/c"}
    result = call(
        services, "conversations.save", **(fields | {"trigger": "auto", "turns": turns} | more)
    )
    return str(result.id)


def turns(services: Services, site: Any, conversation: str) -> list[tuple[str, str]]:
    key = ConversationKey(site=site, conversation_id=conversation)
    _, found, _ = services.store.conversations.turns(key, limit=100, cursor=None)
    return [(turn.key, turn.markdown) for turn in found]


TWO_CHATS = [
    gpt_chat("c1", gpt_message("u1", "user", "Hi"), gpt_message("a1", "assistant", "Hello")),
    gpt_chat("c2", gpt_message("u2", "user", "记住：我的车停在B2"), title=None),
]


def test_a_zip_with_several_files_is_imported_and_a_second_time_adds_nothing(
    opened: Opened,
) -> None:
    services = opened("home")
    data = archive(
        {
            "user.json": {"id": "x"},
            "conversations-001.json": TWO_CHATS[1:],
            "conversations-000.json": TWO_CHATS[:1],
            "chat.html": b"<html>",
            "shared_conversations.json": [],
        }
    )
    first = import_(services, "chatgpt", data)
    assert (first.conversations, first.turns, first.memories, first.skipped) == (2, 3, 1, [])
    (item,) = call(services, "conversations.list", query="车停").items
    assert (item.conversation_id, item.created_at) == ("c2", "2025-10-09T08:53:20.500Z")
    (memory,) = services.store.memories.page(MemoryFilter(), limit=9, cursor=None)[0]
    assert (memory.text, memory.origin, memory.pinned) == ("我的车停在B2", "import", True)
    assert memory.valid_from == "2025-10-09T08:53:20.500Z"
    again = import_(services, "chatgpt", data)
    assert (again.conversations, again.turns, again.memories, again.skipped) == (0, 0, 0, [])


def test_an_import_starts_no_extraction_unless_it_is_asked_for(opened: Opened) -> None:
    services = opened("home")
    import_(services, "chatgpt", as_bytes(TWO_CHATS))
    assert services.store.jobs.next_due() is None
    more = gpt_chat("c3", gpt_message("u3", "user", "I like tea"))
    import_(services, "chatgpt", as_bytes([more]), extract=True)
    assert services.store.jobs.next_due() is not None


@pytest.mark.parametrize("wrapped", [False, True])
def test_what_cannot_be_read_is_left_out_with_its_place_and_the_rest_goes_in(
    opened: Opened, wrapped: bool
) -> None:
    broken = [
        {"title": "No id", "mapping": {}},
        None,
        gpt_chat("odd", gpt_message("u", "user", "x", author={"role": ["user"]})),
        gpt_chat("empty"),
        *TWO_CHATS,
    ]
    text = json.dumps(broken)
    if wrapped:
        text = f'{{"conversations": {text}}}'
    text = text.replace("null, {", '{"mapping": NaN}, {', 1)
    result = import_(opened("home"), "chatgpt", text.encode())
    assert result.conversations == 2
    prefix = "conversations" if wrapped else ""
    assert [item.where for item in result.skipped] == [
        f"{prefix}[0] “No id”",
        f"{prefix}[1]",
        f"{prefix}[2] “A chat”",
        f"{prefix}[3] “A chat”",
    ]
    assert all(item.why for item in result.skipped)
    assert result.skipped_total == 4


def test_a_file_that_ends_too_early_gives_what_came_before(opened: Opened) -> None:
    result = import_(opened("home"), "chatgpt", as_bytes(TWO_CHATS)[:-40])
    assert (result.conversations, result.skipped[0].why) == (1, "the file ends in the middle")


def test_an_export_meets_the_captured_conversation(opened: Opened) -> None:
    services = opened("home")
    say(services, "c", "Plan a *trip* to Oslo", "And a second day", title="My trip")
    chat = claude_chat(
        "c",
        claude_message("m1", "human", "Plan a trip to Oslo"),
        claude_message("m2", "assistant", "Day one", "m1"),
        claude_message("m3", "human", "And a second day", "m2"),
        claude_message("m4", "assistant", "Day two", "m3"),
    )
    result = import_(services, "claude", as_bytes([chat]))
    assert (result.conversations, result.turns) == (1, 2)
    assert turns(services, "claude", "c") == [
        ("k0", "Plan a *trip* to Oslo"),
        ("m2", "Day one"),
        ("k1", "And a second day"),
        ("m4", "Day two"),
    ]
    (item,) = call(services, "conversations.list").items
    assert (item.title, item.url) == ("My trip", "https://claude.ai/chat/c")
    assert import_(services, "claude", as_bytes([chat])).turns == 0


def test_geminis_activity_is_imported_from_beside_other_products(opened: Opened) -> None:
    services = opened("home")
    search = [{"header": "Search", "products": ["Search"], "time": "2026-03-01T10:00:00Z"}]
    data = archive(
        {
            "Takeout/My Activity/Search/MyActivity.json": search,
            "Takeout/My Activity/Gemini Apps/MyActivity.json": [
                gemini_entry("2026-03-01T10:00:00Z", "Prompted Hi", "<p>Ho</p>"),
                gemini_entry("", "Prompted lost"),
            ],
        }
    )
    result = import_(services, "gemini", data)
    assert (result.conversations, result.turns, result.skipped_total) == (1, 2, 1)
    assert "Gemini Apps/MyActivity.json[1]" in result.skipped[0].where


def test_another_vendors_export_is_named(opened: Opened) -> None:
    with pytest.raises(InvalidUpload, match="of ChatGPT, not of Claude") as caught:
        import_(opened("home"), "claude", as_bytes(TWO_CHATS))
    assert "ChatGPT" in caught.value.remedy


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({"MyActivity.html": b"<p>"}, "HTML"),
        ({"part-1.zip": b"PK"}, "other archives"),
        ({"notes.json": {"a": 1}}, "not an export of Gemini"),
        ({"../evil.json": []}, "outside of itself"),
        ({"C:\\evil.json": []}, "outside of itself"),
        ({"bomb.json": b" " * 50_000_000}, "out of proportion"),
    ],
)
def test_archives_that_cannot_be_imported_say_why(
    opened: Opened, files: dict[str, object], says: str
) -> None:
    services = opened("home")
    with pytest.raises(InvalidUpload, match=says):
        import_(services, "gemini", archive(files))
    with pytest.raises(InvalidUpload, match="no upload"):  # and are not kept
        services.uploads.whole("u")


def test_an_archive_with_too_large_a_table_of_contents_is_refused(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_module, "_DIRECTORY_LIMIT", 200)
    with pytest.raises(InvalidUpload, match="too many files"):
        import_(opened("home"), "chatgpt", archive({f"{i}.json": [] for i in range(9)}))


def test_a_damaged_archive_says_so(opened: Opened, tmp_path: Path) -> None:
    data = bytearray(archive({"conversations.json": TWO_CHATS * 300}))
    data[60:90] = b"\0" * 30
    with pytest.raises(InvalidUpload):
        import_(opened("home"), "chatgpt", bytes(data))


def create(services: Services, **fields: Any) -> str:
    return str(call(services, "memories.create", **fields).memory.id)


def filled(services: Services) -> None:
    """Put some of everything into a store."""
    first = say(services, "c", "I like tea", "And cake", project="home")
    say(services, "c", "I like green tea", "And cake")  # an edit: a version
    later = say(services, "d", "So, from before:")
    call(services, "conversations.link", id=later, continues=first)
    tea = create(
        services, text="Likes tea", type="preference", project="home", tags=["food"], pinned=True
    )
    call(services, "memories.update", id=tea, text="Likes green tea")
    gone = create(services, text="在苏州工作", type="context", key="workplace")
    call(services, "memories.suspend", id=gone)
    other = create(services, text="Lives in Porto", key="home_city")
    services.store.memories.use([other], "2026-03-01T10:00:00.000Z")
    services.store.proposals.add(
        "conflict", tea, other=other, reason="why", now="2026-03-01T10:00:00.000Z"
    )
    call(services, "settings.set", values={"recall.limit": 3, "llm.model": "m"})
    call(services, "conversations.extract", id=later, mode="auto")


def stable(document: dict[str, Any]) -> dict[str, Any]:
    """Return a document without when it was written."""
    return {name: value for name, value in document.items() if name != "exported_at"}


def test_our_own_export_restores_everything_and_a_second_time_adds_nothing(
    opened: Opened,
) -> None:
    old, new = opened("old"), opened("new")
    filled(old)
    document = export(old)
    assert all(document[name] for name in ("projects", "links", "memories", "proposals"))
    assert any(turn["versions"] for c in document["conversations"] for turn in c["turns"])
    result = import_(new, "memoryx", as_bytes(document))
    assert result.skipped == []
    assert (result.conversations, result.projects, result.proposals, result.settings) == (
        2,
        1,
        1,
        2,
    )
    assert result.memories == len(document["memories"])
    assert stable(export(new)) == stable(document)
    again = import_(new, "memoryx", as_bytes(document))
    assert again == d.ImportedData(
        conversations=0,
        turns=0,
        memories=0,
        projects=0,
        proposals=0,
        settings=0,
        skipped=[],
        skipped_total=0,
    )
    assert stable(export(new)) == stable(document)


def test_restored_memories_are_searched_recalled_and_reverted(opened: Opened) -> None:
    old, new = opened("old"), opened("new")
    filled(old)
    import_(new, "memoryx", as_bytes(export(old)))
    (tea,) = call(new, "memories.list", query="green tea").items
    reverted = call(new, "memories.revert", id=tea.id, version=1).memory
    assert (reverted.text, reverted.version) == ("Likes tea", 3)


def test_what_is_here_stays_and_what_differs_is_named(opened: Opened) -> None:
    old, new = opened("old"), opened("new")
    filled(old)
    document = export(old)
    import_(new, "memoryx", as_bytes(document))
    (tea,) = call(new, "memories.list", query="green tea").items
    call(new, "memories.update", id=tea.id, text="Likes black tea")
    call(new, "settings.set", values={"recall.limit": 7})
    document["settings"]["llm.base_url"] = "https://elsewhere.example/v1"
    document["conversations"][0]["turns"].append(
        document["conversations"][0]["turns"][-1] | {"key": "k9", "markdown": "One more"}
    )
    result = import_(new, "memoryx", as_bytes(document))
    assert (result.conversations, result.turns, result.memories, result.settings) == (1, 1, 0, 0)
    assert [item.where for item in result.skipped] == [
        "settings.llm.base_url",
        "settings.recall.limit",
        "memories[0]",
    ]
    assert call(new, "memories.get", id=tea.id).memory.text == "Likes black tea"
    assert new.settings.current().llm.base_url == ""


@pytest.mark.parametrize(
    ("part", "change", "says"),
    [
        ("memories", {"type": "opinion"}, "type"),
        ("memories", {"versions": []}, "versions"),
        ("memories", {"text": ""}, "text"),
        ("conversations", {"site": "elsewhere"}, "site"),
        ("proposals", {"memory": "m_gone"}, "not here"),
    ],
)
def test_a_broken_part_of_our_own_export_is_left_out(
    opened: Opened, part: str, change: dict[str, Any], says: str
) -> None:
    old, new = opened("old"), opened("new")
    filled(old)
    document = export(old)
    document[part][0] |= change
    result = import_(new, "memoryx", as_bytes(document))
    assert f"{part}[0]" in [item.where for item in result.skipped]
    assert says in next(item.why for item in result.skipped if item.where == f"{part}[0]")
    assert result.memories >= len(document["memories"]) - 1


def test_an_export_of_a_newer_program_is_refused(opened: Opened) -> None:
    services = opened("home")
    document = export(services) | {"version": 2}
    with pytest.raises(InvalidUpload, match="newer MemoryX"):
        import_(services, "memoryx", as_bytes(document))


def test_every_column_is_exported_or_can_be_worked_out(opened: Opened) -> None:
    """A column that a later version adds cannot be forgotten in the export."""
    services = opened("home")
    filled(services)
    document = export(services)
    exported = {
        "projects": set(document["projects"][0]),
        "conversations": set(document["conversations"][0]) - {"turns"},
        "turns": set(document["conversations"][0]["turns"][0]) - {"versions"},
        "memories": set(document["memories"][0]) - {"versions"},
        "memory_versions": set(document["memories"][0]["versions"][0]),
        "proposals": set(document["proposals"][0]),
    }
    inside = {
        "projects": {"pk", "name_key"},
        "conversations": {"pk", "turn_count"},
        "turns": {"pk", "conversation", "rank", "revision", "extracted_revision"},
        # In the export as source.
        "memories": {
            "pk",
            "glosses",
            "change",
            "terms_version",
            "conversation",
            "turn_keys",
            "site",
            "url",
        },
        "memory_versions": {"memory"},
        "proposals": {"pk"},
    }
    db = services.store._database.connection()
    for table, names in exported.items():
        columns = {row["name"] for row in db.execute(f"PRAGMA table_info({table})")}
        assert columns - inside[table] - names == set(), table


def test_nothing_is_erased_while_an_import_runs(opened: Opened) -> None:
    services = opened("home")
    with services.moving_data, pytest.raises(Busy):
        call(services, "data.erase", confirm="delete")
    assert call(services, "data.erase", confirm="delete").memories == 0
