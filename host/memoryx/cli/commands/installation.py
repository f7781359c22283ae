"""`memoryx install` and `memoryx uninstall`"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path, PurePath

from memoryx.cli.caller import Caller
from memoryx.cli.options import Groups, command
from memoryx.errors import Conflict, KeyringUnavailable
from memoryx.installing.apply import Change, Outcome, apply
from memoryx.installing.plan import Plan, Target, make_plan, recorded_program
from memoryx.installing.problems import InstallProblem
from memoryx.installing.record import Record, read_record
from memoryx.installing.refusals import check_surroundings, surroundings
from memoryx.installing.registry import this_registry
from memoryx.installing.removal import remove_installation
from memoryx.installing.source import extension_folder, extension_ids, host_manifest
from memoryx.installing.systems import System, this_system
from memoryx.paths import find_paths
from memoryx.secrets import delete_keys

_CONFIRMATION = "delete"


def add(groups: Groups) -> None:
    """Add the parsers."""
    parser = command(groups, "install", _install, "register MemoryX with the browsers found")
    parser.add_argument("--program", metavar="FOLDER", help="the program's folder")
    parser.add_argument("--home", metavar="FOLDER", help="the folder of your data")
    parser.add_argument("--brief", action="store_true", help=argparse.SUPPRESS)
    parser = command(
        groups, "uninstall", _uninstall, "remove what was installed; your data stays", json=False
    )
    parser.add_argument("--program", metavar="FOLDER", help="the program's folder")
    parser.add_argument(
        "--data",
        action="store_true",
        help=f"delete all memories, settings and API keys too (asks you to type “{_CONFIRMATION}”)",
    )


def _install(options: argparse.Namespace, caller: Caller) -> int:
    check_surroundings(surroundings(caller.environ))
    system = this_system(caller.environ)
    program = _program(options, system)
    plan = make_plan(
        system,
        Target(
            program=program,
            home=_home(options, caller, program),
            environment=Path(sys.prefix),
            interpreter=Path(sys.executable),
        ),
        manifest=host_manifest(),
        ids=extension_ids(),
        exists=_exists,
    )
    outcome = apply(plan, extension_folder(), this_registry())
    if options.json:
        print(json.dumps(_as_json(outcome), ensure_ascii=False, indent=2))
    else:
        _print_outcome(outcome, brief=options.brief)
    return 1 if outcome.failures else 0


def _uninstall(options: argparse.Namespace, caller: Caller) -> int:
    check_surroundings(surroundings(caller.environ))
    system = this_system(caller.environ)
    program = _program(options, system)
    record = read_record(program)
    if record is None:
        raise InstallProblem(
            f"there is no record of an installation in {program}",
            remedy="If MemoryX was installed with --prefix, name that folder with --program.",
        )
    if options.data:
        _confirm_data(record)
        _delete_keys()  # by this environment, which then goes
    removed = remove_installation(record, this_registry(), system.name, data=options.data)
    for path in removed.gone:
        print(f"removed  {path}")
    for sentence in removed.left:
        print(f"left     {sentence}")
    if record.environment is None:
        print("left     the Python package, which you installed: pip uninstall memoryx")
    if not options.data and Path(record.home).exists():
        print(f"Your data stays in {record.home}.")
    print("Remove the extension itself in the browser: chrome://extensions → MemoryX → Remove.")
    return 0


def _delete_keys() -> None:
    try:
        for name in delete_keys():
            print(f"removed  {name} from the keyring")
    except KeyringUnavailable as error:
        print(f"left     API keys in the keyring, if any: {error}. Look there for “memoryx”.")


def _confirm_data(record: Record) -> None:
    print(f"All memories, conversations and settings in {record.home} will be deleted for good,")
    print("and the API keys that MemoryX has put into the keyring.")
    print(f"Type “{_CONFIRMATION}” to do it: ", end="", flush=True)
    if sys.stdin.readline().strip() != _CONFIRMATION:
        raise Conflict("nothing was removed", remedy=f"Type “{_CONFIRMATION}” to confirm.")


def _program(options: argparse.Namespace, system: System) -> Path:
    if options.program:
        return _absolute(options.program)
    return recorded_program(Path(sys.prefix)) or Path(system.program)


def _home(options: argparse.Namespace, caller: Caller, program: Path) -> Path:
    """Resolve the data folder once: the host and all commands then use what is recorded."""
    if options.home:
        return _absolute(options.home)
    record = None if "MEMORYX_HOME" in caller.environ else read_record(program)
    return Path(record.home) if record else find_paths(caller.environ).home


def _absolute(text: str) -> Path:
    return Path(os.path.abspath(Path(text).expanduser()))  # noqa: PTH100  (keeps symbolic links)


def _exists(path: PurePath) -> bool:
    return Path(path).exists()


def _print_outcome(outcome: Outcome, *, brief: bool) -> None:
    plan = outcome.plan
    for browser in plan.browsers:
        own = [change for change in outcome.changes if browser.name in change.readers]
        failed = [change.note for change in own if change.done == "failed"]
        notes = "".join(f" ({change.note})" for change in own if change.note)
        if failed:
            print(f"  ✗ {browser.name}: {'; '.join(failed)}")
        else:
            print(f"  ✓ {browser.name}: {_words(own)}{notes}")
    for sandboxed in plan.sandboxed:
        print(f"  ! {sandboxed.name}: not supported, {sandboxed.reason}.\n    → {sandboxed.remedy}")
    if not plan.browsers:
        print(
            "  ! No browser of the Chromium family was found for this user. After installing and "
            "starting one, run:\n    → " + _command(plan, "install")
        )
    _print_command(outcome)
    if outcome.done("extension") == "updated":
        print("  The extension was updated: press its reload arrow on chrome://extensions.")
    if not brief:
        print(f"  Data: {plan.home}")
        print(
            f"  Extension: chrome://extensions → Developer mode → Load unpacked → {plan.extension}"
        )


def _words(own: list[Change]) -> str:
    if all(change.done == "unchanged" for change in own):
        return "registered already"
    return "registration renewed" if any(c.done == "updated" for c in own) else "registered"


def _print_command(outcome: Outcome) -> None:
    plan = outcome.plan
    change = next((change for change in outcome.changes if change.kind == "command"), None)
    if change is None or change.done == "kept":
        note = f"{change.note}; " if change and change.note else ""
        print(f"  Command: {note}use {_command(plan)}")
        return
    folders = plan.system.environ.get("PATH", "").split(os.pathsep)
    folder = str(Path(change.what).parent)
    hint = "" if folder in folders else f" (add {folder} to your PATH to type just `memoryx`)"
    print(f"  Command: {change.what}{hint}")


def _command(plan: Plan, *arguments: str) -> str:
    name = "memoryx.exe" if plan.system.name == "windows" else "memoryx"
    folder = "Scripts" if plan.system.name == "windows" else "bin"
    return " ".join([str(plan.environment / folder / name), *arguments])


def _as_json(outcome: Outcome) -> dict[str, object]:
    plan = outcome.plan
    return {
        "program": str(plan.program),
        "home": str(plan.home),
        "launcher": str(plan.launcher),
        "extension": str(plan.extension),
        "browsers": [browser.name for browser in plan.browsers],
        "unsupported": [{"name": s.name, "remedy": s.remedy} for s in plan.sandboxed],
        "changes": [
            {"what": c.what, "kind": c.kind, "done": c.done, "for": list(c.readers), "note": c.note}
            for c in outcome.changes
        ],
    }
