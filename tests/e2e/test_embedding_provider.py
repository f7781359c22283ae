"""The embedding is changed in the settings while the real host runs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support import openai_server as s
from tests.support.host_process import HostProcess
from tests.support.openai_bodies import DIMENSIONS
from tests.support.openai_server import EMBEDDINGS, OpenAIServer, wait_for

KEY = "key-of-the-embedding"
BASE = {"MEMORYX_EXTRACTION_AUTO": "false", "MEMORYX_EMBEDDING_API_KEY": KEY}


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    """An endpoint that takes one key."""
    with OpenAIServer() as running:
        running.key = KEY
        yield running


def embedding(host: HostProcess) -> dict[str, Any]:
    """What hello says of the embedding."""
    client = {"name": "test", "version": "1", "browser": "test"}
    said: dict[str, Any] = host.call("hello", client=client, protocol=1)
    state: dict[str, Any] = said["embedding"]
    state["told"] = [part for part in said["degraded"] if part["part"] == "embedding"]
    return state


def choose(host: HostProcess, server: OpenAIServer, model: str = "m") -> None:
    host.call(
        "settings.set",
        values={
            "embedding.provider": "openai",
            "embedding.base_url": server.base_url,
            "embedding.model": model,
        },
    )


def remember(host: HostProcess, count: int = 40) -> None:
    for n in range(count):
        host.call("memories.create", text=f"Keeps notebook number {n} on the shelf")
    host.call("memories.create", text="Sails a wooden boat called Zephyr")


def test_an_endpoint_takes_over_without_a_restart_and_nothing_waits_for_it(
    tmp_path: Path, server: OpenAIServer
) -> None:
    settings = BASE | {"MEMORYX_RECALL_DEADLINE_MS": "5000"}
    with HostProcess(tmp_path, settings) as host:
        remember(host)
        wait_for(lambda: embedding(host)["status"] == "ready")
        before = embedding(host)
        assert (before["provider"], before["drafts"]) == ("local", True)
        server.script(*[s.waits(0.3, s.well)] * 20, path=EMBEDDINGS)
        choose(host, server)
        during = embedding(host)
        assert during["provider"] == "openai"
        assert during["status"] in ("loading", "indexing")
        assert during["serving"] == before["serving"]
        assert host.call("recall", text="is my boat Zephyr fast?")["mode"] == "hybrid"
        wait_for(lambda: embedding(host)["status"] == "ready")
        after = embedding(host)
        assert after["model"].endswith(f"#m:{DIMENSIONS}")
        assert (after["serving"], after["pending"], after["drafts"]) == ("m", 0, False)
        recalled = host.call("recall", text="the boat Zephyr of mine?")
        assert recalled["mode"] == "hybrid"
        assert recalled["memories"][0]["text"] == "Sails a wooden boat called Zephyr"
        texts = [t for r in server.requests for t in r.body["input"]]
        assert texts.count("Sails a wooden boat called Zephyr") == 1
        assert "the boat Zephyr of mine?" in texts
        purposes = {row["purpose"] for row in host.call("outbound.log", limit=500)["items"]}
        assert purposes == {"calibration", "embedding", "recall"}
        counted = host.call("stats")["spending"][0]
        assert counted["tokens"] > 0
        told = [host.notification("status.changed") for _ in range(2)]
        assert all("embedding" in said for said in told)
    assert KEY not in (tmp_path / "config.toml").read_text()


def test_a_failing_endpoint_costs_no_message_its_block(
    tmp_path: Path, server: OpenAIServer
) -> None:
    """A recall falls back to words in its own deadline, then the endpoint is left alone."""
    settings = BASE | {
        "MEMORYX_EMBEDDING_PROVIDER": "openai",
        "MEMORYX_EMBEDDING_BASE_URL": server.base_url,
        "MEMORYX_EMBEDDING_MODEL": "m",
    }
    with HostProcess(tmp_path, settings) as host:
        remember(host, 3)
        wait_for(lambda: embedding(host)["status"] == "ready")
        server.script(*[s.hangs()] * 4, path=EMBEDDINGS)
        for n in range(4):
            found = host.call("recall", text=f"is my boat Zephyr fast? {n}", deadline_ms=400)
            assert found["mode"] == "bm25"
            assert found["memories"][0]["text"] == "Sails a wooden boat called Zephyr"
        (told,) = embedding(host)["told"]
        assert "too slowly" in told["reason"]


def test_a_refused_key_is_told_and_the_old_model_stays(
    tmp_path: Path, server: OpenAIServer
) -> None:
    with HostProcess(tmp_path, BASE | {"MEMORYX_EMBEDDING_API_KEY": "wrong"}) as host:
        remember(host, 3)
        wait_for(lambda: embedding(host)["status"] == "ready")
        choose(host, server)
        wait_for(lambda: embedding(host)["status"] == "unavailable")
        state = embedding(host)
        (told,) = state["told"]
        assert "key" in told["remedy"]
        assert state["serving"] in told["reason"]
        assert host.call("recall", text="my boat Zephyr", deadline_ms=5000)["mode"] == "hybrid"
        host.call("settings.set", values={"embedding.provider": "local"})
        assert embedding(host)["told"] == []


def test_off_is_off_at_once(tmp_path: Path) -> None:
    with HostProcess(tmp_path, BASE) as host:
        remember(host, 3)
        host.call("settings.set", values={"embedding.provider": "off"})
        state = embedding(host)
        assert (state["status"], state["model"], state["told"]) == ("off", None, [])
        found = host.call("recall", text="my boat Zephyr")
        assert (found["mode"], len(found["memories"])) == ("bm25", 1)


def test_the_command_line_names_what_is_missing(tmp_path: Path) -> None:
    import subprocess

    done = subprocess.run(
        [sys.executable, "-m", "memoryx", "model", "embedding", "status"],
        env={"MEMORYX_HOME": str(tmp_path), "MEMORYX_EMBEDDING_PROVIDER": "onnx"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "unavailable" in done.stdout
    assert "memoryx model embedding download" in done.stdout
