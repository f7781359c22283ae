"""What an installation would write, for each system, planned on whatever system this is."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import PurePath, PurePosixPath, PureWindowsPath

import platformdirs
import pytest

from memoryx.installing.browsers import HOST_NAME, known_browsers
from memoryx.installing.plan import Plan, Target, make_plan
from memoryx.installing.source import extension_ids, host_manifest
from memoryx.installing.systems import System, browser_environment, this_system

IDS = ("oeajmgcgeplbmdaacackdfeckmaoefib", "abcdefghijklmnopabcdefghijklmnop")

LINUX = System("linux", PurePosixPath("/home/li"), {})
MACOS = System("macos", PurePosixPath("/Users/li"), {})
WINDOWS = System(
    "windows",
    PureWindowsPath(r"C:\Users\李 & co"),
    {
        "LOCALAPPDATA": r"C:\Users\李 & co\AppData\Local",
        "APPDATA": r"C:\Users\李 & co\AppData\Roaming",
    },
)


def all_exist(_path: PurePath) -> bool:
    return True


def none_exist(_path: PurePath) -> bool:
    return False


def only(*folders: str) -> Callable[[PurePath], bool]:
    """Existence of the folders whose path ends so."""
    return lambda path: any(str(path).replace("\\", "/").endswith(folder) for folder in folders)


def plan_for(system: System, exists: Callable[[PurePath], bool]) -> Plan:
    environment = system.program / "venv"
    return make_plan(
        system,
        Target(system.program, system.home, environment, system.interpreter(environment)),
        manifest=host_manifest(),
        ids=IDS,
        exists=exists,
    )


def manifest_paths(plan: Plan) -> list[str]:
    return [str(file.path) for file in plan.files if file.kind == "manifest"]


def test_linux_registers_each_browser_in_its_own_folder() -> None:
    """On Linux every browser's manifest goes into the folder that it reads."""
    names = ("google-chrome", "chromium", "microsoft-edge", "BraveSoftware/Brave-Browser")
    assert manifest_paths(plan_for(LINUX, all_exist)) == [
        f"/home/li/.config/{name}/NativeMessagingHosts/com.memoryx.host.json"
        for name in (*names, "vivaldi")
    ]


def test_opera_on_linux_reads_chromes_folder() -> None:
    """Opera alone is registered in Chrome's folder, which is where it looks."""
    assert manifest_paths(plan_for(LINUX, only("/.config/opera"))) == [
        "/home/li/.config/google-chrome/NativeMessagingHosts/com.memoryx.host.json"
    ]


def test_macos_registers_below_application_support() -> None:
    """On macOS the manifests lie below Application Support; Brave reads two of them."""
    plan = plan_for(MACOS, all_exist)
    root = "/Users/li/Library/Application Support"
    assert manifest_paths(plan) == [
        f"{root}/{name}/NativeMessagingHosts/com.memoryx.host.json"
        for name in (
            "Google/Chrome",
            "Chromium",
            "Microsoft Edge",
            "BraveSoftware/Brave-Browser",
            "Vivaldi",
            "Arc/User Data",
        )
    ]
    chrome = next(file for file in plan.files if file.kind == "manifest")
    assert chrome.readers == ("Chrome", "Brave", "Opera")


def test_windows_points_registry_keys_at_one_manifest() -> None:
    """On Windows one JSON file is named by the key of each browser, and no script is written."""
    plan = plan_for(WINDOWS, all_exist)
    program = r"C:\Users\李 & co\AppData\Local\memoryx\app"
    assert manifest_paths(plan) == [rf"{program}\com.memoryx.host.json"]
    assert {key.key for key in plan.keys} == {
        rf"Software\{name}\NativeMessagingHosts\com.memoryx.host"
        for name in (
            r"Google\Chrome",
            "Chromium",
            r"Microsoft\Edge",
            r"BraveSoftware\Brave-Browser",
        )
    }
    assert {key.value for key in plan.keys} == {rf"{program}\com.memoryx.host.json"}
    assert str(plan.launcher) == rf"{program}\venv\Scripts\memoryx-host.exe"
    assert {file.kind for file in plan.files} == {"home", "manifest"}


def test_windows_finds_opera_in_the_roaming_folder() -> None:
    """Opera keeps its profile in the roaming folder and reads Chrome's key."""
    plan = plan_for(WINDOWS, only("Roaming/Opera Software/Opera Stable"))
    assert [browser.name for browser in plan.browsers] == ["Opera"]
    assert [key.key for key in plan.keys] == [
        r"Software\Google\Chrome\NativeMessagingHosts\com.memoryx.host"
    ]


@pytest.mark.parametrize("system", [LINUX, MACOS, WINDOWS], ids=lambda s: s.name)
def test_no_browser_means_no_manifest_in_a_browsers_folder(system: System) -> None:
    """Where no browser's data folder exists, nothing is written for one."""
    plan = plan_for(system, none_exist)
    assert plan.browsers == ()
    assert plan.keys == ()
    known = [folder for browser in known_browsers(system) for folder in browser.folders]
    assert not [file for file in plan.files if file.path.parent in known]


@pytest.mark.parametrize("system", [LINUX, MACOS, WINDOWS], ids=lambda s: s.name)
def test_the_manifest_is_what_a_browser_takes(system: System) -> None:
    """Name, type, an absolute path and the origins of all ids; UTF-8 without a mark."""
    plan = plan_for(system, all_exist)
    file = next(file for file in plan.files if file.kind == "manifest")
    assert not file.data.startswith(b"\xef\xbb\xbf")
    manifest = json.loads(file.data)
    assert manifest["name"] == HOST_NAME
    assert manifest["type"] == "stdio"
    assert manifest["path"] == str(plan.launcher)
    assert plan.launcher.is_absolute()
    assert manifest["allowed_origins"] == [f"chrome-extension://{id_}/" for id_ in IDS]
    assert file.mode == 0o644


def test_the_launcher_quotes_whatever_is_in_a_path() -> None:
    """Spaces, quotes, dollars and Chinese in a path stay one word of the shell."""
    home = PurePosixPath("/home/李 o'neil & $HOME `x`")
    plan = plan_for(System("linux", home, {}), all_exist)
    launcher = next(file for file in plan.files if file.kind == "launcher")
    line = launcher.content.splitlines()[1]
    assert shlex.split(line) == [
        "exec",
        f"{home}/.local/share/memoryx/app/venv/bin/python",
        *["-I", "-X", "utf8", "-m", "memoryx", "host", "$@"],
    ]
    assert launcher.content.startswith("#!/bin/sh\n")
    assert launcher.mode == 0o755


def test_folders_named_by_the_environment_are_followed_when_absolute() -> None:
    """XDG folders move program and manifests; a relative value is ignored, as XDG says."""
    moved = {"XDG_DATA_HOME": "/data", "XDG_CONFIG_HOME": "/config"}
    plan = plan_for(System("linux", PurePosixPath("/home/li"), moved), only("/chromium"))
    assert str(plan.program) == "/data/memoryx/app"
    assert manifest_paths(plan) == ["/config/chromium/NativeMessagingHosts/com.memoryx.host.json"]
    relative = System("linux", PurePosixPath("/home/li"), {"XDG_DATA_HOME": "data"})
    assert str(relative.program) == "/home/li/.local/share/memoryx/app"


def test_sandboxed_browsers_are_reported_with_the_manual_way() -> None:
    """Snap and Flatpak browsers get no manifest but an explanation."""
    plan = plan_for(LINUX, only("/snap/chromium", "/.var/app/com.brave.Browser"))
    assert plan.browsers == ()
    assert manifest_paths(plan) == []
    assert [s.name for s in plan.sandboxed] == ["Chromium (Snap)", "Brave (Flatpak)"]
    assert "flatpak override --user" in plan.sandboxed[1].remedy
    assert str(plan.launcher) in plan.sandboxed[1].remedy


def test_an_environment_outside_the_program_folder_is_not_ours_to_remove() -> None:
    """Installed from the person's own environment, the plan does not call it private."""
    own = PurePosixPath("/home/li/env")
    plan = make_plan(
        LINUX,
        Target(LINUX.program, LINUX.home, own, own / "bin" / "python"),
        manifest=host_manifest(),
        ids=IDS,
        exists=none_exist,
    )
    assert not plan.private
    assert plan_for(LINUX, none_exist).private


def test_the_record_in_the_environment_names_the_data_folder() -> None:
    """The file that host and commands read names home and program folder."""
    plan = plan_for(LINUX, none_exist)
    file = next(file for file in plan.files if file.kind == "home")
    assert str(file.path) == "/home/li/.local/share/memoryx/app/venv/memoryx-install.json"
    assert json.loads(file.content) == {
        "home": "/home/li/.local/share/memoryx",
        "program": "/home/li/.local/share/memoryx/app",
    }


def test_the_data_folder_is_the_one_that_the_host_would_choose(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without any record, host and installer agree on the data folder of this system."""
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert str(this_system({}).home) == platformdirs.user_data_dir("memoryx", appauthor=False)


def test_the_shipped_ids_are_extension_ids() -> None:
    """Every id that may connect is 32 letters from a to p."""
    ids = extension_ids()
    assert ids
    assert all(len(id_) == 32 and set(id_) <= set("abcdefghijklmnop") for id_ in ids)


def test_a_browsers_environment_is_bare() -> None:
    """The host is tried with a short PATH and without the shell's Python set-up."""
    environ = {
        "HOME": "/home/li",
        "PATH": "/opt/bin",
        "PYTHONPATH": "/x",
        "VIRTUAL_ENV": "/v",
        "MEMORYX_HOME": "/m",
    }
    assert browser_environment(System("macos", PurePosixPath("/home/li"), environ)) == {
        "HOME": "/home/li",
        "MEMORYX_HOME": "/m",
        "PATH": "/usr/bin:/bin:/usr/sbin:/sbin",
    }


def test_an_environment_in_the_folder_of_commands_brings_its_own() -> None:
    """Where the interpreter lies in ~/.local/bin, `memoryx` is there already and is left alone."""
    own = PurePosixPath("/home/li/.local")
    plan = make_plan(
        LINUX,
        Target(LINUX.program, LINUX.home, own, own / "bin" / "python"),
        manifest=host_manifest(),
        ids=IDS,
        exists=none_exist,
    )
    assert not [file for file in plan.files if file.kind == "command"]
