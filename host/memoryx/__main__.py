"""The entry points: ``memoryx …`` and the native messaging host."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line; ``memoryx host`` serves a browser."""
    if len(sys.argv) > 1 and sys.argv[1] == "host":
        return host(sys.argv[2:])
    from memoryx.cli import main as cli  # not for the host: its start is on the send path

    return cli(sys.argv[1:])


def host(arguments: list[str] | None = None) -> int:
    """Serve a browser on standard input and output.

    The first thing of all is to take the two over: from then on nothing can print into a frame.
    """
    from memoryx.stdio import take_over  # before every other import, on purpose

    frames_in, frames_out = take_over()
    from memoryx.app import run_host  # after the take-over, on purpose

    return run_host(frames_in, frames_out, sys.argv[1:] if arguments is None else arguments)


if __name__ == "__main__":
    sys.exit(main())
