"""`memoryx conversations …`"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from memoryx.cli.caller import Caller, as_json
from memoryx.cli.naming import conversation_name
from memoryx.cli.options import Groups, command, confirm, group, paged, print_more
from memoryx.cli.output import clean, minute, print_json, print_table
from memoryx.cli.writing import written

_NAME_HELP = "the conversation's id, or SITE:ID with the site's own id"


def add(groups: Groups) -> None:
    """Add the parsers."""
    own = group(groups, "conversations", "see, export and remove saved conversations")
    parser = command(own, "list", _list, "list conversations, the newest change first")
    parser.add_argument("--query", "-q", metavar="TEXT", help="only those with this text")
    parser.add_argument("--site", help="chatgpt, claude or gemini")
    parser.add_argument("--project", help="a project's name or id")
    paged(parser)
    paged(_named(own, "show", _show, "show a conversation's turns"))
    parser = _named(own, "markdown", _markdown, "print a whole conversation as Markdown")
    parser.add_argument("--output", "-o", metavar="FILE", help="write into a file instead")
    parser.add_argument("--start", type=int, metavar="N", help="from this character on (--json)")
    parser.add_argument("--end", type=int, metavar="N", help="up to this character (--json)")
    parser = _named(own, "extract", _extract, "take memories from a conversation now")
    parser.add_argument(
        "--mode", default="manual", help="manual (default: takes more) or auto, as by itself"
    )
    parser = _named(own, "handoff", _handoff, "print a brief for another assistant")
    parser.add_argument("--language", help="en, zh or zh-Hant; default: the conversation's")
    parser = command(own, "undo", _undo, "take back what one extraction did")
    parser.add_argument("batch", metavar="BATCH", help="as `extract` printed it")
    parser = _named(own, "delete", _delete, "delete a conversation for good")
    parser.add_argument(
        "--memories",
        default="keep",
        help="keep (default) or suspend the memories that came from it",
    )
    parser.add_argument("--yes", action="store_true", help="do not ask")


def _named(own: Groups, name: str, run: Any, text: str) -> Any:
    parser = command(own, name, run, text)
    parser.add_argument("name", metavar="CONVERSATION", help=_NAME_HELP)
    parser.add_argument("--account", help="the site's account, where there are several")
    return parser


def _list(options: argparse.Namespace, caller: Caller) -> int:
    names = ("query", "site", "project", "limit", "cursor")
    result = caller.call("conversations.list", {name: getattr(options, name) for name in names})
    if options.json:
        print_json(result)
        return 0
    page = as_json(result)
    if not page["items"]:
        print("No conversations.")
    print_table(
        [
            [
                item["id"],
                item["site"],
                minute(item["updated_at"]),
                f"{item['extracted']}/{item['turns']}",
                item["title"] or "(no title)",
            ]
            for item in page["items"]
        ],
        ["id", "site", "changed", "turns", "title"],
    )
    print_more(page, len(page["items"]))
    return 0


def _show(options: argparse.Namespace, caller: Caller) -> int:
    result = caller.call(
        "conversations.get",
        {**conversation_name(options), "limit": options.limit, "cursor": options.cursor},
    )
    if options.json:
        print_json(result)
        return 0
    page = as_json(result)
    item = page["conversation"]
    print(clean(f"{item['title'] or '(no title)'} · {item['site']} · {item['url']}"))
    for turn in page["turns"]:
        gap = "\n(turns are missing here)" if turn["gap_before"] else ""
        print(f"{gap}\n#{turn['index']} {turn['role']} {minute(turn['created_at'])}".rstrip())
        print(clean(turn["markdown"]))
    print_more(page, len(page["turns"]))
    return 0


def _markdown(options: argparse.Namespace, caller: Caller) -> int:
    name = conversation_name(options)
    if options.json:
        given = options.start is not None or options.end is not None
        length = sys.maxsize if options.end is None else options.end
        piece = {"start": options.start or 0, "end": length} if given else None
        print_json(caller.call("conversations.markdown", {**name, "range": piece}))
        return 0
    pieces: list[str] = []
    start = 0
    while True:
        whole = {"start": start, "end": sys.maxsize}
        result = as_json(caller.call("conversations.markdown", {**name, "range": whole}))
        pieces.append(result["markdown"])
        start += len(result["markdown"])
        if start >= result["length"] or not result["markdown"]:
            break
    text = "".join(pieces)
    if options.output:
        with written(Path(options.output)) as stream:
            stream.write(text)
    else:
        print(clean(text))
    return 0


def _extract(options: argparse.Namespace, caller: Caller) -> int:
    result = caller.call(
        "conversations.extract", {**conversation_name(options), "mode": options.mode}
    )
    if options.json:
        print_json(result)
        return 0
    done = as_json(result)
    print(
        f"{done['added']} added, {done['updated']} updated, {done['unchanged']} known already, "
        f"{done['proposed']} to be settled ({done['extractor']}, turns {done['from_index']} to "
        f"{done['to_index']})"
    )
    for reason, count in done["rejected"].items():
        print(f"rejected: {count} × {reason}")
    memories = [
        as_json(caller.call("memories.get", {"id": id_}))["memory"] for id_ in done["memories"]
    ]
    print_table([[memory["id"], memory["type"], memory["text"]] for memory in memories])
    if done["batch"]:
        print(f"To take this back: memoryx conversations undo {done['batch']}")
    return 0


def _handoff(options: argparse.Namespace, caller: Caller) -> int:
    result = caller.call(
        "conversations.summarize", {**conversation_name(options), "language": options.language}
    )
    if options.json:
        print_json(result)
    else:
        print(clean(as_json(result)["markdown"]))
    return 0


def _undo(options: argparse.Namespace, caller: Caller) -> int:
    result = caller.call("conversations.undo", {"batch": options.batch})
    if options.json:
        print_json(result)
    else:
        print(f"{as_json(result)['reverted']} memories put back.")
    return 0


def _delete(options: argparse.Namespace, caller: Caller) -> int:
    name = conversation_name(options)
    found = as_json(caller.call("conversations.get", {**name, "limit": 1}))["conversation"]
    title = clean(found["title"] or found["url"])
    confirm(f"Delete the saved conversation “{title}” for good?", given=options.yes)
    result = caller.call("conversations.delete", {**name, "memories": options.memories})
    if options.json:
        print_json(result)
    else:
        print(f"Deleted; {as_json(result)['suspended']} memories suspended.")
    return 0
