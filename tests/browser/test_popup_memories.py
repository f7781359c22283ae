"""What a person does with memories in the popup: write, find, correct, decide, copy."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Playwright, expect

from tests.browser.conftest import NewWorld, opened
from tests.browser.harness import SiteServer, World
from tests.browser.harness.axe import findings
from tests.browser.harness.companion import eventually


@pytest.fixture(scope="module")
def world(
    playwright: Playwright, sites: SiteServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[World]:
    """A world that the tests of this module share; each has memories of its own."""
    with opened(World(playwright, sites, tmp_path_factory.mktemp("popup"))) as shared:
        yield shared


@pytest.fixture
def popup(world: World) -> Iterator[Page]:
    """The popup over a page that is none of the sites."""
    page = world.context.new_page()
    page.goto(f"chrome-extension://{world.id}/popup/popup.html")
    expect(page.locator("html")).to_have_attribute("data-ready", "yes")
    # Until the companion has answered there is nothing to write to.
    expect(page.locator("#remember")).to_be_enabled()
    yield page
    page.close()


def opened_anew(popup: Page, words: str) -> str:
    """The selector of the line with that memory, once the popup was opened anew."""
    popup.reload()
    return line(popup, words)


def line(popup: Page, words: str) -> str:
    """The selector of the line with that memory."""
    expect(popup.locator("#memories li", has_text=words)).to_have_count(1)
    return f'#memories li:has-text("{words}")'


def test_something_typed_by_hand_is_remembered_and_found(world: World, popup: Page) -> None:
    """By keyboard alone: write a sentence, see it in the list, find it by a word of it."""
    popup.locator("#remember").press("Enter")
    popup.keyboard.type("My bicycle is called Rocinante")
    popup.keyboard.press("Enter")
    expect(popup.locator("#memories-result")).to_have_text("Remembered.")
    expect(popup.locator("#memories li").first).to_contain_text("Rocinante")
    expect(popup.locator("#remember")).to_be_focused()
    assert "My bicycle is called Rocinante" in world.memories()
    (remembered,) = world.companion.call("memories.list", query="Rocinante")["items"]
    assert (remembered["pinned"], remembered["confidence"]) == (True, 1)
    world.companion.call("memories.create", text="Plays the cello", type="skill")
    popup.locator("#search").press_sequentially("bicycle", delay=20)
    expect(popup.locator("#memories-result")).to_have_text("1 found")
    expect(popup.locator("#memories li")).to_have_count(1)
    expect(popup.locator("#memories li")).to_contain_text("Rocinante")
    popup.locator("#search").fill("zzzz")
    expect(popup.locator("#nothing")).to_have_text("Nothing found. Try another word.")


def test_what_is_known_already_is_said_and_not_stored_twice(world: World, popup: Page) -> None:
    """The same sentence again makes no second memory."""
    for said in ("Remembered.", "Already known: Drinks no coffee"):
        popup.locator("#remember").press("Enter")
        popup.locator("#remember-text").fill("Drinks no coffee")
        popup.locator("#remember-text").press("Enter")
        expect(popup.locator("#memories-result")).to_have_text(said)
    assert world.memories().count("Drinks no coffee") == 1


def test_escape_gives_up_writing_and_keeps_the_popup(popup: Page) -> None:
    """Escape closes the field and gives the focus back; nothing is stored."""
    popup.locator("#remember").press("Enter")
    popup.locator("#remember-text").press("Escape")
    expect(popup.locator("#remember-form")).to_be_hidden()
    expect(popup.locator("#remember")).to_be_focused()


def test_a_memory_is_corrected_in_place(world: World, popup: Page) -> None:
    """Edit, type, Enter: the memory says the new sentence and keeps the old one in its history."""
    created = world.companion.call("memories.create", text="Lives in Lisbon", type="context")
    item = opened_anew(popup, "Lives in Lisbon")
    popup.locator(f'{item} [data-choice="edit"]').press("Enter")
    field = popup.locator("#memories li textarea")
    expect(field).to_be_focused()
    field.fill("Lives in Coimbra")
    field.press("Enter")
    line(popup, "Lives in Coimbra")
    expect(popup.locator("#memories form")).to_have_count(0)
    history = world.companion.call("memories.history", id=created["memory"]["id"])["versions"]
    assert history[0]["old_text"] == "Lives in Lisbon"


def test_a_correction_can_be_given_up(world: World, popup: Page) -> None:
    """Escape leaves the memory as it was."""
    world.companion.call("memories.create", text="Has two cats", type="context")
    item = opened_anew(popup, "Has two cats")
    popup.locator(f'{item} [data-choice="edit"]').press("Enter")
    popup.locator("#memories li textarea").fill("Has three cats")
    popup.locator("#memories li textarea").press("Escape")
    line(popup, "Has two cats")
    assert "Has three cats" not in world.memories()


def test_a_memory_is_suspended_and_brought_back(world: World, popup: Page) -> None:
    """What was suspended stands there with the way back, and the focus stays on it."""
    world.companion.call("memories.create", text="Sings in a choir", type="context")
    item = opened_anew(popup, "Sings in a choir")
    popup.locator(f'{item} [data-choice="suspend"]').press("Enter")
    expect(popup.locator(f'{item} [data-choice="restore"]')).to_be_focused()
    assert "Sings in a choir" in world.memories(status="suspended")
    popup.keyboard.press("Enter")
    expect(popup.locator(f'{item} [data-choice="suspend"]')).to_be_focused()
    assert "Sings in a choir" in world.memories(status="active")


def test_what_waits_for_a_decision_comes_first(new_world: NewWorld) -> None:
    """An uncertain memory is kept with one press, another is not kept."""
    unsure = {"MEMORYX_EXTRACTION_MIN_CONFIDENCE_AUTO": "1"}
    world = new_world(settings=unsure)
    chat = world.open("claude-hub")
    chat.say("I'm allergic to peanuts and I live in Porto")
    eventually(lambda: len(world.memories(status="pending")) == 2)
    world.companion.call("memories.create", text="Plays the cello", type="skill")
    popup = world.popup_over(chat)
    lines = popup.locator("#memories li")
    expect(lines).to_have_count(3)
    expect(lines.nth(0)).to_have_attribute("data-status", "pending")
    expect(lines.nth(2)).to_contain_text("cello")
    popup.locator('#memories li:has-text("peanut") [data-choice="keep"]').press("Enter")
    popup.locator('#memories li:has-text("Porto") [data-choice="discard"]').press("Enter")
    eventually(lambda: world.memories(status="pending"), lambda texts: texts == [])
    assert any("peanut" in text for text in world.memories(status="active"))
    assert any("Porto" in text for text in world.memories(status="suspended"))
    proposals = world.companion.items("proposals.list")
    assert proposals == []


def test_where_no_page_is_understood_the_context_is_copied(world: World, popup: Page) -> None:
    """A question gives the block, on the clipboard and to be read; nothing is counted as sent."""
    world.context.grant_permissions(["clipboard-read", "clipboard-write"])
    world.companion.call("memories.create", text="Allergic to peanuts", type="preference")
    expect(popup.locator("#context")).to_be_visible()
    popup.locator("#context-question").fill("Which snacks may I eat, am I allergic to peanuts?")
    popup.locator("#context-question").press("Enter")
    expect(popup.locator("#context-result")).to_contain_text("Copied")
    expect(popup.locator("#context-block")).to_contain_text("Allergic to peanuts")
    popup.bring_to_front()
    copied = popup.evaluate("() => navigator.clipboard.readText()")
    assert copied.startswith("---\n[MemoryX context")
    popup.locator("#context-question").fill("hello")
    popup.locator("#context-question").press("Enter")
    expect(popup.locator("#context-result")).to_have_text("Nothing remembered fits this question.")
    assert findings(popup) == []


def test_everything_is_paused_and_resumed(new_world: NewWorld) -> None:
    """The third switch holds for all sites, and the page's line says so with the way back."""
    world = new_world()
    chat = world.open("gemini")
    popup = world.popup_over(chat)
    popup.locator("#pause-all").press("Space")
    expect(popup.locator("#page .words")).to_contain_text("paused")
    expect(popup.locator("#save")).to_be_disabled()
    popup.locator("#page button").press("Enter")
    expect(popup.locator("#pause-all")).not_to_be_checked()


def test_a_page_that_is_stuck_is_said_to_be(new_world: NewWorld) -> None:
    """The popup does not wait for it, and sees when the page is back."""
    world = new_world()
    chat = world.open("claude-hub")
    popup = world.popup_over(chat)
    words = popup.locator("#page .words")
    expect(words).to_contain_text("Claude")
    chat.page.evaluate(
        "setTimeout(() => { const end = Date.now() + 10000; while (Date.now() < end); }, 0)"
    )
    expect(words).to_contain_text("does not answer yet")
    expect(words).to_contain_text("Claude")


def test_a_tab_that_is_in_front_late_is_found(new_world: NewWorld) -> None:
    """While tabs change places the browser may name none; the popup looks again."""
    world = new_world()
    chat = world.open("claude-hub")
    world.context.add_init_script("""
        if (location.pathname === "/popup/popup.html") {
          const query = chrome.tabs.query;
          let none = 2;
          chrome.tabs.query = async (what) => (none-- > 0 ? [] : query.call(chrome.tabs, what));
        }
    """)
    popup = world.popup_over(chat)
    expect(popup.locator("#page .words")).to_contain_text("Claude")


def test_it_tells_todays_spending_and_where_a_model_is_mended(new_world: NewWorld) -> None:
    """With a model set up, its use of today stands against the cap."""
    model = {
        "MEMORYX_LLM_BASE_URL": "http://127.0.0.1:9/v1",
        "MEMORYX_LLM_MODEL": "small",
        "MEMORYX_SPENDING_DAILY_TOKEN_CAP": "100000",
    }
    world = new_world(settings=model)
    popup = world.popup_over(world.open("gemini"))
    expect(popup.locator("#spending")).to_have_text("Model today: 0 of 100,000 tokens")
    expect(popup.locator("#model .words")).to_contain_text("small")
