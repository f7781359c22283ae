"""What there is to look at of what the extension draws into a site's page."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.harness import Chat, World
from tests.browser.harness.drawn import Drawn
from tests.browser.scenes import QUIET, Scene

SIZE = {"width": 900, "height": 720}
QUESTION = "Plan a dinner for friends on Saturday"
SOURCE = {"site": "claude", "url": "https://claude.ai/chat/5b8e"}
MEMORIES = (
    ("以后回答都用简体中文", {"type": "preference", "pinned": True}),
    ("Allergic to peanuts", {"type": "context", "source": SOURCE}),
    ("Likes to cook dinner for friends at the weekend", {"type": "preference"}),
)
#: As most sites do: the page follows the system's light or dark.
GROUND = ":root { color-scheme: light dark } body { background: canvas; color: canvastext }"


def _chat(world: World, layout: str = "chatgpt-b", **options: str) -> Chat:
    for text, more in MEMORIES:
        world.companion.call("memories.create", text=text, **more)
    world.ready()
    chat = world.open(layout, **options)
    chat.page.set_viewport_size({"width": SIZE["width"], "height": SIZE["height"]})
    chat.page.add_style_tag(content=GROUND)
    return chat


def _receipt(world: World) -> Page:
    chat = _chat(world)
    chat.say(QUESTION)
    Drawn(chat.page, "receipt").wait()
    return chat.page


def _receipt_open(world: World) -> Page:
    page = _receipt(world)
    receipt = Drawn(page, "receipt")
    receipt.run("function () { this.querySelector('.line').click() }")
    receipt.wait_for_text("Allergic to peanuts")
    receipt.run("function () { this.querySelectorAll('[data-verdict=wrong]')[1].click() }")
    page.wait_for_timeout(500)
    receipt.run("function () { this.scrollIntoView() }")
    return page


def _preview(world: World) -> Page:
    world.ask("worker.options.set", preview=True)
    chat = _chat(world, "claude-hub")
    chat.type(QUESTION)
    chat.press_enter()
    panel = Drawn(chat.page, "panel")
    panel.wait_for_text("Allergic to peanuts")
    panel.run("function () { this.querySelectorAll('input')[1].click() }")
    return chat.page


def _notice(world: World) -> Page:
    chat = _chat(world, "claude-hub")
    chat.say("remember: the spare key is with Ana")
    Drawn(chat.page, "notice").wait()
    return chat.page


_OPTIONS = {"settings": QUIET}

PAGE_SCENES: dict[str, Scene] = {
    "receipt": Scene(_receipt, SIZE, _OPTIONS),
    "receipt-open": Scene(_receipt_open, SIZE, _OPTIONS),
    "preview": Scene(_preview, SIZE, _OPTIONS),
    "notice": Scene(_notice, SIZE, _OPTIONS),
}
