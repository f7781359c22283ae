"""Every setting is explained to a person, in every language of the interface."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from memoryx.settings import json_schema

EXTENSION = Path(__file__).resolve().parents[3] / "extension"
LANGUAGES = ("en", "zh_CN", "zh_TW")
PROPERTIES: dict[str, dict[str, Any]] = json_schema()["properties"]


def word(key: str) -> str:
    """The name of a setting in the catalogues, as settings/words.js makes it."""
    return re.sub(r"^sites\.\w+\.", "sites.", key).replace(".", "_")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_setting_has_a_title_and_one_line_that_explains_it(language: str) -> None:
    """So has each of its choices, where it has some."""
    catalogue = json.loads((EXTENSION / "_locales" / language / "messages.json").read_text("utf-8"))
    for key, schema in PROPERTIES.items():
        assert catalogue[f"settings_key_{word(key)}"]["message"], key
        hint = catalogue[f"settings_hint_{word(key)}"]["message"]
        assert 0 < len(hint) < 200, key
        assert "\n" not in hint, key
        for choice in schema.get("enum", []):
            assert catalogue[f"settings_choice_{word(key)}_{choice}"]["message"], (key, choice)


def test_each_setting_has_a_place_on_the_page() -> None:
    """No setting is left to the group of those that the page does not know."""
    groups = (EXTENSION / "settings" / "groups.js").read_text("utf-8")
    named = re.findall(r'"([a-z_*.]+)"', groups)
    patterns = [re.escape(each).replace(r"\*", r"[\w.]+") for each in named]
    for key in PROPERTIES:
        assert any(re.fullmatch(pattern, key) for pattern in patterns), key
