"""What the installer prints."""

from __future__ import annotations

import shutil
import sys
import time


class Screen:
    """Numbered steps, with one line below a step that shows how far it is on a terminal."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._terminal = sys.stdout.isatty()
        self._transient = False

    def step(self, text: str) -> None:
        """Say what happens now."""
        self._clear()
        print(f"[{self.seconds:4.0f} s] {text}", flush=True)

    def line(self, text: str = "") -> None:
        """Say something that stays."""
        self._clear()
        print(text, flush=True)

    def progress(self, text: str) -> None:
        """Say how far it is, on one line of a terminal; elsewhere only what takes its time."""
        if self._terminal:
            width = shutil.get_terminal_size().columns - 10
            print(f"\r\x1b[K         {text[:width]}", end="", flush=True)
            self._transient = True
        elif not text.startswith(("collecting", "downloading")) or "MB)" in text:
            print(f"         {text} …", flush=True)

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self._began

    def _clear(self) -> None:
        if self._transient:
            print("\r\x1b[K", end="")
            self._transient = False
