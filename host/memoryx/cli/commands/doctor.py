"""`memoryx doctor`"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from memoryx.cli.caller import Caller
from memoryx.cli.options import Groups, command
from memoryx.cli.output import clean
from memoryx.installing.checks import Check
from memoryx.installing.plan import recorded_program
from memoryx.installing.problems import InstallProblem
from memoryx.installing.record import read_record
from memoryx.installing.refusals import surroundings
from memoryx.installing.registry import this_registry
from memoryx.installing.source import extension_folder, extension_ids
from memoryx.installing.systems import System, this_system
from memoryx.paths import find_paths

_MARKS = {"ok": "✓", "note": "!", "problem": "✗"}


def add(groups: Groups) -> None:
    """Add the parser."""
    parser = command(
        groups, "doctor", _doctor, "check everything, up to starting the host", json=False
    )
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")


def _doctor(options: argparse.Namespace, caller: Caller) -> int:
    found: list[Check] = []
    for check in _checks(caller):
        found.append(check)
        if not options.json:
            print(f"{_MARKS[check.state]} {clean(check.name)}: {clean(check.detail)}", flush=True)
            if check.remedy:
                print(f"    → {clean(check.remedy)}", flush=True)
    broken = sum(check.state == "problem" for check in found)
    if options.json:
        checks = [asdict(check) for check in found]
        print(json.dumps({"ok": not broken, "checks": checks}, ensure_ascii=False, indent=2))
    else:
        print("\nAll well." if not broken else f"\n{broken} to mend.")
    return 1 if broken else 0


def _checks(caller: Caller) -> Iterator[Check]:
    # Pydantic and the store: for this command alone.
    from memoryx.installing.browser_checks import check_browsers
    from memoryx.installing.doctor import check_machine
    from memoryx.settings import SettingsFile

    system = this_system(caller.environ)
    paths = find_paths(caller.environ)
    settings = SettingsFile(paths.config, caller.environ)
    yield from check_machine(paths, settings, surroundings(caller.environ))
    program = recorded_program(Path(sys.prefix)) or Path(system.program)
    yield _installation(program)
    yield from check_browsers(system, this_registry(), extension_ids(), _launcher(system, program))
    yield Check("log", "ok", str(paths.log))


def _installation(program: Path) -> Check:
    try:
        record = read_record(program)
    except InstallProblem as error:
        return Check("installation", "problem", str(error), error.remedy)
    if record is None:
        return Check(
            "installation",
            "problem",
            f"nothing is installed in {program}",
            "Run `memoryx install`, or `python3 installer` in the checkout.",
        )
    extension = Path(record.extension)
    if not (extension / "manifest.json").is_file():
        return Check(
            "installation",
            "problem",
            f"the extension's folder {extension} is incomplete",
            "Run `memoryx install`.",
        )
    ours = (extension_folder() / "manifest.json").read_bytes()
    if (extension / "manifest.json").read_bytes() != ours:
        return Check(
            "installation",
            "problem",
            f"the extension in {extension} is of another version",
            "Run `memoryx install`, then press its reload arrow on chrome://extensions.",
        )
    return Check("installation", "ok", f"{program}; extension: {extension}")


def _launcher(system: System, program: Path) -> Path:
    if system.name == "windows":
        return program / "venv" / "Scripts" / "memoryx-host.exe"
    return program / "memoryx-host"
