"""How long a recall takes while the host has other things to do.

    python tests/benchmarks/recall_lane.py [--memories 1000] [--rounds 200] [--json FILE]

One host, its pipes spoken to directly. Rows, measured in turn within each round:

idle         nothing else
saving       a save of 50 turns with HTML is under way
extracting   an extraction by hand of a long chat is under way
embedding    64 new memories are being embedded

Times are wall-clock milliseconds from writing the request to reading its reply. The question is a
new one each time, so that its embedding is part of the figure. Prints the median and the 95th
percentile; it measures and judges nothing.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.benchmarks import raw_figures
from tests.support.host_process import HostProcess

TOPICS = ("tea", "trains", "gardening", "chess", "Rust", "hiking", "jazz", "pottery")
PARAGRAPH = (
    "<p>Some <b>words</b> with <code>code</code> and a <a href='https://a.test'>link</a>.</p>"
)


def fill(host: HostProcess, count: int) -> None:
    """Store memories that differ, and wait until all are embedded."""
    for i in range(count):
        topic = TOPICS[i % len(TOPICS)]
        host.call("memories.create", text=f"Has {i} books about {topic} on shelf {i // 7}")
    while pending(host):
        time.sleep(0.2)


def pending(host: HostProcess) -> bool:
    """Tell whether the embedding is loading or has not caught up."""
    client = {"name": "benchmark", "version": "0", "browser": "none"}
    embedding = host.call("hello", client=client, protocol=1)["embedding"]
    return bool(embedding["pending"]) or embedding["status"] == "loading"


def timed_recall(host: HostProcess, number: int) -> float:
    """Milliseconds of one recall with a question that was not asked before."""
    began = time.perf_counter()
    host.call("recall", text=f"Which of my books number {number} about chess should I read?")
    return (time.perf_counter() - began) * 1000


def save(host: HostProcess, name: str, marker: str) -> Any:
    """Start a save of 50 turns and return where its reply will come."""
    turns = [
        {
            "key": f"{marker}-{i}",
            "role": "user" if i % 2 == 0 else "assistant",
            "html": f"<h2>{marker} {i}</h2>" + PARAGRAPH * 20,
            "complete": True,
        }
        for i in range(50)
    ]
    return host.start(
        "conversations.save",
        site="claude",
        conversation_id=name,
        url="https://claude.ai/chat/x",
        trigger="auto",
        turns=turns,
    )


def measure(host: HostProcess, rounds: int) -> dict[str, list[float]]:
    """Run the rounds and return the times of each row."""
    rows: dict[str, list[float]] = {"idle": [], "saving": [], "extracting": [], "embedding": []}
    number = 0
    for round_ in range(rounds):
        number += 1
        rows["idle"].append(timed_recall(host, number))
        busy = save(host, f"c{round_}", f"r{round_}")
        number += 1
        rows["saving"].append(timed_recall(host, number))
        busy.get(timeout=60)
        busy = host.start(
            "conversations.extract", site="claude", conversation_id=f"c{round_}", mode="manual"
        )
        number += 1
        rows["extracting"].append(timed_recall(host, number))
        busy.get(timeout=60)
        for i in range(64):
            host.call("memories.create", text=f"Owns item {i} of set {round_}, bought in spring")
        number += 1
        rows["embedding"].append(timed_recall(host, number))
        while pending(host):  # the next round begins at rest
            time.sleep(0.05)
    return rows


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--memories", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as home,
        HostProcess(Path(home), {"MEMORYX_EXTRACTION_AUTO": "false"}) as host,
    ):
        fill(host, options.memories)
        rows = measure(host, options.rounds)
    print(f"{options.memories} memories, {options.rounds} recalls a row, milliseconds")
    for name, times in rows.items():
        p95 = statistics.quantiles(times, n=20)[-1]
        print(f"{name:12} median {statistics.median(times):7.1f}   p95 {p95:7.1f}")
    if options.json:
        raw_figures.write(options.json, rows)


if __name__ == "__main__":
    main()
