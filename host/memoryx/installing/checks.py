"""What the doctor finds: one line each, with a state and what to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

#: ``note``: worth knowing, nothing is broken. ``problem``: something does not work.
State = Literal["ok", "note", "problem"]


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at."""

    name: str
    state: State
    detail: str
    remedy: str = ""


def ok(name: str, detail: str) -> Check:
    """Return a check that found all well."""
    return Check(name, "ok", detail)


def note(name: str, detail: str, remedy: str) -> Check:
    """Return a check that found something worth knowing."""
    return Check(name, "note", detail, remedy)


def problem(name: str, detail: str, remedy: str) -> Check:
    """Return a check that found something broken."""
    return Check(name, "problem", detail, remedy)
