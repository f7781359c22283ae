"""Settings that the environment gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from memoryx.errors import Conflict
from memoryx.settings import SettingsFile


def test_each_key_that_the_environment_sets_has_its_variables_name(tmp_path: Path) -> None:
    """Also where a group's object sets it; a single key's own variable goes before that."""
    settings = SettingsFile(
        tmp_path / "config.toml",
        {
            "MEMORYX_RECALL_LIMIT": "7",
            "MEMORYX_RECALL_WEIGHTS": '{"semantic": 0.4, "keyword": 0.2}',
            "MEMORYX_RECALL_WEIGHTS_KEYWORD": "0.6",
            "PATH": "/bin",
        },
    )
    assert settings.forced() == {
        "recall.limit": "MEMORYX_RECALL_LIMIT",
        "recall.weights.semantic": "MEMORYX_RECALL_WEIGHTS",
        "recall.weights.keyword": "MEMORYX_RECALL_WEIGHTS_KEYWORD",
    }
    assert settings.current().recall.weights.keyword == 0.6


def test_setting_such_a_key_names_the_variable_that_sets_it(tmp_path: Path) -> None:
    """The one that is there, not the one that the key would have."""
    settings = SettingsFile(
        tmp_path / "config.toml", {"MEMORYX_RECALL_WEIGHTS": '{"semantic": 0.4}'}
    )
    with pytest.raises(Conflict, match=r"variable MEMORYX_RECALL_WEIGHTS sets"):
        settings.set({"recall.weights.semantic": 0.5})
    settings.set({"recall.weights.keyword": 0.5})
    assert settings.current().recall.weights.keyword == 0.5
