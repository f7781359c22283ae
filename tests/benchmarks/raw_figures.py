"""Raw figures as files that can be read and compared: one line for each list of numbers."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

_NUMBERS = re.compile(r"\[\s*(-?\d[^\[\]{}\"]*?)\s*\]")


def write(path: Path, figures: Any) -> None:
    """Write `figures` as JSON, numbers with two decimals; makes the folder."""
    text = json.dumps(_rounded(figures), indent=1, ensure_ascii=False)
    text = _NUMBERS.sub(lambda found: "[" + re.sub(r",\s+", ", ", found[1]) + "]", text)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text + "\n", encoding="utf-8")


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 2)
    if isinstance(value, dict):
        return {name: _rounded(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(inner) for inner in value]
    return value
