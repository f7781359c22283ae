"""The host's log: what was asked, how long it took, what went wrong; never what was said."""

from __future__ import annotations

import logging
import os
from logging.handlers import RotatingFileHandler
from pathlib import Path

_LOG_BYTES = 1_000_000
_LOG_FILES = 3


def log_to_file(path: Path) -> None:
    """Log to a file that stays small; its folder and itself are for this user alone."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handler = RotatingFileHandler(
        path, maxBytes=_LOG_BYTES, backupCount=_LOG_FILES, encoding="utf-8", delay=True
    )
    handler.setFormatter(logging.Formatter("%(asctime)s %(process)d %(levelname)s %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)


def clear_log(path: Path) -> None:
    """Empty the log, which other hosts may be writing too, and delete its older parts."""
    for older in path.parent.glob(path.name + ".*"):
        older.unlink(missing_ok=True)
    if path.exists():
        os.truncate(path, 0)
