"""Each send leaves exactly once and unaltered but by the block, whatever becomes of the host."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest

from tests.browser.conftest import NewWorld
from tests.browser.harness import Chat, World
from tests.browser.harness.companion import eventually
from tests.browser.harness.message import take_apart

SENDS = 200
"""Messages sent on each site."""
CONVERSATION = 20
"""Messages in a conversation before a new one is begun, so that there is something to add again."""
SEED = 20_261_130

LAYOUTS = {
    "chatgpt": ("chatgpt-a", "chatgpt-b", "chatgpt-c"),
    "claude": ("claude-classic", "claude-hub"),
    "gemini": ("gemini",),
}
# What the host does with the recall of a message, and how often in a hundred. "absent": it is not
# running and cannot be started.
FAULTS = {
    "honest": 35,
    "slow": 20,
    "error": 15,
    "die": 10,
    "die-after": 5,
    "silent": 5,
    "absent": 10,
}
OPENINGS = (
    "plan a dinner for {n}",
    "晚饭吃什么好，{n} 个人",
    "Which snacks may I bring to office {n}?",
    "推荐 {n} 道菜",
    "a recipe with {n} eggs\nand without too much fat",
    "第 {n} 题：\n晚饭前能做完吗？\n\n谢谢",
    "menu no. {n}: *starred*, `code`, [brackets] & <angles>",
)


@dataclass(frozen=True, slots=True)
class Send:
    """One message of the storm."""

    text: str
    by: str
    fault: str


def plan(site: str) -> list[Send]:
    """The same storm in every run."""
    lot = random.Random(f"{SEED}-{site}")
    return [
        Send(
            text=lot.choice(OPENINGS).format(n=number + 2),
            by=lot.choice(("enter", "click")),
            fault=lot.choices(list(FAULTS), weights=list(FAULTS.values()))[0],
        )
        for number in range(SENDS)
    ]


def arrange(world: World, send: Send, lot: random.Random) -> None:
    """Set what the host will do when this message asks it."""
    if send.fault == "absent":
        world.host.unregister()
        world.host.kill()
        return
    world.host.register()
    fault = f"slow:{lot.randrange(450, 1500)}" if send.fault == "slow" else send.fault
    # Captures and the rest meet a milder weather of their own.
    world.host.faults(recall=fault, others="10%error")


@pytest.mark.parametrize("site", list(LAYOUTS))
def test_every_message_arrives_once_and_unaltered(new_world: NewWorld, site: str) -> None:
    """200 sends in a row, the host slow, killed, absent or wrong: 200 arrive as written."""
    world = new_world(chaos=True)
    world.companion.call("memories.create", text="Allergic to peanuts", type="preference")
    world.ready()
    lot = random.Random(SEED)
    sends = plan(site)
    arrived: list[str] = []
    for start in range(0, SENDS, CONVERSATION):
        layouts = LAYOUTS[site]
        chat = world.open(layouts[(start // CONVERSATION) % len(layouts)])
        part = sends[start : start + CONVERSATION]
        for send in part:
            arrange(world, send, lot)
            say(chat, send)
        # A second copy of a message would come late, when the host's late answer does.
        chat.page.wait_for_timeout(1000)
        arrived += chat.sent()
        assert len(arrived) == start + len(part)
        chat.page.close()

    messages = [take_apart(text) for text in arrived]
    assert [message.own for message in messages] == [send.text for send in sends]
    added = [m for m, s in zip(messages, sends, strict=True) if m.memories and s.fault == "honest"]
    assert len(added) > SENDS / CONVERSATION / 2, "the storm proves nothing when nothing is added"
    calm_again(world, LAYOUTS[site][0])


def say(chat: Chat, send: Send) -> None:
    """Write quickly, send, and wait until the site has it and has answered."""
    before = len(chat.sent())
    chat.write(send.text)
    chat.send_by(send.by)
    chat.wait_for_sent(before + 1)
    chat.wait_for_answer()


def calm_again(world: World, layout: str) -> None:
    """When the host is well again, memories come again, without a reload or a restart."""
    world.host.register()
    world.host.faults()

    def remembers() -> str:
        chat = world.open(layout)
        text = chat.say("plan a dinner")
        chat.page.close()
        return take_apart(text).remembered

    eventually(remembers, lambda memories: "peanut" in memories, within_s=60)
