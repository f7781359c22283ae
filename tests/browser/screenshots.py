"""Pictures of what a person sees, to be looked at.

    python tests/browser/screenshots.py FOLDER [SCENE…] [--language TAG…] [--light | --dark]

Writes each scene of `tests/browser/scenes.py` as PNG files: in English, Simplified and Traditional
Chinese, light and dark, unless less is asked for. A scene's name may be the beginning of several.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from playwright.sync_api import Playwright, sync_playwright

from tests.browser.harness import SiteServer, World, build_sites
from tests.browser.page_scenes import PAGE_SCENES
from tests.browser.scenes import SCENES, Scene

ALL_SCENES = {**SCENES, **PAGE_SCENES}

LANGUAGES = ("en-US", "zh-CN", "zh-TW")
REST_MS = 800
"""What moves or is still being read in has come to rest by then."""


def picture(
    tool: Playwright, sites: SiteServer, scene: Scene, target: Path, language: str, *, dark: bool
) -> None:
    """One PNG file."""
    options: dict[str, Any] = {**scene.options, "language": language, "dark": dark}
    with (
        tempfile.TemporaryDirectory(
            prefix="memoryx-picture-", ignore_cleanup_errors=True
        ) as folder,
        World(tool, sites, Path(folder), **options) as world,
    ):
        page = scene.show(world)
        page.wait_for_timeout(REST_MS)
        page.screenshot(path=target, full_page=scene.whole)
        print(target.name, flush=True)


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Take pictures of what a person sees.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help=", ".join(ALL_SCENES))
    parser.add_argument("--language", nargs="+", choices=LANGUAGES, default=LANGUAGES)
    colours = parser.add_mutually_exclusive_group()
    colours.add_argument("--light", dest="dark", action="store_const", const=(False,))
    colours.add_argument("--dark", dest="dark", action="store_const", const=(True,))
    parser.set_defaults(dark=(False, True))
    options = parser.parse_args(arguments)
    for name in options.scenes:
        if not any(each.startswith(name) for each in ALL_SCENES):
            parser.error(f"no scene begins with {name}; there are {', '.join(ALL_SCENES)}")
    return options


def main(arguments: Sequence[str]) -> None:
    """The command line."""
    options = _parse(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    wanted = [
        name for name in ALL_SCENES if not options.scenes or name.startswith(tuple(options.scenes))
    ]
    with tempfile.TemporaryDirectory(prefix="memoryx-sites-") as pages, sync_playwright() as tool:
        build_sites(Path(pages))
        with SiteServer(Path(pages)) as sites:
            for name, language, dark in itertools.product(wanted, options.language, options.dark):
                target = options.folder / f"{name}-{language}-{'dark' if dark else 'light'}.png"
                picture(tool, sites, ALL_SCENES[name], target, language, dark=dark)


if __name__ == "__main__":
    main(sys.argv[1:])
