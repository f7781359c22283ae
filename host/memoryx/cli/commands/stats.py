"""`memoryx stats`"""

from __future__ import annotations

import argparse

from memoryx.cli.caller import Caller, as_json
from memoryx.cli.options import Groups, command
from memoryx.cli.output import print_fields, print_json, size

_WEEKS = 8
_DAYS = 7


def add(groups: Groups) -> None:
    """Add the parser."""
    command(groups, "stats", _stats, "count what is stored")


def _stats(options: argparse.Namespace, caller: Caller) -> int:
    result = caller.call("stats", {})
    if options.json:
        print_json(result)
        return 0
    stats = as_json(result)
    print_fields(
        [
            ("conversations", stats["conversations"]),
            ("turns", stats["turns"]),
            ("memories", _counts(stats["memories"]) or "none"),
            ("active, by type", _counts(stats["types"])),
            ("projects", stats["projects"]),
            ("recalls", stats["recalls"]),
            ("database", size(stats["database_bytes"])),
            ("new by week", [f"{w['week']}: {w['memories']}" for w in stats["growth"][-_WEEKS:]]),
            (
                "endpoints by day",
                [
                    f"{d['day']}: {d['requests']} requests, {d['tokens']} tokens"
                    for d in stats["spending"][-_DAYS:]
                ],
            ),
        ]
    )
    return 0


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items())
