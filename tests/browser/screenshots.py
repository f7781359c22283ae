"""Pictures of what a person sees, to be looked at.

    python tests/browser/screenshots.py FOLDER

Writes the popup as PNG files: empty, with memories, and without a companion; in English, Simplified
and Traditional Chinese; light and dark.
"""

from __future__ import annotations

import itertools
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from playwright.sync_api import Playwright, sync_playwright

from tests.browser.harness import SiteServer, World, build_sites

LANGUAGES = ("en-US", "zh-CN", "zh-TW")
STATES = ("empty", "full", "no-companion")
POPUP = {"width": 380, "height": 600}
MEMORIES = (
    ("Allergic to peanuts", "preference"),
    ("以后回答都用简体中文", "preference"),
    ("Building a browser extension that keeps one memory across chats", "objective"),
    ("会用 TypeScript 和 Python", "skill"),
    ("Lives in Lisbon", "context"),
    ("偏好短的回答", "preference"),
)


def picture(
    tool: Playwright, sites: SiteServer, target: Path, state: str, language: str, *, dark: bool
) -> None:
    """One PNG file."""
    with (
        tempfile.TemporaryDirectory(prefix="memoryx-picture-") as folder,
        World(
            tool,
            sites,
            Path(folder),
            installed=state != "no-companion",
            language=language,
            dark=dark,
        ) as world,
    ):
        if state == "full":
            for text, kind in MEMORIES:
                world.companion.call("memories.create", text=text, type=kind)
        popup = world.popup_over(world.open("claude-hub"))
        popup.set_viewport_size({"width": POPUP["width"], "height": POPUP["height"]})
        popup.wait_for_timeout(1500)
        name = f"popup-{state}-{language}-{'dark' if dark else 'light'}.png"
        popup.screenshot(path=target / name)
        print(name, flush=True)


def main(arguments: list[str]) -> None:
    """The command line: one folder."""
    target = Path(arguments[0])
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="memoryx-sites-") as pages, sync_playwright() as tool:
        build_sites(Path(pages))
        with SiteServer(Path(pages)) as sites:
            for state, language, dark in itertools.product(STATES, LANGUAGES, (False, True)):
                picture(tool, sites, target, state, language, dark=dark)


if __name__ == "__main__":
    main(sys.argv[1:])
