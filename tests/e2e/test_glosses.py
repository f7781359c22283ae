"""Words of the other language, from the real dictionary, over real hosts."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from tests.support.host_process import HostProcess

BASE = {"MEMORYX_EMBEDDING_PROVIDER": "off"}
#: The build waits for a quiet moment and has the lowest priority: a busy machine takes its time.
PATIENCE_S = 300.0


def wait_until(what: Callable[[], object]) -> None:
    """Wait until something is so."""
    until = time.monotonic() + PATIENCE_S
    while not what():
        assert time.monotonic() < until, "it never came"
        time.sleep(0.1)


def found(host: HostProcess, query: str) -> list[str]:
    """Return the texts of the memories that a list finds."""
    return [memory["text"] for memory in host.call("memories.list", query=query)["items"]]


def test_a_chinese_memory_gets_english_words_after_a_while(tmp_path: Path) -> None:
    """And an English one Chinese words; another host needs no build for it."""
    with HostProcess(tmp_path, BASE, lexicon=False) as host:
        host.call("memories.create", text="养了一只乌龟")
        assert found(host, "tortoise") == []
        wait_until(lambda: found(host, "tortoise"))
        assert found(host, "tortoise") == ["养了一只乌龟"]
        assert host.close() == 0
    (lexicon,) = (tmp_path / "cache").iterdir()
    built = lexicon.stat().st_mtime_ns
    with HostProcess(tmp_path, BASE, lexicon=False) as host:
        host.call("memories.create", text="Plays the cello")
        wait_until(lambda: found(host, "大提琴"))
        assert found(host, "大提琴") == ["Plays the cello"]
    assert lexicon.stat().st_mtime_ns == built


def test_a_host_does_not_wait_for_the_build_and_the_build_goes_on(tmp_path: Path) -> None:
    """The build holds no pipe of the host's: its output ends with it."""
    cache = tmp_path / "cache"
    with HostProcess(tmp_path, BASE, lexicon=False) as host:
        host.call("memories.create", text="养了一只乌龟")
        wait_until(cache.exists)
        assert host.close() == 0
        assert not list(cache.glob("*.sqlite3")), "the build was over before the host's end"
    wait_until(lambda: list(cache.glob("*.sqlite3")))
    wait_until(lambda: len(list(cache.iterdir())) == 1)
