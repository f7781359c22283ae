"""`memoryx model embedding …`: the model that compares meanings."""

from __future__ import annotations

import argparse
import sys

from memoryx.cli.caller import Caller, as_json
from memoryx.cli.options import Groups, command, group
from memoryx.cli.output import clean, print_fields, print_json

_CLIENT = {"name": "memoryx", "version": "0", "browser": "none"}
_MB = 1_000_000


def add(groups: Groups) -> None:
    """Add the parsers."""
    own = group(groups, "embedding", "the model that compares meanings")
    command(own, "status", _status, "tell which model there is and how far it is")
    parser = command(own, "download", _download, "fetch the model that runs on every system")
    parser.add_argument("--from", dest="base_url", metavar="ADDRESS", help="of a mirror")
    parser.add_argument("--keep-setting", action="store_true", help="fetch it without using it")


def _status(options: argparse.Namespace, caller: Caller) -> int:
    caller.services.recaller.index.warm(anywhere=True)
    hello = caller.call("hello", {"client": _CLIENT, "protocol": 1})
    state = as_json(hello)["embedding"]
    told = [part for part in as_json(hello)["degraded"] if part["part"] == "embedding"]
    if options.json:
        print_json(hello)
        return 0
    print_fields(
        [
            ("provider", state["provider"]),
            ("model", state["model"] or "none"),
            ("status", state["status"]),
            ("memories without a vector", str(state["pending"])),
        ]
    )
    for part in told:
        print(f"{clean(part['reason'])}\n  → {clean(part['remedy'])}")
    return 0


def _download(options: argparse.Namespace, caller: Caller) -> int:
    shown = sys.stderr.isatty() and not options.json

    def progress(done: int, total: int, name: str) -> None:
        if shown:
            print(f"\r{done // _MB} of {total // _MB} MB, {name}  ", end="", file=sys.stderr)

    params = {"base_url": options.base_url, "use": not options.keep_setting}
    try:
        result = caller.call("embedding.download", params, progress)
    finally:
        if shown:
            print(file=sys.stderr)
    if options.json:
        print_json(result)
        return 0
    done = as_json(result)
    print(f"The model is in {done['path']}.")
    target = caller.services.embedding.try_now()
    if done["provider"] != "onnx":
        print("To use it: `memoryx config set embedding.provider onnx`.")
    elif target is not None:
        print(f"{clean(target.reason)}\n  → {clean(target.remedy)}")
        return 1
    else:
        print("It is used from now on; memories are embedded while a browser runs.")
    return 0
