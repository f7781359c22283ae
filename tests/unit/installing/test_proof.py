"""What the installer's proof accepts, and how it tells what is missing."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memoryx.installing.problems import InstallProblem
from memoryx.installing.proof import CHAT, QUESTIONS, prove

ORIGIN = "chrome-extension://oeajmgcgeplbmdaacackdfeckmaoefib/"

#: Answers every method from a table, and notes what it was asked and in which environment.
HOST = """
import json, os, struct, sys
table = json.loads(open(sys.argv[1], encoding="utf-8").read())
notes = open(sys.argv[2], "a", encoding="utf-8")
while head := sys.stdin.buffer.read(4):
    request = json.loads(sys.stdin.buffer.read(struct.unpack("=I", head)[0]))
    print(json.dumps([request["method"], request["params"], dict(os.environ)]), file=notes)
    answer = {"jsonrpc": "2.0", "id": request["id"], "result": table[request["method"]]}
    body = json.dumps(answer).encode()
    sys.stdout.buffer.write(struct.pack("=I", len(body)) + body)
    sys.stdout.buffer.flush()
"""

GOOD: dict[str, Any] = {
    "hello": {"host_version": "9", "embedding": {"status": "ready"}},
    "conversations.save": {"total": len(CHAT)},
    "conversations.extract": {"memories": ["m_1", "m_2"], "rejected": {}},
    "recall.prepare": {},
    "recall": {"context": "peanut 简体中文", "mode": "hybrid", "skipped": None},
}


@pytest.fixture
def host(tmp_path: Path) -> Callable[..., Path]:
    """Makes a host that answers as the proof likes it, but for what is given."""

    def make(**changes: Any) -> Path:
        table = GOOD | {name.replace("__", "."): value for name, value in changes.items()}
        (tmp_path / "table").write_text(json.dumps(table), encoding="utf-8")
        (tmp_path / "host.py").write_text(HOST, encoding="utf-8")
        launcher = tmp_path / "memoryx-host"
        words = [sys.executable, tmp_path / "host.py", tmp_path / "table", tmp_path / "notes"]
        launcher.write_text("#!/bin/sh\nexec " + " ".join(f'"{word}"' for word in words) + "\n")
        launcher.chmod(0o755)
        return launcher

    return make


def test_the_proof_goes_the_whole_way_in_a_home_of_its_own(
    host: Callable[..., Path], tmp_path: Path
) -> None:
    """Saved on Claude, extracted, asked on ChatGPT; the person's own settings are not seen."""
    own = {"MEMORYX_HOME": "/mine", "MEMORYX_LLM_BASE_URL": "https://example.org", "PATH": "/bin"}
    proof = prove(host(), ORIGIN, own)
    assert proof.blocks == tuple((question, "peanut 简体中文") for question in QUESTIONS)
    assert proof.memories == 2
    notes = [json.loads(line) for line in (tmp_path / "notes").read_text().splitlines()]
    asked = [(method, params.get("site")) for method, params, _ in notes]
    assert ("conversations.save", "claude") in asked
    assert asked.count(("recall", "chatgpt")) == len(QUESTIONS)
    for _, _, environ in notes:
        assert "MEMORYX_LLM_BASE_URL" not in environ
        assert environ["MEMORYX_HOME"] != "/mine"
        assert not Path(environ["MEMORYX_HOME"]).exists()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"conversations__save": {"total": 3}}, "4 turns were sent and 3 were saved"),
        (
            {"conversations__extract": {"memories": [], "rejected": {"secret": 1}}},
            "no memory came of the test chat.*secret",
        ),
        (
            {"recall": {"context": "", "mode": "none", "skipped": "greeting"}},
            "nothing was remembered for '晚饭吃什么好'.*greeting",
        ),
        (
            {"recall": {"context": "简体中文", "mode": "hybrid", "skipped": None}},
            "'peanut' is missing",
        ),
        (
            {"recall": {"context": "peanut", "mode": "hybrid", "skipped": None}},
            "'简体中文' is missing",
        ),
    ],
)
def test_what_is_missing_is_said_in_words(
    host: Callable[..., Path], changes: dict[str, Any], words: str
) -> None:
    """A turn, a memory, a block or a fact that is missing fails the installation, by name."""
    with pytest.raises(InstallProblem, match=words):
        prove(host(**changes), ORIGIN, {"PATH": "/bin"})


def test_without_an_embedding_the_standing_instruction_is_enough(
    host: Callable[..., Path],
) -> None:
    """Where no embedding exists, "dinner" cannot find "peanuts", and that is no failure."""
    changes = {
        "hello": {"host_version": "9", "embedding": {"status": "unavailable"}},
        "recall": {"context": "简体中文", "mode": "bm25", "skipped": None},
    }
    assert prove(host(**changes), ORIGIN, {"PATH": "/bin"}).embedding == "unavailable"
