"""`memoryx export`"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from memoryx.cli.caller import Caller
from memoryx.cli.exporting import as_json_text, as_markdown
from memoryx.cli.options import Groups, command
from memoryx.cli.writing import written

_FORMATS = {"json": as_json_text, "markdown": as_markdown}


def add(groups: Groups) -> None:
    """Add the parser."""
    parser = command(
        groups, "export", _export, "write out all memories and conversations", json=False
    )
    parser.add_argument("--format", choices=tuple(_FORMATS), default="json")
    parser.add_argument("--output", "-o", metavar="FILE", help="write into a file instead")


def _export(options: argparse.Namespace, caller: Caller) -> int:
    pieces = _FORMATS[options.format](caller)
    if options.output is None:
        for piece in pieces:
            sys.stdout.write(piece)
        return 0
    with written(Path(options.output)) as stream:
        for piece in pieces:
            stream.write(piece)
    print(f"Written: {options.output}")
    return 0
