"""Carrying out a plan."""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from memoryx.installing.files import (
    folder_contents,
    make_folders,
    replace_folder,
    write_atomically,
)
from memoryx.installing.plan import COMMAND_MARK, Plan, PlannedFile, PlannedKey
from memoryx.installing.problems import InstallProblem
from memoryx.installing.record import Record, WrittenFile, read_record, write_record
from memoryx.installing.registry import Registry
from memoryx.installing.removal import remove_file, remove_key

Done = Literal["written", "updated", "unchanged", "kept", "failed"]


@dataclass(frozen=True, slots=True)
class Change:
    """What became of one thing; ``note`` is a sentence for a person, empty when all is usual."""

    what: str
    kind: str
    done: Done
    readers: tuple[str, ...] = ()
    note: str = ""


@dataclass(slots=True)
class Outcome:
    """What an installation did."""

    plan: Plan
    changes: list[Change] = field(default_factory=list)

    @property
    def failures(self) -> list[Change]:
        """What could not be written."""
        return [change for change in self.changes if change.done == "failed"]

    def done(self, kind: str) -> Done | None:
        """What became of the first thing of a kind."""
        return next((change.done for change in self.changes if change.kind == kind), None)


def apply(plan: Plan, source: Path, registry: Registry) -> Outcome:
    """Write what a plan says; ``source`` is the folder of the extension.

    What a single browser needs may fail by itself and is in the outcome. Raises InstallProblem
    when the program's own folder cannot be written.
    """
    outcome = Outcome(plan)
    before = read_record(Path(plan.program))
    folders = list(before.folders) if before else []
    try:
        folders += map(str, make_folders(Path(plan.home)))
        folders += map(str, make_folders(Path(plan.program)))
        # First the record, then what it names: whatever happens, it can be taken away again.
        _write_record(plan, before, folders)
        outcome.changes.append(_extension(plan, source))
        for file in plan.files:
            if file.kind in ("home", "launcher"):
                outcome.changes.append(_write(file))
    except OSError as error:
        raise InstallProblem(
            f"the program folder cannot be written: {error}",
            remedy=f"Make {error.filename or plan.program} writable for you, or choose another "
            "folder: `python3 installer --prefix FOLDER`.",
        ) from error
    for file in plan.files:
        if file.kind in ("command", "manifest"):
            outcome.changes.append(_try_write(file, folders))
    outcome.changes += [_try_register(key, registry) for key in plan.keys]
    _remove_obsolete(plan, before, registry)
    written = {change.what for change in outcome.changes if change.done != "kept"}
    _write_record(plan, None, folders, written)
    return outcome


def _extension(plan: Plan, source: Path) -> Change:
    target = Path(plan.extension)
    files = folder_contents(source)
    there = target.is_dir()
    if there and folder_contents(target) == files:
        return Change(str(target), "extension", "unchanged")
    replace_folder(target, files)
    return Change(str(target), "extension", "updated" if there else "written")


def _write(file: PlannedFile) -> Change:
    path = Path(file.path)
    before = path.read_bytes() if path.is_file() else None
    if before == file.data and path.stat().st_mode & 0o777 == file.mode:
        return Change(str(path), file.kind, "unchanged", file.readers)
    write_atomically(path, file.data, file.mode)
    note = _taken_over(file, before) if file.kind == "manifest" else ""
    done: Done = "written" if before is None else "updated"
    return Change(str(path), file.kind, done, file.readers, note)


def _try_write(file: PlannedFile, folders: list[str]) -> Change:
    path = Path(file.path)
    try:
        if file.kind == "command" and (path.is_symlink() or _is_foreign_command(path)):
            note = f"{path} is another program and stays as it is"
            return Change(str(path), file.kind, "kept", note=note)
        folders += map(str, make_folders(path.parent))
        return _write(file)
    except OSError as error:
        note = f"{path} cannot be written: {error.strerror or error}"
        # Without the command everything works; without a manifest a browser does not.
        done: Done = "kept" if file.kind == "command" else "failed"
        return Change(str(path), file.kind, done, file.readers, note)


def _is_foreign_command(path: Path) -> bool:
    return path.exists() and COMMAND_MARK.encode() not in path.read_bytes()


def _taken_over(file: PlannedFile, before: bytes | None) -> str:
    if before is None:
        return ""
    old = None
    with contextlib.suppress(ValueError, AttributeError):  # not ours, then: it is replaced whole
        old = json.loads(before).get("path")
    if old == json.loads(file.content)["path"]:
        return ""
    return f"it named {old or 'nothing usable'} before"


def _try_register(planned: PlannedKey, registry: Registry) -> Change:
    what = f"HKEY_CURRENT_USER\\{planned.key}"
    try:
        before = registry.read(planned.key)
        if before == planned.value:
            return Change(what, "key", "unchanged", planned.readers)
        registry.write(planned.key, planned.value)
    except OSError as error:
        return Change(what, "key", "failed", planned.readers, f"{what} cannot be written: {error}")
    if before is None:
        return Change(what, "key", "written", planned.readers)
    return Change(what, "key", "updated", planned.readers, f"it named {before} before")


def _remove_obsolete(plan: Plan, before: Record | None, registry: Registry) -> None:
    """Take away what an earlier installation wrote and this one does not."""
    if before is None:
        return
    planned = {str(file.path) for file in plan.files}
    for file in before.files:
        if file.path not in planned:
            remove_file(file, before.launcher)
    for key in set(before.keys) - {planned.key for planned in plan.keys}:
        remove_key(key, before.program, registry)


def _write_record(
    plan: Plan, before: Record | None, folders: list[str], written: set[str] | None = None
) -> None:
    files = [
        WrittenFile(str(file.path), file.kind)
        for file in plan.files
        if written is None or str(file.path) in written
    ]
    if before is not None:
        files += [file for file in before.files if file not in files]
    keys = [key.key for key in plan.keys] + list(before.keys if before else ())
    write_record(
        Record(
            home=str(plan.home),
            program=str(plan.program),
            launcher=str(plan.launcher),
            extension=str(plan.extension),
            environment=str(plan.environment) if plan.private else None,
            files=tuple(files),
            keys=tuple(dict.fromkeys(keys)),
            folders=tuple(dict.fromkeys(folders)),
        )
    )
