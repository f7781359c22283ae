"""Installations that cannot succeed: each says what is wrong and what to do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def installer(user: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("MEMORYX_", "XDG_"))}
    return subprocess.run(
        [sys.executable, str(ROOT / "installer"), *arguments],
        env=kept | {"HOME": str(user)} | variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=600,
    )


def test_without_a_network_the_logs_end_is_shown_and_a_later_run_starts_afresh(
    tmp_path: Path,
) -> None:
    """pip's own words are shown with the place of the whole log; nothing is registered."""
    (tmp_path / ".config/google-chrome").mkdir(parents=True)
    nothing = tmp_path / "nothing"
    nothing.mkdir()
    offline = {
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(nothing),
        "PIP_CONFIG_FILE": os.devnull,
    }
    done = installer(tmp_path, **offline)
    program = tmp_path / ".local/share/memoryx/app"
    assert done.returncode == 1
    assert "No matching distribution found" in done.stdout
    assert f"The whole log: {program / 'install.log'}" in done.stdout
    assert (program / "install.log").read_text(encoding="utf-8")
    assert not (tmp_path / ".config/google-chrome/NativeMessagingHosts").exists()
    again = installer(tmp_path, **offline)
    assert "anew: the old one is incomplete" in again.stdout


def test_a_folder_that_cannot_be_written_is_told_with_the_way_out(tmp_path: Path) -> None:
    """A program folder below a file is refused before anything is made."""
    file = tmp_path / "file"
    file.write_text("in the way")
    done = installer(tmp_path, "--prefix", str(file / "memoryx"))
    assert done.returncode == 1
    assert "cannot be written" in done.stdout
    assert "--prefix" in done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
