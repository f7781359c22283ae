"""The product in one story: what is said on one site comes along to the others."""

from __future__ import annotations

import pytest

from tests.browser.conftest import NewWorld
from tests.browser.harness import LAYOUTS, World
from tests.browser.harness.companion import eventually
from tests.browser.harness.message import take_apart

ALLERGY = "I'm allergic to peanuts"
STANDING = "以后回答都用简体中文"


def tell_claude(world: World, layout: str = "claude-classic") -> None:
    """Say two lasting things on a Claude page and wait until memories have come of them."""
    claude = world.open(layout)
    assert claude.say(ALLERGY) == ALLERGY, "there is nothing to remember yet"
    assert claude.say(STANDING) == STANDING

    def both(texts: list[str]) -> bool:
        joined = "\n".join(texts)
        return "peanut" in joined and "简体中文" in joined

    eventually(world.memories, both, within_s=30)


@pytest.mark.parametrize("claude", ["claude-classic", "claude-hub"])
def test_what_was_said_on_claude_is_known_on_chatgpt_and_gemini(world: World, claude: str) -> None:
    """Two sentences on Claude become memories that leave with the next messages elsewhere, once."""
    tell_claude(world, claude)
    world.ready()

    chatgpt = world.open("chatgpt-a")
    message = take_apart(chatgpt.say("晚饭吃什么好"))
    assert message.own == "晚饭吃什么好"
    assert "peanut" in message.remembered
    assert "简体中文" in message.remembered
    assert take_apart(chatgpt.say("那再来一份晚饭的菜单")).memories == ()

    gemini = world.open("gemini")
    message = take_apart(gemini.say("plan a dinner"))
    assert message.own == "plan a dinner"
    assert "peanut" in message.remembered
    assert take_apart(gemini.say("plan another dinner")).memories == ()


@pytest.mark.parametrize("by", ["enter", "click"])
@pytest.mark.parametrize("layout", list(LAYOUTS))
def test_each_layout_sends_the_memory_by_enter_and_by_click(
    remembering: World, layout: str, by: str
) -> None:
    """On every layout a message leaves once, with the fitting memory, by Enter and by click."""
    chat = remembering.open(layout)
    message = take_apart(chat.say("plan a dinner for friends", by=by))
    assert message.own == "plan a dinner for friends"
    assert "peanut" in message.remembered
    assert len(chat.sent()) == 1
    chat.page.close()


ASKED = """() => {
  self.__asked = [];
  chrome.runtime.onMessage.addListener(({ method, params }) => {
    if (method === "recall" || method === "recall.prepare") self.__asked.push([method, params]);
  });
}"""


def test_a_draft_is_answered_ahead_as_the_question_that_is_sent(remembering: World) -> None:
    """What is asked while a person writes is, word for word, what is asked at Enter."""
    world = remembering
    world.worker.evaluate(ASKED)
    chat = world.open("chatgpt-a")

    def asked() -> list[tuple[str, dict[str, object]]]:
        return [(method, params) for method, params in world.worker.evaluate("self.__asked")]

    # The second message leaves a chat that has just got its name, and carries the first recall.
    for number, text in enumerate(("plan a dinner for friends", "and a lunch, please"), 1):
        chat.write(text)

        def ahead(seen: list[tuple[str, dict[str, object]]], text: str = text) -> bool:
            return any(m == "recall.prepare" and p["text"] == text for m, p in seen)

        eventually(asked, ahead, within_s=5)
        chat.press_enter()
        chat.wait_for_sent(number)
        chat.wait_for_answer()
        draft = next(p for m, p in asked() if m == "recall.prepare" and p["text"] == text)
        sent = next(p for m, p in asked() if m == "recall" and p["text"] == text)
        assert {name: value for name, value in sent.items() if name != "deadline_ms"} == draft
        if number == 2:
            assert draft["previous_recalls"]
    chat.page.close()


def test_nothing_is_added_to_a_greeting(remembering: World) -> None:
    """A greeting leaves as it was written, whatever is remembered."""
    chat = remembering.open("chatgpt-a")
    assert chat.say("你好") == "你好"
    chat.page.close()


def test_memories_survive_the_browser_and_the_host(new_world: NewWorld) -> None:
    """A second browser start on the same data knows what was said before."""
    first = new_world()
    tell_claude(first)
    first.restart()
    first.ready()
    assert "peanut" in take_apart(first.open("gemini").say("plan a dinner")).remembered
