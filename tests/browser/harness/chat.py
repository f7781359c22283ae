"""What a person does on a chat page, whatever its layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import CDPSession, Locator, Page


@dataclass(frozen=True, slots=True)
class Layout:
    """Where a person finds things on one layout of a site."""

    name: str
    site: str
    host: str
    start: str
    temporary: str
    composer: str
    send: str
    stop: str


LAYOUTS = {
    layout.name: layout
    for layout in (
        Layout(
            "chatgpt-a",
            "chatgpt",
            "chatgpt.com",
            "/",
            "/?temporary-chat=true",
            "#prompt-textarea",
            '[data-testid="send-button"]',
            '[data-testid="stop-button"]',
        ),
        Layout(
            "chatgpt-b",
            "chatgpt",
            "chatgpt.com",
            "/",
            "/?temporary-chat=true",
            "form[data-chatgpt-composer] .ProseMirror",
            "form[data-chatgpt-composer] button[type=submit]",
            "form[data-chatgpt-composer] button[aria-label=Stop]",
        ),
        Layout(
            "chatgpt-c",
            "chatgpt",
            "chatgpt.com",
            "/",
            "/?temporary-chat=true",
            "textarea#mobile-composer-prompt",
            "button[data-composer-submit]",
            "button[data-stop-generating]",
        ),
        Layout(
            "claude-classic",
            "claude",
            "claude.ai",
            "/new",
            "/new?incognito",
            '[data-testid="chat-input"]',
            '[data-testid="chat-input-send"]',
            '[data-testid="chat-input-stop"]',
        ),
        Layout(
            "claude-hub",
            "claude",
            "claude.ai",
            "/new",
            "/new?incognito",
            '[data-testid="chat-input"]',
            '[data-testid="chat-input-send"]',
            '[data-testid="chat-input-stop"]',
        ),
        Layout(
            "gemini",
            "gemini",
            "gemini.google.com",
            "/app",
            "/app?temporary=true",
            "rich-textarea .ql-editor",
            ".send-button.submit button",
            ".send-button.stop button",
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

    @property
    def stop_button(self) -> Locator:
        """The button that stops an answer."""
        return self.page.locator(self.layout.stop).filter(visible=True).first

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

    def text(self) -> str:
        """What the site's editor holds just now."""
        text: str = self.page.evaluate("() => window.__site.text()")
        return text

    def stays_unsent(self, *, for_ms: int = 600) -> bool:
        """Whether nothing is sent for a while, longer than any deadline."""
        before = len(self.sent())
        self.page.wait_for_timeout(for_ms)
        return len(self.sent()) == before

    def options(self, **options: Any) -> None:
        """Tell the page how its site behaves from now on."""
        self.page.evaluate("options => window.__site.options(options)", options)

    def site(self, call: str, *arguments: Any) -> Any:
        """Anything else that a simulated site offers, by name."""
        return self.page.evaluate(
            "async ([call, given]) => await window.__site[call](...given)", [call, list(arguments)]
        )

    def compose(self, text: str) -> None:
        """Show a candidate of an input method, not yet accepted."""
        self.cdp.send(
            "Input.imeSetComposition",
            {"text": text, "selectionStart": len(text), "selectionEnd": len(text)},
        )

    def press_composing_enter(self, code: int) -> None:
        """The Enter that accepts a candidate: browsers say 229, or 13 while composing."""
        key = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": code}
        self.cdp.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", **key})
        self.cdp.send("Input.dispatchKeyEvent", {"type": "keyUp", **key})

    def accept(self, text: str) -> None:
        """The input method puts the accepted text in place of its candidate."""
        self.cdp.send("Input.insertText", {"text": text})

    @cached_property
    def cdp(self) -> CDPSession:
        """The page's debugging connection, for what no keyboard of Playwright's does."""
        return self.page.context.new_cdp_session(self.page)
