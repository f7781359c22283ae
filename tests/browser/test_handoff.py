"""Continuing a chat on another site: the brief in the composer, and the two chats linked."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest

from tests.browser.conftest import NewWorld
from tests.browser.harness import LAYOUTS, Chat, World
from tests.browser.harness.companion import Json, eventually
from tests.browser.harness.drawn import Drawn
from tests.browser.harness.message import take_apart
from tests.browser.test_capture import complete, until_stored

ALLERGY = "I'm allergic to peanuts. Help me plan a dinner."
OPENING = "This hands over a conversation with another assistant."


@pytest.fixture
def chat(world: World) -> Chat:
    """A chat on Claude that has been saved."""
    opened = world.open("claude-hub")
    opened.say(ALLERGY)
    until_stored(world, opened, complete(2))
    return opened


def hand_over(world: World, chat: Chat, layout: str, **options: str) -> Chat:
    """Press "Continue in …" and return the page that opens; `options` are the simulated site's."""
    target = LAYOUTS[layout]
    world.sites.layouts[target.host] = layout
    tab = world.ask_tab(chat)
    _ = world.extension_page
    world.sites.options[target.host] = urlencode(options)
    try:
        with world.context.expect_page() as opening:
            reply = world.ask("worker.handoff", tab=tab, to=target.site)
        assert reply["ok"], reply
        opening.value.wait_for_function("() => window.__site")
    finally:
        del world.sites.options[target.host]
    return Chat(opening.value, target)


def conversations(world: World) -> dict[str, Json]:
    """The stored conversations, by site."""
    return {item["site"]: item for item in world.companion.items("conversations.list")}


@pytest.mark.parametrize("layout", [name for name in LAYOUTS if not name.startswith("claude")])
def test_the_brief_waits_in_the_composer_and_links_the_chats(
    world: World, chat: Chat, layout: str
) -> None:
    """Not sent by itself; sent by the person it links the two; its facts are not theirs twice."""
    there = hand_over(world, chat, layout)
    eventually(there.text, lambda text: "(End of the hand-over.)" in text)
    text = there.text()
    assert text.startswith(OPENING)
    assert "allergic to peanuts" in text
    Drawn(there.page, "notice").wait_for_text("The hand-over is in the message field")
    assert there.stays_unsent()

    there.page.bring_to_front()
    there.composer.click()
    there.click_send()
    sent = take_apart(there.wait_for_sent(1)[0])
    assert sent.own.startswith(OPENING)
    there.wait_for_answer()

    def linked() -> bool:
        found = conversations(world)
        return bool(found.get(there.layout.site, {}).get("continues"))

    eventually(linked, within_s=30)
    found = conversations(world)
    assert found[there.layout.site]["continues"]["id"] == found["claude"]["id"]
    assert [other["site"] for other in found["claude"]["continued_by"]] == [there.layout.site]
    # Both have been extracted by now; the fact was said once.
    eventually(
        lambda: conversations(world)[there.layout.site]["extracted"], lambda n: n == 2, within_s=30
    )
    sources = {
        item["source"]["conversation"]
        for item in world.companion.items("memories.list")
        if "peanut" in item["text"]
    }
    assert sources == {found["claude"]["id"]}


def test_from_a_chat_to_a_new_one_on_the_same_site(world: World, chat: Chat) -> None:
    """Claude to Claude is a new chat with the brief."""
    there = hand_over(world, chat, "claude-classic")
    eventually(there.text, lambda text: text.startswith(OPENING))
    assert there.page.url.endswith("/new")


def test_a_draft_is_not_overwritten(world: World, chat: Chat) -> None:
    """What stands in the composer stays; the brief is offered to be copied, and kept."""
    target = LAYOUTS["chatgpt-c"]
    world.context.grant_permissions(
        ["clipboard-read", "clipboard-write"], origin=f"https://{target.host}"
    )

    there = hand_over(world, chat, "chatgpt-c", draft="my own draft")
    notice = Drawn(there.page, "notice")
    notice.wait_for_text("There is a draft")
    assert there.text() == "my own draft"
    notice.click("Copy")
    notice.wait_for_text("Copied")
    copied = there.page.evaluate("() => navigator.clipboard.readText()")
    assert copied.startswith(OPENING)
    last = world.ask("worker.handoff.last")["result"]
    assert last["error"] == "handoff_draft"
    assert last["brief"] == copied


WRITES_ON = """words => {
  const watch = new MutationObserver(() => {
    const composer = document.activeElement;
    if (!composer.textContent.includes("(End of the hand-over.)")) return;
    watch.disconnect();
    setTimeout(() => document.execCommand("insertText", false, words), 100);
  });
  watch.observe(document, { childList: true, subtree: true, characterData: true });
}"""


def test_what_a_person_writes_while_the_brief_comes_stays(world: World, chat: Chat) -> None:
    """It stands behind the brief, which is there and not put in again."""
    there = hand_over(world, chat, "chatgpt-c")
    there.page.bring_to_front()
    there.composer.click()
    there.page.evaluate(WRITES_ON, " And be quick")
    eventually(there.text, lambda text: "And be quick" in text)
    Drawn(there.page, "notice").wait_for_text("The hand-over is in the message field")
    text = there.text()
    assert text.startswith(OPENING)
    assert text.count("(End of the hand-over.)") == 1
    assert text.endswith("And be quick")


def test_a_page_without_a_composer_is_given_up_in_words(world: World, chat: Chat) -> None:
    """Logged out, or a page that has changed: after half a minute the brief is offered."""
    there = hand_over(world, chat, "gemini", two="true")
    notice = Drawn(there.page, "notice")
    notice.wait_for_text("No message field came up here", within_s=45)
    assert there.sent() == []


def test_a_long_brief_arrives_whole(new_world: NewWorld) -> None:
    """Thousands of characters, many lines, on the editor that takes line breaks one by one."""
    world = new_world()
    chat = world.open("chatgpt-a")
    parts = "\n\n".join(f"Step {n}: look at part number {n} of the long plan." for n in range(60))
    chat.options(answer=f"## Plan\n\n{parts}")
    chat.say("Write me a long plan, please. " + "And mind every detail. " * 20)
    until_stored(world, chat, complete(2))
    there = hand_over(world, chat, "gemini")
    eventually(there.text, lambda text: "(End of the hand-over.)" in text, within_s=30)
    brief = world.ask("worker.handoff.last")["result"]["brief"]
    assert len(brief) > 1500
    lines = [line.strip() for line in there.text().splitlines() if line.strip()]
    assert lines == [line.strip() for line in brief.splitlines() if line.strip()]


def test_copying_gives_the_brief_and_opens_nothing(world: World, chat: Chat) -> None:
    """For any other place."""
    pages = len(world.context.pages)
    reply = world.ask("worker.handoff", tab=world.ask_tab(chat), to="copy")
    assert reply["result"]["markdown"].startswith(OPENING)
    assert len(world.context.pages) - pages <= 1, "no page but the test's own"


def test_a_chat_that_is_not_saved_says_why(world: World) -> None:
    """A new chat has nothing to hand over, a temporary one never has."""
    chat = world.open("gemini")
    reply = world.ask("worker.handoff", tab=world.ask_tab(chat), to="claude")
    assert reply["error"]["code"] == "no_conversation"
    chat.go(chat.layout.temporary)
    chat.say("nobody shall know")
    reply = world.ask("worker.handoff", tab=world.ask_tab(chat), to="claude")
    assert reply["error"]["code"] == "temporary_chat"
