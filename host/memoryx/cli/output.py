"""Printing for people: aligned columns, also for Chinese, and nothing that steers a terminal."""

from __future__ import annotations

import shutil
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memoryx.contract import Result

_NARROWEST_TEXT = 20
_GAP = "  "


def print_json(result: Result) -> None:
    """Print exactly the contract's result."""
    print(result.model_dump_json(by_alias=True, indent=2))


def width(text: str) -> int:
    """Return how many columns a terminal gives a text."""
    return sum(_columns(character) for character in text)


def cut(text: str, columns: int) -> str:
    """Shorten a text to a number of columns, with … where something was left out."""
    if width(text) <= columns:
        return text
    kept, used = [], 0
    for character in text:
        used += _columns(character)
        if used > columns - 1:
            break
        kept.append(character)
    return "".join(kept) + "…"


def clean(text: str) -> str:
    """Replace control characters but line breaks and tabs: no text may steer a terminal."""
    return "".join(
        character if character in "\n\t" or not _steers(character) else "\N{REPLACEMENT CHARACTER}"
        for character in text
    )


def one_line(text: str) -> str:
    """Return a text without line breaks."""
    return " ".join(clean(text).split())


def table(rows: Iterable[Sequence[str]], headings: Sequence[str] = ()) -> list[str]:
    """Return aligned lines. The last column is cut to the terminal; in a file it stays whole."""
    body = [[one_line(cell) for cell in row] for row in rows]
    lines = [list(headings), *body] if headings and body else body
    if not lines:
        return []
    sizes = [max(width(row[column]) for row in lines) for column in range(len(lines[0]) - 1)]
    room = None
    if sys.stdout.isatty():
        used = sum(size + len(_GAP) for size in sizes)
        room = max(shutil.get_terminal_size().columns - used, _NARROWEST_TEXT)
    return [
        "".join(
            cell + " " * (size - width(cell)) + _GAP
            for cell, size in zip(row[:-1], sizes, strict=True)
        )
        + (row[-1] if room is None else cut(row[-1], room))
        for row in lines
    ]


def print_table(rows: Iterable[Sequence[str]], headings: Sequence[str] = ()) -> None:
    """Print aligned lines."""
    for line in table(rows, headings):
        print(line.rstrip())


def print_fields(fields: Iterable[tuple[str, object]]) -> None:
    """Print names and values, leaving out what is empty."""
    shown = [(name, value) for name, value in fields if value not in (None, "", [], {})]
    size = max((width(name) for name, _ in shown), default=0)
    for name, value in shown:
        text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        print(f"{name}{' ' * (size - width(name))}{_GAP}{clean(text)}")


def day(timestamp: str | None) -> str:
    """Return the local date of a contract time."""
    return _local(timestamp, "%Y-%m-%d")


def minute(timestamp: str | None) -> str:
    """Return the local date and time of a contract time."""
    return _local(timestamp, "%Y-%m-%d %H:%M")


def _local(timestamp: str | None, form: str) -> str:
    if timestamp is None:
        return ""
    return datetime.fromisoformat(timestamp).astimezone().strftime(form)


def size(count: int) -> str:
    """Return a number of bytes in a unit that a person reads."""
    if count < 1_000:
        return f"{count} bytes"
    value, unit = count / 1_000, "kB"
    for larger in ("MB", "GB"):
        if value >= 1_000:
            value, unit = value / 1_000, larger
    return f"{value:.1f} {unit}"


def _columns(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Cf", "Me", "Mn"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _steers(character: str) -> bool:
    # Cc holds ESC and its C1 relatives; the others turn the direction of what follows.
    return unicodedata.category(character) == "Cc" or character in "\u202a\u202b\u202d\u202e"
