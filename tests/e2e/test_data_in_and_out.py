"""Data out, away and in again, through the real host."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

from tests.support.host_process import HostProcess
from tests.unit.transfer.support import archive, gpt_chat, gpt_message

SETTINGS = {"MEMORYX_EMBEDDING_PROVIDER": "off", "MEMORYX_EXTRACTION_AUTO": "false"}
PIECE = 50_000


def upload(host: HostProcess, data: bytes) -> None:
    for offset in range(0, len(data), PIECE):
        piece = base64.b64encode(data[offset : offset + PIECE]).decode()
        last = offset + PIECE >= len(data)
        host.call("uploads.put", upload="file", offset=offset, data=piece, last=last)


def exported(host: HostProcess) -> dict[str, Any]:
    chunks, cursor = [], None
    while True:
        piece = host.call("data.export", format="json", cursor=cursor)
        chunks.append(piece["chunk"])
        cursor = piece["next_cursor"]
        if cursor is None:
            document: dict[str, Any] = json.loads("".join(chunks))
            return document


def recalled(host: HostProcess, text: str) -> str:
    context: str = host.call("recall", text=text, deadline_ms=10_000)["context"]
    return context


def test_a_person_imports_a_history_exports_erases_and_gets_all_back(tmp_path: Path) -> None:
    chats = [
        gpt_chat(
            f"c{i}",
            gpt_message(f"u{i}", "user", f"remember: my locker has number {i}"),
            gpt_message(f"a{i}", "assistant", "Noted. " * 50),
        )
        for i in range(300)
    ]
    data = archive({"conversations.json": [*chats, {"title": None}]})
    with HostProcess(tmp_path / "home", SETTINGS) as host:
        upload(host, data)
        done = host.call("data.import", source="chatgpt", upload="file")
        assert (done["conversations"], done["turns"]) == (300, 600)
        assert done["skipped"][0]["where"] == "conversations.json[300]"
        steps = []
        while not host.unasked.empty():
            note = host.unasked.get()
            if note["method"] == "progress":
                steps.append(note["params"])
        assert [s["done"] for s in steps] == sorted(s["done"] for s in steps)
        assert steps[-1]["done"] == steps[-1]["total"] > 0
        assert "locker" in recalled(host, "What number has my locker?")
        before = exported(host)
        assert len(before["conversations"]) == 300
        erased = host.call("data.erase", confirm="delete")
        assert (erased["conversations"], erased["turns"]) == (300, 600)
        assert recalled(host, "What number has my locker?") == ""
        upload(host, json.dumps(before).encode())
        back = host.call("data.import", source="memoryx", upload="file")
        assert (back["conversations"], back["skipped_total"]) == (300, 0)
        after = exported(host)
        assert {**after, "exported_at": ""} == {**before, "exported_at": ""}
        assert "locker" in recalled(host, "What number has my locker?")
