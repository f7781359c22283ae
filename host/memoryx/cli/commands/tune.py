"""`memoryx tune`"""

from __future__ import annotations

import argparse

from memoryx.cli.caller import Caller, as_json
from memoryx.cli.options import Groups, command
from memoryx.cli.output import print_json, print_table

_NAMES = ("semantic", "keyword", "recency", "level", "half_life_days")


def add(groups: Groups) -> None:
    """Add the parser."""
    parser = command(groups, "tune", _tune, "propose better weights from what you said of recalls")
    parser.add_argument("--apply", action="store_true", help="put them into the settings")


def _tune(options: argparse.Namespace, caller: Caller) -> int:
    result = caller.call("recall.tune", {"apply": options.apply})
    if options.json:
        print_json(result)
        return 0
    found = as_json(result)
    print(f"{found['recalls']} recalls with a useful and a useless memory, {found['pairs']} pairs.")
    if found["missing"]:
        print(f"Too few to learn from: about {found['missing']} more such recalls are needed.")
        print("Say of recalled memories whether they were useful, in the library or the chat.")
        return 0
    print(
        f"Of {found['held_out']} pairs that were not learned from, the useful memory stood first in"
        f" {found['before']:.0%}; with the best weights found it would in {found['after']:.0%}."
    )
    if found["proposed"] is None:
        print("That is no more than chance, so nothing is proposed.")
        return 0
    current, proposed = found["current"], found["proposed"]
    print_table(
        [[name, f"{current[name]:g}", f"{proposed[name]:g}"] for name in _NAMES],
        ["", "now", "proposed"],
    )
    print("They are in force." if found["applied"] else "To use them: `memoryx tune --apply`.")
    return 0
