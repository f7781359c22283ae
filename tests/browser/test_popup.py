"""What a person sees and does in the popup."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewWorld
from tests.browser.harness import Chat, World
from tests.browser.harness.axe import findings
from tests.browser.harness.companion import eventually
from tests.browser.harness.message import Message, take_apart

QUESTION = "plan a dinner"


@pytest.fixture
def chat(remembering: World) -> Iterator[Chat]:
    """A chat that has begun, in a world with memories."""
    opened = remembering.open("claude-hub")
    opened.say("hello")
    yield opened
    opened.page.close()


@pytest.fixture
def popup(remembering: World, chat: Chat) -> Iterator[Page]:
    """The popup over that chat."""
    opened = remembering.popup_over(chat)
    yield opened
    opened.close()


def switch(popup: Page, name: str, *, on: bool) -> None:
    """Use one of the switches and wait until it shows its new state."""
    box = popup.locator(name)
    expect(box).to_be_enabled()
    if box.is_checked() != on:
        box.press("Space")
    expect(box).to_be_checked(checked=on)


def test_it_shows_the_newest_memories(popup: Page) -> None:
    """The memories stand there, newest first, with nothing in need of mending."""
    memories = popup.locator("#memories li")
    expect(memories).to_have_count(2)
    expect(memories.first).to_contain_text("以后回答都用简体中文")
    expect(popup.locator("#host .command")).to_be_hidden()
    expect(popup.locator("#save")).to_be_enabled()


def test_pausing_a_tab_holds_for_that_tab_only(remembering: World, chat: Chat, popup: Page) -> None:
    """In a paused tab a message leaves as written, in another with its block; then it ends."""
    switch(popup, "#pause-tab", on=True)
    assert take_apart(chat.say(QUESTION)) == Message(QUESTION)
    other = remembering.open("claude-hub")
    assert take_apart(other.say(QUESTION)).memories
    other.page.close()
    switch(popup, "#pause-tab", on=False)
    assert take_apart(chat.say(QUESTION)).memories


def test_pausing_a_site_holds_for_that_site_only(
    remembering: World, chat: Chat, popup: Page
) -> None:
    """A paused site gets nothing in any tab, the other sites as ever."""
    switch(popup, "#pause-site", on=True)
    assert take_apart(chat.say(QUESTION)) == Message(QUESTION)
    for layout, added in (("claude-classic", False), ("gemini", True)):
        other = remembering.open(layout)
        assert bool(take_apart(other.say(QUESTION)).memories) is added
        other.page.close()
    switch(popup, "#pause-site", on=False)
    assert take_apart(chat.say(QUESTION)).memories


def test_a_paused_chat_is_not_stored(remembering: World, chat: Chat, popup: Page) -> None:
    """Pausing stops the saving too."""
    switch(popup, "#pause-tab", on=True)
    chat.say("not for the record")
    chat.page.wait_for_timeout(4000)
    ids = {c["conversation_id"] for c in remembering.companion.items("conversations.list")}
    assert chat.site("conversation") not in ids
    switch(popup, "#pause-tab", on=False)


def test_saving_and_extracting_at_once(new_world: NewWorld) -> None:
    """One press stores the chat and makes memories of it, without waiting for the window."""
    world = new_world(settings={"MEMORYX_EXTRACTION_AUTO": "false"})
    chat = world.open("chatgpt-b")
    chat.say("I'm allergic to peanuts")
    eventually(lambda: chat.site("conversation") in chat.page.url)
    popup = world.popup_over(chat)
    expect(popup.locator("#extract")).to_be_enabled()
    popup.locator("#extract").press("Enter")
    expect(popup.locator("#result")).not_to_be_empty()
    expect(popup.locator("#changes li")).to_contain_text(["peanut"])
    expect(popup.locator("#memories li")).to_have_count(1)
    assert any("peanut" in text for text in world.memories())
    saved = world.companion.items("conversations.list")
    assert [item["turns"] for item in saved] == [2]
    popup.locator("#undo").press("Enter")
    expect(popup.locator("#changes")).to_be_hidden()
    eventually(lambda: world.memories(status="active"), lambda texts: texts == [])


def test_without_a_companion_it_names_the_one_command(new_world: NewWorld) -> None:
    """When the companion is not installed, the popup says what to do."""
    world = new_world(installed=False)
    popup = world.popup_over(world.open("gemini"))
    expect(popup.locator("#host .command")).to_be_visible()
    expect(popup.locator("#host .command")).not_to_be_empty()
    world.host.register()
    popup.locator("#host button").first.click()
    expect(popup.locator("#host .command")).to_be_hidden()


@pytest.mark.parametrize(
    ("language", "words"),
    [("en-US", "Memories"), ("zh-CN", "记忆"), ("zh-TW", "記憶")],
)
def test_it_speaks_the_browsers_language(new_world: NewWorld, language: str, words: str) -> None:
    """Every label has a text, in the language of the browser."""
    world = new_world(language=language)
    popup = world.popup_over(world.open("claude-hub"))
    expect(popup.locator("#memories-title")).to_have_text(words)
    for label in popup.locator("[data-text]").all():
        expect(label).not_to_be_empty()


@pytest.mark.parametrize("dark", [False, True])
def test_it_is_accessible(new_world: NewWorld, dark: bool) -> None:
    """axe-core finds nothing serious, in light and in dark, full and empty."""
    world = new_world(dark=dark)
    chat = world.open("claude-hub")
    assert findings(world.popup_over(chat)) == []
    world.companion.call("memories.create", text="Allergic to peanuts", type="preference")
    popup = world.popup_over(chat)
    expect(popup.locator("#memories li")).to_have_count(1)
    assert findings(popup) == []


def test_it_is_usable_by_keyboard_alone(popup: Page) -> None:
    """Tab reaches the actions, the search and the switches."""
    expect(popup.locator("#save")).to_be_enabled()
    reached = set()
    for _ in range(30):
        popup.keyboard.press("Tab")
        reached.add(popup.evaluate("() => document.activeElement.id"))
    assert {"extract", "save", "search", "remember", "pause-tab", "pause-all"} <= reached
