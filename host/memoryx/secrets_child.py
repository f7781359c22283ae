"""Talks to the system's keyring, in a process of its own that can be killed.

A locked keyring can block for ever, and its libraries print, start daemons and keep pipes open.
So this file runs alone, by its path: it imports nothing of ours. It reads one JSON object from
standard input and writes one to standard output; a secret is never in its arguments.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

_SERVICE = "memoryx"
_NO_STORE = ("keyring.backends.fail", "keyring.backends.null")


class NoKeyring(Exception):
    """There is no keyring on this system that a key may be given to."""


def main() -> int:
    """Serve one request."""
    request = json.loads(sys.stdin.buffer.read())
    # From here on nothing may print into our answer, or hold its pipe open after our end.
    answer_fd = os.dup(1)
    with open(os.devnull, "r+b") as nothing:  # noqa: PTH123 - pathlib knows no descriptors
        for descriptor in (0, 1, 2):
            os.dup2(nothing.fileno(), descriptor)
    try:
        answer = {"value": _serve(**request)}
    except Exception as error:  # noqa: BLE001 - any backend may raise anything: it is told
        answer = {"error": type(error).__name__}
    os.write(answer_fd, json.dumps(answer).encode())
    return 0


def _serve(action: str, name: str, value: str | None = None) -> str | None:
    import keyring.core

    backend = _backend(keyring)
    if action == "set":
        backend.set_password(_SERVICE, name, value)
        if backend.get_password(_SERVICE, name) != value:
            raise RuntimeError("the keyring forgot what it was given")
        return None
    found: str | None = backend.get_password(_SERVICE, name)
    if action == "delete" and found is not None:
        backend.delete_password(_SERVICE, name)
    return found if action == "get" else None


def _backend(keyring: Any) -> Any:
    """Return the keyring to use; a weak one only where the person has chosen it."""
    chosen = keyring.core.load_env() or keyring.core.load_config()
    backend = chosen or keyring.get_keyring()
    # A chain of keyrings stores in its first one, and is itself always recommended.
    first = next(iter(getattr(backend, "backends", ())), backend)
    if type(first).__module__.startswith(_NO_STORE):
        raise NoKeyring
    if chosen is None and first.priority < 1:
        raise NoKeyring
    return backend


if __name__ == "__main__":
    sys.exit(main())
