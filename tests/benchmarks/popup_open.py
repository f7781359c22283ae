"""How soon the popup is there, beside a bare page of an extension.

    python tests/benchmarks/popup_open.py [--opens 30] [--memories 10000] [--store FOLDER]

A Chromium with the extension, the real host warm, and that many memories; a chat is open in another
tab. The popup is opened in a tab in front, since no driver reaches the real one, again and again,
each time followed by a page of a bare extension that holds one word, one stylesheet and one module.

bare page        from the navigation's start to its first paint
first paint      of the popup: the earliest that a person sees anything
drawn            until what was last known stands there: state, memories, pauses
up to date       until the companion has answered and all is drawn anew

Prints the median and the 95th percentile in milliseconds.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import statistics
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from playwright.sync_api import Page, expect, sync_playwright

from tests.benchmarks import raw_figures
from tests.benchmarks.filling import put_store
from tests.browser.harness import SiteServer, World, build_sites
from tests.browser.harness.companion import eventually

READY = "html[data-ready]"
TIMES = """\
() => {
  const paint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? null;
  const mark = (name) => performance.getEntriesByName(name)[0]?.startTime ?? null;
  return { paint, drawn: mark("memoryx-popup-drawn"), fresh: mark("memoryx-popup-fresh") };
}
"""


@dataclass(slots=True)
class Figures:
    """Milliseconds from the start of each navigation."""

    bare: list[float] = field(default_factory=list)
    paint: list[float] = field(default_factory=list)
    drawn: list[float] = field(default_factory=list)
    fresh: list[float] = field(default_factory=list)


def bare_extension(folder: Path) -> tuple[Path, str]:
    """An extension that has one page and nothing else: its folder, and the page's address."""
    folder.mkdir()
    key = base64.b64encode(b"a bare page, measured beside the popup").decode()
    manifest = {"manifest_version": 3, "name": "bare", "version": "1", "key": key}
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    (folder / "page.css").write_text("body { width: 372px }", encoding="utf-8")
    (folder / "page.js").write_text('document.body.append("bare");', encoding="utf-8")
    (folder / "page.html").write_text(
        '<!doctype html><link rel="stylesheet" href="page.css">'
        '<script type="module" src="page.js"></script>',
        encoding="utf-8",
    )
    digest = hashlib.sha256(base64.b64decode(key)).hexdigest()[:32]
    name = "".join(chr(ord("a") + int(digit, 16)) for digit in digest)
    return folder, f"chrome-extension://{name}/page.html"


def times(page: Page) -> dict[str, float]:
    """The page's own record, once it has painted."""
    # Asked from here: a page of an extension may not evaluate a predicate of its driver's.
    found: dict[str, float] = eventually(
        lambda: page.evaluate(TIMES), lambda seen: bool(seen["paint"])
    )
    return found


def measure(world: World, page: Page, tab: int, bare: str, figures: Figures) -> None:
    """One pair: the bare page, then the popup over that tab."""
    page.goto(bare)
    figures.bare.append(times(page)["paint"])
    page.goto(f"chrome-extension://{world.id}/popup/popup.html?tab={tab}")
    expect(page.locator(READY)).to_have_count(1)
    seen = times(page)
    figures.paint.append(seen["paint"])
    figures.drawn.append(seen["drawn"])
    figures.fresh.append(seen["fresh"])


def row(name: str, values: Sequence[float]) -> str:
    """A line of the table."""
    p95 = statistics.quantiles(values, n=20)[-1]
    return f"{name:16} {statistics.median(values):8.1f} {p95:8.1f}"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--opens", type=int, default=30)
    parser.add_argument("--memories", type=int, default=10_000)
    parser.add_argument(
        "--store",
        type=Path,
        help="folder of a store that is filled where it is missing, and used again otherwise",
    )
    parser.add_argument("--json", type=Path, help="write the raw figures there")
    options = parser.parse_args()
    figures = Figures()
    with tempfile.TemporaryDirectory(prefix="memoryx-popup-") as name, sync_playwright() as tool:
        folder = Path(name)
        build_sites(folder / "sites")
        put_store(folder / "home", options.memories, options.store)
        extension, bare = bare_extension(folder / "bare")
        with (
            SiteServer(folder / "sites") as sites,
            World(tool, sites, folder, beside=[extension]) as world,
        ):
            chat = world.open("claude-hub")
            chat.say("hello")
            find = "chrome.tabs.query({url: 'https://claude.ai/*'}).then(([tab]) => tab.id)"
            tab = int(world.extension_page.evaluate(find))
            page = world.context.new_page()
            world.ready(within_s=60 + options.memories)
            measure(world, page, tab, bare, Figures())
            for _ in range(options.opens):
                measure(world, page, tab, bare, figures)
    print(f"{options.memories} memories, opened {options.opens} times")
    print(f"{'ms':16} {'median':>8} {'p95':>8}")
    print(row("bare page", figures.bare))
    print(row("first paint", figures.paint))
    print(row("drawn", figures.drawn))
    print(row("up to date", figures.fresh))
    if options.json:
        raw = {
            "memories": options.memories,
            "bare": figures.bare,
            "paint": figures.paint,
            "drawn": figures.drawn,
            "fresh": figures.fresh,
        }
        raw_figures.write(options.json, raw)


if __name__ == "__main__":
    main()
