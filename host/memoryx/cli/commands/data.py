"""`memoryx import` and `memoryx erase`"""

from __future__ import annotations

import argparse
import base64
import secrets
import sys
from pathlib import Path

from memoryx.cli.caller import Caller, as_json
from memoryx.cli.options import Groups, command, confirm
from memoryx.cli.output import clean, print_json
from memoryx.errors import InvalidParams

#: Bytes of a piece: with base64 and its envelope below the longest one that is taken.
_PIECE = 4 * 1024 * 1024
_SOURCES = ("memoryx", "chatgpt", "claude", "gemini")


def add(groups: Groups) -> None:
    """Add the parsers."""
    parser = command(groups, "import", _import, "take in an export of MemoryX or of a chat site")
    parser.add_argument("file", metavar="FILE", help="the archive, or the JSON file in it")
    parser.add_argument("--source", choices=_SOURCES, help="whose export it is (told by itself)")
    parser.add_argument(
        "--extract",
        action="store_true",
        help="also take memories from the conversations; a host does it, by the chat model if set",
    )
    parser = command(groups, "erase", _erase, "delete all memories and conversations for good")
    parser.add_argument("--yes", action="store_true", help="do not ask")


def _import(options: argparse.Namespace, caller: Caller) -> int:
    path = Path(options.file)
    services = caller.services
    from memoryx.handlers.importing import source_of  # heavy, as the services are

    upload = f"cli-{secrets.token_hex(8)}"
    try:
        _send(path, upload, caller)
        source = options.source or source_of(services.uploads.whole(upload))
        params = {"source": source, "upload": upload, "extract": options.extract or None}
        result = caller.call("data.import", params)
    finally:
        services.uploads.remove(upload)
    if options.json:
        print_json(result)
        return 0
    done = as_json(result)
    print(
        f"From {source}: {done['conversations']} conversations, {done['turns']} turns, "
        f"{done['memories']} memories, {done['projects']} projects, "
        f"{done['proposals']} proposals, {done['settings']} settings are new."
    )
    for item in done["skipped"]:
        print(f"left out: {clean(item['where'])}: {clean(item['why'])}")
    hidden = done["skipped_total"] - len(done["skipped"])
    if hidden:
        print(f"left out: {hidden} more")
    return 0


def _send(path: Path, upload: str, caller: Caller) -> None:
    """Put a file where the browser's come too, so that both go one way."""
    try:
        with path.open("rb") as stream:
            offset = 0
            while True:
                piece = stream.read(_PIECE)
                last = len(piece) < _PIECE
                data = base64.b64encode(piece).decode()
                params = {"upload": upload, "offset": offset, "data": data, "last": last}
                caller.call("uploads.put", params)
                offset += len(piece)
                if last:
                    return
    except OSError as error:
        raise InvalidParams(
            f"{path} cannot be read: {error.strerror or error}", remedy="Name a file that exists."
        ) from error


def _erase(options: argparse.Namespace, caller: Caller) -> int:
    confirm(
        "Delete all memories, conversations, projects and logs for good? Settings stay.",
        given=options.yes,
    )
    result = caller.call("data.erase", {"confirm": "delete"})
    if options.json:
        print_json(result)
        return 0
    done = as_json(result)
    print(
        f"Deleted: {done['memories']} memories, {done['conversations']} conversations with "
        f"{done['turns']} turns, {done['projects']} projects, {done['proposals']} proposals, "
        f"{done['recalls']} recalls, {done['requests']} logged requests, {done['uploads']} uploads."
    )
    if not done["overwritten"]:
        print(
            "Another program is using the database, so remains may still be in its file: close "
            "the browser and erase once more.",
            file=sys.stderr,
        )
    return 0
