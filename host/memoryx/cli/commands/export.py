"""`memoryx export`"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from memoryx.cli.caller import Caller
from memoryx.cli.options import Groups, command
from memoryx.cli.writing import written


def add(groups: Groups) -> None:
    """Add the parser."""
    parser = command(
        groups, "export", _export, "write out all memories and conversations", json=False
    )
    parser.add_argument(
        "--format",
        choices=("json", "markdown"),
        default="json",
        help="json can be imported again, markdown is to be read (default json)",
    )
    parser.add_argument("--output", "-o", metavar="FILE", help="write into a file instead")


def _export(options: argparse.Namespace, caller: Caller) -> int:
    services = caller.services
    from memoryx.handlers.data import document  # heavy, as the services are

    pieces = document(services, options.format)
    if options.output is None:
        for piece in pieces:
            sys.stdout.write(piece)
        return 0
    with written(Path(options.output)) as stream:
        for piece in pieces:
            stream.write(piece)
    print(f"Written: {options.output}")
    return 0
