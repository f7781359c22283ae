"""A person's data out of MemoryX, in again, and away, on the settings page."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewWorld
from tests.browser.harness import World
from tests.browser.harness.axe import findings
from tests.browser.harness.companion import eventually
from tests.browser.test_settings import show

SENTENCES = ("Allergic to peanuts", "以后回答都用简体中文", "Plays the cello")


def filled(new_world: NewWorld) -> World:
    """A world with memories and a conversation."""
    world = new_world(settings={"MEMORYX_EXTRACTION_AUTO": "false"})
    for text in SENTENCES:
        world.companion.call("memories.create", text=text)
    world.open("claude-hub").say("good morning")
    eventually(lambda: world.companion.items("conversations.list"))
    return world


def export(page: Page, name: str, target: Path) -> str:
    """Press an export button and keep the file."""
    with page.expect_download() as download:
        page.get_by_role("button", name=name).press("Enter")
    expect(page.locator("#export-said")).to_contain_text("Exported")
    download.value.save_as(target)
    return target.read_text(encoding="utf-8")


def test_everything_is_exported(new_world: NewWorld, tmp_path: Path) -> None:
    """JSON for machines, Markdown for people."""
    page = show(filled(new_world))
    content = export(page, "Export as JSON", tmp_path / "all.json")
    assert json.loads(content)
    assert all(json.dumps(text, ensure_ascii=False) in content for text in SENTENCES)
    markdown = export(page, "Export as Markdown", tmp_path / "all.md")
    assert all(text in markdown for text in SENTENCES)


def test_an_export_comes_back_into_an_empty_store(new_world: NewWorld, tmp_path: Path) -> None:
    """Importing it twice adds nothing."""
    page = show(filled(new_world))
    export(page, "Export as JSON", tmp_path / "all.json")
    other = new_world()
    page = show(other)
    page.locator("#import").press("Enter")
    expect(page.locator("#import-said")).to_have_text("Choose a file first.")
    page.locator("#import-file").set_input_files(tmp_path / "all.json")
    page.locator("#import").press("Enter")
    expect(page.locator("#import-said")).to_contain_text("3 memories", timeout=20_000)
    assert set(SENTENCES) <= set(other.memories())
    page.locator("#import-file").set_input_files(tmp_path / "all.json")
    page.locator("#import").press("Enter")
    expect(page.locator("#import-said")).to_have_text("Everything in this file was here already.")


def test_a_file_that_is_no_export_is_refused_in_words(new_world: NewWorld, tmp_path: Path) -> None:
    """And nothing is changed by it."""
    world = new_world()
    page = show(world)
    rubbish = tmp_path / "rubbish.json"
    rubbish.write_text("no json at all", encoding="utf-8")
    page.locator("#import-file").set_input_files(rubbish)
    page.locator("#import").press("Enter")
    expect(page.locator("#import-said")).to_have_attribute("data-tone", "bad", timeout=20_000)
    assert world.memories() == []


def test_everything_is_deleted_only_after_the_word_was_typed(new_world: NewWorld) -> None:
    """The button stays shut until then; Escape and Cancel delete nothing."""
    world = filled(new_world)
    page = show(world)
    page.locator("#erase").press("Enter")
    agree = page.locator("dialog").get_by_role("button", name="Delete everything")
    expect(agree).to_be_disabled()
    assert findings(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("#erase")).to_be_focused()
    assert len(world.memories()) == len(SENTENCES)
    page.locator("#erase").press("Enter")
    page.keyboard.type("delet")
    page.keyboard.press("Enter")
    expect(agree).to_be_disabled()
    page.keyboard.type("e")
    page.keyboard.press("Enter")
    expect(page.locator("#erase-said")).to_contain_text("3 memories", timeout=20_000)
    assert world.memories() == []
    assert world.companion.items("conversations.list") == []
