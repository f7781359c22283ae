"""What the installed package carries for the browser: the extension and the extension's ids."""

from __future__ import annotations

import json
from pathlib import Path

from memoryx.installing.problems import InstallProblem

_PACKAGE = Path(__file__).resolve().parents[1]


def extension_folder() -> Path:
    """Return the folder of the extension, in the installed package or in a checkout."""
    return _carried("_extension", "extension")


def extension_ids() -> tuple[str, ...]:
    """Return the ids of all builds of the extension, from stores and unpacked."""
    file = _carried("_manifests", "manifests") / "extension-ids.json"
    return tuple(json.loads(file.read_text(encoding="utf-8")))


def host_manifest() -> dict[str, object]:
    """Return the native host manifest without what depends on the machine."""
    file = _carried("_manifests", "manifests") / "native-host.json"
    manifest: dict[str, object] = json.loads(file.read_text(encoding="utf-8"))
    return manifest


def _carried(installed: str, checkout: str) -> Path:
    for folder in (_PACKAGE / installed, _PACKAGE.parents[1] / checkout):
        if folder.is_dir():
            return folder
    raise InstallProblem(
        f"the installed package has no {checkout} folder",
        remedy="Install it again from a complete checkout: `python3 installer`.",
    )
