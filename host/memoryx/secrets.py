"""API keys: in the environment, or in the system's keyring. Never in a file of ours."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal, get_args

from memoryx.errors import InvalidParams, KeyringUnavailable

_log = logging.getLogger(__name__)

SecretName = Literal["llm.api_key", "embedding.api_key"]
SECRET_NAMES: tuple[SecretName, ...] = get_args(SecretName)
Where = Literal["keyring", "environment"]
Action = Literal["get", "set", "delete"]

#: How long the keyring may take to answer, in seconds. It may be asking the person meanwhile.
LIMIT_S = 4.0
#: How long a keyring that did not answer is left alone, in seconds.
REST_S = 60.0

_CHILD = Path(__file__).with_name("secrets_child.py")

#: Asks the keyring; raises KeyringUnavailable.
Ask = Callable[[Action, SecretName, str | None], str | None]


class NoKeyring(KeyringUnavailable):
    """This system has no keyring that a key may be given to, so none can be there."""


class Secrets:
    """The keys, each read from the keyring at most once until it changes. For several threads.

    ``environment`` has the keys that the environment gives; they go before the keyring.
    ``seconds`` is a clock that only goes forward.
    """

    def __init__(
        self,
        environment: Mapping[SecretName, str],
        seconds: Callable[[], float],
        ask: Ask | None = None,
    ) -> None:
        self._environment = dict(environment)
        self._seconds = seconds
        self._ask = ask or ask_keyring
        self._lock = threading.Lock()
        self._known: dict[SecretName, str | None] = {}
        self._trouble: KeyringUnavailable | None = None
        self._trouble_until = 0.0

    @property
    def trouble(self) -> KeyringUnavailable | None:
        """Why the keyring did not answer when it was last asked; None when it did."""
        return self._trouble

    def get(self, name: SecretName) -> str | None:
        """Return a key, or None where there is none; raises KeyringUnavailable.

        May take ``LIMIT_S``: not for a thread that others wait for.
        """
        if name in self._environment:
            return self._environment[name]
        with self._lock:
            if name not in self._known:
                if self._trouble is not None and self._seconds() < self._trouble_until:
                    raise KeyringUnavailable(str(self._trouble))
                self._known[name] = self._asked("get", name, None)
            return self._known[name]

    def status(self, name: SecretName) -> Where | None:
        """Return where a key is kept, None where there is none; raises KeyringUnavailable."""
        if name in self._environment:
            return "environment"
        return "keyring" if self.get(name) is not None else None

    def set(self, name: SecretName, value: str) -> None:
        """Keep a key in the keyring; raises KeyringUnavailable, or InvalidParams for no key."""
        value = value.strip()
        if not value or not value.isascii() or not value.isprintable() or " " in value:
            raise InvalidParams(
                "value: a key has only letters, digits and signs, without spaces",
                remedy="Copy the key again, whole and alone.",
            )
        with self._lock:
            self._known.pop(name, None)
            self._asked("set", name, value)

    def delete(self, name: SecretName) -> None:
        """Take a key out of the keyring; raises KeyringUnavailable."""
        with self._lock:
            self._known.pop(name, None)
            self._asked("delete", name, None)

    def forget(self, name: SecretName) -> None:
        """Read a key anew when it is next needed: another program may have changed it."""
        with self._lock:
            self._known.pop(name, None)
            self._trouble_until = 0.0

    def _asked(self, action: Action, name: SecretName, value: str | None) -> str | None:
        try:
            found = self._ask(action, name, value)
        except KeyringUnavailable as error:
            _log.warning("keyring: %s", error)
            self._trouble = error
            self._trouble_until = self._seconds() + REST_S
            raise
        self._trouble = None
        return found


def ask_keyring(
    action: Action, name: SecretName, value: str | None, *, limit_s: float = LIMIT_S
) -> str | None:
    """Ask the system's keyring in a process of its own; raises KeyringUnavailable."""
    request = json.dumps({"action": action, "name": name, "value": value}).encode()
    try:
        ended = subprocess.run(
            [sys.executable, "-I" if sys.flags.isolated else "-P", "-X", "utf8", str(_CHILD)],
            input=request,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=limit_s,
            check=True,
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        answer = json.loads(ended.stdout)
    except subprocess.TimeoutExpired:
        raise KeyringUnavailable(f"the keyring did not answer within {limit_s:g} s") from None
    except (OSError, subprocess.CalledProcessError, ValueError) as error:
        raise KeyringUnavailable(f"the keyring failed: {type(error).__name__}") from None
    if answer.get("error") == "NoKeyring":
        raise NoKeyring("this system has no keyring that MemoryX may use")
    if "error" in answer:
        raise KeyringUnavailable(f"the keyring failed: {answer['error']}")
    found: str | None = answer["value"]
    return found


def delete_keys(ask: Ask = ask_keyring) -> list[SecretName]:
    """Take every key out of the keyring; return the names of those that were there.

    Raises KeyringUnavailable where there is a keyring that does not answer.
    """
    deleted: list[SecretName] = []
    for name in SECRET_NAMES:
        try:
            if ask("get", name, None) is None:
                continue
        except NoKeyring:
            return []
        ask("delete", name, None)
        deleted.append(name)
    return deleted
