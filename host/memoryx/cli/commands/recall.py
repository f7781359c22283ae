"""`memoryx recall`"""

from __future__ import annotations

import argparse

from memoryx.cli.caller import Caller, as_json
from memoryx.cli.options import Groups, command
from memoryx.cli.output import clean, print_json, print_table

#: Nobody waits for a message to leave here.
_DEADLINE_MS = 10_000


def add(groups: Groups) -> None:
    """Add the parser."""
    parser = command(groups, "recall", _recall, "show what a message would carry")
    parser.add_argument("text", metavar="TEXT", help="the message")
    parser.add_argument("--site", help="as if sent on chatgpt, claude or gemini")
    parser.add_argument("--conversation", metavar="ID", help="the site's id of the conversation")
    parser.add_argument("--project", help="a project's name or id")
    parser.add_argument("--limit", type=int, metavar="N", help="most memories (up to 20)")
    parser.add_argument("--budget", type=int, metavar="TOKENS", help="longest block")


def _recall(options: argparse.Namespace, caller: Caller) -> int:
    result = caller.call(
        "recall",
        {
            "text": options.text,
            "site": options.site,
            "conversation_id": options.conversation,
            "project": options.project,
            "limit": options.limit,
            "budget_tokens": options.budget,
            "deadline_ms": _DEADLINE_MS,
        },
    )
    if options.json:
        print_json(result)
        return 0
    recalled = as_json(result)
    if not recalled["memories"]:
        why = recalled["skipped"] or "no memory fits"
        print(f"The message would leave as it is ({why}).")
        return 0
    print(clean(recalled["context"].strip("\n")))
    print()
    print_table(
        [
            [
                memory["id"],
                f"{memory['score']:.2f}",
                *(f"{memory['signals'][name]:.2f}" for name in _SIGNALS),
                memory["text"],
            ]
            for memory in recalled["memories"]
        ],
        ["memory", "score", *_SIGNALS, "text"],
    )
    print(f"({recalled['mode']}, {recalled['took_ms']:.1f} ms)")
    return 0


_SIGNALS = ("semantic", "keyword", "recency", "level")
