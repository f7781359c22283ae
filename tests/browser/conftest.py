"""Fixtures of the browser tests. Nothing here skips: without a Chromium the tests fail."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Playwright, sync_playwright
from tests.browser.harness import SiteServer, World, build_sites

NewWorld = Callable[..., World]
FAILED = pytest.StashKey[bool]()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built fixture pages."""
    folder = tmp_path_factory.mktemp("sites")
    build_sites(folder)
    return folder


@pytest.fixture(scope="session")
def sites(pages: Path) -> Iterator[SiteServer]:
    with SiteServer(pages) as server:
        yield server


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """Let fixtures see at their end whether the test failed."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


@pytest.fixture
def new_world(
    playwright: Playwright,
    sites: SiteServer,
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> Iterator[NewWorld]:
    """Makes worlds that end with the test, and keeps what there was to see when it failed."""
    worlds: list[World] = []
    with ExitStack() as stack:

        def make(**options: Any) -> World:
            folder = tmp_path / f"world-{len(worlds)}"
            folder.mkdir()
            world = stack.enter_context(World(playwright, sites, folder, **options))
            worlds.append(world)
            return world

        yield make
        if request.node.stash.get(FAILED, False):
            evidence = Path(tempfile.mkdtemp(prefix=f"memoryx-{request.node.name[:40]}-"))
            for number, world in enumerate(worlds):
                world.keep_evidence(evidence / str(number))
            print(f"\nScreenshots, pages and logs: {evidence}")


@pytest.fixture
def world(new_world: NewWorld) -> World:
    """A browser with the extension and a real host with an empty store."""
    return new_world()


@pytest.fixture(scope="session")
def remembering(
    playwright: Playwright, sites: SiteServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[World]:
    """A world shared by tests that only send: two memories, and a tab of its own for each test."""
    with World(playwright, sites, tmp_path_factory.mktemp("remembering")) as shared:
        shared.companion.call("memories.create", text="Allergic to peanuts", type="preference")
        shared.companion.call(
            "memories.create", text="以后回答都用简体中文", type="preference", pinned=True
        )
        shared.ready()
        yield shared
