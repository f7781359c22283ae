"""Pages that are not understood, extensions that are replaced, people who change their mind."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewWorld
from tests.browser.harness import LAYOUTS, Chat, World
from tests.browser.harness.companion import eventually
from tests.browser.harness.message import Message, take_apart

QUESTION = "plan a dinner"


def remember(world: World) -> None:
    """Give the world a memory that belongs to the question."""
    world.companion.call("memories.create", text="Allergic to peanuts", type="preference")
    world.ready()


def test_a_page_of_an_unknown_layout_sends_as_ever(remembering: World) -> None:
    """A page that the site's adapter does not know gets nothing, and the popup says so."""
    strange = replace(LAYOUTS["claude-classic"], site="chatgpt", host="chatgpt.com", start="/")
    remembering.sites.layouts["chatgpt.com"] = strange.name
    chat = Chat(remembering.context.new_page(), strange)
    chat.go()
    chat.page.wait_for_timeout(16_000)  # a page may take ten seconds to become what it is
    popup = remembering.popup_over(chat)
    expect(popup.locator("#page .words")).to_contain_text("not understood")
    popup.close()
    for by in ("enter", "click"):
        assert take_apart(chat.say(QUESTION, by=by)) == Message(QUESTION)
    chat.page.close()


@pytest.mark.parametrize("layout", ["chatgpt-a", "claude-hub", "gemini"])
def test_a_page_that_takes_no_html_gets_its_block(remembering: World, layout: str) -> None:
    """Where the page enforces Trusted Types, a block still goes in whole."""
    chat = remembering.open(layout)
    chat.page.evaluate("""() => {
        const policy = document.createElement("meta");
        policy.httpEquiv = "Content-Security-Policy";
        policy.content = "require-trusted-types-for 'script'; trusted-types 'none'";
        document.head.append(policy);
    }""")
    assert chat.page.evaluate("""() => {
        try {
            document.createElement("p").innerHTML = "<b>x</b>";
            return false;
        } catch {
            return true;
        }
    }""")
    message = take_apart(chat.say(QUESTION))
    assert message.own == QUESTION
    assert any("peanuts" in memory for memory in message.memories)
    chat.page.close()


def test_a_tab_outlives_an_update_of_the_extension(new_world: NewWorld) -> None:
    """After the extension was replaced, a tab that was open before sends once, as written."""
    world = new_world()
    remember(world)
    chat = world.open("claude-hub")
    assert take_apart(chat.say(QUESTION)).memories
    world.reload_extension()
    chat.site("newChat")
    for number in range(2, 5):
        message = take_apart(chat.say(f"{QUESTION} for {number}"))
        assert message.own == f"{QUESTION} for {number}"
        assert len(chat.sent()) == number


def test_words_that_come_while_the_host_thinks_are_not_lost(new_world: NewWorld) -> None:
    """What a person adds before the message has left leaves with it, and then without a block."""
    world = new_world(chaos=True)
    remember(world)
    chat = world.open("chatgpt-a")
    world.host.faults(recall="slow:300")
    chat.write(QUESTION)
    chat.press_enter()
    chat.page.keyboard.insert_text(" with candles")
    assert chat.wait_for_sent(1) == [f"{QUESTION} with candles"]
    assert chat.stays_unsent()


def test_a_deadline_passes_and_the_message_goes(new_world: NewWorld) -> None:
    """With a host that never answers, the message leaves at the deadline and not much later."""
    world = new_world(chaos=True)
    remember(world)
    for layout in ("chatgpt-b", "claude-hub", "gemini"):
        chat = world.open(layout)
        world.host.faults(recall="silent")
        chat.write(QUESTION)
        began = chat.page.evaluate("performance.now()")
        chat.press_enter()
        assert chat.wait_for_sent(1) == [QUESTION]
        took = chat.site("sends")[0]["at"] - began
        assert 350 < took < 1500, f"{took} ms"
        world.host.faults()
        chat.page.close()


def test_the_hosts_end_with_the_browser(new_world: NewWorld) -> None:
    """Quitting the browser leaves no host behind."""
    world = new_world()
    world.open("gemini")
    eventually(world.host.running, within_s=10)
    world.restart()  # waits until the hosts of the first start have ended by themselves
    assert world.host.starts() >= 1
