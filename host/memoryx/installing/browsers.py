"""Where each Chromium-family browser keeps its data and looks for native messaging hosts.

The one place of the project that knows a browser's path. The table is from the browsers'
sources and documentation. Some browsers read another's folder or key; so several
browsers may share one target.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePath

from memoryx.installing.systems import System, SystemName

HOST_NAME = "com.memoryx.host"

_FOLDER = "NativeMessagingHosts"


@dataclass(frozen=True, slots=True)
class Browser:
    """A browser on one system.

    ``data`` is the folder whose existence says that the person uses this browser. ``folders`` are
    those that it reads manifests from; ``keys`` the same in the registry, below HKEY_CURRENT_USER.
    """

    name: str
    data: PurePath
    folders: tuple[PurePath, ...] = ()
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sandboxed:
    """A browser in a package that cannot start a native messaging host, and why."""

    name: str
    data: PurePath
    reason: str
    remedy: str


# name, data folder, folders to register in (None: its own data folder)
_LINUX = (
    ("Chrome", "google-chrome", ("google-chrome",)),
    ("Chromium", "chromium", ("chromium",)),
    ("Edge", "microsoft-edge", ("microsoft-edge",)),
    ("Brave", "BraveSoftware/Brave-Browser", ("BraveSoftware/Brave-Browser",)),
    ("Vivaldi", "vivaldi", ("vivaldi",)),
    ("Opera", "opera", ("google-chrome",)),
)
_MACOS = (
    ("Chrome", "Google/Chrome", ("Google/Chrome",)),
    ("Chromium", "Chromium", ("Chromium",)),
    ("Edge", "Microsoft Edge", ("Microsoft Edge",)),
    (
        "Brave",
        "BraveSoftware/Brave-Browser",
        ("Google/Chrome", "BraveSoftware/Brave-Browser"),
    ),
    ("Vivaldi", "Vivaldi", ("Vivaldi",)),
    ("Opera", "com.operasoftware.Opera", ("Google/Chrome",)),
    ("Arc", "Arc/User Data", ("Arc/User Data",)),
)
_WINDOWS = (
    ("Chrome", "Google/Chrome/User Data", ("Google\\Chrome",)),
    ("Chromium", "Chromium/User Data", ("Chromium",)),
    ("Edge", "Microsoft/Edge/User Data", ("Microsoft\\Edge",)),
    (
        "Brave",
        "BraveSoftware/Brave-Browser/User Data",
        ("Google\\Chrome", "BraveSoftware\\Brave-Browser"),
    ),
    ("Vivaldi", "Vivaldi/User Data", ("Google\\Chrome",)),
    ("Opera", "Opera Software/Opera Stable", ("Google\\Chrome",)),
)
# name, application id, the folder inside it that stands for ~/.config/…
_FLATPAKS = (
    ("Chromium", "org.chromium.Chromium", "chromium"),
    ("Chrome", "com.google.Chrome", "google-chrome"),
    ("Edge", "com.microsoft.Edge", "microsoft-edge"),
    ("Brave", "com.brave.Browser", "BraveSoftware/Brave-Browser"),
    ("Vivaldi", "com.vivaldi.Vivaldi", "vivaldi"),
)
_SNAPS = (("Chromium", "chromium"), ("Brave", "brave"), ("Opera", "opera"))

#: Commands that start a Chromium which takes ``--load-extension``; branded Chrome ignores it
#: since version 137.
_CHROMIUM_COMMANDS = ("chromium", "chromium-browser")


def known_browsers(system: System) -> tuple[Browser, ...]:
    """Return every browser that the host can be registered for on this system."""
    if system.name == "windows":
        return tuple(
            Browser(
                name,
                _windows_data(system, name) / data,
                keys=tuple(f"Software\\{key}\\{_FOLDER}\\{HOST_NAME}" for key in keys),
            )
            for name, data, keys in _WINDOWS
        )
    table = _MACOS if system.name == "macos" else _LINUX
    root = system.data if system.name == "macos" else system.folder("XDG_CONFIG_HOME", ".config")
    return tuple(
        Browser(name, root / data, folders=tuple(root / place / _FOLDER for place in places))
        for name, data, places in table
    )


def installed_browsers(system: System, exists: Callable[[PurePath], bool]) -> tuple[Browser, ...]:
    """Return the browsers whose own data folder exists."""
    return tuple(browser for browser in known_browsers(system) if exists(browser.data))


def sandboxed_browsers(
    system: System, exists: Callable[[PurePath], bool], launcher: PurePath
) -> tuple[Sandboxed, ...]:
    """Return the Snap and Flatpak browsers in use, which cannot start the host by themselves."""
    if system.name != "linux":
        return ()
    found = []
    for name, snap in _SNAPS:
        data = system.user / "snap" / snap
        if exists(data):
            found.append(
                Sandboxed(
                    f"{name} (Snap)",
                    data,
                    "a Snap browser cannot start programs outside its sandbox",
                    f"Install {name} from your system's own packages instead of the Snap, start it "
                    "once, then run `memoryx install` again.",
                )
            )
    for name, application, folder in _FLATPAKS:
        data = system.user / ".var" / "app" / application
        if exists(data):
            target = data / "config" / folder / _FOLDER / f"{HOST_NAME}.json"
            found.append(
                Sandboxed(
                    f"{name} (Flatpak)",
                    data,
                    "a Flatpak browser cannot start programs outside its sandbox",
                    f"Install {name} from your system's own packages and run `memoryx install` "
                    "again. By hand, opening the sandbox for this browser: make an executable "
                    f"file {data}/memoryx-host with the lines `#!/bin/sh` and `exec flatpak-spawn "
                    f'--host "{launcher}" "$@"`; copy a manifest that `memoryx install` wrote to '
                    f"{target} and set its `path` to that file; then run `flatpak override --user "
                    f"--talk-name=org.freedesktop.Flatpak {application}`.",
                )
            )
    return tuple(found)


def chromium_programs(system: System, which: Callable[[str], str | None]) -> tuple[PurePath, ...]:
    """Return where a Chromium that loads an extension from the command line may be."""
    candidates: dict[SystemName, tuple[PurePath, ...]] = {
        "linux": tuple(system.path(p) for name in _CHROMIUM_COMMANDS if (p := which(name))),
        "macos": (
            system.path("/Applications/Chromium.app/Contents/MacOS/Chromium"),
            system.user / "Applications/Chromium.app/Contents/MacOS/Chromium",
        ),
        "windows": (system.data / "Chromium" / "Application" / "chrome.exe",),
    }
    return candidates[system.name]


def _windows_data(system: System, name: str) -> PurePath:
    return system.folder("APPDATA", "AppData", "Roaming") if name == "Opera" else system.data
