"""The library for everybody: by axe-core in both themes, by keyboard alone, in three languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewWorld
from tests.browser.harness.axe import findings
from tests.browser.library_world import fill_library
from tests.browser.test_library import SETTINGS, open_library

VIEWS = ("memories", "review", "conversations", "projects", "recalls", "insights", "outbound")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_view_is_accessible(new_world: NewWorld, dark: bool) -> None:
    """axe-core finds nothing serious in any view: full, chosen, asking, empty, and failed."""
    world = new_world(settings=SETTINGS, dark=dark)
    page = world.context.new_page()
    found = {"empty": findings(open_library(world, page, "memories"))}
    ids = fill_library(world.companion)
    for place in (*VIEWS, f"memory/{ids['memory']}", f"conversation/{ids['conversation']}"):
        found[place] = findings(open_library(world, page, place))
    found["failed"] = findings(open_library(world, page, "memory/m_gone"))
    open_library(world, page, "memories").locator(".grid").press("Space")
    found["chosen"] = findings(page)
    page.get_by_role("button", name="Delete").click()
    found["dialog"] = findings(page)
    assert {place: each for place, each in found.items() if each} == {}


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.locator(selector).evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"Tab does not reach {selector}")


def test_the_main_way_needs_no_mouse(new_world: NewWorld) -> None:
    """Skip to the content, search, walk the list, open, edit, save, go back."""
    world = new_world(settings=SETTINGS)
    fill_library(world.companion)
    page = open_library(world, world.context.new_page(), "memories")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    tab_to(page, ".search")
    page.keyboard.type("lisbon")
    expect(page.locator(".grid")).to_have_attribute("aria-rowcount", "2")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".grid")).to_be_focused()
    page.keyboard.press("End")
    expect(page.locator(".grid")).to_have_attribute("aria-activedescendant", "row-1")
    expect(page.locator("#row-1")).to_contain_text("Lives in Lisbon")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Lives in Lisbon")
    tab_to(page, ".editor textarea")
    page.keyboard.press("End")
    page.keyboard.type(", Portugal")
    page.keyboard.press("Control+Enter")
    expect(page.locator("h1")).to_have_text("Lives in Lisbon, Portugal")
    tab_to(page, ".back")
    page.keyboard.press("Enter")
    expect(page.locator("#row-0")).to_contain_text("Lives in Lisbon, Portugal")


@pytest.mark.parametrize(
    ("language", "words"), [("zh-CN", ["记忆", "待确认"]), ("zh-TW", ["記憶", "待確認"])]
)
def test_it_speaks_the_browsers_language(
    new_world: NewWorld, language: str, words: list[str]
) -> None:
    """Every view has its words; none shows a name of the host's own."""
    world = new_world(settings=SETTINGS, language=language)
    fill_library(world.companion)
    page = open_library(world, world.context.new_page(), "memories")
    expect(page.locator("#views a > :first-child")).to_contain_text(words)
    for view in VIEWS:
        shown = open_library(world, page, view).locator("body").inner_text()
        assert not [word for word in ("undefined", "library_", "low_confidence") if word in shown]
