"""Looking at each browser's registration as the browser does, up to starting the host."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath

from memoryx.installing.browsers import HOST_NAME, Browser, installed_browsers, sandboxed_browsers
from memoryx.installing.checks import Check, note, ok, problem
from memoryx.installing.problems import InstallProblem
from memoryx.installing.registry import Registry
from memoryx.installing.session import HostSession
from memoryx.installing.systems import System, browser_environment

_INSTALL = "Run `memoryx install`."
_LIMIT_S = 15.0
_HELLO = {
    "client": {"name": "memoryx-doctor", "version": "1", "browser": "none"},
    "protocol": 1,
}


@dataclass(frozen=True, slots=True)
class Found:
    """A manifest that a browser would use."""

    manifest: Path
    launcher: Path
    origins: tuple[str, ...]


def check_browsers(
    system: System, registry: Registry, ids: Sequence[str], launcher: PurePath
) -> Iterator[Check]:
    """Yield what is found for each browser in use, then start each host that they name, once.

    ``launcher`` is the installed one, for the advice about sandboxed browsers.
    """
    browsers = installed_browsers(system, _exists)
    if not browsers:
        yield note(
            "browsers",
            "no browser of the Chromium family was found for this user",
            "Install and start one, then run `memoryx install`.",
        )
    hosts: dict[Path, list[str]] = {}
    for browser in browsers:
        try:
            found = [_read(place, ids) for place in manifests(browser, registry)]
        except InstallProblem as error:
            yield problem(browser.name, str(error), error.remedy)
            continue
        yield ok(browser.name, f"registered: {', '.join(str(f.manifest) for f in found)}")
        for one in found:
            names = hosts.setdefault(one.launcher, [])
            if browser.name not in names:
                names.append(browser.name)
    for sandboxed in sandboxed_browsers(system, _exists, launcher):
        yield note(sandboxed.name, f"not supported: {sandboxed.reason}", sandboxed.remedy)
    for path, names in hosts.items():
        yield start_host(
            system, path, f"chrome-extension://{ids[0]}/", f"host ({', '.join(names)})"
        )


def manifests(browser: Browser, registry: Registry) -> list[Path]:
    """Return the manifest files that a browser is told of; raises InstallProblem."""
    files = [Path(folder) / f"{HOST_NAME}.json" for folder in browser.folders]
    for key in browser.keys:
        value = registry.read(key)
        if value is None:
            raise InstallProblem(f"not registered: HKEY_CURRENT_USER\\{key}", remedy=_INSTALL)
        files.append(Path(value))
    return list(dict.fromkeys(files))


def start_host(system: System, launcher: Path, origin: str, name: str) -> Check:
    """Start a host as a browser does: hello, one clean answer, end of input, end in time."""
    extra = ["--parent-window=0"] if system.name == "windows" else []
    try:
        with HostSession(launcher, origin, browser_environment(system), extra) as host:
            hello = host.call("hello", _HELLO, limit_s=_LIMIT_S)
            took = host.close()
    except InstallProblem as error:
        return problem(name, str(error), error.remedy)
    broken = [part for part in hello["degraded"] if part["part"] == "database"]
    if broken:
        return problem(name, broken[0]["reason"], broken[0]["remedy"])
    return ok(name, f"{hello['host_version']} answers, and ends {took:.2f} s after its input")


def _read(manifest: Path, ids: Sequence[str]) -> Found:
    """Read a manifest as a browser does; raises InstallProblem with what is wrong."""
    try:
        content = json.loads(manifest.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InstallProblem(f"not registered: {manifest} is missing", remedy=_INSTALL) from None
    except (OSError, ValueError) as error:
        raise InstallProblem(f"{manifest} cannot be read: {error}", remedy=_INSTALL) from error
    if not isinstance(content, dict):
        raise InstallProblem(f"{manifest} is no JSON object", remedy=_INSTALL)
    if content.get("name") != HOST_NAME or content.get("type") != "stdio":
        raise InstallProblem(f"{manifest} is not for {HOST_NAME} over stdio", remedy=_INSTALL)
    path = Path(str(content.get("path", "")))
    if not path.is_absolute():
        raise InstallProblem(f"{manifest} names no absolute path: {path}", remedy=_INSTALL)
    if not path.is_file():
        raise InstallProblem(f"{manifest} names {path}, which does not exist", remedy=_INSTALL)
    if sys.platform != "win32" and not os.access(path, os.X_OK):
        raise InstallProblem(f"{path} is not executable", remedy=f"chmod +x '{path}'")
    origins = content.get("allowed_origins")
    allowed = tuple(origins) if isinstance(origins, list) else ()
    missing = [id_ for id_ in ids if f"chrome-extension://{id_}/" not in allowed]
    if missing:
        raise InstallProblem(
            f"{manifest} does not let the extension {missing[0]} connect", remedy=_INSTALL
        )
    return Found(manifest, path, allowed)


def _exists(path: PurePath) -> bool:
    return Path(path).exists()
