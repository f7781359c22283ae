"""Taking an installation away: exactly what was written, and only where it is still ours."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from memoryx.installing.plan import COMMAND_MARK
from memoryx.installing.record import RECORD_FILE, Record, WrittenFile
from memoryx.installing.registry import Registry
from memoryx.installing.systems import SystemName

#: The data folder's own entries; whatever else lies there is not ours.
_DATA = (
    "cache",
    "memoryx.sqlite3",
    "memoryx.sqlite3-wal",
    "memoryx.sqlite3-shm",
    "config.toml",
    "logs",
    "uploads",
    "exports",
    "models",
)


@dataclass(slots=True)
class Removed:
    """What a removal did: paths and keys that went, and sentences about those that stay."""

    gone: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)


def remove_installation(
    record: Record, registry: Registry, system: SystemName, *, data: bool = False
) -> Removed:
    """Take away what the record names; with ``data`` also the person's data, for good.

    The private environment goes last. This program may run from it: what it still needs is
    loaded. Windows cannot delete a program that runs; there the folder is named in ``left``.
    """
    removed = Removed()
    for file in record.files:
        if file.kind != "home":
            _note(removed, file.path, remove_file(file, record.launcher))
    for key in record.keys:
        _note(removed, f"HKEY_CURRENT_USER\\{key}", remove_key(key, record.program, registry))
    _remove_tree(Path(record.extension), removed)
    program = Path(record.program)
    if record.environment is not None and system == "windows":
        removed.left.append(
            f"{record.environment} holds the running program: close the browser and delete the "
            "folder"
        )
    else:
        for file in record.files:
            if file.kind == "home":
                _note(removed, file.path, remove_file(file, record.launcher))
        if record.environment is not None:
            _remove_tree(Path(record.environment), removed)
        (program / "install.log").unlink(missing_ok=True)
        (program / RECORD_FILE).unlink(missing_ok=True)
    _remove_if_empty(program, removed)
    if data:
        _remove_data(Path(record.home), removed)
    for folder in (record.home, *reversed(record.folders)):
        _remove_if_empty(Path(folder), removed)
    return removed


def _remove_data(home: Path, removed: Removed) -> None:
    for name in _DATA:
        path = home / name
        if path.is_dir() and not path.is_symlink():
            _remove_tree(path, removed)
        elif path.exists():
            path.unlink()
            removed.gone.append(str(path))
    if home.is_dir() and any(home.iterdir()):
        removed.left.append(f"{home} holds other files and stays")


def remove_file(file: WrittenFile, launcher: str) -> str:
    """Delete a written file where it is still ours; return why it stays, or the empty string."""
    path = Path(file.path)
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return ""
    except OSError as error:
        return f"it cannot be read: {error.strerror or error}"
    if file.kind == "manifest" and _manifest_path(content) != launcher:
        return "it names another program by now"
    if file.kind == "command" and COMMAND_MARK.encode() not in content:
        return "it is another program by now"
    try:
        path.unlink()
    except OSError as error:
        return f"it cannot be deleted: {error.strerror or error}"
    return ""


def remove_key(key: str, program: str, registry: Registry) -> str:
    """Delete a registry key where it still points below ``program``; return why it stays."""
    value = registry.read(key)
    if value is None:
        return ""
    if not _is_below(value, program):
        return "it names another program by now"
    try:
        registry.delete(key)
    except OSError as error:
        return f"it cannot be deleted: {error}"
    return ""


def _is_below(value: str, program: str) -> bool:
    # Windows paths, also where a test plans for Windows elsewhere: compared as text.
    return value.lower().startswith(program.lower().rstrip("\\/") + "\\")


def _manifest_path(content: bytes) -> str | None:
    try:
        manifest = json.loads(content)
    except ValueError:
        return None
    path = manifest.get("path") if isinstance(manifest, dict) else None
    return path if isinstance(path, str) else None


def _note(removed: Removed, what: str, why: str) -> None:
    if why:
        removed.left.append(f"{what} stays: {why}")
    else:
        removed.gone.append(what)


def _remove_tree(path: PurePath, removed: Removed) -> None:
    if not Path(path).exists():
        return
    try:
        shutil.rmtree(path)
    except OSError as error:
        removed.left.append(f"{path} cannot be deleted whole: {error.strerror or error}")
    else:
        removed.gone.append(str(path))


def _remove_if_empty(folder: Path, removed: Removed) -> None:
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
        removed.gone.append(str(folder))
