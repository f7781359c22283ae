"""The first page: from nothing installed to a first memory that comes with a question."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewWorld
from tests.browser.harness import World
from tests.browser.harness.axe import findings
from tests.browser.harness.companion import eventually

WELCOME = "/welcome/welcome.html"


def greeting(world: World) -> Page:
    """The page that installing has opened by itself."""

    def ours() -> list[Page]:
        # Playwright hears of new pages only while it is asked for something.
        world.context.pages[0].wait_for_timeout(50)
        return [page for page in world.context.pages if page.url.endswith(WELCOME)]

    return eventually(ours)[0]


def test_it_opens_once_on_install_and_sees_the_companion(new_world: NewWorld) -> None:
    """With a companion there the first step is done by itself; a restart greets nobody again."""
    world = new_world(welcome=True)
    page = greeting(world)
    expect(page.locator("#host-words")).to_contain_text("It is running", timeout=60_000)
    expect(page.locator("#install")).to_be_hidden()
    expect(page.locator("#companion")).to_have_attribute("data-done", "")
    page.close()
    world.restart()
    world.open("claude-hub")
    assert not [page for page in world.context.pages if page.url.endswith(WELCOME)]


def test_without_a_companion_it_gives_the_one_command_and_notices_it_by_itself(
    new_world: NewWorld,
) -> None:
    """The command can be copied; the later steps wait until it is there."""
    world = new_world(installed=False, welcome=True)
    world.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = greeting(world)
    expect(page.locator("#command")).to_have_text("python3 installer")
    expect(page.locator("#install-needs")).to_contain_text("Python 3.11")
    assert page.locator("#first").evaluate("step => step.inert")
    page.bring_to_front()
    page.locator("#copy").press("Enter")
    expect(page.locator("#copy")).to_have_text("Copied")
    assert page.evaluate("() => navigator.clipboard.readText()") == "python3 installer"
    assert findings(page) == []
    world.host.register()
    expect(page.locator("#host-words")).to_contain_text("It is running", timeout=60_000)
    expect(page.locator("#install")).to_be_hidden()
    assert not page.locator("#first").evaluate("step => step.inert")


def test_the_first_memory_comes_with_a_question_by_keyboard_alone(new_world: NewWorld) -> None:
    """What is typed is stored, and the preview shows the block that a message would carry."""
    world = new_world(welcome=True)
    page = greeting(world)
    expect(page.locator("#host-words")).to_contain_text("It is running", timeout=60_000)
    page.bring_to_front()
    page.locator("#model-skip").press("Enter")
    expect(page.locator("#tell-text")).to_be_focused()
    page.keyboard.type("I am allergic to peanuts")
    page.keyboard.press("Enter")
    expect(page.locator("#tell-said")).to_have_text("Remembered.")
    expect(page.locator("#ask-text")).to_be_focused()
    page.keyboard.type("Which snacks may I eat with my peanut allergy?")
    page.keyboard.press("Enter")
    expect(page.locator("#preview-block")).to_contain_text("[MemoryX context · 1 memory]")
    expect(page.locator("#preview-block")).to_contain_text("peanuts")
    expect(page.locator("#ask-said")).to_contain_text("1 memory would go with it")
    expect(page.locator("#first")).to_have_attribute("data-done", "")
    assert any("peanuts" in text for text in world.memories())
    assert world.companion.items("recall.log")[0]["sent"] in (None, False)
    page.locator("#ask-text").fill("hello")
    page.keyboard.press("Enter")
    expect(page.locator("#ask-said")).to_contain_text("Better none than a wrong one")
    assert findings(page) == []


def test_the_popup_leads_there_when_there_is_no_companion(new_world: NewWorld) -> None:
    """One page of it, brought to the front when it is open already."""
    world = new_world(installed=False, welcome=True)
    page = greeting(world)
    popup = world.popup_over(world.open("gemini"))
    popup.locator("#host button").press("Enter")
    eventually(lambda: page.evaluate("() => document.visibilityState") == "visible")
    assert len([page for page in world.context.pages if page.url.endswith(WELCOME)]) == 1


@pytest.mark.parametrize(
    ("language", "words"), [("zh-CN", "欢迎使用 MemoryX"), ("zh-TW", "歡迎使用 MemoryX")]
)
def test_it_speaks_the_browsers_language_and_is_accessible_in_the_dark(
    new_world: NewWorld, language: str, words: str
) -> None:
    """Every label has a text, and axe-core finds nothing serious."""
    page = greeting(new_world(language=language, dark=True, welcome=True))
    expect(page.locator("h1")).to_have_text(words)
    for label in page.locator("[data-text]").all():
        expect(label).not_to_be_empty()
    assert findings(page) == []
