"""What survives when hosts are killed, several, or held up; over real processes."""

from __future__ import annotations

import random
import sqlite3
import time
from pathlib import Path

from tests.support.host_process import HostProcess

BASE = {"MEMORYX_EMBEDDING_PROVIDER": "off"}


def wait_until_extracted(host: HostProcess, conversation: str) -> None:
    """Wait until nothing of a conversation is left to extract."""
    for _ in range(600):
        for item in host.call("conversations.list")["items"]:
            if item["conversation_id"] == conversation and item["turns"] == item["extracted"]:
                return
        time.sleep(0.1)
    raise AssertionError("the extraction never came")


def test_an_acknowledged_turn_survives_kill_9_at_any_moment(tmp_path: Path) -> None:
    acknowledged: list[str] = []
    chance = random.Random(7)
    for round_ in range(8):
        with HostProcess(tmp_path, BASE | {"MEMORYX_EXTRACTION_DELAY_S": "0"}) as host:
            for i in range(chance.randrange(1, 6)):
                text = f"My dog number {round_} {i} is called Rex{round_}x{i}"
                host.say(
                    "c",
                    text,
                    turns=[
                        {"key": f"{round_}-{i}", "role": "user", "markdown": text, "complete": True}
                    ],
                )
                acknowledged.append(text)
            host.start("conversations.extract", site="claude", conversation_id="c", mode="auto")
            time.sleep(chance.random() * 0.05)
            host.kill()
    with HostProcess(tmp_path, BASE | {"MEMORYX_EXTRACTION_DELAY_S": "0"}) as host:
        turns = host.call("conversations.get", site="claude", conversation_id="c", limit=500)[
            "turns"
        ]
        assert [turn["markdown"] for turn in turns] == acknowledged
        assert host.call("memories.list", limit=500)["total"] == len(
            {m["text"] for m in host.call("memories.list", limit=500)["items"]}
        )


def test_the_quiet_window_survives_a_killed_host(tmp_path: Path) -> None:
    with HostProcess(tmp_path, BASE | {"MEMORYX_EXTRACTION_DELAY_S": "1"}) as host:
        host.say("c", "I'm allergic to peanuts")
        host.kill()
    with HostProcess(tmp_path, BASE) as host:
        wait_until_extracted(host, "c")
        assert [m["text"] for m in host.call("memories.list")["items"]] == ["Allergic to peanuts"]


def test_two_hosts_on_one_database_extract_each_turn_once(tmp_path: Path) -> None:
    settings = BASE | {"MEMORYX_EXTRACTION_DELAY_S": "0.2"}
    with HostProcess(tmp_path, settings) as one, HostProcess(tmp_path, settings) as two:
        names = [f"c{i}" for i in range(12)]
        for i, name in enumerate(names):
            (one, two)[i % 2].say(name, f"I'm allergic to {['peanuts', 'milk', 'soy'][i % 3]}")
        for name in names:
            wait_until_extracted(one, name)
        memories = one.call("memories.list")["items"]
        assert sorted(m["text"] for m in memories) == [
            "Allergic to milk",
            "Allergic to peanuts",
            "Allergic to soy",
        ]
        assert all(m["version"] == 1 for m in memories)


def test_what_one_host_stores_the_other_recalls_at_once(tmp_path: Path) -> None:
    with HostProcess(tmp_path, BASE) as one, HostProcess(tmp_path, BASE) as two:
        question = "Which peanuts may I eat?"
        assert two.call("recall", text=question)["context"] == ""
        id_ = one.call("memories.create", text="Allergic to peanuts")["memory"]["id"]
        assert "peanuts" in two.call("recall", text=question)["context"]
        one.call("memories.suspend", id=id_)
        assert two.call("recall", text=question)["context"] == ""


def test_a_recall_overtakes_a_save_that_waits_for_the_database(tmp_path: Path) -> None:
    with HostProcess(tmp_path, BASE) as host:
        host.call("memories.create", text="Allergic to peanuts")
        host.call("recall", text="warm up: peanuts?")
        blocker = sqlite3.connect(tmp_path / "memoryx.sqlite3", isolation_level=None)
        blocker.execute("BEGIN IMMEDIATE")
        try:
            turn = {"key": "t", "role": "user", "markdown": "Hi", "complete": True}
            save = host.start(
                "conversations.save",
                site="claude",
                conversation_id="c",
                url="u",
                trigger="auto",
                turns=[turn],
            )
            recall = host.call("recall", text="Which peanuts may I eat?")
            assert "peanuts" in recall["context"]
            assert save.empty()
        finally:
            blocker.rollback()
            blocker.close()
        assert "result" in save.get(timeout=30)
