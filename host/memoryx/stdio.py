"""Keeping standard input and output for frames alone.

Imported before everything else by the host, so it imports nothing that could print.
"""

from __future__ import annotations

import os
import sys


def take_over() -> tuple[int, int]:
    """Take file descriptors 0 and 1 away from the process; return their duplicates.

    Afterwards whatever is printed, by us, a library or a child process, goes to standard error,
    and whatever reads standard input finds its end. The duplicates are not inherited: a child
    that held one would hide the pipe's end from us or from the browser.
    """
    frames_in, frames_out = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    try:
        os.fstat(2)
    except OSError:
        os.dup2(nothing, 2)  # no standard error, as under pythonw or some launchers
    os.dup2(2, 1)
    os.close(nothing)
    if sys.platform == "win32":
        import msvcrt  # exists on Windows only

        msvcrt.setmode(frames_in, os.O_BINARY)
        msvcrt.setmode(frames_out, os.O_BINARY)
    return frames_in, frames_out
