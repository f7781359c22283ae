"""What the tests install has to exist for the oldest Python that the project is for."""

from __future__ import annotations

import tomllib
from importlib.metadata import PackageNotFoundError, metadata

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.version import Version

from tests.runner.paths import ROOT, TESTS


def oldest_python() -> Version:
    """The first release that `requires-python` lets in."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (only,) = SpecifierSet(project["requires-python"])
    assert only.operator == ">="
    return Version(f"{only.version}.0")


def test_every_pinned_package_takes_the_oldest_python() -> None:
    """A lock is written with one Python, and another one has to be able to install it."""
    lines = (TESTS / "requirements.txt").read_text(encoding="utf-8").splitlines()
    pins = [Requirement(line) for line in lines if line and not line.startswith("#")]
    too_new, seen = [], 0
    for pin in pins:
        if pin.marker is not None and not pin.marker.evaluate():
            continue
        try:
            stated = metadata(pin.name).json.get("requires_python", "")
        except PackageNotFoundError as error:
            raise AssertionError(f"{pin} is not installed: run `python3 tests`") from error
        seen += 1
        needs = str(stated)
        if not SpecifierSet(needs).contains(oldest_python()):
            too_new.append(f"{pin} needs Python {needs}")
    assert seen > 20
    assert too_new == []
