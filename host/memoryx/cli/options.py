"""Options that several commands have."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Any

from memoryx.cli.caller import Caller
from memoryx.errors import Conflict

Groups = Any
"""What `add_subparsers` gives; argparse does not name it publicly."""

Run = Callable[[argparse.Namespace, Caller], int]


def command(groups: Groups, name: str, run: Run, text: str, *, json: bool = True) -> Any:
    """Add a command; ``json`` for one that prints data."""
    parser = groups.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
    parser.set_defaults(run=run)
    if json:
        parser.add_argument("--json", action="store_true", help="print the contract's result")
    return parser


def group(groups: Groups, name: str, text: str) -> Groups:
    """Add a command that has commands of its own; return where to add them."""
    parser = groups.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
    parser.set_defaults(parser=parser)
    return parser.add_subparsers(metavar="COMMAND", title="commands")


def paged(parser: argparse.ArgumentParser) -> None:
    """Add the options of every list."""
    parser.add_argument("--limit", type=int, metavar="N", help="most items (default 50, up to 500)")
    parser.add_argument("--cursor", metavar="CURSOR", help="go on where the last page ended")


def print_more(page: dict[str, Any], shown: int) -> None:
    """Say how to see what did not fit on a page, and how many there are where that is known."""
    total = page.get("total")
    if page["next_cursor"] is not None:
        of = f" of {total}" if total is not None else ""
        print(f"({shown}{of}; more: --cursor {page['next_cursor']})")


def confirm(question: str, *, given: bool) -> None:
    """Ask before something that cannot be undone; raises Conflict when it is not confirmed."""
    if given:
        return
    if not sys.stdin.isatty():
        raise Conflict(
            "this cannot be undone and was not confirmed", remedy="Say --yes to do it unasked."
        )
    if input(f"{question} [y/N] ").strip().lower() not in ("y", "yes"):
        raise Conflict("nothing was done", remedy="Answer y to do it.")
