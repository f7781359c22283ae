"""What is stored equals what the page shows, as Markdown."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import NewWorld
from tests.browser.harness import LAYOUTS, Chat, World
from tests.browser.harness.companion import Json, eventually
from tests.browser.harness.message import take_apart

QUESTION = "What do you think of *this*?\n\n第二段：`code` & <tags>"


def stored(world: World, chat: Chat) -> list[Json]:
    """The stored turns of the conversation that the page shows; none when it is not stored."""
    name = {"site": chat.layout.site, "conversation_id": chat.site("conversation")}
    known = world.companion.items("conversations.list", site=chat.layout.site)
    if not any(item["conversation_id"] == name["conversation_id"] for item in known):
        return []
    turns: list[Json] = world.companion.call("conversations.get", **name, limit=500)["turns"]
    return turns


def until_stored(
    world: World, chat: Chat, accept: Callable[[list[Json]], bool], *, within_s: float = 30
) -> list[Json]:
    """The stored turns as soon as they are as wanted."""
    return eventually(lambda: stored(world, chat), accept, within_s=within_s)


def complete(count: int) -> Callable[[list[Json]], bool]:
    """That many turns, all complete."""
    return lambda turns: len(turns) == count and all(turn["complete"] for turn in turns)


@pytest.mark.parametrize("layout", list(LAYOUTS))
def test_a_rich_answer_is_stored_as_the_page_shows_it(capturing: World, layout: str) -> None:
    """Code with its language, tables, lists, math, links and Chinese, and nothing of the chrome."""
    chat = capturing.open(layout, rich="true")
    chat.say(QUESTION)
    shown = [(turn["role"], turn["text"]) for turn in chat.site("turns")]
    turns = until_stored(capturing, chat, complete(2))
    assert [(turn["role"], turn["markdown"]) for turn in turns] == shown
    chat.page.close()


@pytest.mark.parametrize("layout", list(LAYOUTS))
def test_our_own_block_is_never_stored_as_the_persons_words(
    remembering: World, layout: str
) -> None:
    """A message that left with a block is stored as it was written."""
    chat = remembering.open(layout)
    assert take_apart(chat.say("plan a dinner")).memories
    turns = until_stored(remembering, chat, complete(2))
    assert turns[0]["markdown"] == "plan a dinner"
    chat.page.close()


@pytest.mark.parametrize("layout", ["chatgpt-b", "claude-hub"])
def test_turns_that_are_not_mounted_are_neither_lost_nor_doubled(
    capturing: World, layout: str
) -> None:
    """On pages that mount a few turns only, older ones join the stored ones as they are read."""
    chat = capturing.open(layout)
    for number in range(4):
        chat.say(f"message {number}")
    until_stored(capturing, chat, complete(8))
    chat.options(window=2)
    chat.say("message 4")
    turns = until_stored(capturing, chat, complete(10))
    shown = [(turn["key"], turn["text"]) for turn in chat.site("turns")]
    assert [(turn["key"], turn["markdown"]) for turn in turns] == shown
    chat.page.close()


@pytest.mark.parametrize("layout", list(LAYOUTS))
def test_a_temporary_chat_is_not_stored(capturing: World, layout: str) -> None:
    """What is said in a temporary chat stays there."""
    before = len(capturing.companion.items("conversations.list"))
    chat = capturing.open(layout)
    chat.go(chat.layout.temporary)
    chat.say("nobody shall know")
    chat.page.wait_for_timeout(4000)
    assert len(capturing.companion.items("conversations.list")) == before
    chat.page.close()


def test_captures_wait_while_the_companion_is_absent(new_world: NewWorld) -> None:
    """What was said while no companion was installed is stored when it has come."""
    world = new_world(installed=False)
    chat = world.open("claude-hub")
    assert chat.say("I'm allergic to peanuts") == "I'm allergic to peanuts"
    chat.page.wait_for_timeout(4000)
    assert world.companion.items("conversations.list") == []
    assert world.host.starts() == 0

    world.host.register()
    assert world.ask("worker.flush")["ok"]
    assert until_stored(world, chat, complete(2))[0]["markdown"] == "I'm allergic to peanuts"


def test_captures_outlive_the_browser(new_world: NewWorld) -> None:
    """What waited when the browser was closed is stored after the next start."""
    world = new_world(installed=False)
    chat = world.open("claude-hub")
    chat.say("I'm allergic to peanuts")
    chat.page.wait_for_timeout(4000)
    world.restart()
    world.host.register()
    world.open("gemini")

    def texts() -> list[str]:
        return [
            turn["markdown"]
            for item in world.companion.items("conversations.list", site="claude")
            for turn in world.companion.call("conversations.get", id=item["id"])["turns"]
        ]

    eventually(texts, lambda seen: "I'm allergic to peanuts" in seen, within_s=30)


def test_a_chat_closed_at_once_is_stored_all_the_same(capturing: World) -> None:
    """Closing the tab right after the answer loses nothing."""
    chat = capturing.open("claude-classic")
    chat.say("remember: the gate code has a star")
    name = chat.site("conversation")
    chat.page.close(run_before_unload=True)

    def ids() -> list[str]:
        return [c["conversation_id"] for c in capturing.companion.items("conversations.list")]

    eventually(ids, lambda seen: name in seen, within_s=15)
