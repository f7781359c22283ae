"""The installer's private environment, and its plain first file."""

from __future__ import annotations

import ast
import os
import sys
from pathlib import Path

import pytest
from installer.environment import Environment
from installer.opening import open_chromium

from memoryx.installing.problems import InstallProblem
from memoryx.installing.systems import System

ROOT = Path(__file__).resolve().parents[3]


def environment_in(folder: Path) -> Environment:
    return Environment(folder / "venv", folder / "log", System("linux", folder, {}))


def python_that_says(folder: Path, words: str, code: int) -> str:
    path = folder / "python"
    path.write_text(f"#!/bin/sh\necho '{words}'\nexit {code}\n")
    path.chmod(0o755)
    return str(path)


def test_the_first_file_can_be_read_by_any_python_3() -> None:
    """An old Python reads it far enough to say that it is too old."""
    source = (ROOT / "installer" / "__main__.py").read_text(encoding="utf-8")
    tree = ast.parse(source, feature_version=(3, 4))
    check = next(node for node in tree.body if isinstance(node, ast.If))
    before = tree.body[: tree.body.index(check)]
    assert all(isinstance(node, ast.Expr | ast.Import) for node in before)
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]


def test_a_missing_ensurepip_is_told_with_the_package_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Debian's Python without its venv package gets the one apt line."""
    words = "The virtual environment was not created because ensurepip is not available."
    monkeypatch.setattr(sys, "executable", python_that_says(tmp_path, words, 1))
    with pytest.raises(InstallProblem, match="no ensurepip") as caught:
        environment_in(tmp_path).prepare(print)
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    assert f"sudo apt install python{version}-venv" in caught.value.remedy
    assert not (tmp_path / "venv").exists()


def test_an_environment_of_another_python_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the system's Python has moved on, the old environment is not built upon."""
    (tmp_path / "venv/bin").mkdir(parents=True)
    python_that_says(tmp_path / "venv/bin", "3.5", 0)
    monkeypatch.setattr(sys, "executable", python_that_says(tmp_path, "no disk", 1))
    said: list[str] = []
    with pytest.raises(InstallProblem, match="no disk"):
        environment_in(tmp_path).prepare(said.append)
    assert "anew" in said[0]


def test_opening_without_a_chromium_says_why_the_clicks_are_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Branded Chrome takes no extension from the command line, and the person reads that."""
    monkeypatch.setenv("PATH", str(tmp_path))
    opened = open_chromium(System("linux", tmp_path, {}), tmp_path / "extension")
    assert not opened.started
    assert "since version 137" in opened.text


def test_opening_without_a_screen_names_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a machine without a screen nothing is started."""
    chromium = tmp_path / "chromium"
    chromium.write_text("#!/bin/sh\n")
    chromium.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}/bin")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    opened = open_chromium(System("linux", tmp_path, {}), tmp_path / "the extension")
    assert not opened.started
    assert f"{chromium} '--load-extension={tmp_path}/the extension'" in opened.text
