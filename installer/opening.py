"""Starting a Chromium with the extension loaded."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from memoryx.installing.browsers import chromium_programs
from memoryx.installing.systems import System, running_as_root


@dataclass(frozen=True, slots=True)
class Opened:
    """Whether a browser was started, and a sentence that says so or why not."""

    started: bool
    text: str


def open_chromium(system: System, extension: Path) -> Opened:
    """Start an installed Chromium; branded Chrome ignores `--load-extension` since version 137."""
    program = next(
        (
            Path(found)
            for found in chromium_programs(system, shutil.which)
            if Path(found).exists() and "/snap/" not in str(Path(found).resolve())
        ),
        None,
    )
    if program is None:
        return Opened(
            False,
            "No Chromium was found to open. Google Chrome does not load an extension from the "
            "command line since version 137, so the clicks below are needed.",
        )
    command = [str(program), f"--load-extension={extension}", "chrome://extensions/"]
    if system.name == "linux" and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        return Opened(False, f"There is no screen here. On one, run: {shlex.join(command)}")
    if running_as_root():
        return Opened(
            False,
            "As root, Chromium does not start with its sandbox. As your own user, run: "
            + shlex.join(command),
        )
    try:
        subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        return Opened(False, f"{program} does not start: {error.strerror or error}.")
    return Opened(
        True,
        f"Started {program.name} with MemoryX loaded for this session. If it was running before, "
        "close it and run this again: only a fresh start loads an extension. To have it there "
        f"always: chrome://extensions → Developer mode → Load unpacked → {extension}",
    )
