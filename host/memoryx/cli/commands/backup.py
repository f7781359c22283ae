"""`memoryx backup`"""

from __future__ import annotations

import argparse
from pathlib import Path

from memoryx.cli.caller import Caller
from memoryx.cli.options import Groups, command
from memoryx.cli.output import size
from memoryx.cli.writing import CannotWrite
from memoryx.errors import Conflict

_RESTORE = """\
To restore a backup: close the browser; in the data folder (`memoryx doctor` names it) delete
memoryx.sqlite3-wal and memoryx.sqlite3-shm, and copy the backup over memoryx.sqlite3."""


def add(groups: Groups) -> None:
    """Add the parser."""
    parser = command(
        groups, "backup", _backup, "copy the whole database, also while it is in use", json=False
    )
    parser.epilog = _RESTORE
    parser.add_argument("file", metavar="FILE", help="the copy to be made")
    parser.add_argument("--force", action="store_true", help="replace a file that exists")


def _backup(options: argparse.Namespace, caller: Caller) -> int:
    target = Path(options.file).absolute()
    if target.exists() and not options.force:
        raise Conflict(f"{target} exists already", remedy="Choose another name, or say --force.")
    try:
        caller.services.store.backup(target)
    except OSError as error:
        raise CannotWrite(f"{target} cannot be written: {error.strerror or error}") from error
    print(f"Written: {target} ({size(target.stat().st_size)})")
    return 0
