"""Shared by all Python tests: the checkout's top is importable, so that `tests.…` names resolve."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = str(Path(__file__).resolve().parents[1])
if ROOT not in sys.path:
    sys.path.insert(0, ROOT)
