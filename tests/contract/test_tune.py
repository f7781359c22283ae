"""``recall.tune`` and what the log keeps for it, over the real host and the command line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.support.host_process import HostProcess

TOPICS = ("tea", "trains", "chess", "jazz", "pottery")


def judged_host(process: HostProcess, recalls: int) -> None:
    """Recall two memories about a topic so often; the one with more words in common is useful."""
    process.call("memories.create", text="Likes green tea from Longjing in the morning")
    process.call("memories.create", text="Gave green tea from Longjing to a friend")
    for n in range(recalls):
        found = process.call("recall", text=f"which green tea from Longjing do I like? {n}")
        memories = {m["text"]: m["id"] for m in found["memories"]}
        assert len(memories) == 2, memories
        for text, id_ in memories.items():
            process.call(
                "recall.feedback",
                recall_id=found["recall_id"],
                memory_id=id_,
                verdict="useful" if "morning" in text else "irrelevant",
            )


def memoryx(home: Path, *arguments: str) -> str:
    """Run a command and return what it prints."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("MEMORYX_")}
    done = subprocess.run(
        [sys.executable, "-m", "memoryx", *arguments],
        env=kept | {"MEMORYX_HOME": str(home), "MEMORYX_EMBEDDING_PROVIDER": "off"},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_tuning_says_how_much_is_missing_and_changes_nothing(tmp_path: Path) -> None:
    with HostProcess(tmp_path, {"MEMORYX_EMBEDDING_PROVIDER": "off"}) as process:
        judged_host(process, 3)
        before = process.call("settings.get")["values"]
        found: dict[str, Any] = process.call("recall.tune", apply=True)
        assert (found["recalls"], found["pairs"]) == (3, 3)
        assert found["missing"] > 0
        assert (found["proposed"], found["before"], found["applied"]) == (None, None, False)
        assert found["current"]["semantic"] == 0.5
        assert process.call("settings.get")["values"] == before
    assert "more such recalls are needed" in memoryx(tmp_path, "tune")


def test_a_recall_is_explained_in_words(tmp_path: Path) -> None:
    with HostProcess(tmp_path, {"MEMORYX_EMBEDDING_PROVIDER": "off"}) as process:
        for text in ("Allergic to peanuts", "Ate peanuts once in 2019 on a plane to Oslo"):
            process.call("memories.create", text=text)
        process.call("recall", text="is there a peanut in this sauce?")
        (entry,) = process.call("recall.log")["items"]
        for dropped in entry["dropped"]:
            assert 0 <= dropped["relevance"] <= 1
            assert set(dropped["signals"]) == {"semantic", "keyword", "recency", "level"}
    said = memoryx(tmp_path, "recall", "is there a peanut in this sauce?", "--explain")
    assert "✓ Allergic to peanuts" in said
    assert "words" in said
    assert memoryx(tmp_path, "recall", "hello", "--explain") == "A greeting needs no memory.\n"
