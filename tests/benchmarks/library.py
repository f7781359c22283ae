"""The library's list over many memories: searching as one types, and scrolling.

    python tests/benchmarks/library.py [--memories 10000] [--rounds 5]

A Chromium with the extension and the real host over that many memories. Each word is typed letter
by letter. Three times are taken of each letter:

host      the host's own answer, over pipes, for the rows that the page asks for first
page      from the input event to the new rows in the page
painted   the same, to the next frame

Then the list is scrolled from end to end: by the wheel, by Page Down, and by dragging the bar to
places far apart, while a PerformanceObserver looks for tasks of more than 50 ms. Prints medians,
95th percentiles and maxima in milliseconds, the number of long tasks, and the most rows that the
page held at once.
"""

from __future__ import annotations

import argparse
import itertools
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from playwright.sync_api import Page, sync_playwright

from tests.benchmarks import raw_figures
from tests.benchmarks.filling import fill
from tests.browser.harness import SiteServer, World, build_sites
from tests.support.host_process import HostProcess

SETTINGS = {"MEMORYX_EMBEDDING_PROVIDER": "off", "MEMORYX_EXTRACTION_AUTO": "false"}
WORDS = (
    "postgresql",
    "night trains",
    "typescript",
    "allergic",
    "上海",
    "喜欢燕麦奶",
    "出差",
    "memory",
)
SUBJECTS = (
    ("Prefers {} for {}", ("PostgreSQL", "night trains", "TypeScript", "oat milk", "dark mode")),
    ("Is allergic to {} since {}", ("peanuts", "shrimp", "pollen", "cats", "latex")),
    ("Works on the {} part of {}", ("memory", "search", "billing", "sync", "import")),
    ("喜欢{}，尤其是在{}", ("燕麦奶", "夜车", "绿茶", "游泳", "深色模式")),
    ("经常去{}出差，住在{}", ("上海", "北京", "杭州", "深圳", "成都")),
)
PLACES = ("spring", "the office", "side projects", "周末", "夏天", "long trips", "浦东", "Lisbon")
#: Rows that the page asks for first, as in extension/library/rows.js.
BLOCK = 60
MOST = """\
() => {
  const rows = document.querySelectorAll(".grid-row").length;
  globalThis.__most = Math.max(globalThis.__most, rows);
}
"""
CLOCK = """\
() => {
  globalThis.__long = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) globalThis.__long.push(entry.duration);
  }).observe({ type: "longtask" });
  const search = document.querySelector(".search");
  globalThis.__typed = (words) => new Promise((resolve) => {
    const began = performance.now();
    const end = (page) => requestAnimationFrame(() => resolve([page, performance.now() - began]));
    const seen = () => {
      watch.disconnect();
      end(performance.now() - began);
    };
    // The address is written in the same step as the rows.
    const watch = new MutationObserver(seen);
    watch.observe(document.querySelector(".view"), {
      childList: true,
      subtree: true,
    });
    search.value = words;
    search.dispatchEvent(new InputEvent("input", { bubbles: true }));
  });
}
"""


def varied(count: int) -> Iterator[str]:
    """That many different memories."""
    choose = random.Random(1)
    for number in range(count):
        pattern, things = choose.choice(SUBJECTS)
        yield pattern.format(choose.choice(things), choose.choice(PLACES)) + f" ({number})"


def typed() -> list[str]:
    """What stands in the box after each letter."""
    return [word[:length] for word in WORDS for length in range(1, len(word) + 1)]


def search_host(home: Path, rounds: int) -> list[float]:
    """Milliseconds of the host's answers."""
    times = []
    with HostProcess(home, SETTINGS) as host:
        host.call("memories.list", limit=BLOCK)
        for _ in range(rounds):
            for words in typed():
                began = time.perf_counter()
                host.call("memories.list", query=words, limit=BLOCK, offset=0, sort="changed")
                times.append((time.perf_counter() - began) * 1000)
    return times


def search_page(page: Page, rounds: int) -> tuple[list[float], list[float]]:
    """Milliseconds until the rows of each letter were in the page, and on the screen."""
    shown: list[float] = []
    painted: list[float] = []
    for _ in range(rounds):
        for words in typed():
            answer = page.evaluate("words => globalThis.__typed(words)", words)
            shown.append(answer[0])
            painted.append(answer[1])
            page.wait_for_timeout(60)  # a fast typist's pause
    page.evaluate("() => globalThis.__typed('')")
    return shown, painted


def scroll(page: Page) -> dict[str, Any]:
    """Scroll in three ways; returns the long tasks and the most rows in the page."""
    grid = page.locator(".grid")
    page.evaluate("() => { globalThis.__long.length = 0; globalThis.__most = 0; }")
    grid.hover()
    for _ in range(120):
        page.mouse.wheel(0, 900)
        page.wait_for_timeout(16)
        page.evaluate(MOST)
    grid.focus()
    for _ in range(60):
        page.keyboard.press("PageDown")
        page.evaluate(MOST)
    for place in itertools.chain(range(0, 100, 5), (100, 0, 73, 12)):
        page.evaluate(
            "share => { const g = document.querySelector('.grid');"
            " g.scrollTop = (g.scrollHeight - g.clientHeight) * share / 100; }",
            place,
        )
        page.wait_for_timeout(80)
        page.evaluate(MOST)
    return {
        "long": page.evaluate("globalThis.__long"),
        "most_rows": page.evaluate("globalThis.__most"),
    }


def row(name: str, times: Sequence[float]) -> str:
    """A line of the table."""
    p95 = statistics.quantiles(times, n=20)[-1]
    return f"{name:10} {statistics.median(times):8.1f} {p95:8.1f} {max(times):8.1f}"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--memories", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path, help="write the raw figures there")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="memoryx-library-") as name, sync_playwright() as tool:
        folder = Path(name)
        build_sites(folder / "sites")
        (folder / "home").mkdir()
        fill(folder / "home", varied(options.memories), settled=True)
        host = search_host(folder / "home", options.rounds)
        with (
            SiteServer(folder / "sites") as sites,
            World(tool, sites, folder, settings=SETTINGS) as world,
        ):
            page = world.context.new_page()
            page.goto(f"chrome-extension://{world.id}/library/library.html#/memories")
            page.locator(".grid-row").first.wait_for(timeout=60_000)
            page.wait_for_timeout(2_000)
            page.evaluate(CLOCK)
            shown, painted = search_page(page, options.rounds)
            long_search = page.evaluate("globalThis.__long")
            scrolled = scroll(page)
    print(f"{options.memories} memories, {len(host)} letters typed")
    print(f"{'ms':10} {'median':>8} {'p95':>8} {'most':>8}")
    print(row("host", host))
    print(row("page", shown))
    print(row("painted", painted))
    print(f"tasks over 50 ms while typing: {len(long_search)}")
    print(f"tasks over 50 ms while scrolling: {len(scrolled['long'])}")
    print(f"most rows in the page: {scrolled['most_rows']}")
    if options.json:
        raw = {
            "memories": options.memories,
            "host": host,
            "page": shown,
            "painted": painted,
            "long_typing": long_search,
            **scrolled,
        }
        raw_figures.write(options.json, raw)


if __name__ == "__main__":
    main()
