"""`python3 installer` into a home of the test's own, and what a browser then finds there.

Needs PyPI, or the place that pip is set to look at. One installation serves all tests here.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from memoryx.installing.session import HostSession

ROOT = Path(__file__).resolve().parents[2]
CHROME = ".config/google-chrome"
CHROMIUM = ".config/chromium"
MANIFEST = "NativeMessagingHosts/com.memoryx.host.json"
#: What the README promises for a first installation on 2 cores.
LIMIT_S = 180
HELLO = {"client": {"name": "test", "version": "0", "browser": "none"}, "protocol": 1}


@dataclass(frozen=True, slots=True)
class Installed:
    """A finished installation, and the home folder as it was before."""

    user: Path
    environ: dict[str, str]
    before: frozenset[str]
    code: int
    output: str
    took_s: float

    @property
    def program(self) -> Path:
        return self.user / ".local/share/memoryx/app"

    @property
    def launcher(self) -> Path:
        return self.program / "memoryx-host"

    def memoryx(self, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Run the command that the installer put into the person's folder of commands."""
        return run([str(self.user / ".local/bin/memoryx"), *arguments], self.environ, stdin)

    def manifest(self, browser: str) -> Any:
        return json.loads((self.user / browser / MANIFEST).read_text(encoding="utf-8"))


def run(
    command: list[str], environ: Mapping[str, str], stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        env=dict(environ),
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=900,
        cwd="/",
    )


def installer(environ: Mapping[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return run([sys.executable, str(ROOT / "installer"), *arguments], environ)


def environment_of(user: Path) -> dict[str, str]:
    """A person's environment with this home; pip keeps its cache, so that packages come once."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("MEMORYX_", "XDG_"))}
    cache = os.environ.get("PIP_CACHE_DIR", str(Path.home() / ".cache" / "pip"))
    return kept | {"HOME": str(user), "PIP_CACHE_DIR": cache}


def tree(folder: Path) -> frozenset[str]:
    return frozenset(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """MemoryX installed into a home whose path has a space, an ampersand and Chinese in it."""
    user = tmp_path_factory.mktemp("home") / "li 李 & co"
    for browser in (CHROME, CHROMIUM):
        (user / browser).mkdir(parents=True)
    # A manifest of our name from elsewhere, as an old installation leaves it.
    stale = user / CHROMIUM / MANIFEST
    stale.parent.mkdir()
    stale.write_text(json.dumps({"name": "com.memoryx.host", "path": "/old/memoryx-host"}))
    before = tree(user)
    environ = environment_of(user)
    began = time.monotonic()
    done = installer(environ)
    took_s = time.monotonic() - began
    return Installed(user, environ, before, done.returncode, done.stdout + done.stderr, took_s)


def test_the_installer_ends_with_real_blocks_and_two_clicks(installed: Installed) -> None:
    """Both questions are shown with the block that would leave, then what is left to do."""
    output = installed.output
    assert installed.code == 0, output
    for question, header in (("晚饭吃什么好", "上下文"), ("plan a dinner", "context")):
        block = output[output.index(f"│ {question}") :]
        assert re.search(rf"│ \[MemoryX {header} · \d", block.split("│ ---", 2)[1])
    assert output.lower().count("peanut") >= 2
    assert "Load unpacked" in output
    assert str(installed.program / "extension") in output
    assert "/old/memoryx-host" in output
    assert installed.took_s < LIMIT_S


@pytest.mark.parametrize("browser", [CHROME, CHROMIUM])
def test_a_browser_that_follows_its_manifest_meets_the_host(
    installed: Installed, browser: str
) -> None:
    """The manifest's own path, with its own origin, in a bare environment: one clean answer."""
    manifest = installed.manifest(browser)
    origin = manifest["allowed_origins"][0]
    environ = {"HOME": str(installed.user), "PATH": "/usr/bin:/bin"}
    with HostSession(Path(manifest["path"]), origin, environ) as host:
        assert host.call("hello", HELLO, limit_s=30)["protocol"] == 1
        assert host.close() < 2


def test_the_extension_that_is_loaded_is_the_one_that_may_connect(installed: Installed) -> None:
    """The stable folder holds the whole extension, as in the checkout."""
    files = tree(installed.program / "extension")
    wanted = {p for p in tree(ROOT / "extension") if "__pycache__" not in p}
    assert files == wanted


def test_the_doctor_starts_the_host_and_finds_all_well(installed: Installed) -> None:
    """After an installation there is nothing to mend, and the host was really started."""
    done = installed.memoryx("doctor", "--json")
    report = json.loads(done.stdout)
    assert report["ok"], done.stdout
    assert done.returncode == 0
    checks = {check["name"]: check for check in report["checks"]}
    assert checks["host (Chrome, Chromium)"]["state"] == "ok"
    assert {"python", "sqlite", "database", "keyring", "installation"} <= set(checks)


def test_command_and_host_use_the_same_data(installed: Installed) -> None:
    """What the command stores, the browser's host knows, and the other way round."""
    added = json.loads(installed.memoryx("memories", "add", "住在台南", "--json").stdout)
    environ = {"HOME": str(installed.user), "PATH": "/usr/bin:/bin"}
    with HostSession(installed.launcher, "chrome-extension://x/", environ) as host:
        listed = host.call("memories.list", {}, limit_s=30)
        created = host.call("memories.create", {"text": "Plays the cello"}, limit_s=30)
        # The command works while the host runs.
        shown = installed.memoryx("memories", "show", created["memory"]["id"])
    assert added["memory"]["id"] in [item["id"] for item in listed["items"]]
    assert "Plays the cello" in shown.stdout


def test_registering_again_finds_a_browser_that_came_later(installed: Installed) -> None:
    """`memoryx install` after installing a browser registers it and leaves the rest."""
    (installed.user / ".config/vivaldi").mkdir()
    done = installed.memoryx("install")
    assert done.returncode == 0
    assert "✓ Vivaldi: registered\n" in done.stdout
    assert "✓ Chrome: registered already\n" in done.stdout
    assert installed.manifest(".config/vivaldi")["path"] == str(installed.launcher)


def test_installing_again_repairs_and_keeps_the_data(installed: Installed) -> None:
    """A second run mends what was broken and leaves the memories."""
    id_ = json.loads(installed.memoryx("memories", "add", "Drinks oolong", "--json").stdout)
    installed.launcher.write_text("broken")
    (installed.user / CHROME / MANIFEST).write_text("{")
    (installed.program / "extension" / "manifest.json").unlink()
    assert installed.memoryx("doctor").returncode == 1
    done = installer(installed.environ)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Updating the private Python environment" in done.stdout
    assert installed.memoryx("doctor").returncode == 0
    shown = installed.memoryx("memories", "show", id_["memory"]["id"])
    assert "Drinks oolong" in shown.stdout


def test_uninstalling_leaves_the_data_and_then_takes_it_when_told(installed: Installed) -> None:
    """Exactly what was written goes; the data goes only after the word was typed.

    The last test here: it takes away what the others use.
    """
    home = installed.program.parent
    refused = installed.memoryx("uninstall", "--data", stdin="yes\n")
    assert refused.returncode == 1
    assert installed.launcher.exists()
    taken = installed.user / ".config/chromium" / MANIFEST
    taken.write_text(json.dumps({"name": "com.memoryx.host", "path": "/another/host"}))
    done = installed.memoryx("uninstall", "--data", stdin="delete\n")
    assert done.returncode == 0, done.stdout + done.stderr
    assert not home.exists()
    assert "/another/host" in taken.read_text()
    left = tree(installed.user) - installed.before
    # Browsers that came later, and what other programs put into a home.
    assert {path for path in left if "memoryx" in path.lower()} == set()
    assert not (installed.user / ".local").exists()
