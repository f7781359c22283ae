"""The line under a sent message, and what it opens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import NewWorld
from tests.browser.harness import LAYOUTS, Chat, World
from tests.browser.harness.companion import eventually
from tests.browser.harness.drawn import Drawn
from tests.browser.harness.message import take_apart
from tests.browser.test_capture import complete, until_stored

AXE = Path(__file__).resolve().parents[1] / "node_modules" / "axe-core" / "axe.min.js"
QUESTION = "plan a dinner for friends"


@pytest.fixture
def chat(remembering: World) -> Iterator[Chat]:
    """A chat in a world with two memories."""
    opened = remembering.open("claude-hub")
    yield opened
    opened.page.close()


def sent_with_memories(chat: Chat) -> Drawn:
    """Send a message that carries memories, and wait for its receipt."""
    assert take_apart(chat.say(QUESTION)).memories
    receipt = Drawn(chat.page, "receipt")
    receipt.wait()
    return receipt


@pytest.mark.parametrize("layout", list(LAYOUTS))
def test_it_stands_under_the_message_and_is_never_captured(remembering: World, layout: str) -> None:
    """On every layout: one line, where the message is; the stored message is the person's alone."""
    chat = remembering.open(layout)
    receipt = sent_with_memories(chat)
    assert "2 memories added" in receipt.text()
    receipt.click("memories added")
    receipt.wait_for_text("Allergic to peanuts")
    turns = until_stored(remembering, chat, complete(2))
    assert turns[0]["markdown"] == QUESTION
    assert "memories added" not in turns[1]["markdown"]
    # Still there, and still once, after the page has been read and drawn anew.
    chat.site("redraw")
    receipt.wait()
    assert "Allergic to peanuts" in receipt.text()
    assert until_stored(remembering, chat, complete(2))[0]["markdown"] == QUESTION
    chat.page.close()


def test_it_says_why_and_from_where(remembering: World, chat: Chat) -> None:
    """Each memory with its reason in words and its origin."""
    receipt = sent_with_memories(chat)
    receipt.click("memories added")
    words = receipt.wait_for_text("Allergic to peanuts")
    assert "pinned" in words
    assert "alike in meaning" in words
    assert "Typed by you" in words


def test_a_verdict_is_kept_and_can_be_taken_back(new_world: NewWorld) -> None:
    """Wrong takes the memory out of use at once, once more brings it back; useful is noted."""
    world = new_world()
    memory = world.companion.call("memories.create", text="Allergic to peanuts")["memory"]["id"]
    world.ready()
    chat = world.open("chatgpt-b")
    receipt = sent_with_memories(chat)
    receipt.click("1 memory added")
    receipt.wait_for_text("Allergic to peanuts")

    def status() -> str:
        return str(world.companion.call("memories.get", id=memory)["memory"]["status"])

    receipt.click("Wrong")
    receipt.wait_for_text("suspended")
    assert status() == "suspended"
    receipt.click("Wrong")
    eventually(status, lambda seen: seen == "active")
    receipt.click("Outdated")
    eventually(status, lambda seen: seen == "expired")
    receipt.click("Useful")
    receipt.wait_for_text("Noted")
    assert status() == "active"
    (entry, *_) = world.companion.items("recall.log")
    assert entry["feedback"] == {memory: "useful"}


def test_it_is_there_again_when_the_chat_is_opened_again(remembering: World) -> None:
    """After a reload, and in another chat's place never."""
    for layout in ("chatgpt-a", "gemini"):
        chat = remembering.open(layout)
        receipt = sent_with_memories(chat)
        eventually(lambda page=chat: page.site("conversation") in page.page.url)  # type: ignore[misc]  # the loop's own page
        until_stored(remembering, chat, complete(2))
        chat.page.wait_for_timeout(1500)
        chat.page.reload()
        receipt = Drawn(chat.page, "receipt")
        receipt.wait()
        receipt.click("memories added")
        receipt.wait_for_text("Allergic to peanuts")
        chat.site("openOther")
        receipt.wait(0)
        chat.page.close()


def test_it_follows_turns_that_are_mounted_and_unmounted(remembering: World) -> None:
    """On a page that mounts a few turns only, it comes and goes with its message."""
    chat = remembering.open("chatgpt-b")
    receipt = sent_with_memories(chat)
    receipt.click("memories added")
    receipt.wait_for_text("Allergic to peanuts")
    chat.options(window=1)
    chat.say("hello again")
    receipt.wait(0)
    chat.site("loadOlder")
    receipt.wait()
    assert "Allergic to peanuts" in receipt.text(), "what was open stays open"
    chat.page.close()


def test_a_refused_message_has_no_receipt(remembering: World, chat: Chat) -> None:
    """What the site takes back takes its receipt along."""
    chat.options(refuse=1)
    chat.type(QUESTION)
    chat.press_enter()
    eventually(lambda: len(chat.site("refused")), within_s=5)
    eventually(chat.text, lambda text: text == QUESTION, within_s=6)
    receipt = Drawn(chat.page, "receipt")
    receipt.wait(0)
    chat.press_enter()
    chat.wait_for_sent(1)
    receipt.wait()


def test_it_can_be_turned_off(remembering: World, chat: Chat) -> None:
    """The option takes it away from open pages too, and brings it back."""
    receipt = sent_with_memories(chat)
    try:
        assert remembering.ask("worker.options.set", receipt=False)["ok"]
        receipt.wait(0)
    finally:
        assert remembering.ask("worker.options.set", receipt=True)["ok"]
    receipt.wait()


def test_it_is_usable_by_keyboard_alone(remembering: World, chat: Chat) -> None:
    """Tab reaches it, Enter opens it, Escape closes it, and the site hears no key of it."""
    receipt = sent_with_memories(chat)
    chat.page.evaluate(
        "() => { window.heard = []; document.addEventListener('keydown', e => heard.push(e.key)); }"
    )
    chat.page.evaluate("() => document.activeElement.blur()")
    for _ in range(12):
        chat.page.keyboard.press("Tab")
        if "memories added" in receipt.focused():
            break
    chat.page.evaluate("() => { heard.length = 0 }")
    chat.page.keyboard.press("Enter")
    receipt.wait_for_text("Allergic to peanuts")
    assert receipt.attribute(".line", "aria-expanded") == "true"
    chat.page.keyboard.press("Tab")
    assert receipt.focused() == "Useful"
    chat.page.keyboard.press("Space")
    receipt.wait_for_text("Noted")
    chat.page.keyboard.press("Space")
    chat.page.keyboard.press("Escape")
    assert receipt.attribute(".line", "aria-expanded") == "false"
    assert "memories added" in receipt.focused()
    assert chat.page.evaluate("() => heard") == []
    assert chat.sent() != []


@pytest.mark.parametrize("ground", ["#ffffff", "#1a1a1a"])
def test_it_is_accessible_on_light_and_on_dark(remembering: World, chat: Chat, ground: str) -> None:
    """axe-core finds nothing serious, closed and open, on a light and on a dark page."""
    chat.page.add_style_tag(content=f"body {{ background: {ground} }}")
    receipt = sent_with_memories(chat)
    receipt.click("memories added")
    receipt.wait_for_text("Allergic to peanuts")
    theme = receipt.run("function () { return this.dataset.theme }")
    assert theme == ("dark" if ground == "#1a1a1a" else "light")
    assert receipt.findings(AXE.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("language", "words"), [("zh_CN", "已添加 2 条记忆"), ("zh_TW", "已加入 2 則記憶")]
)
def test_it_speaks_the_chosen_language(remembering: World, language: str, words: str) -> None:
    """The language of the interface holds in the page as well."""
    assert remembering.ask("worker.options.set", language=language)["ok"]
    try:
        chat = remembering.open("claude-classic")
        assert words in sent_with_memories(chat).text()
        chat.page.close()
    finally:
        assert remembering.ask("worker.options.set", language="auto")["ok"]
