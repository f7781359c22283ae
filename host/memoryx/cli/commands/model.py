"""`memoryx model …`: the chat model that extracts memories, its key, and what it was asked."""

from __future__ import annotations

import argparse
import getpass
import sys
from typing import Any

from memoryx.cli.caller import Caller, as_json
from memoryx.cli.commands import embedding
from memoryx.cli.options import Groups, command, group, paged, print_more
from memoryx.cli.output import minute, print_fields, print_json, print_table
from memoryx.errors import InvalidParams

_SECRETS = {"llm": "llm.api_key", "embedding": "embedding.api_key"}


def add(groups: Groups) -> None:
    """Add the parsers."""
    own = group(groups, "model", "the chat model, its key, and what was asked of it")
    command(own, "presets", _presets, "list endpoints that are known")
    parser = command(own, "use", _use, "use an endpoint and a model")
    parser.add_argument("base_url", metavar="BASE_URL", help="or a preset's name")
    parser.add_argument("model", metavar="MODEL", nargs="?", help="default: the preset's")
    command(own, "off", _off, "use no model: rules take what is said outright")
    command(own, "test", _test, "ask the model for a word")
    _key(own, "set-key", _set_key, "keep a key in the system's keyring; it is read, not shown")
    _key(own, "delete-key", _delete_key, "remove a key from the keyring")
    _key(own, "key-status", _key_status, "tell whether there is a key, and where")
    embedding.add(own)
    paged(command(own, "log", _log, "list what has left this machine for an endpoint"))


def _key(own: Groups, name: str, run: Any, text: str) -> None:
    parser = command(own, name, run, text)
    parser.add_argument("--for", dest="secret", choices=sorted(_SECRETS), default="llm")


def _presets(options: argparse.Namespace, caller: Caller) -> int:
    result = caller.call("llm.presets", {})
    if options.json:
        print_json(result)
        return 0
    print_table(
        [
            [p["name"], p["base_url"], p["model"], "key" if p["needs_key"] else "no key"]
            for p in as_json(result)["items"]
        ],
        ["name", "address", "model", ""],
    )
    return 0


def _use(options: argparse.Namespace, caller: Caller) -> int:
    presets = as_json(caller.call("llm.presets", {}))["items"]
    known = next((p for p in presets if p["name"].lower() == options.base_url.lower()), None)
    model = options.model or (known["model"] if known else None)
    if model is None:
        raise InvalidParams(
            f"{options.base_url!r} is no preset, so the model's name is needed",
            remedy="`memoryx model presets` lists the presets.",
        )
    values = {
        "llm.base_url": known["base_url"] if known else options.base_url,
        "llm.model": model,
        "llm.enabled": True,
    }
    result = caller.call("settings.set", {"values": values})
    if options.json:
        print_json(result)
        return 0
    print(f"Memories are extracted by {model} at {values['llm.base_url']} from now on.")
    print("Next: `memoryx model set-key` if it needs a key, then `memoryx model test`.")
    return 0


def _off(options: argparse.Namespace, caller: Caller) -> int:
    result = caller.call("settings.set", {"values": {"llm.enabled": False}})
    if options.json:
        print_json(result)
    else:
        print("No model is used from now on.")
    return 0


def _test(options: argparse.Namespace, caller: Caller) -> int:
    result = caller.call("llm.test", {})
    tested = as_json(result)
    if options.json:
        print_json(result)
    elif tested["error"] is None:
        print(f"The model answers ({tested['took_ms']:.0f} ms).")
    else:
        print(f"{tested['status']}: {tested['error']['message']}")
        print(f"  → {tested['error']['remedy']}")
    return 0 if tested["error"] is None else 1


def _set_key(options: argparse.Namespace, caller: Caller) -> int:
    # Never as an argument: those are seen by other programs and kept in a shell's history.
    asked = sys.stdin.isatty()
    value = getpass.getpass("Key: ") if asked else sys.stdin.readline()
    result = caller.call("secrets.set", {"name": _SECRETS[options.secret], "value": value.strip()})
    if options.json:
        print_json(result)
    else:
        print("The key is in the system's keyring.")
    return 0


def _delete_key(options: argparse.Namespace, caller: Caller) -> int:
    return _tell_key(options, caller, "secrets.delete")


def _key_status(options: argparse.Namespace, caller: Caller) -> int:
    return _tell_key(options, caller, "secrets.status")


def _tell_key(options: argparse.Namespace, caller: Caller, method: str) -> int:
    result = caller.call(method, {"name": _SECRETS[options.secret]})
    if options.json:
        print_json(result)
        return 0
    status = as_json(result)
    print_fields([(status["name"], f"in the {status['where']}" if status["stored"] else "none")])
    return 0


def _log(options: argparse.Namespace, caller: Caller) -> int:
    result = caller.call("outbound.log", {"limit": options.limit, "cursor": options.cursor})
    if options.json:
        print_json(result)
        return 0
    page = as_json(result)
    if not page["items"]:
        print("Nothing has left this machine for an endpoint.")
    print_table(
        [
            [
                minute(item["at"]),
                item["endpoint"],
                item["purpose"],
                str(item["tokens"]),
                item["status"],
                item["conversation"] or "",
            ]
            for item in page["items"]
        ],
        ["at", "endpoint", "purpose", "tokens", "status", "conversation"],
    )
    print_more(page, len(page["items"]))
    return 0
