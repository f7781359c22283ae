"""Before a message leaves, where a person wants to see what goes with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewWorld, opened
from tests.browser.harness import LAYOUTS, Chat, SiteServer, World
from tests.browser.harness.companion import eventually
from tests.browser.harness.drawn import Drawn
from tests.browser.harness.message import Message, take_apart

AXE = Path(__file__).resolve().parents[1] / "node_modules" / "axe-core" / "axe.min.js"
QUESTION = "plan a dinner for friends"


@pytest.fixture(scope="module")
def previewing(
    playwright: object, sites: SiteServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[World]:
    """A world with two memories and the preview switched on."""
    with opened(World(playwright, sites, tmp_path_factory.mktemp("previewing"))) as shared:  # type: ignore[arg-type]  # the session's own fixture
        shared.companion.call("memories.create", text="Allergic to peanuts", type="preference")
        shared.companion.call("memories.create", text="以后回答都用简体中文", pinned=True)
        shared.ready()
        assert shared.ask("worker.options.set", preview=True)["ok"]
        yield shared


@pytest.fixture
def chat(previewing: World) -> Iterator[Chat]:
    """A new chat there."""
    page = previewing.open("claude-hub")
    yield page
    page.page.close()


def asked(chat: Chat, *, by: str = "enter") -> Drawn:
    """Write a message and send it: the panel comes, the message stays."""
    chat.type(QUESTION)
    chat.send_by(by)
    panel = Drawn(chat.page, "panel")
    panel.wait_for_text("Allergic to peanuts")
    assert chat.sent() == []
    return panel


def last(world: World) -> dict[str, object]:
    """The newest entry of the log of recalls."""
    entry: dict[str, object] = world.companion.call("recall.log", limit=1)["items"][0]
    return entry


@pytest.mark.parametrize("by", ["enter", "click"])
@pytest.mark.parametrize("layout", list(LAYOUTS))
def test_enter_sends_what_is_shown(previewing: World, layout: str, by: str) -> None:
    """On every layout: nothing leaves by itself, and one more Enter sends all, once."""
    chat = previewing.open(layout)
    panel = asked(chat, by=by)
    assert "2 memories go with this message" in panel.text()
    box, composer = panel.box(), chat.composer.bounding_box()
    assert composer is not None
    assert box["bottom"] <= composer["y"] or box["top"] >= composer["y"] + composer["height"]
    assert box["left"] >= 0 and box["right"] <= 1280  # noqa: PT018 -- one statement: inside
    chat.page.wait_for_timeout(1500)
    assert chat.sent() == [], "the deadline is the fetching's, not the person's"
    chat.press_enter()
    message = take_apart(chat.wait_for_sent(1)[0])
    assert (message.own, len(message.memories)) == (QUESTION, 2)
    panel.wait(0)
    assert chat.stays_unsent()
    chat.page.close()


def test_what_is_unticked_stays_here(previewing: World, chat: Chat) -> None:
    """Only what is left goes along, is counted, and is told of in the receipt."""
    panel = asked(chat)
    panel.click("以后回答都用简体中文")
    panel.click("Send")
    message = take_apart(chat.wait_for_sent(1)[0])
    assert (message.own, message.memories) == (QUESTION, ("Allergic to peanuts",))
    receipt = Drawn(chat.page, "receipt")
    receipt.wait_for_text("1 memory added")
    eventually(lambda: last(previewing)["sent"])
    entry = last(previewing)
    assert len(entry["chosen"]) == 1  # type: ignore[arg-type]  # a list
    assert len(entry["memories"]) == 2  # type: ignore[arg-type]  # a list


def test_with_nothing_left_it_goes_as_it_was_written(previewing: World, chat: Chat) -> None:
    """Unticking all is sending without."""
    panel = asked(chat)
    panel.click("以后回答都用简体中文")
    panel.click("Allergic to peanuts")
    panel.click("Send")
    assert take_apart(chat.wait_for_sent(1)[0]) == Message(QUESTION)
    eventually(lambda: last(previewing)["sent"] is False)


def test_send_without(previewing: World, chat: Chat) -> None:
    """The message leaves as written, once; the memories may come with the next."""
    asked(chat).click("Send without")
    assert take_apart(chat.wait_for_sent(1)[0]) == Message(QUESTION)
    chat.wait_for_answer()
    chat.type(QUESTION)
    chat.press_enter()
    Drawn(chat.page, "panel").wait_for_text("Allergic to peanuts")


def test_escape_goes_back_to_writing(chat: Chat) -> None:
    """Nothing leaves; the caret is in the composer, and the next Enter asks again."""
    panel = asked(chat)
    chat.page.keyboard.press("Escape")
    panel.wait(0)
    assert chat.stays_unsent()
    assert chat.text() == QUESTION
    chat.page.keyboard.press("End")
    chat.page.keyboard.type(" tonight")
    chat.press_enter()
    panel.wait_for_text("Allergic to peanuts")
    chat.press_enter()
    assert take_apart(chat.wait_for_sent(1)[0]).own == f"{QUESTION} tonight"


def test_writing_on_is_going_back(chat: Chat) -> None:
    """A click into the composer closes the panel; the message stays as it is."""
    panel = asked(chat)
    chat.composer.click()
    panel.wait(0)
    assert chat.stays_unsent()
    assert chat.text() == QUESTION


def test_the_sites_own_button_sends_what_is_shown(chat: Chat) -> None:
    """Who clicks the site's button while the panel is open wants to send."""
    asked(chat)
    chat.click_send()
    assert len(take_apart(chat.wait_for_sent(1)[0]).memories) == 2
    assert len(chat.sent()) == 1


def test_an_enter_that_is_held_down_sends_nothing(chat: Chat) -> None:
    """The key that opened the panel does not also press its button."""
    chat.type(QUESTION)
    chat.page.keyboard.down("Enter")
    panel = Drawn(chat.page, "panel")
    panel.wait_for_text("Allergic to peanuts")
    for _ in range(20):
        chat.page.keyboard.down("Enter")  # a second one without "up" repeats
    chat.page.keyboard.up("Enter")
    assert chat.stays_unsent()
    assert panel.count() == 1
    chat.press_enter()
    chat.wait_for_sent(1)


def test_another_page_takes_the_panel_along(chat: Chat) -> None:
    """A chat that is left keeps its message, and nothing goes to the next one."""
    panel = asked(chat)
    chat.site("openOther")
    panel.wait(0)
    assert chat.stays_unsent()


def test_not_for_this_chat_holds_there_and_can_be_undone(new_world: NewWorld) -> None:
    """From a new chat on, after its naming and a reload; other chats go on; the popup ends it."""
    world = new_world()
    world.companion.call("memories.create", text="Allergic to peanuts", type="preference")
    world.ready()
    assert world.ask("worker.options.set", preview=True)["ok"]
    chat = world.open("chatgpt-a")
    asked(chat).click("Not for this chat")
    assert take_apart(chat.wait_for_sent(1)[0]) == Message(QUESTION)
    chat.wait_for_answer()
    assert take_apart(chat.say(QUESTION)) == Message(QUESTION)
    eventually(lambda: chat.site("conversation") in chat.page.url)
    chat.page.wait_for_timeout(500)
    chat.page.reload()
    chat.composer.wait_for(state="visible")
    assert take_apart(chat.say(QUESTION)) == Message(QUESTION)

    tab = world.ask_tab(chat)
    status = world.ask("worker.page", tab=tab)["result"]["status"]
    assert status["muted"] is True
    asked(world.open("gemini"))
    popup = world.popup_over(chat)
    expect(popup.locator("#page .words")).to_contain_text("Nothing is added to this chat")
    popup.locator("#page button").click()
    eventually(lambda: world.ask("worker.page", tab=tab)["result"]["status"]["muted"] is False)
    chat.page.bring_to_front()
    chat.type(QUESTION)
    chat.press_enter()
    Drawn(chat.page, "panel").wait_for_text("Allergic to peanuts")


def test_it_is_usable_by_keyboard_alone(chat: Chat) -> None:
    """It opens on its button; Tab reaches each choice, Space unticks, Enter sends."""
    panel = asked(chat)
    assert panel.focused() == "Send"
    chat.page.keyboard.press("Shift+Tab")
    assert "Allergic" in panel.focused() or "简体" in panel.focused()
    gone = panel.focused()
    chat.page.keyboard.press("Space")
    chat.page.keyboard.press("Enter")
    message = take_apart(chat.wait_for_sent(1)[0])
    assert len(message.memories) == 1
    assert message.memories[0] not in gone
    chat.page.wait_for_function("() => document.activeElement?.isContentEditable")


@pytest.mark.parametrize("ground", ["#ffffff", "#1a1a1a"])
def test_it_is_accessible_on_light_and_on_dark(chat: Chat, ground: str) -> None:
    """axe-core finds nothing serious, on a light and on a dark page."""
    chat.page.add_style_tag(content=f"body {{ background: {ground} }}")
    panel = asked(chat)
    assert panel.findings(AXE.read_text(encoding="utf-8")) == []
