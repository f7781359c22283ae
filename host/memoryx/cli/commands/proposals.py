"""`memoryx proposals …`"""

from __future__ import annotations

import argparse
from typing import Any

from memoryx.cli.caller import Caller, as_json
from memoryx.cli.options import Groups, command, group, paged, print_more
from memoryx.cli.output import clean, day, one_line, print_json

_KINDS = {
    "deletion": "delete",
    "conflict": "replace another",
    "low_confidence": "unsure",
}


def add(groups: Groups) -> None:
    """Add the parsers."""
    own = group(groups, "proposals", "settle what only you can decide")
    paged(command(own, "list", _list, "list what waits for you"))
    for name, accept, text in (
        ("accept", True, "do what is proposed"),
        ("refuse", False, "leave it as it was"),
    ):
        parser = command(own, name, _settle(accept=accept), text)
        parser.add_argument("id", metavar="ID", help="as `proposals list` shows it")


def _list(options: argparse.Namespace, caller: Caller) -> int:
    result = caller.call("proposals.list", {"limit": options.limit, "cursor": options.cursor})
    if options.json:
        print_json(result)
        return 0
    page = as_json(result)
    if not page["items"]:
        print("Nothing waits for you.")
    for item in page["items"]:
        print(f"{item['id']}  {_KINDS[item['kind']]}  {day(item['created_at'])}")
        print(f"    {one_line(item['memory']['text'])}")
        if item["other"] is not None:
            print(f"    instead of: {one_line(item['other']['text'])}")
        if item["reason"]:
            print(f"    why: {one_line(item['reason'])}")
    print_more(page, len(page["items"]))
    return 0


def _settle(*, accept: bool) -> Any:
    def run(options: argparse.Namespace, caller: Caller) -> int:
        result = caller.call("proposals.resolve", {"id": options.id, "accept": accept})
        if options.json:
            print_json(result)
        else:
            memory = as_json(result)["memory"]
            print(f"{memory['status']}: {clean(memory['text'])}")
        return 0

    return run
