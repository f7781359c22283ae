"""The private virtual environment: made, filled, and made anew when it is broken."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from memoryx.installing.problems import InstallProblem
from memoryx.installing.systems import System

#: Lies in an environment until everything in it has been seen to work.
_UNFINISHED = "memoryx-unfinished"
_TAIL_LINES = 15
_QUERY = "import sys; print('%d.%d' % sys.version_info[:2])"

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Environment:
    """A virtual environment in ``folder``; what its programs print goes to ``log``."""

    folder: Path
    log: Path
    system: System

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return Path(self.system.interpreter(self.folder))

    def prepare(self, say: Say) -> None:
        """Make the environment when there is none that works; raises InstallProblem."""
        if self._usable():
            say("Updating the private Python environment")
        else:
            if self.folder.exists():
                say("Making the private Python environment anew: the old one is incomplete")
                self._remove()
            else:
                say("Making a private Python environment")
            self._make()
        self._mark.touch()

    def install(self, checkout: Path, progress: Say) -> None:
        """Install MemoryX from a checkout with what it needs; raises InstallProblem."""
        command = [
            str(self.python), "-I", "-m", "pip", "install", "--no-input",
            "--disable-pip-version-check", "--no-warn-script-location", "--progress-bar=off",
            "--upgrade", "--upgrade-strategy=only-if-needed", str(checkout),
        ]  # fmt: skip
        code = self._logged(command, progress)
        if code:
            tail = self.log.read_text(encoding="utf-8", errors="replace").splitlines()
            raise InstallProblem(
                f"pip could not install MemoryX (exit code {code}). The end of its log:\n  "
                + "\n  ".join(tail[-_TAIL_LINES:]),
                remedy="Check the network (packages come from PyPI, or from where pip is set to "
                f"look) and start the installer again. The whole log: {self.log}",
            )

    def finished(self) -> None:
        """Note that everything works: the next installation may build upon it."""
        self._mark.unlink(missing_ok=True)

    @property
    def _mark(self) -> Path:
        return self.folder / _UNFINISHED

    def _usable(self) -> bool:
        """Whether there is a finished environment of the same Python version that starts."""
        if self._mark.exists() or not self.python.exists():
            return False
        try:
            asked = subprocess.run(
                [str(self.python), "-I", "-c", _QUERY],
                capture_output=True, text=True, timeout=60, check=False, stdin=subprocess.DEVNULL,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired):
            return False
        return asked.stdout.strip() == f"{sys.version_info[0]}.{sys.version_info[1]}"

    def _make(self) -> None:
        done = subprocess.run(
            [sys.executable, "-I", "-m", "venv", str(self.folder)],
            capture_output=True, text=True, errors="replace", check=False,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
        if not done.returncode:
            return
        self._remove()
        said = (done.stdout + done.stderr).strip()
        if "ensurepip" in said:
            version = f"{sys.version_info[0]}.{sys.version_info[1]}"
            raise InstallProblem(
                "this Python has no ensurepip, so it cannot make a private environment",
                remedy=f"On Debian and Ubuntu: sudo apt install python{version}-venv\n"
                "Then start the installer again.",
            )
        raise InstallProblem(
            f"the private environment cannot be made in {self.folder}: {said[-1500:]}",
            remedy="Check free disk space and the folder's permissions, or choose another folder "
            "with --prefix.",
        )

    def _remove(self) -> None:
        try:
            shutil.rmtree(self.folder)
        except FileNotFoundError:
            return
        except OSError as error:
            raise InstallProblem(
                f"the old environment cannot be removed: {error}",
                remedy="Close the browser, which may still run it, and start the installer again.",
            ) from error

    def _logged(self, command: Sequence[str], progress: Say) -> int:
        """Run with all output in the log, telling the lines that say how far it is."""
        with self.log.open("w", encoding="utf-8") as log:
            log.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')} {' '.join(command)}\n")
            log.flush()
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
            assert process.stdout is not None
            with process:
                _follow(process.stdout, log, progress)
            return process.returncode


def _follow(output: IO[str], log: IO[str], progress: Say) -> None:
    for line in output:
        log.write(line)
        log.flush()
        words = line.split()
        if words[:1] == ["Downloading"] and len(words) > 1:
            progress(f"downloading {words[1].rsplit('/', 1)[-1]} {' '.join(words[2:])}".rstrip())
        elif words[:1] == ["Collecting"] and len(words) > 1:
            progress(f"collecting {words[1]}")
        elif line.startswith("Installing collected packages"):
            progress(f"installing {len(line.split(':', 1)[-1].split(','))} packages")
