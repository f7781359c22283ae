"""The three systems as values, so that each can be planned for from any of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import Literal

SystemName = Literal["linux", "macos", "windows"]


@dataclass(frozen=True, slots=True)
class System:
    """One user's account on one system: its name, the home folder, and the environment."""

    name: SystemName
    user: PurePath
    environ: Mapping[str, str]

    def folder(self, variable: str, *default: str) -> PurePath:
        """Return the folder named by an environment variable when that is an absolute path,
        otherwise ``default`` below the home folder.
        """
        given = self.environ.get(variable)
        if given and (path := self.path(given)).is_absolute():
            return path
        return self.user.joinpath(*default)

    def path(self, text: str) -> PurePath:
        """Read a path in this system's notation."""
        return PureWindowsPath(text) if self.name == "windows" else PurePosixPath(text)

    @property
    def data(self) -> PurePath:
        """Where programs keep a user's data."""
        if self.name == "windows":
            return self.folder("LOCALAPPDATA", "AppData", "Local")
        if self.name == "macos":
            return self.user / "Library" / "Application Support"
        return self.folder("XDG_DATA_HOME", ".local", "share")

    @property
    def program(self) -> PurePath:
        """The program's own folder: stable, private to the user, in no cache."""
        return self.data / "memoryx" / "app"

    @property
    def home(self) -> PurePath:
        """Where a person's data goes unless it is told otherwise; as in ``memoryx.paths``."""
        return self.data / "memoryx"

    @property
    def commands(self) -> PurePath | None:
        """The user's folder of commands; None where a system has none."""
        return None if self.name == "windows" else self.user / ".local" / "bin"

    def interpreter(self, environment: PurePath) -> PurePath:
        """Return the interpreter of a virtual environment."""
        if self.name == "windows":
            return environment / "Scripts" / "python.exe"
        return environment / "bin" / "python"


def this_system(environ: Mapping[str, str]) -> System:
    """Return the account that this process runs in."""
    name: SystemName = "linux"
    if sys.platform == "win32":
        name = "windows"
    elif sys.platform == "darwin":
        name = "macos"
    return System(name, Path.home(), environ)


def browser_environment(system: System) -> dict[str, str]:
    """Return what a program inherits from a browser that was started by a click.

    No PYTHON… and nothing of a shell's set-up; the PATH is the short one of macOS's desktop.
    MEMORYX_… is kept, so that who works with a home of their own sees that one.
    """
    kept = {
        "HOME", "USER", "LOGNAME", "TMPDIR", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS",
        "XDG_DATA_HOME", "XDG_CONFIG_HOME", "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC",
        "PATHEXT", "USERPROFILE", "LOCALAPPDATA", "APPDATA", "TEMP", "TMP", "USERNAME",
    }  # fmt: skip
    found = {
        name: value
        for name, value in system.environ.items()
        if name.upper() in kept or name.startswith("MEMORYX_")
    }
    if system.name == "windows":
        root = system.environ.get("SYSTEMROOT", r"C:\Windows")
        return found | {"PATH": rf"{root}\System32;{root}"}
    return found | {"PATH": "/usr/bin:/bin:/usr/sbin:/sbin"}


def running_as_root() -> bool:
    """Return whether this process may do everything (POSIX only)."""
    return hasattr(os, "geteuid") and os.geteuid() == 0
