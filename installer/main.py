"""The steps of `python3 installer`, in order."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from installer.environment import Environment
from installer.opening import open_chromium
from installer.screen import Screen
from memoryx.errors import MemoryXError
from memoryx.installing.files import make_folders
from memoryx.installing.problems import InstallProblem
from memoryx.installing.proof import Proof, prove
from memoryx.installing.record import Record, read_record, write_record
from memoryx.installing.refusals import check_surroundings, surroundings
from memoryx.installing.systems import System, browser_environment, this_system

_CHECKOUT = Path(__file__).resolve().parents[1]
_IDS = _CHECKOUT / "manifests" / "extension-ids.json"


def main(arguments: Sequence[str]) -> int:
    """Install and prove; returns the exit code: 0 when the main job was seen to work."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]  # text streams of this process
    options = _parse(arguments)
    screen = Screen()
    try:
        return _install(options, screen)
    except MemoryXError as error:
        screen.line(f"\nMemoryX is not installed completely: {error}\n→ {error.remedy}")
        return 1
    except KeyboardInterrupt:
        screen.line("\nStopped. Start the installer again to go on; nothing of yours was changed.")
        return 130


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python3 installer",
        description="Install MemoryX for this user and show that it works. Asks nothing, needs no "
        "root, and may be run again at any time: it updates and repairs, and keeps your data.",
    )
    parser.add_argument("--prefix", metavar="FOLDER", help="the program's folder")
    parser.add_argument("--home", metavar="FOLDER", help="the folder of your data")
    parser.add_argument(
        "--open",
        action="store_true",
        help="then start an installed Chromium with the extension loaded",
    )
    return parser.parse_args(arguments)


def _install(options: argparse.Namespace, screen: Screen) -> int:
    check_surroundings(surroundings(os.environ))
    system = this_system(os.environ)
    program = _absolute(options.prefix) if options.prefix else Path(system.program)
    home = _home(options.home, system, program)
    screen.step(f"Installing MemoryX into {program}")
    _make_program_folder(program, home)
    environment = Environment(program / "venv", program / "install.log", system)
    environment.prepare(screen.step)
    screen.step("Installing MemoryX and what it needs (most of it is downloads)")
    environment.install(_CHECKOUT, screen.progress)
    screen.step("Registering MemoryX with your browsers")
    registered = _register(environment.python, program, home)
    record = read_record(program)
    if record is None or not record.launcher:
        return registered or 1
    screen.step("Trying the installed companion, in a store that is thrown away afterwards")
    proof = prove(Path(record.launcher), _origin(), browser_environment(system))
    environment.finished()
    _show(proof, screen)
    screen.step("MemoryX works." if registered == 0 else "MemoryX works, but see above.")
    _last_steps(options, record, system, screen)
    return registered


def _home(given: str | None, system: System, program: Path) -> Path:
    """Resolve the data folder, once for all programs."""
    if given:
        return _absolute(given)
    if environment := os.environ.get("MEMORYX_HOME"):
        return _absolute(environment)
    record = read_record(program)
    return Path(record.home) if record else Path(system.home)


def _absolute(text: str) -> Path:
    return Path(os.path.abspath(Path(text).expanduser()))  # noqa: PTH100  (keeps symbolic links)


def _make_program_folder(program: Path, home: Path) -> None:
    try:
        made = make_folders(program)
        if read_record(program) is None:
            # Before anything else is written, so that an interrupted start can be taken away.
            write_record(
                Record(
                    home=str(home),
                    program=str(program),
                    launcher="",
                    extension=str(program / "extension"),
                    environment=str(program / "venv"),
                    folders=tuple(map(str, made)),
                )
            )
    except OSError as error:
        raise InstallProblem(
            f"the program folder cannot be written: {error}",
            remedy="Choose another folder with --prefix, or make it writable for you.",
        ) from error


def _register(python: Path, program: Path, home: Path) -> int:
    """Run the installed `memoryx install`, which prints what it does."""
    command = [str(python), "-I", "-X", "utf8", "-m", "memoryx", "install"]
    command += ["--program", str(program), "--home", str(home), "--brief"]
    return subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode


def _origin(ids: Path = _IDS) -> str:
    return f"chrome-extension://{json.loads(ids.read_text(encoding='utf-8'))[0]}/"


def _show(proof: Proof, screen: Screen) -> None:
    screen.line(
        f"         A chat was saved as on Claude; {proof.memories} memories came of it.\n"
        "         Asked as on ChatGPT, these messages would leave like this:"
    )
    for question, block in proof.blocks:
        screen.line()
        for line in (question + block).split("\n"):
            screen.line(f"    │ {line}")
    screen.line()
    screen.line(
        f"         First answer after {proof.first_reply_s:.2f} s; "
        f"ended {proof.exit_s:.2f} s after its input; embedding: {proof.embedding}."
    )


def _last_steps(
    options: argparse.Namespace, record: Record, system: System, screen: Screen
) -> None:
    extension = Path(record.extension)
    if options.open:
        opened = open_chromium(system, extension)
        screen.line(f"\n{opened.text}")
        if opened.started:
            return
    screen.line(
        "\nTwo clicks are left, in your browser:\n"
        "  1. Open chrome://extensions and switch on “Developer mode” (top right).\n"
        f"  2. Click “Load unpacked” and choose this folder:\n       {extension}\n"
        "Then open ChatGPT, Claude or Gemini and chat as always. MemoryX's icon shows its state.\n"
    )
    screen.line(f"Your memories stay in {record.home}")
    screen.line(f"Done in {screen.seconds:.0f} s.")
