"""Surroundings in which installing would go wrong, told before anything is written."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from memoryx.installing.problems import InstallProblem

OLDEST_PYTHON = (3, 11)

#: Each names the person behind a process that was given another's rights.
_RAISED = ("SUDO_UID", "DOAS_USER", "PKEXEC_UID")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a refusal is decided from. ``home_owner`` is None where files have no owner."""

    python: tuple[int, int]
    base_prefix: str
    root: bool
    home: str
    home_owner: int | None
    environ: Mapping[str, str]


def surroundings(environ: Mapping[str, str]) -> Surroundings:
    """Look at this process."""
    posix = hasattr(os, "geteuid")
    home = Path.home()
    return Surroundings(
        python=sys.version_info[:2],
        base_prefix=sys.base_prefix,
        root=posix and os.geteuid() == 0,
        home=str(home),
        home_owner=home.stat().st_uid if posix and home.exists() else None,
        environ=environ,
    )


def check_surroundings(here: Surroundings) -> None:
    """Raise InstallProblem where MemoryX cannot be installed, with what to do instead."""
    if here.python < OLDEST_PYTHON:
        wanted = ".".join(map(str, OLDEST_PYTHON))
        raise InstallProblem(
            f"this is Python {'.'.join(map(str, here.python))}; MemoryX needs {wanted} or newer",
            remedy="Install a newer Python from python.org or your system's packages, and start "
            "the installer with it.",
        )
    store_marks = ("windowsapps", "pythonsoftwarefoundation")
    if any(mark in here.base_prefix.lower() for mark in store_marks):
        raise InstallProblem(
            "this Python is from the Microsoft Store, which hides the files that a program writes "
            "from other programs, so no browser would find MemoryX",
            remedy="Install Python from python.org (or `winget install Python.Python.3.12`) and "
            "start the installer with that: `py installer`.",
        )
    if not here.root:
        return
    raised = [name for name in _RAISED if here.environ.get(name, "0") not in ("", "0", "root")]
    if raised or here.home_owner not in (0, None):
        raise InstallProblem(
            "this runs as root in the name of another user, so the files would belong to root and "
            "the browser would not find them",
            remedy="Run it as yourself, without sudo. Nothing here needs root.",
        )
