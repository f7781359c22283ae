"""`memoryx model …`"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memoryx.cli import main


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORYX_HOME", str(tmp_path))
    monkeypatch.delenv("MEMORYX_API_KEY", raising=False)


def values(capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    capsys.readouterr()
    assert main(["config", "list", "--json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)["values"]
    return found


def test_a_preset_is_used_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["model", "use", "ollama"]) == 0
    settings = values(capsys)
    assert str(settings["llm.base_url"]).startswith("http://127.0.0.1")
    assert settings["llm.model"]


def test_an_address_needs_a_models_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["model", "use", "https://a.test/v1"]) == 2
    assert "model's name" in capsys.readouterr().err
    assert main(["model", "use", "https://a.test/v1", "m"]) == 0
    assert values(capsys)["llm.model"] == "m"


def test_off_leaves_the_endpoint_for_later(capsys: pytest.CaptureFixture[str]) -> None:
    main(["model", "use", "https://a.test/v1", "m"])
    assert main(["model", "off"]) == 0
    settings = values(capsys)
    assert (settings["llm.enabled"], settings["llm.model"]) == (False, "m")


def test_a_test_without_an_endpoint_says_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["model", "test"]) == 1
    said = capsys.readouterr().out
    assert "not_configured" in said
    assert "→" in said


def test_a_key_in_the_environment_is_told_of_and_not_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORYX_API_KEY", "sk-very-secret")
    assert main(["model", "key-status"]) == 0
    said = capsys.readouterr().out
    assert "environment" in said
    assert "very-secret" not in said


def test_an_empty_log_says_that_nothing_has_left(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["model", "log"]) == 0
    assert "Nothing has left" in capsys.readouterr().out
