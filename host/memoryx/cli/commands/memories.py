"""`memoryx memories …` and `memoryx remember`"""

from __future__ import annotations

import argparse
from typing import Any

from memoryx.cli.caller import Caller, as_json
from memoryx.cli.options import Groups, command, confirm, group, paged, print_more
from memoryx.cli.output import clean, day, minute, print_fields, print_json, print_table
from memoryx.errors import InvalidParams

_TYPES = "skill, preference, objective or context"
_LEVELS = "session, project or user"


def add(groups: Groups) -> None:
    """Add the parsers."""
    own = group(groups, "memories", "see, add, correct and remove memories")
    parser = command(own, "list", _list, "list memories, the newest change first")
    parser.add_argument("--query", "-q", metavar="TEXT", help="only those with this text")
    parser.add_argument("--type", help=_TYPES)
    parser.add_argument("--status", help="active, suspended, expired, superseded or pending")
    parser.add_argument("--project", help="a project's name or id")
    parser.add_argument("--level", help=_LEVELS)
    parser.add_argument("--site", help="chatgpt, claude or gemini")
    parser.add_argument("--source", metavar="ID", help="only those from this conversation")
    parser.add_argument(
        "--sensitive", action=argparse.BooleanOptionalAction, help="only sensitive ones, or none"
    )
    paged(parser)
    parser = command(own, "add", _add, "add a memory, which comes when a message is about it")
    parser.add_argument("text", metavar="TEXT")
    _fields(parser)
    parser = command(groups, "remember", _remember, "add a memory that comes first in new chats")
    parser.add_argument("text", metavar="TEXT")
    _named(own, "show", _show, "show a memory")
    parser = _named(own, "edit", _edit, "change what is given of a memory")
    parser.add_argument("--text", metavar="TEXT")
    _fields(parser)
    parser.add_argument("--sensitive", action=argparse.BooleanOptionalAction, help="mark it or not")
    _named(own, "suspend", _change("memories.suspend"), "keep a memory out of messages")
    _named(own, "restore", _change("memories.restore"), "bring a memory back into messages")
    parser = _named(own, "revert", _revert, "go back to an earlier version")
    parser.add_argument("version", type=int, metavar="VERSION")
    paged(_named(own, "history", _history, "show a memory's versions, the newest first"))
    parser = _named(own, "delete", _delete, "delete a memory for good")
    parser.add_argument("--yes", action="store_true", help="do not ask")


def _named(own: Groups, name: str, run: Any, text: str) -> Any:
    parser = command(own, name, run, text)
    parser.add_argument("id", metavar="ID", help="the memory's id, as `memories list` shows it")
    return parser


def _fields(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--type", help=_TYPES)
    parser.add_argument(
        "--category", help="preference, personal, plan, activity, health, professional or other"
    )
    parser.add_argument("--level", help=_LEVELS)
    parser.add_argument("--project", help="a project's name; made when there is none")
    parser.add_argument("--key", help="a newer memory of the same key replaces this one")
    parser.add_argument("--tag", action="append", dest="tags", metavar="TAG", help="repeatable")
    parser.add_argument(
        "--keyword", action="append", dest="keywords", metavar="WORD", help="repeatable"
    )
    parser.add_argument(
        "--pinned", action=argparse.BooleanOptionalAction, help="always in messages, or not"
    )
    parser.add_argument("--expires", dest="expires_at", metavar="TIME", help="RFC 3339")


_FIELD_NAMES = (
    "text", "type", "category", "level", "project", "key", "tags", "keywords", "pinned",
    "expires_at",
)  # fmt: skip


def _list(options: argparse.Namespace, caller: Caller) -> int:
    names = (
        "query", "type", "status", "project", "level", "site", "source", "sensitive", "limit",
        "cursor",
    )  # fmt: skip
    result = caller.call("memories.list", {name: getattr(options, name) for name in names})
    if options.json:
        print_json(result)
        return 0
    page = as_json(result)
    if not page["items"]:
        print("No memories." if not page["total"] else "No more memories.")
    print_table(
        [
            [
                memory["id"],
                memory["type"],
                memory["status"] + (" · pinned" if memory["pinned"] else ""),
                day(memory["valid_from"]),
                memory["text"],
            ]
            for memory in page["items"]
        ],
        ["id", "type", "status", "said", "text"],
    )
    print_more(page, len(page["items"]))
    return 0


def _add(options: argparse.Namespace, caller: Caller) -> int:
    return _create(options, caller, {name: getattr(options, name) for name in _FIELD_NAMES})


def _remember(options: argparse.Namespace, caller: Caller) -> int:
    return _create(options, caller, {"text": options.text, "pinned": True})


def _create(options: argparse.Namespace, caller: Caller, params: dict[str, Any]) -> int:
    result = caller.call("memories.create", params)
    if options.json:
        print_json(result)
        return 0
    created = as_json(result)
    words = {
        "add": "Remembered",
        "update": "Updated",
        "noop": "Known already",
    }
    print(f"{words[created['decision']]}: {clean(created['memory']['text'])}")
    print(created["memory"]["id"])
    return 0


def _show(options: argparse.Namespace, caller: Caller) -> int:
    return _print_memory(options, caller, "memories.get", {"id": options.id})


def _edit(options: argparse.Namespace, caller: Caller) -> int:
    names = (*_FIELD_NAMES, "sensitive")
    changes = {n: getattr(options, n) for n in names if getattr(options, n) is not None}
    if not changes:
        raise InvalidParams("nothing to change was given", remedy="Say for example --text TEXT.")
    return _print_memory(options, caller, "memories.update", {"id": options.id, **changes})


def _change(method: str) -> Any:
    def run(options: argparse.Namespace, caller: Caller) -> int:
        return _print_memory(options, caller, method, {"id": options.id})

    return run


def _revert(options: argparse.Namespace, caller: Caller) -> int:
    params = {"id": options.id, "version": options.version}
    return _print_memory(options, caller, "memories.revert", params)


def _history(options: argparse.Namespace, caller: Caller) -> int:
    result = caller.call(
        "memories.history",
        {"id": options.id, "limit": options.limit, "cursor": options.cursor},
    )
    if options.json:
        print_json(result)
        return 0
    page = as_json(result)
    print_table(
        [
            [str(v["version"]), minute(v["at"]), v["actor"], v["reason"], v["text"]]
            for v in page["versions"]
        ],
        ["version", "at", "by", "why", "text"],
    )
    print_more(page, len(page["versions"]))
    return 0


def _delete(options: argparse.Namespace, caller: Caller) -> int:
    memory = as_json(caller.call("memories.get", {"id": options.id}))["memory"]
    confirm(f"Delete “{clean(memory['text'])}” for good?", given=options.yes)
    result = caller.call("memories.delete", {"id": options.id})
    if options.json:
        print_json(result)
    else:
        print("Deleted.")
    return 0


def _print_memory(
    options: argparse.Namespace, caller: Caller, method: str, params: dict[str, Any]
) -> int:
    result = caller.call(method, params)
    if options.json:
        print_json(result)
        return 0
    memory = as_json(result)["memory"]
    source = memory["source"]
    print_fields(
        [
            ("text", memory["text"]),
            ("short", memory["compact_text"]),
            ("id", memory["id"]),
            ("status", memory["status"] + (", pinned" if memory["pinned"] else "")),
            ("type", f"{memory['type']}, {memory['category']}"),
            ("level", memory["level"]),
            ("project", memory["project"]),
            ("key", memory["key"]),
            ("tags", memory["tags"]),
            ("keywords", memory["keywords"]),
            ("context", memory["context_tags"]),
            ("sensitive", "yes" if memory["sensitive"] else ""),
            ("confidence", f"{memory['confidence']:.2f}" + _inferred(memory)),
            ("said", minute(memory["valid_from"])),
            ("changed", f"{minute(memory['updated_at'])}, version {memory['version']}"),
            ("expires", minute(memory["expires_at"])),
            ("used", f"{memory['usage_count']} times {minute(memory['last_used_at'])}".rstrip()),
            ("origin", memory["origin"]),
            ("conversation", source["conversation"]),
            ("address", source["url"]),
        ]
    )
    return 0


def _inferred(memory: dict[str, Any]) -> str:
    return ", inferred" if memory["inferred"] else ""
