"""`memoryx config …`"""

from __future__ import annotations

import argparse
import json
from typing import Any

from memoryx.cli.caller import Caller, as_json
from memoryx.cli.options import Groups, command, group
from memoryx.cli.output import clean, print_json, print_table
from memoryx.errors import InvalidParams

_LIST_REMEDY = "`memoryx config list` shows the settings there are."


def add(groups: Groups) -> None:
    """Add the parsers."""
    own = group(groups, "config", "see and change settings")
    command(own, "list", _list, "list all settings; * marks those that were changed")
    _named(own, "get", _get, "print one setting")
    parser = _named(own, "set", _set, "change a setting")
    parser.add_argument("value", metavar="VALUE")
    _named(own, "unset", _unset, "put a setting back to its default")


def _named(own: Groups, name: str, run: Any, text: str) -> Any:
    parser = command(own, name, run, text)
    parser.add_argument("key", metavar="KEY", help="for example recall.limit")
    return parser


def _list(options: argparse.Namespace, caller: Caller) -> int:
    result = caller.call("settings.get", {})
    if options.json:
        print_json(result)
        return 0
    settings = as_json(result)
    properties = settings["schema"]["properties"]
    print_table(
        [
            [
                f"{key}{'' if value == properties[key].get('default') else ' *'}",
                _shown(value),
                properties[key].get("description", ""),
            ]
            for key, value in settings["values"].items()
        ]
    )
    for problem in settings["problems"]:
        print(f"! {clean(problem)}")
    return 0


def _get(options: argparse.Namespace, caller: Caller) -> int:
    result = caller.call("settings.get", {})
    values = as_json(result)["values"]
    if options.key not in values:
        raise InvalidParams(f"no such setting: {options.key}", remedy=_LIST_REMEDY)
    if options.json:
        print(json.dumps({options.key: values[options.key]}, ensure_ascii=False, indent=2))
    else:
        print(clean(_shown(values[options.key])))
    return 0


def _set(options: argparse.Namespace, caller: Caller) -> int:
    properties = as_json(caller.call("settings.get", {}))["schema"]["properties"]
    if options.key not in properties:
        raise InvalidParams(f"no such setting: {options.key}", remedy=_LIST_REMEDY)
    return _change(options, caller, _read(options.value, properties[options.key]))


def _unset(options: argparse.Namespace, caller: Caller) -> int:
    return _change(options, caller, None)


def _change(options: argparse.Namespace, caller: Caller, value: object) -> int:
    result = caller.request("settings.set", {"values": {options.key: value}})
    if options.json:
        print_json(result)
    else:
        print(f"{options.key} = {clean(_shown(as_json(result)['values'][options.key]))}")
    return 0


def _read(text: str, schema: dict[str, Any]) -> object:
    """Return what was typed as the setting's type; words stay words, also those like JSON."""
    if schema.get("type") == "string" or "enum" in schema:
        return text
    try:
        value: object = json.loads(text)
    except ValueError:
        return text  # refused with the setting's own bounds
    return value


def _shown(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
