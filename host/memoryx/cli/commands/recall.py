"""`memoryx recall`"""

from __future__ import annotations

import argparse
from typing import Any

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
    parser.add_argument("--explain", action="store_true", help="say why each came or did not")
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
    if options.explain:
        return _explain(recalled, caller)
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


#: Why a memory was left out, as the trace says it.
_LEFT_OUT = {
    "not_relevant": "has too little to do with the message",
    "out_of_context": "belongs to another context",
    "sensitive": "is sensitive, and the message does not ask for just that",
    "near_duplicate": "says the same as one that was taken",
    "over_limit": "comes after as many as a message may carry",
    "over_budget": "does not fit into the block's length",
}
_SKIPPED = {
    "empty": "The message says nothing.",
    "greeting": "A greeting needs no memory.",
    "acknowledgement": "Thanks and assent need no memory.",
    "continuation": "To go on needs no memory.",
    "no_memories": "There are no memories yet.",
}
_PARTS = {"semantic": "meaning", "keyword": "words", "recency": "newness", "level": "level"}


def _explain(recalled: dict[str, Any], caller: Caller) -> int:
    """Say of each memory that was looked at why it came or did not."""
    if recalled["skipped"]:
        print(_SKIPPED.get(recalled["skipped"], recalled["skipped"]))
        return 0
    log = as_json(caller.call("recall.log", {"limit": 1}))["items"][0]
    by = {"bm25": "words alone", "hybrid": "meaning and words"}.get(recalled["mode"], "nothing")
    print(f"Compared by {by}.")
    for memory in log["memories"]:
        signals = memory["signals"]
        if memory["why"] == ["pinned"]:
            why = "is pinned, so it comes with every message it fits"
        else:
            parts = [f"{word} {signals[name]:.2f}" for name, word in _PARTS.items()]
            why = f"scores {memory['score']:.2f}: {', '.join(parts)}"
        print(f"  ✓ {clean(memory['text'])}\n      {why}")
    for dropped in log["dropped"]:
        text = clean(dropped["text"]) if dropped["text"] else dropped["id"]
        sure = f" ({dropped['relevance']:.0%} likely to matter)" if dropped["relevance"] else ""
        print(f"  ✗ {text}\n      {_LEFT_OUT.get(dropped['why'], dropped['why'])}{sure}")
    return 0


_SIGNALS = ("semantic", "keyword", "recency", "level")
