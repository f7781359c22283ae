"""Keyboard shortcuts, "Remember this", and what a message asks to be remembered.

No driver reaches the browser's own menus and accelerators: the event that they end in is dispatched
in the worker, with what Chromium hands over.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import NewWorld
from tests.browser.harness import Chat, World
from tests.browser.harness.companion import Json, eventually
from tests.browser.harness.drawn import Drawn
from tests.browser.harness.message import Message, take_apart
from tests.browser.test_capture import complete, until_stored

QUESTION = "plan a dinner"


@pytest.fixture
def quiet(new_world: NewWorld) -> World:
    """A world in which nothing is extracted by itself."""
    return new_world(settings={"MEMORYX_EXTRACTION_AUTO": "false"})


def press(world: World, chat: Chat, command: str) -> None:
    """As if the person had pressed the shortcut in a chat's tab."""
    _dispatch(world, "commands.onCommand", [command], chat)


def remember(world: World, chat: Chat, selected: str) -> None:
    """As if the person had chosen "Remember this" on a selection."""
    info = {"menuItemId": "remember", "selectionText": selected, "editable": False}
    _dispatch(world, "contextMenus.onClicked", [info], chat)


def _dispatch(world: World, event: str, arguments: list[Any], chat: Chat) -> None:
    world.worker.evaluate(
        """async ([name, given, id]) => {
          const event = name.split(".").reduce((at, part) => at[part], chrome);
          event.dispatch(...given, await chrome.tabs.get(id));
        }""",
        [event, arguments, world.ask_tab(chat)],
    )


def memories(world: World) -> list[Json]:
    """All memories."""
    return world.companion.items("memories.list")


def test_the_browser_knows_the_shortcuts(quiet: World) -> None:
    """Each has its words; four have keys."""
    commands = quiet.worker.evaluate("() => chrome.commands.getAll()")
    named = {each["name"]: each for each in commands}
    assert set(named) == {"_execute_action", "save", "extract", "toggle-pause", "open-library"}
    assert all(each["description"] for name, each in named.items() if name != "_execute_action")
    # Chromium gives no key that is its own: one that collides would be missing here.
    assert {name for name, each in named.items() if each["shortcut"]} == set(named) - {"extract"}


def test_saving_and_extracting_by_keyboard(quiet: World) -> None:
    """Both say in the page what they did."""
    chat = quiet.open("chatgpt-b")
    notice = Drawn(chat.page, "notice")
    press(quiet, chat, "save")
    notice.wait_for_text("There is no saved chat here yet")
    chat.say("I'm allergic to peanuts")
    eventually(lambda: chat.site("conversation") in chat.page.url)
    press(quiet, chat, "save")
    notice.wait_for_text("2")
    press(quiet, chat, "extract")
    eventually(lambda: [memory["text"] for memory in memories(quiet)], within_s=20)
    eventually(notice.text, lambda words: "1" in words)


def test_pausing_a_tab_by_keyboard(remembering: World) -> None:
    """Off and on again, and the page says which."""
    chat = remembering.open("claude-hub")
    notice = Drawn(chat.page, "notice")
    press(remembering, chat, "toggle-pause")
    notice.wait_for_text("Paused in this tab")
    assert take_apart(chat.say(QUESTION)) == Message(QUESTION)
    press(remembering, chat, "toggle-pause")
    notice.wait_for_text("Running again")
    assert take_apart(chat.say(QUESTION)).memories
    chat.page.close()


@pytest.mark.parametrize("layout", ["chatgpt-a", "claude-hub", "gemini"])
def test_what_is_selected_is_remembered_with_its_chat(quiet: World, layout: str) -> None:
    """Stored at once, with where it was said; the notice takes it back."""
    chat = quiet.open(layout)
    chat.say("hello")
    turns = until_stored(quiet, chat, complete(2))
    assert turns
    remember(quiet, chat, "The spare key is with Ana")
    notice = Drawn(chat.page, "notice")
    notice.wait_for_text("Remembered: The spare key is with Ana")
    (memory,) = memories(quiet)
    saved = quiet.companion.items("conversations.list")[0]
    assert (memory["origin"], memory["status"]) == ("explicit", "active")
    assert (memory["pinned"], memory["confidence"]) == (True, 1)
    assert memory["source"]["conversation"] == saved["id"]
    assert memory["source"]["url"] == chat.page.url
    remember(quiet, chat, "The spare key is with Ana")
    notice.wait_for_text("Already remembered")
    remember(quiet, chat, "The dentist is on Friday")
    notice.wait_for_text("Remembered: The dentist")
    notice.click("Undo")
    notice.wait_for_text("Undone")
    statuses = {memory["text"]: memory["status"] for memory in memories(quiet)}
    assert statuses == {
        "The spare key is with Ana": "active",
        "The dentist is on Friday": "suspended",
    }


def test_too_long_a_selection_says_so(quiet: World) -> None:
    """A memory is a sentence or two."""
    chat = quiet.open("claude-classic")
    remember(quiet, chat, "long " * 500)
    Drawn(chat.page, "notice").wait_for_text("too long for one memory")
    assert memories(quiet) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [("remember: the spare key is with Ana", "Ana"), ("记住：备用钥匙在小安那里", "小安")],
)
def test_what_a_message_asks_to_remember_is_told_in_the_page(
    quiet: World, text: str, words: str
) -> None:
    """Stored without waiting for the extraction, and said where it was written."""
    chat = quiet.open("claude-hub")
    chat.say(text)
    notice = Drawn(chat.page, "notice")
    said = notice.wait_for_text("Remembered:")
    assert words in said
    (memory,) = memories(quiet)
    assert words in memory["text"]
    assert memory["pinned"]
    notice.click("Undo")
    eventually(lambda: memories(quiet)[0]["status"], lambda status: status == "suspended")


def test_only_trouble_marks_the_icon(remembering: World) -> None:
    """A page that works has no mark, whatever was added, remembered or paused there."""
    chat = remembering.open("claude-hub")
    tab = remembering.ask_tab(chat)

    def mark() -> str:
        text: str = remembering.worker.evaluate(
            "tabId => chrome.action.getBadgeText({ tabId })", tab
        )
        return text

    chat.say(QUESTION)
    Drawn(chat.page, "receipt").wait()
    press(remembering, chat, "toggle-pause")
    Drawn(chat.page, "notice").wait_for_text("Paused")
    assert mark() == ""
    press(remembering, chat, "toggle-pause")
    chat.page.close()
