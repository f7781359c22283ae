"""What is not a plain send of the main composer reaches the page untouched."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.harness import LAYOUTS, Chat, World
from tests.browser.harness.companion import eventually
from tests.browser.harness.message import Message, take_apart

QUESTION = "plan a dinner for friends"


@pytest.fixture(params=list(LAYOUTS))
def chat(remembering: World, request: pytest.FixtureRequest) -> Iterator[Chat]:
    """A new conversation on each layout, in a world where a plain send gets a block."""
    opened = remembering.open(request.param)
    yield opened
    opened.page.close()


def send_plainly(chat: Chat, own: str) -> None:
    """The extension is awake here: what stands in the composer now leaves with a block, once."""
    before = len(chat.sent())
    chat.press_enter()
    message = take_apart(chat.wait_for_sent(before + 1)[-1])
    assert message.own == own
    assert "peanut" in message.remembered
    assert len(chat.sent()) == before + 1


@pytest.mark.parametrize("code", [229, 13])
def test_enter_that_accepts_a_candidate_sends_nothing(chat: Chat, code: int) -> None:
    """Enter during a composition belongs to the input method; the next one sends."""
    chat.composer.click()
    chat.compose("wan fan")
    chat.press_composing_enter(code)
    assert chat.stays_unsent()
    chat.accept("晚饭吃什么好")
    chat.page.wait_for_timeout(200)
    assert chat.sent() == []
    send_plainly(chat, "晚饭吃什么好")


def test_shift_enter_is_a_line_break(chat: Chat) -> None:
    """Shift+Enter sends nothing; the two lines leave as two lines."""
    chat.type(f"{QUESTION}\nand a dessert")
    assert chat.stays_unsent()
    send_plainly(chat, f"{QUESTION}\nand a dessert")


def test_enter_in_an_open_menu_belongs_to_the_menu(chat: Chat) -> None:
    """With a menu of suggestions open the page gets Enter at once, and no block is added."""
    chat.type(QUESTION)
    chat.site("mention", True)
    chat.press_enter()
    assert chat.wait_for_sent(1) == [QUESTION]


def test_editing_an_old_message_is_left_alone(chat: Chat) -> None:
    """Enter in the field of an old message saves the edit as it was written."""
    chat.say("hello there")
    chat.site("edit", 0)
    field = chat.page.locator("textarea").filter(visible=True).first
    if chat.layout.name == "chatgpt-c":  # there the composer is a textarea too
        field = chat.page.locator(".edit textarea")
    field.fill(QUESTION)
    field.press("Enter")
    eventually(lambda: chat.site("edited"), lambda edits: edits == [QUESTION], within_s=5)


@pytest.mark.parametrize("way", ["enter", "click"])
def test_the_stop_button_stops_and_sends_nothing(chat: Chat, way: str) -> None:
    """While an answer is written the next message waits as it is; stop stops the answer once."""
    chat.options(chunks=400, chunkDelay=50)
    chat.type("hello there")
    chat.press_enter()
    chat.wait_for_sent(1)
    chat.write(QUESTION)
    if way == "enter":
        chat.press_enter()
        assert chat.stays_unsent()
        assert chat.site("busy")
    else:
        chat.stop_button.click()
        eventually(lambda: chat.site("stops"), lambda stops: stops == 1, within_s=5)
        assert chat.stays_unsent()
    assert chat.text() == QUESTION
    assert len(chat.sent()) == 1


@pytest.mark.parametrize("by", ["enter", "click"])
def test_an_attachment_without_text_is_sent_as_it_is(chat: Chat, by: str) -> None:
    """A file alone leaves without a word of ours."""
    chat.composer.click()
    chat.site("attach", "menu.pdf")
    chat.send_by(by)
    assert chat.wait_for_sent(1) == [""]
    assert chat.stays_unsent()


def test_an_attachment_with_text_gets_the_block_once(chat: Chat) -> None:
    """A file beside a question changes nothing about the question."""
    chat.type(QUESTION)
    chat.site("attach", "menu.pdf")
    send_plainly(chat, QUESTION)


def test_two_composers_are_not_guessed_between(chat: Chat) -> None:
    """When two composers show, the message leaves as it was written."""
    chat.type(QUESTION)
    chat.site("two", True)
    chat.press_enter()
    assert chat.wait_for_sent(1) == [QUESTION]


def test_a_temporary_chat_gets_no_memories(chat: Chat) -> None:
    """Temporary and incognito chats are left alone."""
    chat.go(chat.layout.temporary)
    assert take_apart(chat.say(QUESTION)) == Message(QUESTION)


def test_impatience_sends_once(chat: Chat) -> None:
    """Enter, Enter and a click in a row are one send."""
    chat.type(QUESTION)
    chat.page.keyboard.press("Enter")
    chat.page.keyboard.press("Enter")
    chat.page.keyboard.press("Enter")
    message = take_apart(chat.wait_for_sent(1)[0])
    assert message.own == QUESTION
    assert chat.stays_unsent()


def test_a_refused_message_comes_back_without_the_block(chat: Chat) -> None:
    """A prompt that the site gives back is the person's own again, and gets its block anew."""
    chat.options(refuse=1)
    chat.type(QUESTION)
    chat.press_enter()
    eventually(lambda: len(chat.site("refused")), within_s=5)
    eventually(chat.text, lambda text: text == QUESTION, within_s=6)
    assert chat.sent() == []
    chat.composer.click()
    send_plainly(chat, QUESTION)


def test_enter_before_the_send_button_is_awake_is_left_to_the_site(chat: Chat) -> None:
    """A button that is still disabled sends nothing; when it has woken, the message leaves once."""
    chat.options(sendDelay=1500)
    chat.write(QUESTION)
    chat.press_enter()
    assert chat.stays_unsent()
    assert chat.text() == QUESTION
    chat.page.wait_for_timeout(1500)
    send_plainly(chat, QUESTION)


def test_without_a_send_button_enter_sends(chat: Chat) -> None:
    """A layout that hides its button sends by its own Enter."""
    chat.options(noSend=True)
    chat.type(QUESTION)
    send_plainly(chat, QUESTION)


def test_a_new_chat_in_the_same_page_begins_anew(chat: Chat) -> None:
    """After a navigation inside the page the memories are added again, since the chat is new."""
    chat.type(QUESTION)
    send_plainly(chat, QUESTION)
    chat.wait_for_answer()
    chat.site("newChat")
    chat.type(QUESTION)
    send_plainly(chat, QUESTION)
