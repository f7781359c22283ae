"""Where things are kept."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs

#: Written by the installer into the private environment, so that every program started from it
#: uses the same folder. One JSON object with ``home``.
INSTALL_RECORD = "memoryx-install.json"


@dataclass(frozen=True, slots=True)
class Paths:
    """The files of one MemoryX home."""

    home: Path

    @property
    def database(self) -> Path:
        """The memory database."""
        return self.home / "memoryx.sqlite3"

    @property
    def config(self) -> Path:
        """The settings."""
        return self.home / "config.toml"

    @property
    def uploads(self) -> Path:
        """The folder of files that a person picked, until they are imported."""
        return self.home / "uploads"

    @property
    def exports(self) -> Path:
        """The folder of exports that are being read."""
        return self.home / "exports"

    @property
    def cache(self) -> Path:
        """The folder of what can be made anew."""
        return self.home / "cache"

    @property
    def embedding_model(self) -> Path:
        """The folder of the embedding model that was downloaded."""
        return self.home / "models" / "multilingual-e5-small"

    @property
    def log(self) -> Path:
        """The host's log."""
        return self.home / "logs" / "host.log"


def find_paths(environ: Mapping[str, str]) -> Paths:
    """Return the paths in force.

    ``MEMORYX_HOME`` goes first, then what the installer recorded, then the system's folder for
    a user's data.
    """
    if given := environ.get("MEMORYX_HOME"):
        return Paths(Path(given).expanduser().absolute())
    record = Path(sys.prefix) / INSTALL_RECORD
    if record.is_file():
        return Paths(Path(json.loads(record.read_text(encoding="utf-8"))["home"]))
    return Paths(Path(platformdirs.user_data_dir("memoryx", appauthor=False)))
