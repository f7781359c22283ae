"""What becomes of memories with time, use, and what is said again or elsewhere."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from memoryx.extraction.llm.extractor import ModelExtractor
from tests.support.in_process import InProcess
from tests.support.scripted_model import ScriptedModel, decisions, memories, memory

SESSION = "In this chat, always answer in English"


@pytest.fixture
def host(tmp_path: Path) -> InProcess:
    return InProcess(tmp_path)


def only(host: InProcess, **wanted: Any) -> Any:
    (found,) = host.memories(**wanted)
    return found


def days_left(host: InProcess, found: Any) -> float:
    return (datetime.fromisoformat(found["expires_at"]) - host.time).total_seconds() / 86_400


def stated(host: InProcess, text: str, **fields: Any) -> Any:
    return host.call("memories.create", text=text, **fields)["memory"]


def test_a_memory_of_a_session_expires_after_three_days_and_is_kept(host: InProcess) -> None:
    host.hear("a", SESSION)
    found = only(host)
    assert (found["level"], found["pinned"], days_left(host, found)) == ("session", False, 3)
    host.wait(days=2.99)
    host.look()
    assert only(host)["status"] == "active"
    host.wait(days=0.02)
    host.look()
    expired = only(host)
    assert (expired["status"], expired["text"]) == ("expired", found["text"])
    versions = host.call("memories.history", id=found["id"])["versions"]
    assert (versions[0]["actor"], versions[0]["reason"]) == ("system", "expired")


def test_a_memory_whose_time_is_over_is_not_recalled_before_anybody_has_looked(
    host: InProcess,
) -> None:
    stated(host, "Allergic to peanuts", expires_at="2026-03-02T00:00:00Z")
    question = "Are there peanuts in satay?"
    assert "peanuts" in host.recalled(question)
    host.wait(days=1)
    assert host.recalled(question) == ""
    assert only(host)["status"] == "active"


def test_use_renews_a_life_without_a_new_version(host: InProcess) -> None:
    stated(host, "Likes peanuts in satay sauce", type="preference")
    host.wait(days=100)
    recall = host.call("recall", text="Are there peanuts in satay sauce?")
    assert recall["memories"]
    before = only(host)
    host.call("recall.used", recall_id=recall["recall_id"], sent=False)
    assert days_left(host, only(host)) == 80
    host.call("recall.used", recall_id=recall["recall_id"], sent=True)
    after = only(host)
    assert (days_left(host, after), after["usage_count"]) == (180, 1)
    assert (after["version"], after["updated_at"]) == (1, before["updated_at"])
    host.wait(days=179)
    host.look()
    assert "peanuts" in host.recalled("Are there peanuts in satay sauce?")


def test_being_said_again_in_its_own_chat_renews_and_does_not_promote(host: InProcess) -> None:
    host.hear("a", SESSION)
    host.wait(days=2)
    result = host.hear("a", SESSION)
    found = only(host)
    assert (result["unchanged"], result["updated"]) == (1, 0)
    assert (found["level"], found["version"], days_left(host, found)) == ("session", 1, 3)


def test_looking_at_old_turns_again_renews_and_revives_nothing(host: InProcess) -> None:
    host.hear("a", SESSION)
    host.wait(days=2)
    host.extract("a", "manual")
    assert days_left(host, only(host)) == 1
    host.wait(days=2)
    host.look()
    host.extract("a", "manual")
    assert only(host)["status"] == "expired"


def test_what_is_said_in_another_chat_is_promoted(host: InProcess) -> None:
    host.hear("a", SESSION)
    host.wait(days=2)
    result = host.hear("b", SESSION)
    found = only(host)
    assert (result["added"], result["updated"]) == (0, 1)
    assert (found["level"], found["version"], days_left(host, found)) == ("user", 2, 180)


def test_an_expired_memory_said_elsewhere_comes_back_promoted(host: InProcess) -> None:
    host.hear("a", SESSION)
    host.wait(days=4)
    host.look()
    host.hear("b", SESSION)
    assert (only(host)["status"], only(host)["level"]) == ("active", "user")


def test_an_update_from_another_chat_promotes(host: InProcess) -> None:
    model = ScriptedModel(lambda _: "")
    extractor = ModelExtractor(model)

    def hear(chat: str, text: str) -> None:
        host.say(chat, text)
        item = memory(text, "t0", level="session", key="indentation")
        model.answer = lambda asked: (
            memories(item)
            if asked.purpose == "extraction"
            else decisions(("n0", "UPDATE", "k0", text))
        )
        host.extract_by(extractor, chat)

    hear("a", "Tabs for indentation")
    host.wait(hours=1)
    hear("b", "Four spaces for indentation")
    found = only(host)
    assert (found["text"], found["level"]) == ("Four spaces for indentation", "user")


def test_in_a_project_it_is_promoted_to_the_project_and_stays_inside(host: InProcess) -> None:
    host.hear("a", SESSION, project="atlas")
    assert (only(host)["level"], only(host)["project"]) == ("session", "atlas")
    host.hear("b", SESSION, project="atlas")
    assert (only(host)["level"], only(host)["project"]) == ("project", "atlas")
    host.hear("c", SESSION, project="zeus")
    host.hear("d", SESSION)
    assert {(m["level"], m["project"]) for m in host.memories()} == {
        ("project", "atlas"),
        ("session", "zeus"),
        ("session", None),
    }


@pytest.mark.parametrize(
    ("text", "project", "pinned"),
    [
        ("From now on, always answer in English", None, True),
        ("In this chat, always answer in English", None, False),
        ("In this project, always answer in English", None, False),
        ("In this project, always answer in English", "atlas", True),
    ],
)
def test_an_order_comes_by_itself_only_where_it_is_known_to_hold(
    host: InProcess, text: str, project: str | None, pinned: bool
) -> None:
    host.hear("a", text, project=project)
    assert only(host)["pinned"] is pinned


def test_undoing_the_batch_that_promoted_brings_level_and_end_back(host: InProcess) -> None:
    host.hear("a", SESSION)
    host.wait(days=1)
    host.hear("a", SESSION)  # renewed on the second day
    before = only(host)
    host.wait(days=1)
    batch = host.hear("b", SESSION)["batch"]
    assert only(host)["level"] == "user"
    assert host.call("conversations.undo", batch=batch)["reverted"] == 1
    after = only(host)
    kept = ("level", "expires_at", "status", "source", "valid_from", "confidence")
    assert {name: after[name] for name in kept} == {name: before[name] for name in kept}


def test_a_promoted_memory_takes_the_place_of_the_older_one_on_its_matter(
    host: InProcess,
) -> None:
    stated(host, "Indents with four spaces", key="indentation")
    host.wait(days=1)
    for chat in ("a", "b"):
        host.say(chat, SESSION)
        item = memory("Indents with tabs", "t0", level="session", key="indentation")
        model = ScriptedModel(lambda asked, item=item: memories(item))  # type: ignore[misc]  # bound now
        batch = host.extract_by(ModelExtractor(model), chat).batch
    by_text = {m["text"]: m for m in host.memories()}
    assert by_text["Indents with four spaces"]["status"] == "superseded"
    assert by_text["Indents with tabs"]["level"] == "user"
    host.call("conversations.undo", batch=batch)
    by_text = {m["text"]: m for m in host.memories()}
    assert by_text["Indents with four spaces"]["status"] == "active"
    assert by_text["Indents with tabs"]["level"] == "session"


@pytest.mark.parametrize(
    ("method", "fields", "level"),
    [
        ("memories.update", {"pinned": True}, "user"),
        ("memories.update", {"level": "user"}, "user"),
        ("memories.restore", {}, "user"),
    ],
)
def test_a_person_promotes(
    host: InProcess, method: str, fields: dict[str, Any], level: str
) -> None:
    host.hear("a", SESSION)
    id_ = only(host)["id"]
    host.wait(days=2)
    if method == "memories.restore":
        host.call("memories.suspend", id=id_)
    found = host.call(method, id=id_, **fields)["memory"]
    assert (found["level"], found["status"], days_left(host, found)) == (level, "active", 180)


def test_a_person_who_asks_to_remember_promotes(host: InProcess) -> None:
    host.hear("a", SESSION)
    host.wait(days=1)
    text = only(host)["text"]
    found = stated(host, text)
    assert (found["level"], found["version"]) == ("user", 2)


def test_keeping_what_was_proposed_gives_it_a_life_to_come(host: InProcess) -> None:
    host.say("a", "I may like tea")
    item = memory("Likes tea", "t0", level="session", confidence=0.55)
    host.extract_by(ModelExtractor(ScriptedModel(lambda _: memories(item))), "a")
    host.wait(days=30)
    host.look()
    (proposal,) = host.call("proposals.list")["items"]
    host.call("proposals.resolve", id=proposal["id"], accept=True)
    host.look()
    found = only(host)
    assert (found["status"], found["level"], days_left(host, found)) == ("active", "user", 180)


@pytest.mark.parametrize("status", ["suspended", "expired", "superseded", "pending"])
def test_what_is_not_in_force_is_never_recalled_and_can_be_restored(
    host: InProcess, status: str
) -> None:
    question = "Are there peanuts in satay?"
    id_ = stated(host, "Allergic to peanuts")["id"]
    assert "peanuts" in host.recalled(question)
    store = host.services.store
    store.memories.change(
        id_, {"status": status}, now="2026-03-01T09:00:00.000Z", actor="system", reason="test"
    )
    assert host.recalled(question) == ""
    assert host.call("memories.restore", id=id_)["memory"]["status"] == "active"
    assert "peanuts" in host.recalled(question)


def test_what_a_person_gave_an_end_follows_that_alone(host: InProcess) -> None:
    id_ = stated(host, "Likes tea in the morning", type="preference")["id"]
    host.call("memories.update", id=id_, expires_at="2026-03-10T00:00:00Z")
    host.wait(days=1)
    host.hear("a", "I like tea in the morning")
    assert only(host)["expires_at"] == "2026-03-10T00:00:00.000Z"
    assert host.call("memories.update", id=id_, expires_at=None)["memory"]["expires_at"] is None
    host.call("settings.set", values={"lifecycle.preference_days": 10})
    assert only(host)["expires_at"] is None
    host.call("memories.update", id=id_, expires_at="2026-03-03T00:00:00Z")
    host.wait(days=5)
    host.look()
    assert only(host)["status"] == "expired"
    host.call("memories.restore", id=id_)
    assert days_left(host, only(host)) == 10


def test_an_end_that_a_person_gave_holds_when_the_text_changes(host: InProcess) -> None:
    host.hear("a", "I love coffee")
    id_ = only(host)["id"]
    host.call("memories.update", id=id_, expires_at=None)
    host.wait(days=1)
    host.hear("a", "I hate coffee")
    assert (only(host)["text"], only(host)["expires_at"]) == ("Hates coffee", None)


def test_a_stated_end_holds_beside_the_life_of_its_kind(host: InProcess) -> None:
    host.say("a", "Until the 10th I only eat rice")
    item = memory("Eats only rice until 10 March 2026", "t0", expires="2026-03-10")
    host.extract_by(ModelExtractor(ScriptedModel(lambda _: memories(item))), "a")
    assert only(host)["expires_at"] == "2026-03-10T23:59:59.000Z"
    host.wait(days=2)
    host.services.store.lives.renew([only(host)["id"]], "2026-03-03T09:00:00.000Z")
    assert only(host)["expires_at"] == "2026-03-10T23:59:59.000Z"


def test_memories_that_are_there_follow_a_changed_setting(host: InProcess) -> None:
    stated(host, "Likes tea", type="preference")
    stated(host, "Lives in Berlin", type="context")
    host.wait(days=20)
    values = {"lifecycle.preference_days": 30, "lifecycle.context_days": 10}
    host.call("settings.set", values=values)
    by_text = {m["text"]: m for m in host.memories()}
    assert days_left(host, by_text["Likes tea"]) == 10
    assert days_left(host, by_text["Lives in Berlin"]) == -10
    assert {m["version"] for m in host.memories()} == {1}
    host.look()
    assert host.texts() == ["Likes tea"]
    host.call("settings.set", values={"lifecycle.context_days": 100})
    assert host.texts() == ["Likes tea", "Lives in Berlin"]


def test_a_longer_life_does_not_bring_back_what_a_person_called_outdated(host: InProcess) -> None:
    stated(host, "Lives in Berlin", type="context")
    recall = host.call("recall", text="Which museums are near where I live in Berlin?")
    (hit,) = recall["memories"]
    host.call(
        "recall.feedback", recall_id=recall["recall_id"], memory_id=hit["id"], verdict="outdated"
    )
    host.call("settings.set", values={"lifecycle.context_days": 1_000})
    assert only(host)["status"] == "expired"


def test_settings_that_were_edited_in_the_file_are_followed_too(
    host: InProcess, tmp_path: Path
) -> None:
    stated(host, "Likes tea", type="preference")
    host.look()
    (tmp_path / "config.toml").write_text("[lifecycle]\npreference_days = 7\n")
    host.look()
    assert days_left(host, only(host)) == 7


def test_a_kind_without_an_end_does_not_expire(host: InProcess) -> None:
    stated(host, "Lives in Berlin", type="context")
    host.wait(days=10_000)
    host.look()
    assert only(host)["status"] == "active"
    host.call("settings.set", values={"lifecycle.session_days": 0})
    host.hear("a", SESSION)
    assert only(host, level="session")["expires_at"] is None


def test_going_back_to_a_version_gives_a_fresh_life(host: InProcess) -> None:
    id_ = stated(host, "Likes tea", type="preference")["id"]
    host.wait(days=100)
    host.call("memories.update", id=id_, text="Likes coffee")
    host.wait(days=100)
    found = host.call("memories.revert", id=id_, version=1)["memory"]
    assert (found["text"], days_left(host, found)) == ("Likes tea", 180)


def test_deleting_a_chat_suspends_what_waits_too(host: InProcess) -> None:
    host.say("a", "I may like tea")
    item = memory("Likes tea", "t0", confidence=0.55)
    host.extract_by(ModelExtractor(ScriptedModel(lambda _: memories(item))), "a")
    assert only(host)["status"] == "pending"
    deleted = host.call(
        "conversations.delete", site="claude", conversation_id="a", memories="suspend"
    )
    assert deleted["suspended"] == 1
    assert only(host)["status"] == "suspended"
    assert host.call("proposals.list")["items"] == []


def test_an_uncertain_word_suspends_nothing_that_is_known(host: InProcess) -> None:
    stated(host, "Has a dog called Rex")
    host.say("a", "Perhaps Rex has died")
    item = memory("Has no dog any more", "t0", confidence=0.6)
    model = ScriptedModel(
        lambda asked: (
            memories(item)
            if asked.purpose == "extraction"
            else decisions(("n0", "DELETE", "k0", None))
        )
    )
    host.extract_by(ModelExtractor(model), "a")
    assert host.texts() == ["Has a dog called Rex"]
    (proposal,) = host.call("proposals.list")["items"]
    assert (proposal["kind"], proposal["other"]["text"]) == ("conflict", "Has a dog called Rex")
