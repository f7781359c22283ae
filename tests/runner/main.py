"""The command line of `python3 tests`, and the order in which things happen."""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tests.runner.chromium import find_chromium
from tests.runner.environment import SetupError, prepare_node, prepare_python, write_lock
from tests.runner.paths import ROOT, VENV_BIN
from tests.runner.stages import STAGES, Counts, Stage, named

SHORT = 1500
"""A quiet stage that passed shows at most this many characters of its output."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a stage; `output` is what has not been printed yet."""

    stage: Stage
    counts: Counts
    seconds: float
    output: str = ""


def main(arguments: Sequence[str]) -> int:
    """Set up, run the stages, print a summary. Returns the exit code: 0 when nothing failed."""
    options = _parse(arguments)
    if options.lock:
        write_lock()
        return 0
    try:
        stages = named(options.stages)
    except KeyError as unknown:
        print(f"There is no stage {unknown}. There are: {', '.join(s.name for s in STAGES)}.")
        return 2
    began = time.monotonic()
    extra = [*(["-k", options.k] if options.k else []), *options.pytest]
    with tempfile.TemporaryDirectory(prefix="memoryx-tests-") as scratch:
        environment = _environment(Path(scratch))
        broken = _set_up(stages, environment)
        outcomes = [
            Outcome(stage, Counts(failed=1), 0.0) for stage in stages if stage.name in broken
        ]
        runnable = [stage for stage in stages if stage.name not in broken]
        outcomes += _run_together([s for s in runnable if s.together], extra, environment)
        for stage in runnable:
            if not stage.together:
                outcomes.append(_run(stage, extra, environment, show=True))
    return _report(outcomes, time.monotonic() - began)


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python3 tests",
        description="Set up what the tests need and run all of them, or the named stages.",
        epilog="Stages: " + ", ".join(f"{stage.name} ({stage.title})" for stage in STAGES),
    )
    parser.add_argument("stages", nargs="*", metavar="STAGE", help="run these stages only")
    parser.add_argument("--lock", action="store_true", help="write requirements.txt anew and stop")
    parser.add_argument("-k", metavar="EXPRESSION", help="pytest's -k, for the pytest stages")
    arguments, pytest = _split(arguments)
    options = parser.parse_args(arguments)
    options.pytest = pytest
    return options


def _split(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """What stands after `--` goes to pytest as it is."""
    words = list(arguments)
    if "--" not in words:
        return words, []
    at = words.index("--")
    return words[:at], words[at + 1 :]


def _environment(scratch: Path) -> dict[str, str]:
    """The environment of every stage: nothing of the person's own MemoryX is read or written."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("MEMORYX_")}
    home = scratch / "home"
    home.mkdir()
    environment["MEMORYX_HOME"] = str(home)
    environment["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
    environment["PYTHONUTF8"] = "1"
    return environment


def _set_up(stages: Sequence[Stage], environment: dict[str, str]) -> dict[str, str]:
    """Make what the stages need, and put it into `environment`.

    Returns the stages that cannot run with the reason; the others still do.
    """
    heading("Setting up")
    broken: dict[str, str] = {}
    began = time.monotonic()
    try:
        prepare_python()
    except SetupError as error:
        broken.update({stage.name: str(error) for stage in stages})
    if not broken and any(stage.needs_node for stage in stages):
        try:
            prepare_node()
        except SetupError as error:
            broken.update({stage.name: str(error) for stage in stages if stage.needs_node})
    if any(stage.needs_browser and stage.name not in broken for stage in stages):
        try:
            environment["CHROMIUM"] = find_chromium()
            print(f"  Chromium: {environment['CHROMIUM']}")
        except SetupError as error:
            broken.update({stage.name: str(error) for stage in stages if stage.needs_browser})
    environment["PATH"] = f"{VENV_BIN}{os.pathsep}{os.environ.get('PATH', '')}"
    for reason in dict.fromkeys(broken.values()):
        print(f"FAILED: {reason}")
    print(f"  {time.monotonic() - began:.0f} s", flush=True)
    return broken


def _run_together(
    stages: Sequence[Stage], extra: Sequence[str], environment: dict[str, str]
) -> list[Outcome]:
    """Run stages side by side, one a core; each one's output is printed whole when it is done."""
    outcomes = []
    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        jobs = [pool.submit(_run, stage, extra, environment, show=False) for stage in stages]
        for job in jobs:
            outcome = job.result()
            text = outcome.output.rstrip()
            heading(outcome.stage.title)
            print(text if outcome.counts.failed or len(text) < SHORT else f"…{text[-SHORT:]}")
            _print_result(outcome)
            outcomes.append(outcome)
    return outcomes


def _run(stage: Stage, extra: Sequence[str], environment: dict[str, str], *, show: bool) -> Outcome:
    """Run one stage; `show` prints its output as it comes, otherwise the outcome holds it."""
    if show:
        heading(stage.title)
    began = time.monotonic()
    counts, texts = Counts(), []
    for command in stage.commands(extra):
        code, output = _execute(command, environment, show=show)
        counts += stage.count(output, code)
        texts.append(output)
    outcome = Outcome(stage, counts, time.monotonic() - began, "" if show else "".join(texts))
    if show:
        _print_result(outcome)
    return outcome


def _print_result(outcome: Outcome) -> None:
    print(
        f"  {outcome.stage.name}: {_words(outcome.counts)} in {outcome.seconds:.1f} s", flush=True
    )


def _execute(command: list[str], environment: dict[str, str], *, show: bool) -> tuple[int, str]:
    lines = []
    try:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
    except OSError as error:
        return 127, f"{command[0]}: {error}\n"
    with process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            if show:
                print(line, end="", flush=True)
    return process.returncode, "".join(lines)


def _report(outcomes: Sequence[Outcome], seconds: float) -> int:
    order = [stage.name for stage in STAGES]
    heading(f"Summary ({seconds:.0f} s)")
    total = Counts()
    for outcome in sorted(outcomes, key=lambda outcome: order.index(outcome.stage.name)):
        mark = "FAILED" if outcome.counts.failed else "ok"
        print(
            f"  {mark:6} {outcome.stage.name:10} {_words(outcome.counts):32} "
            f"{outcome.seconds:6.1f} s  {outcome.stage.title}"
        )
        total += outcome.counts
    print(_words(total), flush=True)
    return 1 if total.failed else 0


def _words(counts: Counts) -> str:
    skipped = f", {counts.skipped} skipped" if counts.skipped else ""
    return f"{counts.passed} passed, {counts.failed} failed{skipped}"


def heading(text: str) -> None:
    """Print a line that is easily found in a long log."""
    print(f"\n=== {text} ===", flush=True)
