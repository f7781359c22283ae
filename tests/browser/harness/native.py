"""How the browser finds and starts the host: a launcher and a manifest in the profile's folder."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shlex
import signal
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from tests.support.lexicon import put_lexicon

ROOT = Path(__file__).resolve().parents[3]
EXTENSION = ROOT / "extension"
NAME = "com.memoryx.host"
HOST_COMMAND = (sys.executable, "-I", "-X", "utf8", "-m", "memoryx", "host")
CHAOS = Path(__file__).with_name("chaos_host.py")


def extension_id(manifest: Path = EXTENSION / "manifest.json") -> str:
    """The id that Chromium derives from the manifest's `key`."""
    key = base64.b64decode(json.loads(manifest.read_text(encoding="utf-8"))["key"])
    return "".join(chr(ord("a") + int(digit, 16)) for digit in hashlib.sha256(key).hexdigest()[:32])


def host_environment(home: Path, settings: Mapping[str, str]) -> dict[str, str]:
    """The environment of a host whose whole world is `home`.

    `settings` are MEMORYX_* values, or others that a test needs; an empty one is unset.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MEMORYX_")}
    # A keyring may ask for a password on a screen that nobody sees.
    kept["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
    return {**kept, **settings, "MEMORYX_HOME": str(home)}


class NativeHost:
    """The host's registration in one browser profile.

    `chaos`: the browser starts `chaos_host` in front of the real host, which then does what
    `faults` says. Hosts note their process ids, so that a test ends its own and no others.
    """

    def __init__(
        self, folder: Path, profile: Path, settings: Mapping[str, str], *, chaos: bool = False
    ) -> None:
        self.home = folder / "home"
        self.home.mkdir(parents=True, exist_ok=True)
        put_lexicon(self.home)
        self.settings = dict(settings)
        self._folder = folder
        self._pids = folder / "host-pids"
        self._pids.touch()
        self.control = folder / "faults.json"
        self.control.write_text("{}", encoding="utf-8")
        self.log = folder / "chaos.log"
        self._launcher = folder / "memoryx-host"
        self._manifest = profile / "NativeMessagingHosts" / f"{NAME}.json"
        self._manifest.parent.mkdir(parents=True, exist_ok=True)
        self._write_launcher(chaos=chaos)
        self.register()

    def _write_launcher(self, *, chaos: bool) -> None:
        exports = [
            f"export {name}={shlex.quote(value)}" if value else f"unset {name}"
            for name, value in host_environment(self.home, self.settings).items()
            if name in self.settings or name.startswith(("MEMORYX_", "PYTHON_KEYRING"))
        ]
        command = [*HOST_COMMAND]
        if chaos:
            command = [sys.executable, "-I", str(CHAOS), str(self._folder), "--", *command]
        self._launcher.write_text(
            "\n".join(
                [
                    "#!/bin/sh",
                    *exports,
                    # `exec` keeps the process id, so this notes the host's own.
                    f"echo $$ >> {shlex.quote(str(self._pids))}",
                    f'exec {shlex.join(command)} "$@" 2>> {shlex.quote(str(self.stderr))}',
                    "",
                ]
            ),
            encoding="utf-8",
        )
        self._launcher.chmod(0o755)

    @property
    def stderr(self) -> Path:
        """What the hosts wrote to their standard error."""
        return self._folder / "host-stderr.log"

    def register(self) -> None:
        """Put the manifest where this profile's browser looks for it."""
        manifest = {
            "name": NAME,
            "description": "MemoryX",
            "path": str(self._launcher),
            "type": "stdio",
            "allowed_origins": [f"chrome-extension://{extension_id()}/"],
        }
        fresh = self._manifest.with_suffix(".new")
        fresh.write_text(json.dumps(manifest), encoding="utf-8")
        fresh.replace(self._manifest)

    def unregister(self) -> None:
        """Take the manifest away: for the browser the host is not installed."""
        self._manifest.unlink(missing_ok=True)

    def running(self) -> list[int]:
        """The process ids of this profile's hosts that are alive."""
        noted = {int(line) for line in self._pids.read_text().split()}
        return sorted(pid for pid in noted if _is_ours(pid))

    def starts(self) -> int:
        """How often the browser has started the host."""
        return len(self._pids.read_text().split())

    def kill(self) -> int:
        """End the running hosts at once (SIGKILL); returns how many there were."""
        running = self.running()
        for pid in running:
            _kill(pid)
        return len(running)

    def faults(self, **plan: str) -> None:
        """Set what a chaos host does with the next requests: method (dots as `_`) → fault."""
        fresh = self.control.with_suffix(".new")
        fresh.write_text(json.dumps(plan), encoding="utf-8")
        fresh.replace(self.control)

    def wait_until_ended(self, patience_s: float = 5.0) -> None:
        """Wait for the hosts to end by themselves, as they must when the browser is gone.

        Raises AssertionError, after ending them, when they do not.
        """
        ends = time.monotonic() + patience_s
        while self.running() and time.monotonic() < ends:
            time.sleep(0.05)
        left = self.kill()
        if left:
            raise AssertionError(f"{left} host(s) outlived the browser by {patience_s} s")


def _is_ours(pid: int) -> bool:
    """Whether the process still is a host of ours and not a later one with the same number."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False
    return b"memoryx" in words


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return  # it ended on its own meanwhile, which is what was wanted
