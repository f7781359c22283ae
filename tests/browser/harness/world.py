"""One person's world: a browser profile with the extension, the host, and a store of their own."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Playwright, Worker

from tests.browser.harness.chat import LAYOUTS, Chat
from tests.browser.harness.companion import Companion, Json, eventually
from tests.browser.harness.native import EXTENSION, NativeHost, extension_id
from tests.browser.harness.sites import SiteServer

# Nothing of the browser's own reaches out or gets in the way, and no timer is slowed because a
# tab is behind another: a person's tab is in front.
BROWSER_ARGUMENTS = (
    "--headless=new",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--ignore-certificate-errors",
)
PROFILE = "profile"
WELCOME = "/welcome/welcome.html"
FAST = {"MEMORYX_EXTRACTION_DELAY_S": "1"}
"""Settings that only shorten waits."""


class World:
    """A Chromium with an unchanged copy of the extension, a real host, and an empty store.

    Everything lies in `folder`; everything that was started ends with the `with` block. `welcome`:
    the page that opens on install stays; otherwise it is closed, as by a person who knows it.
    `beside`: further extensions to load.
    """

    def __init__(
        self,
        playwright: Playwright,
        sites: SiteServer,
        folder: Path,
        *,
        settings: Mapping[str, str] | None = None,
        chaos: bool = False,
        installed: bool = True,
        language: str = "en-US",
        dark: bool = False,
        welcome: bool = False,
        beside: Sequence[Path] = (),
    ) -> None:
        self.sites = sites
        self.folder = folder
        self.settings = {**FAST, **(settings or {})}
        self.id = extension_id()
        self.console: list[str] = []
        profile = folder / PROFILE
        self.host = NativeHost(folder, profile, self.settings, chaos=chaos)
        _turn_on_developer_mode(profile)
        if not installed:
            self.host.unregister()
        extension = shutil.copytree(EXTENSION, folder / "extension")
        extensions = ",".join(str(path) for path in (extension, *beside))
        self._welcome = welcome
        self._companion: Companion | None = None
        self._ends = ExitStack()
        self._extension_page: Page | None = None
        self._launch = partial(
            playwright.chromium.launch_persistent_context,
            str(profile),
            executable_path=os.environ.get("CHROMIUM") or shutil.which("chromium"),
            headless=False,  # the argument asks for the new headless mode, which has extensions
            ignore_default_args=["--disable-extensions"],
            locale=language,
            color_scheme="dark" if dark else "light",
            viewport={"width": 1280, "height": 900},
            args=[
                *BROWSER_ARGUMENTS,
                f"--load-extension={extensions}",
                f"--disable-extensions-except={extensions}",
                f"--host-resolver-rules={sites.resolver_rules}",
                f"--lang={language}",
            ],
            env={**os.environ, "LANGUAGE": language},
        )
        self._start()

    def _start(self) -> None:
        self.context: BrowserContext = self._launch()
        self.context.set_default_timeout(15_000)
        self.context.on("console", self._note)
        if not self._welcome:
            for page in self.context.pages:
                self._close_welcome(page)
            self.context.on("page", self._close_welcome)
        self.worker: Worker = self._find_worker()

    def restart(self) -> None:
        """Quit the browser, wait for its host to end, and start it again on the same data."""
        self.context.close()
        self.host.wait_until_ended()
        self._start()

    def _find_worker(self) -> Worker:
        def ours() -> list[Worker]:
            return [worker for worker in self.context.service_workers if self.id in worker.url]

        if not ours():
            self.context.wait_for_event("serviceworker", lambda worker: self.id in worker.url)
        return ours()[0]

    def _close_welcome(self, page: Page) -> None:
        """Close the page that greets who has just installed the extension."""
        page.on("framenavigated", lambda frame: self._close_if_welcome(page, frame.url))
        self._close_if_welcome(page, page.url)

    @staticmethod
    def _close_if_welcome(page: Page, url: str) -> None:
        if url.endswith(WELCOME) and not page.is_closed():
            page.close()

    def _note(self, message: ConsoleMessage) -> None:
        self.console.append(f"{message.type}: {message.text}")

    def reload_extension(self) -> None:
        """Replace the extension as an update does, and wait for its new worker."""
        before = self.host.starts()
        # Later, so that this call is answered before its worker is gone.
        self.worker.evaluate("void setTimeout(() => chrome.runtime.reload(), 50)")
        eventually(self.host.starts, lambda starts: starts > before, within_s=20)
        self._extension_page = None
        self.worker = self._find_worker()

    def open(self, layout: str, path: str | None = None, **options: str) -> Chat:
        """Open a site's page in a new tab and wait until its composer is there."""
        chosen = LAYOUTS[layout]
        self.sites.layouts[chosen.host] = layout
        page = self.context.new_page()
        chat = Chat(page, chosen)
        chat.go(path, **options)
        return chat

    @property
    def companion(self) -> Companion:
        """A second host on the same store, for the test's own questions."""
        if self._companion is None:
            self._companion = self._ends.enter_context(Companion(self.host.home, self.settings))
        return self._companion

    @property
    def extension_page(self) -> Page:
        """One of the extension's own pages, in a tab of its own."""
        if self._extension_page is None or self._extension_page.is_closed():
            self._extension_page = self.context.new_page()
            self._extension_page.goto(f"chrome-extension://{self.id}/popup/popup.html")
        return self._extension_page

    def popup_over(self, chat: Chat) -> Page:
        """The popup as it opens over a chat.

        It is shown in a tab behind the chat's, since no driver reaches the real one; for the popup
        the chat's tab is the active one all the same.
        """
        popup = self.context.new_page()
        chat.page.bring_to_front()
        popup.goto(f"chrome-extension://{self.id}/popup/popup.html")
        return popup

    def ask(self, method: str, **params: Any) -> Json:
        """What the extension's own pages get for a message to the worker: `{ok, result|error}`."""
        answer: Json = self.extension_page.evaluate(
            "message => chrome.runtime.sendMessage(message)", {"method": method, "params": params}
        )
        return answer

    def ask_tab(self, chat: Chat) -> int:
        """The browser's number of a chat's tab."""
        tab: int = self.extension_page.evaluate(
            "async url => (await chrome.tabs.query({})).find(tab => tab.url === url).id",
            chat.page.url,
        )
        return tab

    def ready(self, *, within_s: float = 90) -> None:
        """Wait until the browser's host recalls with its embedding and no memory waits for one."""

        def mode() -> str:
            answer = self.ask("recall", text="What do I like to eat?", deadline_ms=5000)
            return str(answer["result"]["mode"] if answer["ok"] else answer["error"]["code"])

        eventually(self._pending, lambda pending: pending == 0, within_s=within_s)
        eventually(mode, lambda seen: seen == "hybrid", within_s=within_s)

    def _pending(self) -> int:
        """How many memories have no vector yet."""
        client = {"name": "tests", "version": "0", "browser": "none"}
        hello = self.companion.call("hello", client=client, protocol=1)
        pending: int = hello["embedding"]["pending"]
        return pending

    def memories(self, **filters: Any) -> list[str]:
        """The texts of the stored memories."""
        return [item["text"] for item in self.companion.items("memories.list", **filters)]

    def keep_evidence(self, folder: Path) -> None:
        """Screenshots, pages and logs, for a person who looks why a test failed."""
        folder.mkdir(parents=True, exist_ok=True)
        for number, page in enumerate(self.context.pages):
            if page.url.startswith(("https:", "chrome-extension:")):
                page.screenshot(path=folder / f"page-{number}.png")
                (folder / f"page-{number}.html").write_text(page.content(), encoding="utf-8")
        (folder / "console.txt").write_text("\n".join(self.console), encoding="utf-8")
        (folder / "settings.json").write_text(json.dumps(self.settings), encoding="utf-8")
        for log in (self.host.stderr, self.host.log):
            if log.exists():
                shutil.copy(log, folder)

    def close(self) -> None:
        """End the browser, then see to it that the hosts have ended too."""
        self._ends.close()
        self.context.close()
        self.host.wait_until_ended()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _turn_on_developer_mode(profile: Path) -> None:
    """Without it Chromium does not start an unpacked extension again after its reload."""
    preferences = profile / "Default" / "Preferences"
    preferences.parent.mkdir(parents=True, exist_ok=True)
    preferences.write_text(
        json.dumps({"extensions": {"ui": {"developer_mode": True}}}), encoding="utf-8"
    )
