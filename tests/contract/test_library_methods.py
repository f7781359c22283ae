"""What the library page asks of the host, over real pipes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.host_process import HostProcess, RpcError

CHAT = {"site": "claude", "conversation_id": "c"}


def texts(host: HostProcess, **wanted: Any) -> list[str]:
    return [memory["text"] for memory in host.call("memories.list", **wanted)["items"]]


def remember(host: HostProcess, text: str, **more: Any) -> str:
    id_: str = host.call("memories.create", text=text, **more)["memory"]["id"]
    return id_


def walk(host: HostProcess, **wanted: Any) -> list[str]:
    """All texts of a list, by its cursors, in pages of two."""
    seen: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        page = host.call("memories.list", limit=2, **wanted, **cursor)
        seen += [memory["text"] for memory in page["items"]]
        if page["next_cursor"] is None:
            return seen
        cursor = {"cursor": page["next_cursor"]}


TYPED = {
    "p": ["Programming in Rust at night"],
    "programmi": ["Programming in Rust at night"],
    "program": ["Programming in Rust at night"],
    "rus prog": ["Programming in Rust at night"],
    "海": ["住在上海浦东"],
    "上海": ["住在上海浦东"],
    "海上": [],
    "浦東": ["住在上海浦东"],
    "node.j": ["Runs Node.js 22 and useState"],
    "state": ["Runs Node.js 22 and useState"],
    "100%": [],
    "?!": [],
    '" OR "': [],
}


def test_a_search_follows_the_letters_as_they_are_typed(host: HostProcess) -> None:
    for text in ("Programming in Rust at night", "住在上海浦东", "Runs Node.js 22 and useState"):
        remember(host, text)
    assert {typed: texts(host, query=typed) for typed in TYPED} == TYPED


def test_a_search_sees_edits_tags_and_deletions(host: HostProcess) -> None:
    id_ = remember(host, "Likes tea", tags=["beverage"])
    assert texts(host, query="bever") == ["Likes tea"]
    host.call("memories.update", id=id_, text="Likes coffee")
    assert (texts(host, query="tea"), texts(host, query="coff")) == ([], ["Likes coffee"])
    host.call("memories.delete", id=id_)
    assert texts(host, query="coff") == []


def test_each_order_is_the_same_by_cursors_and_by_places(host: HostProcess) -> None:
    for i, said in enumerate(
        ("2026-03-01", "2026-01-01", "2026-05-01", "2026-02-01", "2026-04-01")
    ):
        remember(host, f"Fact number {i}", created_at=f"{said}T00:00:00Z")
    by_date = [f"Fact number {i}" for i in (2, 4, 0, 3, 1)]
    assert walk(host, sort="newest") == by_date
    assert walk(host, sort="oldest") == by_date[::-1]
    for sort in ("changed", "newest", "oldest", "used", "confidence"):
        everything = walk(host, sort=sort)
        assert len(set(everything)) == 5
        assert [texts(host, sort=sort, offset=i, limit=1)[0] for i in range(5)] == everything
    assert texts(host, offset=5) == []
    with pytest.raises(RpcError) as caught:
        host.call("memories.list", offset=1, cursor="x")
    assert caught.value.code == "invalid_params"


def test_the_most_used_come_first(host: HostProcess) -> None:
    for text in ("Likes green tea", "Allergic to peanuts", "Lives in Lisbon"):
        remember(host, text)
    recall = host.call("recall", text="Are there peanuts in satay?")
    host.call("recall.used", recall_id=recall["recall_id"], sent=True)
    assert walk(host, sort="used")[0] == "Allergic to peanuts"


def test_filters_narrow_together(host: HostProcess) -> None:
    pinned = remember(host, "以后回答都用简体中文", pinned=True, type="preference")
    phone = remember(host, "Phone is 415-555-0132", type="context", category="personal")
    gone = remember(host, "Likes tea", type="preference", category="preference")
    host.call("memories.suspend", id=gone)
    assert texts(host, pinned=True) == ["以后回答都用简体中文"]
    assert texts(host, sensitive=True) == ["Phone is 415-555-0132"]
    assert texts(host, category="personal") == ["Phone is 415-555-0132"]
    assert set(texts(host, statuses=["active", "suspended"])) == set(texts(host))
    assert texts(host, statuses=["suspended"], type="preference") == ["Likes tea"]
    assert texts(host, status="active", pinned=False) == ["Phone is 415-555-0132"]
    assert host.call("memories.get", id=phone)["sensitive_kinds"] == ["phone"]
    assert host.call("memories.get", id=pinned)["sensitive_kinds"] == []


def test_a_memory_leads_back_to_the_exact_turn(host: HostProcess) -> None:
    host.say("c", "Hello there", "I'm allergic to peanuts")
    (id_,) = host.call("conversations.extract", **CHAT, mode="manual")["memories"]
    found = host.call("memories.sources", id=id_)
    (quote,) = found["items"]
    assert (quote["text"], quote["role"], quote["replaced"]) == (
        "I'm allergic to peanuts",
        "user",
        False,
    )
    assert quote["length"] == len(quote["text"])
    assert found["conversation"]["conversation_id"] == "c"
    assert found["conversation"]["memories"] == 1
    turn = {"key": quote["turn_key"], "role": "user", "markdown": "Edited", "complete": True}
    save = {**CHAT, "url": "https://example.test/c", "trigger": "auto"}
    host.call("conversations.save", **save, turns=[turn])
    (edited,) = host.call("memories.sources", id=id_)["items"]
    assert edited["text"] == "Edited"
    host.call("conversations.delete", **CHAT, memories="keep")
    assert host.call("memories.sources", id=id_) == {"conversation": None, "items": []}


def test_a_quote_of_a_turn_that_was_generated_again_is_the_one_of_then(host: HostProcess) -> None:
    def save(*turns: tuple[str, str, str]) -> None:
        host.call(
            "conversations.save",
            **CHAT,
            url="https://example.test/c",
            trigger="auto",
            turns=[
                {"key": key, "role": role, "markdown": text, "complete": True}
                for key, role, text in turns
            ],
        )

    save(("u1", "user", "What do I like?"), ("a1", "assistant", "You like tea."))
    source = {"conversation": host.call("conversations.list")["items"][0]["id"]}
    id_ = remember(host, "Likes tea", source={**source, "turn_keys": ["a1"], "site": "claude"})
    save(("u1", "user", "What do I like?"), ("a2", "assistant", "I do not know."))
    (quote,) = host.call("memories.sources", id=id_)["items"]
    assert (quote["text"], quote["replaced"]) == ("You like tea.", True)


def test_a_history_says_which_fields_changed(host: HostProcess) -> None:
    id_ = remember(host, "Likes tea", tags=["a"])
    host.call("memories.update", id=id_, tags=["a", "b"], pinned=True)
    newest, first = host.call("memories.history", id=id_)["versions"]
    assert newest["changes"] == [
        {"field": "tags", "old": ["a"], "new": ["a", "b"]},
        {"field": "pinned", "old": False, "new": True},
    ]
    assert first["changes"] == []
    (page,) = host.call("memories.history", id=id_, limit=1)["versions"]
    assert page["changes"] == newest["changes"]


def test_related_memories_share_words(host: HostProcess) -> None:
    id_ = remember(host, "Allergic to peanuts")
    remember(host, "Lives in Lisbon")
    remember(host, "Carries an allergy pen for peanuts")
    items = host.call("memories.related", id=id_)["items"]
    assert [memory["text"] for memory in items] == ["Carries an allergy pen for peanuts"]


def test_a_batch_does_the_same_to_each_and_names_what_it_could_not(host: HostProcess) -> None:
    ids = [remember(host, text) for text in ("Likes tea", "Lives in Lisbon")]
    result = host.call("memories.batch", ids=[*ids, "m_gone", ids[0]], action="suspend")
    assert result["changed"] == 2
    assert [(failed["id"], failed["code"]) for failed in result["failed"]] == [
        ("m_gone", "not_found")
    ]
    assert set(texts(host, status="suspended")) == {"Likes tea", "Lives in Lisbon"}
    host.call("memories.batch", ids=ids, action="restore")
    host.call("memories.batch", ids=ids, action="pin")
    assert len(texts(host, status="active", pinned=True)) == 2
    host.call("memories.batch", ids=ids, action="move", project="Atlas")
    moved = host.call("memories.list", project="atlas")["items"]
    assert {memory["level"] for memory in moved} == {"project"}
    host.call("memories.batch", ids=ids, action="move", project=None)
    assert {memory["level"] for memory in host.call("memories.list")["items"]} == {"user"}
    assert host.call("memories.batch", ids=ids, action="delete")["changed"] == 2
    assert texts(host) == []


def test_the_recalls_of_one_memory_and_the_words_of_what_was_left_out(host: HostProcess) -> None:
    id_ = remember(host, "Allergic to peanuts")
    remember(host, "Phone is 415-555-0132")
    host.call("recall", text="Are there peanuts in satay?", site="chatgpt")
    sent = host.call("recall", text="And peanuts in pesto?", site="claude")
    host.call("recall.used", recall_id=sent["recall_id"], sent=True)
    host.call("recall", text="Which trains run at night?")
    assert len(host.call("recall.log", memory=id_)["items"]) == 2
    assert len(host.call("recall.log", memory=id_, site="claude")["items"]) == 1
    (item,) = host.call("recall.log", sent=True)["items"]
    assert item["text"] == "And peanuts in pesto?"
    assert len(host.call("recall.log", sent=False)["items"]) == 2
    (given,) = item["memories"]
    assert ("words" in given["why"], given["words"]) == (True, ["peanuts"])
    dropped = [d for entry in host.call("recall.log")["items"] for d in entry["dropped"]]
    assert all(entry["text"] for entry in dropped)


def test_a_conversation_leaves_its_project(host: HostProcess) -> None:
    host.say("c", "Hi", project="atlas")
    assert host.call("conversations.list")["total"] == 1
    left = host.call("projects.unassign", **CHAT)["conversation"]
    assert left["project"] is None
    assert host.call("conversations.list", project="atlas") == {
        "items": [],
        "total": 0,
        "next_cursor": None,
    }


def test_conversations_have_places_too(host: HostProcess) -> None:
    for i in range(4):
        host.say(f"c{i}", "Hi")
    whole = [item["id"] for item in host.call("conversations.list")["items"]]
    page = host.call("conversations.list", offset=2, limit=1)
    assert ([item["id"] for item in page["items"]], page["total"]) == (whole[2:3], 4)


def test_stats_count_by_every_word_and_what_was_used(host: HostProcess) -> None:
    remember(host, "Allergic to peanuts", type="context", pinned=True)
    recall = host.call("recall", text="Are there peanuts in satay?")
    host.call("recall.used", recall_id=recall["recall_id"], sent=True)
    stats = host.call("stats")
    assert (stats["levels"], stats["sites"]) == ({"user": 1}, {"": 1})
    assert (stats["pinned"], stats["sensitive"], stats["used"], stats["proposals"]) == (1, 0, 1, 0)
    ((week, recalls, memories),) = [u.values() for u in stats["uses"]]
    assert (week, recalls, memories) == (stats["growth"][0]["week"], 1, 1)
