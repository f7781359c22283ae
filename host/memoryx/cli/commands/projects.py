"""`memoryx projects …`"""

from __future__ import annotations

import argparse
from typing import Any

from memoryx.cli.caller import Caller, as_json
from memoryx.cli.naming import conversation_name
from memoryx.cli.options import Groups, command, group, paged, print_more
from memoryx.cli.output import clean, print_json, print_table
from memoryx.errors import NotFound


def add(groups: Groups) -> None:
    """Add the parsers."""
    own = group(groups, "projects", "keep the memories of projects apart")
    paged(command(own, "list", _list, "list projects"))
    command(own, "create", _create, "make a project").add_argument("name", metavar="NAME")
    parser = _named(own, "rename", _rename, "give a project another name")
    parser.add_argument("name", metavar="NAME")
    parser = _named(own, "delete", _delete, "remove a project; its chats stay")
    parser.add_argument(
        "--memories",
        choices=("keep", "suspend"),
        help="let its memories hold everywhere, or suspend them; without it, one that holds"
        " memories is not removed",
    )
    parser = _named(own, "assign", _assign, "put a conversation into a project")
    parser.add_argument("name", metavar="CONVERSATION", help="its id, or SITE:ID")
    parser.add_argument("--account", help="the site's account, where there are several")


def _named(own: Groups, name: str, run: Any, text: str) -> Any:
    parser = command(own, name, run, text)
    parser.add_argument("project", metavar="PROJECT", help="the project's name or id")
    return parser


def _list(options: argparse.Namespace, caller: Caller) -> int:
    result = caller.call("projects.list", {"limit": options.limit, "cursor": options.cursor})
    if options.json:
        print_json(result)
        return 0
    page = as_json(result)
    if not page["items"]:
        print("No projects.")
    print_table(
        [
            [item["id"], str(item["conversations"]), str(item["memories"]), item["name"]]
            for item in page["items"]
        ],
        ["id", "conversations", "memories", "name"],
    )
    print_more(page, len(page["items"]))
    return 0


def _create(options: argparse.Namespace, caller: Caller) -> int:
    return _print_project(options, caller, "projects.create", {"name": options.name})


def _rename(options: argparse.Namespace, caller: Caller) -> int:
    params = {"id": _find(caller, options.project), "name": options.name}
    return _print_project(options, caller, "projects.update", params)


def _assign(options: argparse.Namespace, caller: Caller) -> int:
    name = conversation_name(options)
    found = as_json(caller.call("conversations.get", {**name, "limit": 1}))["conversation"]
    params = {
        "id": _find(caller, options.project),
        "site": found["site"],
        "conversation_id": found["conversation_id"],
        "account": found["account"],
    }
    return _print_project(options, caller, "projects.assign", params)


def _delete(options: argparse.Namespace, caller: Caller) -> int:
    params = {"id": _find(caller, options.project), "memories": options.memories}
    result = caller.call("projects.delete", params)
    if options.json:
        print_json(result)
        return 0
    done = as_json(result)
    print(f"Deleted; {done['kept']} memories kept, {done['suspended']} suspended.")
    return 0


def _print_project(
    options: argparse.Namespace, caller: Caller, method: str, params: dict[str, Any]
) -> int:
    result = caller.call(method, params)
    if options.json:
        print_json(result)
        return 0
    project = as_json(result)["project"]
    print(
        f"{project['id']}  {clean(project['name'])}: {project['conversations']} conversations, "
        f"{project['memories']} memories"
    )
    return 0


def _find(caller: Caller, name: str) -> str:
    """Return the id of a project named by id or by name; raises NotFound."""
    for page in caller.pages("projects.list", {}):
        for item in page["items"]:
            if name in (item["id"], item["name"]):
                found: str = item["id"]
                return found
    raise NotFound(
        f"there is no project {name!r}", remedy="`memoryx projects list` shows those there are."
    )
