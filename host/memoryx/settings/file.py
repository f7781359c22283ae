"""Reading and writing ``config.toml``, with the environment before it."""

from __future__ import annotations

import json
import logging
import os
import tempfile
import threading
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomlkit
from pydantic import JsonValue, ValidationError
from tomlkit.exceptions import TOMLKitError

from memoryx.errors import Conflict, InvalidParams
from memoryx.settings.schema import Settings, keys, nest

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Loaded:
    stamp: tuple[int, int] | None
    settings: Settings
    problems: tuple[str, ...]


class SettingsFile:
    """The settings in force, read again when the file has changed.

    A value that cannot be used is left at its default and named in ``problems``; the rest
    holds. ``environ`` is the process environment, or a part of it.
    """

    def __init__(self, path: Path, environ: Mapping[str, str]) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._environment, self._forced, self._environment_problems = _from_environment(environ)
        self._loaded = self._load()

    def current(self) -> Settings:
        """Return the settings in force; one ``stat`` call when nothing has changed."""
        if _stamp(self.path) != self._loaded.stamp:
            with self._lock:
                self._loaded = self._load()
        return self._loaded.settings

    def problems(self) -> list[str]:
        """Return a sentence for each value that could not be used."""
        self.current()
        return [*self._environment_problems, *self._loaded.problems]

    def forced(self) -> dict[str, str]:
        """Return the keys that the environment sets, each with its variable's name."""
        return dict(self._forced)

    def set(self, values: Mapping[str, JsonValue]) -> Settings:
        """Change settings by dotted keys, all or none, and return what holds then.

        None puts a setting back to its default; an object sets the keys below its own. Raises
        InvalidParams for an unknown key or a value out of bounds, Conflict for a key that the
        environment sets.
        """
        flat = _expand(values)
        for key in flat:
            if key not in keys():
                raise InvalidParams(
                    f"values.{key}: no such setting",
                    remedy="`memoryx config list` shows the settings there are.",
                )
            if key in self._forced:
                name = self._forced[key]
                raise Conflict(
                    f"the environment variable {name} sets {key}",
                    remedy=f"Unset {name} and start the host again.",
                )
        with self._lock:
            document = _document(self.path)
            usable, _ = _usable(_flat_known(document.unwrap()))
            defaults = Settings().flat()
            wanted = {k: defaults[k] if v is None else v for k, v in flat.items()}
            try:
                Settings.model_validate(nest(usable.flat() | wanted))
            except ValidationError as error:
                raise InvalidParams(_sentence("values.", error)) from error
            for key, value in flat.items():
                _put(document, key.split("."), value)
            _write(self.path, tomlkit.dumps(document))
            self._loaded = self._load()
        return self._loaded.settings

    def _load(self) -> _Loaded:
        stamp = _stamp(self.path)
        problems: list[str] = []
        stored: dict[str, JsonValue] = {}
        if stamp is not None:
            try:
                content = tomllib.loads(self.path.read_text(encoding="utf-8"))
            except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
                problems.append(f"{self.path.name} cannot be read and is ignored: {error}")
            else:
                stored = _flat_known(content)
                problems += _unknown(content)
        settings, refused = _usable(stored | self._environment)
        problems += refused
        for problem in problems:
            _log.warning("settings: %s", problem)
        return _Loaded(stamp, settings, tuple(problems))


def variable(key: str) -> str:
    """Return the name of the environment variable for a dotted key."""
    return "MEMORYX_" + key.replace(".", "_").upper()


def _from_environment(
    environ: Mapping[str, str],
) -> tuple[dict[str, JsonValue], dict[str, str], list[str]]:
    """Return the values by keys, the variables' names by keys, and what could not be read."""
    known = keys()
    groups = {key.rsplit(".", n)[0] for key in known for n in range(1, key.count(".") + 1)}
    values: dict[str, JsonValue] = {}
    names: dict[str, str] = {}
    problems: list[str] = []
    for group in sorted(groups):  # a group's object first, so that single keys go before it
        text = environ.get(variable(group))
        if text is None:
            continue
        try:
            content = json.loads(text)
        except ValueError:
            content = None
        if not isinstance(content, dict):
            problems.append(f"{variable(group)} is not a JSON object and is ignored")
            continue
        flat = _expand({group: content})
        problems += [f"{variable(group)}: no setting {key}" for key in flat if key not in known]
        values |= {key: value for key, value in flat.items() if key in known}
        names |= {key: variable(group) for key in flat if key in known}
    for key in known:
        text = environ.get(variable(key))
        if text is not None:
            values[key] = _parse(text)
            names[key] = variable(key)
    return values, names, problems


def _parse(text: str) -> JsonValue:
    try:
        value: JsonValue = json.loads(text)
    except ValueError:
        return text
    return value


def _usable(values: dict[str, JsonValue]) -> tuple[Settings, list[str]]:
    """Validate, dropping what is refused until the rest holds."""
    values = dict(values)
    problems: list[str] = []
    while True:
        try:
            return Settings.model_validate(nest(values)), problems
        except ValidationError as error:
            refused = {".".join(map(str, e["loc"])) for e in error.errors()}
            dropped = [key for key in values if any(_covers(loc, key) for loc in refused)]
            problems.append(_sentence("", error) + "; the default is used")
            if not dropped:
                return Settings(), problems
            for key in dropped:
                del values[key]


def _covers(location: str, key: str) -> bool:
    return location == key or location.startswith(key + ".") or key.startswith(location + ".")


def _sentence(prefix: str, error: ValidationError) -> str:
    return "; ".join(
        f"{prefix}{'.'.join(map(str, e['loc']))}: {e['msg'][0].lower()}{e['msg'][1:]}"
        for e in error.errors()
    )


def _expand(values: Mapping[str, Any], prefix: str = "") -> dict[str, JsonValue]:
    flat: dict[str, JsonValue] = {}
    for name, value in values.items():
        if isinstance(value, Mapping):
            flat |= _expand(value, f"{prefix}{name}.")
        else:
            flat[prefix + name] = value
    return flat


def _flat_known(content: Mapping[str, Any]) -> dict[str, JsonValue]:
    known = set(keys())
    return {key: value for key, value in _expand(content).items() if key in known}


def _unknown(content: Mapping[str, Any]) -> list[str]:
    known = set(keys())
    return [f"no setting {key}: it is ignored" for key in _expand(content) if key not in known]


def _document(path: Path) -> tomlkit.TOMLDocument:
    if not path.exists():
        return tomlkit.document()
    try:
        return tomlkit.parse(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, TOMLKitError) as error:
        raise Conflict(
            f"{path} cannot be read, so it is not overwritten: {error}",
            remedy="Correct or remove the file, then try again.",
        ) from error


def _put(document: tomlkit.TOMLDocument, path: list[str], value: JsonValue) -> None:
    place: Any = document
    for name in path[:-1]:
        if name not in place:
            if value is None:
                return
            place[name] = tomlkit.table()
        place = place[name]
    if value is None:
        place.pop(path[-1], None)
    else:
        place[path[-1]] = value


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
