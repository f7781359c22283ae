"""Reading the command line, running a command, telling what went wrong.

Exit codes: 0 done, 1 it did not work, 2 it was asked wrongly, 130 interrupted.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from memoryx import __version__
from memoryx.cli import commands
from memoryx.cli.caller import Caller
from memoryx.errors import InvalidParams, InvalidRequest, MemoryXError, UnknownMethod

FAILED = 1
USAGE = 2
INTERRUPTED = 130

_USAGE_ERRORS = (InvalidParams, InvalidRequest, UnknownMethod)


def main(arguments: Sequence[str]) -> int:
    """Run one command and return the exit code."""
    for stream in (sys.stdout, sys.stderr):
        # Text is Chinese as often as not; a console with an old code page must not end us.
        stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]  # text streams of this process
    options = parser().parse_args(arguments)
    if not hasattr(options, "run"):
        options.parser.print_help()
        return USAGE
    try:
        with Caller(os.environ) as caller:
            code: int = options.run(options, caller)
            sys.stdout.flush()
            return code
    except MemoryXError as error:
        print(f"memoryx: {error}", file=sys.stderr)
        if error.remedy:
            print(f"  → {error.remedy}", file=sys.stderr)
        return USAGE if isinstance(error, _USAGE_ERRORS) else FAILED
    except BrokenPipeError:
        # Whoever read our output has seen enough, as `head` does. The interpreter would
        # otherwise try to write the rest at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED


def parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    top = argparse.ArgumentParser(
        prog="memoryx",
        description="One long-term memory across ChatGPT, Claude and Gemini, on your own machine.",
    )
    top.add_argument("--version", action="version", version=f"memoryx {__version__}")
    top.set_defaults(parser=top)
    groups = top.add_subparsers(metavar="COMMAND", title="commands")
    commands.add_all(groups)
    groups.add_parser("host", help="serve a browser (the browser starts this)")
    return top
