"""What a person sees of a recall, and of a conversation that goes on elsewhere, over real pipes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.host_process import HostProcess, RpcError

Json = dict[str, Any]
CHAT = {"site": "claude", "conversation_id": "source"}
HERE = {"site": "chatgpt", "conversation_id": "x"}
QUESTION = "Are there peanuts in satay?"


def refused(host: HostProcess, method: str, **params: Any) -> str:
    with pytest.raises(RpcError) as caught:
        host.call(method, **params)
    return caught.value.code


def save(host: HostProcess, name: str, text: str = "Hi", **more: Any) -> Json:
    turn = {"key": f"{name}-1", "role": "user", "markdown": text, "complete": True}
    saved: Json = host.call(
        "conversations.save",
        site="claude",
        conversation_id=name,
        url=f"https://claude.ai/chat/{name}",
        title=name,
        trigger="manual",
        turns=[turn],
        **more,
    )
    return saved


def remember(host: HostProcess, *texts: str, **more: Any) -> list[str]:
    return [host.call("memories.create", text=text, **more)["memory"]["id"] for text in texts]


def items(host: HostProcess, recall: Json) -> list[Json]:
    found: list[Json] = host.call("recall.receipt", recall_id=recall["recall_id"])["items"]
    return found


def test_a_receipt_says_why_a_memory_came_and_where_it_was_said(host: HostProcess) -> None:
    saved = save(host, "source")
    source = {"conversation": saved["id"], "site": "claude", "url": "https://claude.ai/chat/source"}
    said = "2026-03-01T08:00:00.000Z"
    remember(host, "Allergic to peanuts", source=source, created_at=said)
    recall = host.call("recall", text=QUESTION)
    (item,) = items(host, recall)
    assert item["text"] == "Allergic to peanuts"
    assert (item["why"][0], item["words"]) == ("words", ["peanuts"])
    assert (item["site"], item["title"], item["url"]) == ("claude", "source", source["url"])
    assert (item["said_at"], item["status"], item["feedback"]) == (said, "active", None)
    assert item["signals"] == recall["memories"][0]["signals"]


def test_a_receipt_outlives_its_memory_and_the_chat(host: HostProcess) -> None:
    saved = save(host, "source")
    (id_,) = remember(host, "Allergic to peanuts", source={"conversation": saved["id"]})
    recall = host.call("recall", text=QUESTION)
    host.call("conversations.delete", **CHAT, memories="keep")
    assert items(host, recall)[0]["title"] is None
    host.call("memories.delete", id=id_)
    (item,) = items(host, recall)
    assert (item["text"], item["status"], item["said_at"]) == ("Allergic to peanuts", None, None)
    assert refused(host, "recall.receipt", recall_id="r_x") == "not_found"


def test_a_pinned_memory_says_so(host: HostProcess) -> None:
    remember(host, "以后回答都用简体中文", pinned=True)
    (item,) = items(host, host.call("recall", text=QUESTION))
    assert (item["why"], item["pinned"]) == (["pinned"], True)


def test_what_a_person_leaves_in_the_block_is_what_counts(host: HostProcess) -> None:
    remember(host, "Allergic to peanuts", "Makes satay with peanuts at home")
    recall = host.call("recall", text=QUESTION, **HERE)
    first, second = (memory["id"] for memory in recall["memories"])
    chosen = host.call("recall.choose", recall_id=recall["recall_id"], ids=[second])
    assert "[MemoryX context · 1 memory]" in chosen["context"]
    assert recall["memories"][1]["text"] in chosen["context"]
    assert recall["memories"][0]["text"] not in chosen["context"]
    host.call("recall.used", recall_id=recall["recall_id"], sent=True)
    usage = {m["id"]: m["usage_count"] for m in host.call("memories.list")["items"]}
    assert usage == {first: 0, second: 1}
    assert [item["id"] for item in items(host, recall)] == [second]
    again = host.call("recall", text=QUESTION, **HERE)
    assert [memory["id"] for memory in again["memories"]] == [first]
    (_, logged) = host.call("recall.log")["items"]
    assert logged["chosen"] == [second]


def test_a_choice_names_memories_of_its_recall_and_may_be_empty(host: HostProcess) -> None:
    remember(host, "Allergic to peanuts")
    recall = host.call("recall", text=QUESTION)["recall_id"]
    assert refused(host, "recall.choose", recall_id=recall, ids=["m_x"]) == "invalid_params"
    assert refused(host, "recall.choose", recall_id="r_x", ids=[]) == "not_found"
    assert host.call("recall.choose", recall_id=recall, ids=[])["context"] == ""


def test_what_was_left_out_before_the_chat_has_an_id_may_come_later(host: HostProcess) -> None:
    remember(host, "Allergic to peanuts", "Makes satay with peanuts at home")
    recall = host.call("recall", text=QUESTION, site="chatgpt")
    first, second = (memory["id"] for memory in recall["memories"])
    host.call("recall.choose", recall_id=recall["recall_id"], ids=[second])
    later = host.call("recall", text=QUESTION, **HERE, previous_recalls=[recall["recall_id"]])
    assert [memory["id"] for memory in later["memories"]] == [first]


def test_a_conversation_names_the_messages_that_carry_memories(host: HostProcess) -> None:
    remember(host, "Allergic to peanuts")
    recall = host.call("recall", text=QUESTION, site="chatgpt")["recall_id"]
    host.call("recall.used", recall_id=recall, sent=True, **HERE)
    assert host.call("recall.receipts", **HERE)["items"] == []
    host.call("recall.used", recall_id=recall, sent=True, **HERE, turn_key="u1")
    host.call("recall.used", recall_id=recall, sent=True, **HERE)
    place = {"recall_id": recall, "turn_key": "u1", "memories": 1}
    assert host.call("recall.receipts", **HERE)["items"] == [place]
    assert host.call("memories.list")["items"][0]["usage_count"] == 1
    host.call("recall.used", recall_id=recall, sent=False)
    assert host.call("recall.receipts", **HERE)["items"] == []


@pytest.mark.parametrize(("verdict", "status"), [("wrong", "suspended"), ("outdated", "expired")])
def test_a_verdict_can_be_taken_back(host: HostProcess, verdict: str, status: str) -> None:
    (id_,) = remember(host, "Allergic to peanuts")
    name = {"recall_id": host.call("recall", text=QUESTION)["recall_id"], "memory_id": id_}
    assert host.call("recall.feedback", **name, verdict=verdict) == {"status": status}
    assert host.call("recall.feedback", **name, verdict=None) == {"status": "active"}
    assert host.call("recall.log")["items"][0]["feedback"] == {}
    host.call("recall.feedback", **name, verdict=verdict)
    assert host.call("recall.feedback", **name, verdict="useful") == {"status": "active"}
    assert host.call("recall", text=QUESTION)["memories"][0]["id"] == id_


def test_taking_a_verdict_back_leaves_what_a_person_did_since(host: HostProcess) -> None:
    (id_,) = remember(host, "Allergic to peanuts")
    name = {"recall_id": host.call("recall", text=QUESTION)["recall_id"], "memory_id": id_}
    host.call("recall.feedback", **name, verdict="wrong")
    host.call("memories.restore", id=id_)
    host.call("memories.suspend", id=id_)
    assert host.call("recall.feedback", **name, verdict=None) == {"status": "suspended"}
    host.call("memories.delete", id=id_)
    assert host.call("recall.feedback", **name, verdict="useful") == {"status": None}


def test_a_hand_over_links_two_conversations(host: HostProcess) -> None:
    first, second, third = (save(host, name)["id"] for name in ("first", "second", "third"))
    linked = host.call("conversations.link", id=second, continues=first)["conversation"]
    assert linked["continues"] == {
        "id": first,
        "site": "claude",
        "title": "first",
        "url": "https://claude.ai/chat/first",
    }
    host.call("conversations.link", id=third, continues=first)
    listed = {item["id"]: item for item in host.call("conversations.list")["items"]}
    assert [other["id"] for other in listed[first]["continued_by"]] == [second, third]
    assert (listed[first]["continues"], listed[second]["continued_by"]) == (None, [])
    host.call("conversations.delete", id=first, memories="keep")
    assert host.call("conversations.get", id=second)["conversation"]["continues"] is None


def test_a_link_names_two_known_conversations(host: HostProcess) -> None:
    id_ = save(host, "first")["id"]
    assert refused(host, "conversations.link", id=id_, continues=id_) == "invalid_params"
    assert refused(host, "conversations.link", id=id_, continues="c_x") == "not_found"


@pytest.mark.parametrize("language", ["en", "zh", "zh-Hant"])
def test_a_brief_is_not_the_persons_own_statement(host: HostProcess, language: str) -> None:
    save(host, "first", "I'm allergic to peanuts.")
    written = host.call(
        "conversations.summarize", site="claude", conversation_id="first", language=language
    )["markdown"]
    assert "peanut" in written
    save(host, "second", f"{written}\n\nI live in Lisbon.")
    found = host.call(
        "conversations.extract", site="claude", conversation_id="second", mode="manual"
    )
    texts = [memory["text"] for memory in host.call("memories.list")["items"]]
    assert found["added"] == len(texts) == 1
    assert "Lisbon" in texts[0]


def test_what_a_message_asks_to_remember_is_told(host: HostProcess) -> None:
    saved = save(host, "first", "remember: the spare key is with Ana")
    (told,) = saved["remembered"]
    assert "Ana" in told["text"]
    assert host.call("memories.get", id=told["id"])["memory"]["origin"] == "explicit"
    assert save(host, "first", "remember: the spare key is with Ana")["remembered"] == []
    assert save(host, "second", "the weather is fine")["remembered"] == []
