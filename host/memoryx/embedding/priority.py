"""What is embedded in the background gives way to everything else on the machine."""

from __future__ import annotations

import os
import threading
from typing import Final

_LOWEST: Final = 19
_threads = threading.local()


def yield_to_others() -> None:
    """Lower the calling thread's priority for good, where threads have one of their own."""
    if getattr(_threads, "lowered", False):
        return
    _threads.lowered = True
    # On Linux a priority belongs to a thread; elsewhere it would slow the whole process.
    if hasattr(os, "setpriority") and os.uname().sysname == "Linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _LOWEST)
