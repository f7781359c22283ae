"""The golden messages: the JavaScript side checks the same files against the generated schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memoryx.contract.generate import main
from memoryx.server import rpc

GOLDEN = Path(__file__).with_name("golden")
VALID: list[dict[str, Any]] = json.loads((GOLDEN / "valid.json").read_text(encoding="utf-8"))
INVALID: list[dict[str, Any]] = json.loads((GOLDEN / "invalid.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("message", VALID, ids=lambda m: f"{m['id']}-{m['method']}")
def test_a_valid_message_is_taken(message: dict[str, Any]) -> None:
    assert rpc.parse(json.dumps(message).encode()).id == message["id"]


@pytest.mark.parametrize("case", INVALID, ids=lambda c: c["why"])
def test_an_invalid_message_is_refused_as_invalid_params(case: dict[str, Any]) -> None:
    with pytest.raises(rpc.Refused) as caught:
        rpc.parse(json.dumps(case["message"]).encode())
    assert caught.value.error.code == "invalid_params"


def test_generated_files_are_current_and_stale_ones_are_noticed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = ["--schema", str(tmp_path / "schema.json"), "--types", str(tmp_path / "contract.d.ts")]
    assert main(["--check"]) == 0
    assert main(["--check", *paths]) == 1
    assert main(paths) == 0
    assert main(["--check", *paths]) == 0
    (tmp_path / "schema.json").write_text("{}", encoding="utf-8")
    assert main(["--check", *paths]) == 1
    assert "not current" in capsys.readouterr().err
