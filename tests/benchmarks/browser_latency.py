"""From Enter to the re-sent message in a real browser, beside the bare bridge.

    python tests/benchmarks/browser_latency.py [--sends 100] [--memories 1000] [--think-ms 0]
        [--onnx]

A Chromium with the extension, the real host with the local embedding, warm, and that many memories,
all of them embedded and indexed. Before each send the bare bridge carries the same text page →
worker → native host → back, so that both meet the same moods of the machine. Each send is the first
of a new conversation on the same page, since nothing is added to one twice.

bare bridge     from the page's call to the echo's arrival in the page
Enter to send   from the key event's own time to the extension's click on "send"
difference      of each pair
recalled        of it, until the host's answer is there
inserted        until the editor has taken the block in as well

`--think-ms`: how long the person looks at the finished message before pressing Enter; the extension
may use that time. `--onnx`: the host has the `onnx` provider and a model of the built-in one's
shape in eight bits with random weights, as fast as the real one but without its meaning, so that
sends may carry other memories or none. Prints the median and the 95th percentile in milliseconds,
and how many sends carried a block.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from playwright.sync_api import sync_playwright

from memoryx.embedding.fitting import CalibrationCache
from memoryx.embedding.onnx import OnnxModel
from tests.benchmarks import raw_figures
from tests.benchmarks.filling import THINGS, put_store, sentences, settled
from tests.browser.harness import Chat, SiteServer, World, build_sites
from tests.browser.harness.bare import BareBridge
from tests.browser.harness.companion import eventually
from tests.browser.harness.message import take_apart
from tests.browser.harness.world import PROFILE

# Runs before any content script: the key's own time, and the click that is not a person's.
CLOCK = """\
globalThis.__enter = 0;
globalThis.__resent = 0;
addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.isTrusted) globalThis.__enter = event.timeStamp;
}, true);
addEventListener("click", (event) => {
  if (!event.isTrusted) globalThis.__resent = performance.now();
}, true);
"""
QUESTIONS = {
    "en": "What should I get for {purpose} in week {number}?",
    "zh": "第{number}周{purpose}用什么比较好？",
}


@dataclass(slots=True)
class Figures:
    """Milliseconds, pair by pair."""

    bare: list[float] = field(default_factory=list)
    send: list[float] = field(default_factory=list)
    recalled: list[float] = field(default_factory=list)
    inserted: list[float] = field(default_factory=list)
    with_block: int = 0


def questions(count: int) -> Iterator[str]:
    """That many different questions, alternately in two languages: no vector is there already."""
    for number in range(count):
        language = ("en", "zh")[number % 2]
        things = THINGS[language]
        purpose = things[number // 2 % len(things)][1]
        yield QUESTIONS[language].format(purpose=purpose, number=number)


def wait_until_indexed(world: World, count: int) -> None:
    """Wait until each memory has its vector and its words in the other language."""
    began = time.monotonic()
    world.ready(within_s=60 + count)
    eventually(lambda: settled(world.host.home), bool, within_s=60 + count)
    print(f"{count} memories embedded and indexed in {time.monotonic() - began:.0f} s", flush=True)


def measure(chat: Chat, bridge: BareBridge, text: str, think_ms: int, figures: Figures) -> None:
    """One pair: the bare bridge, then a send."""
    before = len(chat.sent())
    chat.site("newChat")
    chat.page.wait_for_timeout(300)
    bridge.round_trip(chat.page, text)  # wakes the bare worker, as typing wakes ours
    chat.write(text)
    chat.page.wait_for_timeout(think_ms)
    figures.bare.append(bridge.round_trip(chat.page, text))
    chat.press_enter()
    sent = chat.wait_for_sent(before + 1)
    clock = chat.page.evaluate("[globalThis.__enter, globalThis.__resent]")
    figures.send.append(clock[1] - clock[0])
    figures.with_block += bool(take_apart(sent[-1]).memories)


def recorded(world: World, count: int) -> list[dict[str, float]]:
    """The extension's own record of its steps, for the last sends."""
    tabs = world.extension_page.evaluate("chrome.tabs.query({}).then(t => t.map(x => x.id))")
    for tab in tabs:
        answer = world.ask("worker.page.timings", tab=tab)
        if answer["ok"] and answer["result"]:
            kept: list[dict[str, float]] = answer["result"][-count:]
            return kept
    return []


def row(name: str, times: Sequence[float]) -> str:
    """A line of the table."""
    p95 = statistics.quantiles(times, n=20)[-1]
    return f"{name:16} {statistics.median(times):8.1f} {p95:8.1f}"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sends", type=int, default=100)
    parser.add_argument("--memories", type=int, default=1000)
    parser.add_argument("--layout", default="chatgpt-a")
    parser.add_argument("--think-ms", type=int, default=0)
    parser.add_argument(
        "--store",
        type=Path,
        help="folder of a store that is filled where it is missing, and used again otherwise",
    )
    parser.add_argument("--onnx", action="store_true", help="the onnx provider, speed only")
    parser.add_argument("--json", type=Path, help="write the raw figures there")
    options = parser.parse_args()
    figures = Figures()
    with tempfile.TemporaryDirectory(prefix="memoryx-latency-") as name, sync_playwright() as tool:
        folder = Path(name)
        build_sites(folder / "sites")
        bridge = BareBridge(folder, folder / PROFILE)
        settings: dict[str, str] = {}
        model: OnnxModel | None = None
        if options.onnx:
            from tests.benchmarks.random_model import write_model  # needs onnx

            place = folder / "model"
            write_model(place, (*sentences(options.memories), *questions(options.sends)))
            model = OnnxModel(place, lambda: CalibrationCache(folder / "cache"), "")
            settings["MEMORYX_EMBEDDING_PROVIDER"] = "onnx"
            settings["MEMORYX_EMBEDDING_PATH"] = str(place)
        put_store(folder / "home", options.memories, options.store, model)
        if model is not None:
            model.close()
        with (
            SiteServer(folder / "sites") as sites,
            World(tool, sites, folder, settings=settings, beside=[bridge.extension]) as world,
        ):
            wait_until_indexed(world, options.memories)
            world.context.add_init_script(CLOCK)
            chat = world.open(options.layout)
            measure(chat, bridge, "warm up: coffee", options.think_ms, Figures())
            for text in questions(options.sends):
                measure(chat, bridge, text, options.think_ms, figures)
            steps = recorded(world, options.sends)
            figures.recalled = [step["recalled"] for step in steps]
            figures.inserted = [step["inserted"] for step in steps]
    differences = [send - bare for send, bare in zip(figures.send, figures.bare, strict=True)]
    if options.onnx:
        print("onnx provider, random weights: speed only")
    print(f"{options.memories} memories, {options.sends} sends, {figures.with_block} with a block")
    print(f"{'ms':16} {'median':>8} {'p95':>8}")
    print(row("bare bridge", figures.bare))
    print(row("Enter to send", figures.send))
    print(row("difference", differences))
    print(row("recalled", figures.recalled))
    print(row("inserted", figures.inserted))
    if options.json:
        raw_figures.write(
            options.json,
            {
                "memories": options.memories,
                "layout": options.layout,
                "think_ms": options.think_ms,
                "onnx": options.onnx,
                "bare": figures.bare,
                "send": figures.send,
                "recalled": figures.recalled,
                "inserted": figures.inserted,
                "with_block": figures.with_block,
            },
        )


if __name__ == "__main__":
    main()
