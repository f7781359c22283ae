"""`memoryx call`"""

from __future__ import annotations

import argparse
import json
import sys

from memoryx.cli.caller import Caller
from memoryx.cli.options import Groups, command
from memoryx.cli.output import print_json
from memoryx.errors import InvalidParams


def add(groups: Groups) -> None:
    """Add the parser."""
    parser = command(groups, "call", _call, "call any method of the contract", json=False)
    parser.add_argument("method", metavar="METHOD", help="for example memories.list")
    parser.add_argument(
        "params", metavar="JSON", nargs="?", default="{}", help="the params; - reads them"
    )
    # The result is JSON in any case; who always adds --json need not know that.
    parser.add_argument("--json", action="store_true", help=argparse.SUPPRESS)


def _call(options: argparse.Namespace, caller: Caller) -> int:
    text = sys.stdin.read() if options.params == "-" else options.params
    try:
        params = json.loads(text)
    except ValueError as error:
        raise InvalidParams(f"the params are not JSON: {error}") from error
    print_json(caller.request(options.method, params))
    return 0
