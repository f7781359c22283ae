"""All that an installation writes, worked out before anything is written.

Pure: what exists on the machine comes in as a function, so that each system's plan can be made and
tested on any other.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Literal

from memoryx.installing.browsers import (
    HOST_NAME,
    Browser,
    Sandboxed,
    installed_browsers,
    sandboxed_browsers,
)
from memoryx.installing.record import RECORD_FILE
from memoryx.installing.systems import System
from memoryx.paths import INSTALL_RECORD

FileKind = Literal["launcher", "manifest", "command", "home"]

#: In the first lines of the `memoryx` command that is put on the PATH, to know it again.
COMMAND_MARK = "# The memoryx command, written by `memoryx install`."


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """A file to be written whole; ``readers`` are the browsers that read it."""

    path: PurePath
    kind: FileKind
    content: str
    mode: int
    readers: tuple[str, ...] = ()

    @property
    def data(self) -> bytes:
        """The content as UTF-8 without a byte order mark, lines as given."""
        return self.content.encode("utf-8")


@dataclass(frozen=True, slots=True)
class PlannedKey:
    """A registry key below HKEY_CURRENT_USER whose default value names the manifest."""

    key: str
    value: str
    readers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """What would be written, and for whom.

    ``launcher`` is what the browser starts; ``private`` says that the environment is the
    program folder's own, and goes with it.
    """

    system: System
    program: PurePath
    home: PurePath
    environment: PurePath
    private: bool
    launcher: PurePath
    extension: PurePath
    record: PurePath
    files: tuple[PlannedFile, ...]
    keys: tuple[PlannedKey, ...]
    browsers: tuple[Browser, ...]
    sandboxed: tuple[Sandboxed, ...]


@dataclass(frozen=True, slots=True)
class Target:
    """Where things go: the program folder, the data folder, and the Python to be started."""

    program: PurePath
    home: PurePath
    environment: PurePath
    interpreter: PurePath


def make_plan(
    system: System,
    target: Target,
    *,
    manifest: Mapping[str, object],
    ids: tuple[str, ...],
    exists: Callable[[PurePath], bool],
) -> Plan:
    """Work out everything that an installation writes.

    ``manifest`` is the native host manifest's part that is the same everywhere, ``ids`` the
    extension's ids that may connect.
    """
    windows = system.name == "windows"
    launcher = (
        target.environment / "Scripts" / "memoryx-host.exe"
        if windows
        else target.program / "memoryx-host"
    )
    content = manifest_text(manifest, launcher, ids)
    browsers = installed_browsers(system, exists)
    files = [_home_file(target)]
    if not windows:
        files.append(PlannedFile(launcher, "launcher", launcher_text(target.interpreter), 0o755))
    commands = system.commands
    # An environment whose own commands lie there has put `memoryx` there itself.
    if commands is not None and commands != target.interpreter.parent:
        files.append(
            PlannedFile(commands / "memoryx", "command", command_text(target.interpreter), 0o755)
        )
    keys: tuple[PlannedKey, ...] = ()
    if windows:
        json_file = target.program / f"{HOST_NAME}.json"
        readers = tuple(browser.name for browser in browsers)
        files.append(PlannedFile(json_file, "manifest", content, 0o644, readers))
        keys = tuple(
            PlannedKey(key, str(json_file), _readers(browsers, key))
            for key in dict.fromkeys(key for browser in browsers for key in browser.keys)
        )
    else:
        folders = dict.fromkeys(folder for browser in browsers for folder in browser.folders)
        files += [
            PlannedFile(
                folder / f"{HOST_NAME}.json", "manifest", content, 0o644, _readers(browsers, folder)
            )
            for folder in folders
        ]
    return Plan(
        system=system,
        program=target.program,
        home=target.home,
        environment=target.environment,
        private=target.environment.is_relative_to(target.program),
        launcher=launcher,
        extension=target.program / "extension",
        record=target.program / RECORD_FILE,
        files=tuple(files),
        keys=keys,
        browsers=browsers,
        sandboxed=sandboxed_browsers(system, exists, launcher),
    )


def recorded_program(environment: Path) -> Path | None:
    """Return the program folder that an environment was installed for; None when it was not."""
    try:
        record = json.loads((environment / INSTALL_RECORD).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None  # never installed from, or to be written anew
    program = record.get("program")
    return Path(program) if isinstance(program, str) else None


def launcher_text(interpreter: PurePath) -> str:
    """Return the script that the browser starts: an absolute interpreter, nothing searched for."""
    return f'#!/bin/sh\nexec {shlex.quote(str(interpreter))} -I -X utf8 -m memoryx host "$@"\n'


def command_text(interpreter: PurePath) -> str:
    """Return the script behind the `memoryx` command."""
    command = shlex.quote(str(interpreter))
    return f'#!/bin/sh\n{COMMAND_MARK}\nexec {command} -I -X utf8 -m memoryx "$@"\n'


def manifest_text(manifest: Mapping[str, object], launcher: PurePath, ids: tuple[str, ...]) -> str:
    """Return a native host manifest."""
    whole = {
        **manifest,
        "path": str(launcher),
        "allowed_origins": [f"chrome-extension://{id_}/" for id_ in ids],
    }
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def _home_file(target: Target) -> PlannedFile:
    content = json.dumps(
        {"home": str(target.home), "program": str(target.program)}, indent=2, ensure_ascii=False
    )
    return PlannedFile(target.environment / INSTALL_RECORD, "home", content + "\n", 0o644)


def _readers(browsers: tuple[Browser, ...], place: PurePath | str) -> tuple[str, ...]:
    return tuple(b.name for b in browsers if place in b.folders or place in b.keys)
