"""The command line on a store of its own, in this process."""

from __future__ import annotations

import io
import json
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from memoryx.cli.main import main
from memoryx.contract import METHODS


@dataclass(frozen=True, slots=True)
class Done:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Done]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Runs a command on an empty home."""
    monkeypatch.setenv("MEMORYX_HOME", str(tmp_path / "home"))
    # The words alone are enough here, and need no model to be loaded.
    monkeypatch.setenv("MEMORYX_EMBEDDING_PROVIDER", "off")

    def run(*arguments: str) -> Done:
        try:
            code = main(arguments)
        except SystemExit as stopped:  # argparse's way out
            code = int(stopped.code or 0)
        out, err = capfd.readouterr()
        return Done(code, out, err)

    return run


def call(run: Run, method: str, **params: Any) -> Any:
    done = run("call", method, json.dumps(params))
    assert done.code == 0, done.err
    return done.json


def save(run: Run, *texts: str) -> str:
    """Save a chat of the person's own words; returns its id."""
    turns = [
        {"key": f"k{n}", "role": "user", "markdown": text, "complete": True}
        for n, text in enumerate(texts)
    ]
    saved = call(
        run,
        "conversations.save",
        site="claude",
        conversation_id="c1",
        url="https://claude.ai/chat/c1",
        title="晚饭 & dinner",
        trigger="manual",
        turns=turns,
    )
    id_: str = saved["id"]
    return id_


def test_a_memory_lives_through_all_its_commands(run: Run) -> None:
    """Added, listed, shown, edited, reverted, suspended, restored, and deleted for good."""
    created = run("memories", "add", "偏好使用 TypeScript", "--tag", "code", "--json").json
    id_ = created["memory"]["id"]
    assert created["decision"] == "add"
    assert created["memory"]["tags"] == ["code"]
    assert run("memories", "list", "--json").json["total"] == 1
    assert "偏好使用 TypeScript" in run("memories", "list").out
    edited = run("memories", "edit", id_, "--text", "偏好使用 Rust", "--pinned", "--json").json
    assert (edited["memory"]["text"], edited["memory"]["pinned"]) == ("偏好使用 Rust", True)
    history = run("memories", "history", id_).out
    assert "TypeScript" in history
    assert "Rust" in history
    reverted = run("memories", "revert", id_, "1", "--json").json
    assert reverted["memory"]["text"] == "偏好使用 TypeScript"
    assert run("memories", "suspend", id_, "--json").json["memory"]["status"] == "suspended"
    assert run("memories", "list", "--status", "active", "--json").json["items"] == []
    assert run("memories", "restore", id_, "--json").json["memory"]["status"] == "active"
    assert "TypeScript" in run("memories", "show", id_).out
    assert run("memories", "delete", id_, "--yes").code == 0
    assert run("memories", "show", id_).code == 1


def test_what_is_to_be_remembered_is_pinned_and_certain(run: Run) -> None:
    """As `remember: …` in a message; saying it of something known pins that."""
    run("memories", "add", "Lives in Taipei")
    memory = run("remember", "Lives in Taipei", "--json").json["memory"]
    assert (memory["pinned"], memory["confidence"], memory["version"]) == (True, 1, 2)
    assert "Remembered: Allergic to nuts" in run("remember", "Allergic to nuts").out
    assert run("memories", "list", "--json").json["total"] == 2


def test_deleting_for_good_is_not_done_unasked(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a terminal to ask on and without --yes, nothing is deleted."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
    id_ = run("memories", "add", "Lives in Taipei", "--json").json["memory"]["id"]
    done = run("memories", "delete", id_)
    assert done.code == 1
    assert "--yes" in done.err
    assert run("memories", "show", id_).code == 0


def test_a_conversation_goes_through_all_its_commands(run: Run, tmp_path: Path) -> None:
    """Listed, shown, exported, extracted, the extraction undone, and deleted."""
    id_ = save(run, "I'm allergic to peanuts", "第二句" * 3)
    assert "晚饭 & dinner" in run("conversations", "list").out
    shown = run("conversations", "show", "claude:c1", "--json").json
    assert shown["conversation"]["id"] == id_
    markdown = run("conversations", "markdown", id_, "--json").json
    file = tmp_path / "chat.md"
    assert run("conversations", "markdown", id_, "-o", str(file)).code == 0
    assert file.read_text(encoding="utf-8") == markdown["markdown"]
    piece = run("conversations", "markdown", id_, "--start", "3", "--end", "9", "--json").json
    assert piece["markdown"] == markdown["markdown"][3:9]
    extracted = run("conversations", "extract", id_, "--json").json
    assert extracted["added"] >= 1
    assert run("conversations", "undo", extracted["batch"], "--json").json["reverted"] >= 1
    assert run("conversations", "delete", id_, "--yes", "--json").json["deleted"] is True
    assert run("conversations", "list", "--json").json["items"] == []


def test_a_long_conversation_is_printed_whole(run: Run) -> None:
    """Markdown longer than one answer of the contract comes complete and in order."""
    text = "\n\n".join(f"段落 {n} " + "很长" * 200 for n in range(800))
    id_ = save(run, text)
    whole = run("conversations", "markdown", id_).out
    length = run("conversations", "markdown", id_, "--json").json["length"]
    assert length > 300_000
    assert len(whole.removesuffix("\n")) == length
    assert "段落 799" in whole


def test_projects_are_named_by_name_or_id(run: Run) -> None:
    """Created, renamed, given a conversation, listed and deleted."""
    id_ = run("projects", "create", "论文", "--json").json["project"]["id"]
    assert run("projects", "rename", "论文", "Thesis", "--json").json["project"]["id"] == id_
    conversation = save(run, "hello")
    assigned = run("projects", "assign", "Thesis", conversation, "--json").json
    assert assigned["project"]["conversations"] == 1
    assert "Thesis" in run("projects", "list").out
    missing = run("projects", "delete", "no such")
    assert (missing.code, "projects list" in missing.err) == (1, True)
    assert run("projects", "delete", id_).code == 0


def test_settings_are_read_as_their_own_type(run: Run) -> None:
    """A word that looks like a number stays a word where the setting is one."""
    assert run("config", "set", "llm.model", "4", "--json").json["values"]["llm.model"] == "4"
    assert run("config", "set", "recall.limit", "7").out == "recall.limit = 7\n"
    assert run("config", "get", "recall.limit").out == "7\n"
    assert "recall.limit *" in run("config", "list").out
    assert run("config", "unset", "recall.limit").out == "recall.limit = 5\n"
    assert run("config", "set", "extraction.auto", "false").code == 0
    assert run("config", "get", "extraction.auto").out == "false\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("config", "set", "recall.limit", "99"),
        ("config", "set", "no.such", "1"),
        ("config", "get", "no.such"),
        ("call", "no.such"),
        ("call", "stats", "{"),
        ("call", "stats", "[1]"),
        ("call", "stats", '{"unknown": 1}'),
        ("memories", "list", "--type", "nonsense"),
        ("memories", "add", "   "),
        ("memories", "edit", "m_1"),
        ("conversations", "show", "nosite:1"),
        ("recall", "x", "--limit", "21"),
        ("nonsense",),
        ("memories",),
        (),
    ],
)
def test_a_wrong_question_gets_code_two(run: Run, arguments: tuple[str, ...]) -> None:
    """Whatever was asked wrongly ends with 2 and words, never with a traceback."""
    done = run(*arguments)
    assert done.code == 2
    assert done.err or "usage" in done.out
    assert "Traceback" not in done.err


def test_an_error_is_one_line_and_one_remedy(run: Run) -> None:
    """What went wrong stands on one line, what to do on the next, and nothing on the output."""
    done = run("memories", "show", "m_1")
    assert done.code == 1
    assert done.out == ""
    what, remedy = done.err.splitlines()
    assert what.startswith("memoryx: ")
    assert remedy.startswith("  → ")


def test_recall_prints_the_block_and_json_the_contracts_result(run: Run) -> None:
    """The block stands as it would leave; with --json the result is the contract's."""
    run("memories", "add", "以后回答都用简体中文", "--pinned")
    shown = run("recall", "推荐一本关于历史的书").out
    assert "[MemoryX 上下文 · 1 条记忆]" in shown
    assert "以后回答都用简体中文" in shown
    result = run("recall", "推荐一本关于历史的书", "--site", "gemini", "--json").json
    assert set(result) == set(METHODS["recall"].result.model_fields)
    assert "以后回答都用简体中文" in result["context"]
    assert "would leave as it is" in run("recall", "hello").out


def test_export_holds_everything(run: Run, tmp_path: Path) -> None:
    """JSON has memories with their versions and conversations with their turns."""
    id_ = run("memories", "add", "Lives in Taipei", "--json").json["memory"]["id"]
    run("memories", "edit", id_, "--text", "Lives in Tainan")
    save(run, "一", "二")
    file = tmp_path / "out.json"
    assert run("export", "--output", str(file)).code == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    document = json.loads(file.read_text(encoding="utf-8"))
    (memory,) = document["memories"]
    assert memory["text"] == "Lives in Tainan"
    assert {version["state"]["text"] for version in memory["versions"]} >= {"Lives in Tainan"}
    assert any(version["old_text"] == "Lives in Taipei" for version in memory["versions"])
    (conversation,) = document["conversations"]
    assert [turn["markdown"] for turn in conversation["turns"]] == ["一", "二"]
    markdown = run("export", "--format", "markdown").out
    assert "- Lives in Tainan (" in markdown
    assert "\n二\n" in markdown


def test_export_into_a_folder_that_is_not_there_says_so(run: Run, tmp_path: Path) -> None:
    """A file that cannot be written is one line, one remedy, and no half file."""
    done = run("export", "--output", str(tmp_path / "nowhere" / "out.json"))
    assert done.code == 1
    assert "cannot be written" in done.err


def test_a_backup_is_taken_while_another_program_writes(run: Run, tmp_path: Path) -> None:
    """The copy is whole, private, one file, and does not replace another unasked."""
    run("memories", "add", "Lives in Taipei")
    copy = tmp_path / "copy.sqlite3"
    writer = sqlite3.connect(tmp_path / "home" / "memoryx.sqlite3", isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("UPDATE memories SET pinned = 1")
    assert run("backup", str(copy)).code == 0
    writer.execute("ROLLBACK")
    writer.close()
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith("copy")] == ["copy.sqlite3"]
    with sqlite3.connect(copy) as db:
        rows = db.execute("SELECT text, pinned FROM memories").fetchall()
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    db.close()
    assert rows == [("Lives in Taipei", 0)]
    assert run("backup", str(copy)).code == 1
    assert run("backup", str(copy), "--force").code == 0


def test_lists_go_on_where_the_page_ended(run: Run) -> None:
    """A page says how to see the next one, and that one has the rest."""
    for place in ("Taipei", "Berlin", "Kyoto"):
        run("memories", "add", f"Has been to {place}", "--key", place)
    first = run("memories", "list", "--limit", "2").out
    assert "(2 of 3; more: --cursor " in first
    cursor = first.split("--cursor ")[1].split(")")[0]
    rest = run("memories", "list", "--limit", "2", "--cursor", cursor, "--json").json
    assert len(rest["items"]) == 1
    assert rest["next_cursor"] is None


def test_help_loads_nothing_heavy() -> None:
    """Help and usage errors come without pydantic, SQLite or numpy."""
    code = (
        "import sys; from memoryx.cli.main import parser; parser(); "
        "print([m for m in ('pydantic', 'sqlite3', 'numpy', 'openai') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "[]\n"


def test_output_into_a_closed_pipe_ends_quietly(run: Run, tmp_path: Path) -> None:
    """`memoryx … | head` ends without a traceback."""
    save(run, *("x" * 2_000 for _ in range(200)))
    command = f'"{sys.executable}" -m memoryx conversations markdown claude:c1 | head -c 10'
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stdout == "# 晚饭 &"  # ten bytes of UTF-8
    assert done.stderr == ""


def test_an_export_is_imported_by_its_looks_and_a_second_time_adds_nothing(
    run: Run, tmp_path: Path
) -> None:
    call(run, "memories.create", text="Likes tea")
    file = tmp_path / "out.json"
    assert run("export", "--output", str(file)).code == 0
    call(run, "data.erase", confirm="delete")
    first = run("import", str(file))
    assert (first.code, first.out.count(" 1 memories")) == (0, 1)
    again = run("import", str(file), "--json").json
    assert (again["memories"], again["skipped"]) == (0, [])
    assert [m["text"] for m in call(run, "memories.list")["items"]] == ["Likes tea"]
    assert list((tmp_path / "home" / "uploads").iterdir()) == []


def test_what_cannot_be_imported_says_why(run: Run, tmp_path: Path) -> None:
    missing = run("import", str(tmp_path / "nothing.zip"))
    assert missing.code == 2
    assert "cannot be read" in missing.err
    other = tmp_path / "other.json"
    other.write_text("[1, 2]")
    done = run("import", str(other))
    assert done.code == 1
    assert "not an export of MemoryX, ChatGPT, Claude or Gemini" in done.err
    assert list((tmp_path / "home" / "uploads").iterdir()) == []


def test_erasing_asks_first_and_says_what_is_gone(run: Run) -> None:
    call(run, "memories.create", text="Likes tea")
    refused = run("erase")
    assert (refused.code, "not confirmed" in refused.err) == (1, True)
    assert len(call(run, "memories.list")["items"]) == 1
    done = run("erase", "--yes")
    assert (done.code, done.out.startswith("Deleted: 1 memories")) == (0, True)
    assert call(run, "memories.list")["items"] == []
