"""What a person does on a chat page, whatever its layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Locator, Page


@dataclass(frozen=True, slots=True)
class Layout:
    """Where a person finds things on one layout of a site."""

    name: str
    site: str
    host: str
    start: str
    composer: str
    send: str


LAYOUTS = {
    layout.name: layout
    for layout in (
        Layout(
            "chatgpt-a",
            "chatgpt",
            "chatgpt.com",
            "/",
            "#prompt-textarea",
            '[data-testid="send-button"]',
        ),
        Layout(
            "chatgpt-b",
            "chatgpt",
            "chatgpt.com",
            "/",
            "form[data-chatgpt-composer] .ProseMirror",
            "form[data-chatgpt-composer] button[type=submit]",
        ),
        Layout(
            "chatgpt-c",
            "chatgpt",
            "chatgpt.com",
            "/",
            "textarea#mobile-composer-prompt",
            "button[data-composer-submit]",
        ),
        Layout(
            "claude-classic",
            "claude",
            "claude.ai",
            "/new",
            '[data-testid="chat-input"]',
            '[data-testid="chat-input-send"], button[aria-label="Send message"]',
        ),
        Layout(
            "claude-hub",
            "claude",
            "claude.ai",
            "/new",
            '[data-testid="chat-input"]',
            '[data-testid="chat-input-send"]',
        ),
        Layout(
            "gemini",
            "gemini",
            "gemini.google.com",
            "/app",
            "rich-textarea .ql-editor",
            ".send-button.submit button",
        ),
    )
}


class Chat:
    """A tab with a chat page."""

    def __init__(self, page: Page, layout: Layout) -> None:
        self.page = page
        self.layout = layout

    def go(self, path: str | None = None, **options: str) -> None:
        """Open a page of the site and wait for its composer."""
        query = f"?{urlencode(options)}" if options else ""
        self.page.goto(f"https://{self.layout.host}{path or self.layout.start}{query}")
        self.composer.wait_for(state="visible")

    @property
    def composer(self) -> Locator:
        """The field that messages are written into."""
        return self.page.locator(self.layout.composer).filter(visible=True).first

    @property
    def send_button(self) -> Locator:
        """The button that sends."""
        return self.page.locator(self.layout.send).filter(visible=True).first

    def type(self, text: str) -> None:
        """Write at the end of the composer; a line break is typed as Shift+Enter."""
        self.composer.click()
        self.page.keyboard.press("Control+End")
        for number, line in enumerate(text.split("\n")):
            if number:
                self.page.keyboard.press("Shift+Enter")
            self.page.keyboard.type(line)

    def write(self, text: str) -> None:
        """As `type`, but a line at a time, as by dictation or an input method."""
        self.composer.click()
        for number, line in enumerate(text.split("\n")):
            if number:
                self.page.keyboard.press("Shift+Enter")
            if line:
                self.page.keyboard.insert_text(line)

    def press_enter(self) -> None:
        """Send as most people do."""
        self.page.keyboard.press("Enter")

    def click_send(self) -> None:
        """Send by the mouse."""
        self.send_button.click()

    def send_by(self, way: str) -> None:
        """`enter` or `click`."""
        if way == "enter":
            self.press_enter()
        else:
            self.click_send()

    def say(self, text: str, *, by: str = "enter") -> str:
        """Write, send, wait for the answer's end; returns what left the page."""
        before = len(self.sent())
        self.type(text)
        self.send_by(by)
        sent = self.wait_for_sent(before + 1)
        self.wait_for_answer()
        return sent[-1]

    def sent(self) -> list[str]:
        """The texts that the site has received, in order."""
        texts: list[str] = self.page.evaluate("() => window.__site.sent()")
        return texts

    def wait_for_sent(self, count: int, *, within_s: float = 10) -> Sequence[str]:
        """Wait until that many messages have arrived."""
        self.page.wait_for_function(
            "count => window.__site.sent().length >= count", arg=count, timeout=within_s * 1000
        )
        return self.sent()

    def wait_for_answer(self, *, within_s: float = 10) -> None:
        """Wait until no answer is being written any more."""
        self.page.wait_for_function("() => !window.__site.busy()", timeout=within_s * 1000)

    def options(self, **options: Any) -> None:
        """Tell the page how its site behaves from now on."""
        self.page.evaluate("options => window.__site.options(options)", options)
