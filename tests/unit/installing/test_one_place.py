"""Browsers' paths and registry keys stand in one file of the project."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
KNOWS = ROOT / "host" / "memoryx" / "installing" / "browsers.py"
MARKS = re.compile(
    r"google-chrome|Google[\\/]+Chrome|BraveSoftware|microsoft-edge|NativeMessagingHosts"
    r"|load-extension=.*chromium|Software\\\\"
)


def test_only_one_file_knows_a_browsers_paths() -> None:
    """No other file of host, installer or extension names a browser's folder or key."""
    sources = [
        path
        for folder in ("host", "installer", "extension")
        for kind in ("*.py", "*.js")
        for path in (ROOT / folder).rglob(kind)
    ]
    assert KNOWS in sources
    assert MARKS.search(KNOWS.read_text(encoding="utf-8"))
    knowing = [p for p in sources if MARKS.search(p.read_text(encoding="utf-8")) and p != KNOWS]
    assert knowing == []
