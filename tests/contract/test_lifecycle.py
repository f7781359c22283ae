"""Statuses, lives, projects and usage, over the real host."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from tests.support.host_process import HostProcess
from tests.support.openai_server import OpenAIServer, unauthorized
from tests.support.scripted_model import memories, memory

QUESTION = "Are there peanuts in satay?"
BASE = {"MEMORYX_EMBEDDING_PROVIDER": "off", "MEMORYX_EXTRACTION_AUTO": "false"}


def status_of(host: HostProcess, id_: str) -> str:
    status: str = host.call("memories.get", id=id_)["memory"]["status"]
    return status


def suspend(host: HostProcess, id_: str) -> None:
    host.call("memories.suspend", id=id_)


def outdate(host: HostProcess, id_: str) -> None:
    recall = host.call("recall", text=QUESTION)["recall_id"]
    host.call("recall.feedback", recall_id=recall, memory_id=id_, verdict="outdated")


@pytest.mark.parametrize(("leave", "status"), [(suspend, "suspended"), (outdate, "expired")])
def test_what_has_left_recall_comes_back_when_it_is_restored(
    host: HostProcess, leave: Any, status: str
) -> None:
    id_ = host.call("memories.create", text="Allergic to peanuts")["memory"]["id"]
    assert "peanuts" in host.call("recall", text=QUESTION)["context"]
    leave(host, id_)
    assert status_of(host, id_) == status
    assert host.call("recall", text=QUESTION)["context"] == ""
    assert host.call("memories.restore", id=id_)["memory"]["status"] == "active"
    assert "peanuts" in host.call("recall", text=QUESTION)["context"]


def test_what_waits_and_what_was_replaced_is_not_recalled(tmp_path: Path) -> None:
    with OpenAIServer() as server:
        sure = memory("Allergic to peanuts", "t0", key="allergy")
        unsure = memory("Allergic to peanuts no more", "t1", key="allergy", confidence=0.6)
        server.answer(
            lambda messages: (
                memories(unsure) if "maybe" in messages[-1]["content"] else memories(sure)
            )
        )
        settings = BASE | {
            "MEMORYX_LLM_BASE_URL": server.base_url,
            "MEMORYX_LLM_MODEL": "m",
            "MEMORYX_API_KEY": "sk-test-key-0123456789abcdef",
        }
        with HostProcess(tmp_path, settings) as host:
            chat = {"site": "claude", "conversation_id": "c"}
            host.say("c", "peanuts are bad for me")
            host.call("conversations.extract", **chat, mode="auto")
            host.say("c", "maybe they are fine by now")
            host.call("conversations.extract", **chat, mode="auto")
            (pending,) = host.call("memories.list", status="pending")["items"]
            assert "no more" not in host.call("recall", text=QUESTION)["context"]
            (proposal,) = host.call("proposals.list")["items"]
            host.call("proposals.resolve", id=proposal["id"], accept=True)
            (replaced,) = host.call("memories.list", status="superseded")["items"]
            block = host.call("recall", text=QUESTION)["context"]
            assert block.count("- [") == 1
            assert pending["text"] in block
            host.call("memories.restore", id=replaced["id"])
            assert status_of(host, replaced["id"]) == "active"


def test_a_session_memory_expires_in_a_running_host(tmp_path: Path) -> None:
    settings = BASE | {"MEMORYX_LIFECYCLE_SESSION_DAYS": str(1.5 / 86_400)}
    with HostProcess(tmp_path, settings) as host:
        created = host.call("memories.create", text="Allergic to peanuts", level="session")
        id_ = created["memory"]["id"]
        time.sleep(1.6)
        assert host.call("recall", text=QUESTION)["context"] == ""
        end = time.monotonic() + 60
        while status_of(host, id_) != "expired":
            assert time.monotonic() < end, "nobody looked"
            time.sleep(0.1)
        restored = host.call("memories.restore", id=id_)["memory"]
        assert (restored["status"], restored["level"]) == ("active", "user")
        assert restored["expires_at"] is None
        assert "peanuts" in host.call("recall", text=QUESTION)["context"]


def test_lives_are_settings_with_a_line_that_explains_them(host: HostProcess) -> None:
    settings = host.call("settings.get")
    lives = {k: v for k, v in settings["values"].items() if k.startswith("lifecycle.")}
    assert lives == {
        "lifecycle.session_days": 3,
        "lifecycle.preference_days": 180,
        "lifecycle.skill_days": 0,
        "lifecycle.objective_days": 0,
        "lifecycle.context_days": 0,
    }
    for key in lives:
        assert settings["schema"]["properties"][key]["description"].endswith(".")
    created = host.call("memories.create", text="Likes tea", type="preference")
    before = created["memory"]["expires_at"]
    host.call("settings.set", values={"lifecycle.preference_days": 10})
    after = host.call("memories.get", id=created["memory"]["id"])["memory"]
    assert after["expires_at"] < before
    assert after["version"] == 1


def test_counting_a_use_does_not_hold_up_the_next_message(tmp_path: Path) -> None:
    with HostProcess(tmp_path, BASE) as host:
        host.call("memories.create", text="Allergic to peanuts")
        first = host.call("recall", text=QUESTION)
        blocker = sqlite3.connect(tmp_path / "memoryx.sqlite3", isolation_level=None)
        blocker.execute("BEGIN IMMEDIATE")
        try:
            used = host.start("recall.used", recall_id=first["recall_id"], sent=True)
            assert "peanuts" in host.call("recall", text=QUESTION)["context"]
            assert used.empty()
        finally:
            blocker.rollback()
            blocker.close()
        assert "result" in used.get(timeout=60)
        (counted,) = host.call("memories.list")["items"]
        assert counted["usage_count"] == 1
        assert counted["last_used_at"] is not None


def in_project(name: str) -> dict[str, str]:
    return {"site": "claude", "conversation_id": name}


def test_a_projects_memories_are_in_no_other_chat_nor_list(host: HostProcess) -> None:
    for name in ("atlas", "zeus"):
        host.say(name, f"In this project, I always use {name}-pack to pack", project=name)
        result = host.call("conversations.extract", **in_project(name), mode="manual")
        assert result["added"] == 1
    host.say("plain", "Hello there")
    question = "What do I always use to pack?"
    for name, other in (("atlas", "zeus"), ("zeus", "atlas")):
        block = host.call("recall", text=question, **in_project(name))["context"]
        assert f"{name}-pack" in block
        assert f"{other}-pack" not in block
        (listed,) = host.call("memories.list", project=name)["items"]
        assert (listed["level"], listed["project"]) == ("project", name)
    assert host.call("recall", text=question, **in_project("plain"))["context"] == ""
    assert host.call("recall", text=question)["context"] == ""


def test_extraction_in_one_project_neither_finds_nor_changes_another_ones(
    host: HostProcess,
) -> None:
    text = "In this project, I always use tabs"
    for name in ("atlas", "zeus"):
        host.say(name, text, project=name)
        result = host.call("conversations.extract", **in_project(name), mode="manual")
        assert (result["added"], result["updated"], result["unchanged"]) == (1, 0, 0)
    items = host.call("memories.list")["items"]
    assert {(m["project"], m["version"]) for m in items} == {("atlas", 1), ("zeus", 1)}


@pytest.mark.parametrize(("choice", "recalled"), [("keep", True), ("suspend", False)])
def test_deleting_a_project_says_what_becomes_of_its_memories(
    host: HostProcess, choice: str, recalled: bool
) -> None:
    id_ = host.call("memories.create", text="The deploy command is make ship", project="atlas")[
        "memory"
    ]["id"]
    host.say("c", "Hi", project="atlas")
    question = "What is the deploy command?"
    assert host.call("recall", text=question)["context"] == ""
    deleted = host.call("projects.delete", id="atlas", memories=choice)
    assert deleted == {"deleted": True, "kept": int(recalled), "suspended": int(not recalled)}
    found = host.call("memories.get", id=id_)["memory"]
    assert (found["project"], found["level"]) == (None, "user")
    assert found["status"] == ("active" if recalled else "suspended")
    assert bool(host.call("recall", text=question)["context"]) is recalled
    host.call("memories.restore", id=id_)
    assert "make ship" in host.call("recall", text=question)["context"]
    assert host.call("memories.revert", id=id_, version=1)["memory"]["project"] is None
    assert host.call("conversations.list")["items"][0]["project"] is None


def test_a_job_that_a_refused_key_stopped_goes_on_when_settings_change(tmp_path: Path) -> None:
    with OpenAIServer() as server:
        server.answer(lambda _: memories(memory("Likes tea", "t0")))
        server.script(unauthorized())
        settings = BASE | {
            "MEMORYX_EXTRACTION_AUTO": "true",
            "MEMORYX_EXTRACTION_DELAY_S": "0",
            "MEMORYX_API_KEY": "sk-test-key-0123456789abcdef",
        }
        with HostProcess(tmp_path, settings) as host:
            values = {"llm.base_url": server.base_url, "llm.model": "wrong"}
            host.call("settings.set", values=values)
            host.say("c", "I like tea")
            while True:
                degraded = host.notification("status.changed")["degraded"]
                if any("key" in part["remedy"] for part in degraded if part["part"] == "llm"):
                    break
            host.call("settings.set", values={"llm.model": "right"})
            assert host.notification("extraction.finished")["added"] == 1
