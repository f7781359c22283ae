"""Find a Chromium for the browser tests, or get one.

Google's branded Chrome is no candidate: it ignores `--load-extension` since version 137. Nor is a
Snap: it cannot start a native messaging host.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from tests.runner.environment import SetupError, apt_install, call, can_apt
from tests.runner.paths import VENV_PYTHON

NAMES = ("chromium", "chromium-browser")
ASK_PLAYWRIGHT = (
    "from playwright.sync_api import sync_playwright\n"
    "with sync_playwright() as p: print(p.chromium.executable_path)"
)
ADVICE = """\
No usable Chromium was found, and the browser tests do not run without one. Any of these helps:
  - install your system's Chromium package (not a Snap), so that `chromium` is on the PATH;
  - set CHROMIUM to the full path of a Chromium or Chrome for Testing binary;
  - run `tests/.venv/bin/playwright install --with-deps chromium`."""


def find_chromium() -> str:
    """The path of a Chromium that starts. Raises SetupError with advice when there is none."""
    named = os.environ.get("CHROMIUM")
    if named:
        if not _starts(named):
            raise SetupError(f"CHROMIUM is set to {named}, which does not start.\n{ADVICE}")
        return named
    found = _on_path()
    if found is None and can_apt():
        apt_install("chromium")
        found = _on_path()
    if found is None:
        found = _from_playwright()
    if found is None:
        raise SetupError(ADVICE)
    return found


def _on_path() -> str | None:
    for name in NAMES:
        path = shutil.which(name)
        if path and "/snap/" not in str(Path(path).resolve()) and _starts(path):
            return path
    return None


def _from_playwright() -> str | None:
    path = _playwright_path()
    if not _starts(path):
        try:
            call([VENV_PYTHON, "-m", "playwright", "install", "chromium"], quiet=True)
        except SetupError as error:
            print(f"  {error}", flush=True)
            return None
        path = _playwright_path()
    return path if _starts(path) else None


def _playwright_path() -> str:
    done = subprocess.run(
        [str(VENV_PYTHON), "-c", ASK_PLAYWRIGHT], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def _starts(path: str) -> bool:
    try:
        done = subprocess.run(
            [path, "--version"], capture_output=True, text=True, timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0 and "snap install" not in done.stdout
