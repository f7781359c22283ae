"""Fixtures of the browser tests. Nothing here skips: without a Chromium the tests fail."""

from __future__ import annotations

import itertools
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Playwright, expect, sync_playwright

from tests.browser.harness import SiteServer, World, build_sites

NewWorld = Callable[..., World]
OPEN: list[World] = []
# As long as an action waits, see World: a busy machine is slow, not wrong.
expect.set_options(timeout=15_000)


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
    """Keep what there is to see when a test fails, while its browsers are still open."""
    report = yield
    if report.failed and report.when != "teardown":
        evidence = Path(
            tempfile.mkdtemp(prefix=f"memoryx-{re.sub(r'[^a-z0-9]+', '-', item.name)}-")
        )
        for number, world in enumerate(OPEN):
            world.keep_evidence(evidence / str(number))
        report.sections.append(("screenshots, pages and logs", str(evidence)))
    return report


@contextmanager
def opened(world: World) -> Iterator[World]:
    """A world, known to be open as long as it is."""
    OPEN.append(world)
    try:
        with world:
            yield world
    finally:
        OPEN.remove(world)


@pytest.fixture
def new_world(playwright: Playwright, sites: SiteServer, tmp_path: Path) -> Iterator[NewWorld]:
    """Makes worlds that end with the test."""
    with ExitStack() as stack:
        numbers = itertools.count()

        def make(**options: Any) -> World:
            folder = tmp_path / f"world-{next(numbers)}"
            folder.mkdir()
            return stack.enter_context(opened(World(playwright, sites, folder, **options)))

        yield make


@pytest.fixture
def world(new_world: NewWorld) -> World:
    """A browser with the extension and a real host with an empty store."""
    return new_world()


@pytest.fixture(scope="session")
def remembering(
    playwright: Playwright, sites: SiteServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[World]:
    """A world shared by tests that only send: two memories, and a tab of its own for each test."""
    # Whether a block comes in time is tested elsewhere; here a busy machine may take longer.
    settings = {"MEMORYX_RECALL_DEADLINE_MS": "3000"}
    folder = tmp_path_factory.mktemp("remembering")
    with opened(World(playwright, sites, folder, settings=settings)) as shared:
        shared.companion.call("memories.create", text="Allergic to peanuts", type="preference")
        shared.companion.call(
            "memories.create", text="以后回答都用简体中文", type="preference", pinned=True
        )
        shared.ready()
        yield shared


@pytest.fixture(scope="session")
def capturing(
    playwright: Playwright, sites: SiteServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[World]:
    """A world shared by tests that look at what is stored; nothing is extracted in it."""
    settings = {"MEMORYX_EXTRACTION_AUTO": "false"}
    folder = tmp_path_factory.mktemp("capturing")
    with opened(World(playwright, sites, folder, settings=settings)) as shared:
        yield shared
