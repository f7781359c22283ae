"""The envelope and the process, spoken to over real pipes."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from memoryx.contract import METHODS
from memoryx.server.frames import BODY_LIMIT, BROWSER_LIMIT, RESPONSE_LIMIT
from tests.support.host_process import HostProcess, RpcError
from tests.support.openai_server import wait_for


def test_hello_tells_version_and_what_is_degraded_with_a_remedy(host: HostProcess) -> None:
    hello = host.call(
        "hello", client={"name": "test", "version": "1", "browser": "none"}, protocol=1
    )
    assert hello["protocol"] == 1
    assert hello["llm"] == {
        "configured": False,
        "model": None,
        "base_url": None,
        "status": "not_configured",
    }
    assert hello["embedding"]["status"] == "off"
    assert all(part["reason"] and part["remedy"] for part in hello["degraded"])
    assert "llm" in [part["part"] for part in hello["degraded"]]


def test_hello_need_not_come_first(host: HostProcess) -> None:
    assert host.call("stats")["memories"] == {}


def test_an_unsupported_protocol_is_refused(host: HostProcess) -> None:
    with pytest.raises(RpcError) as caught:
        host.call("hello", client={"name": "t", "version": "1", "browser": "b"}, protocol=2)
    assert caught.value.number == -32602


def test_a_body_that_is_not_json_is_answered_and_the_connection_goes_on(host: HostProcess) -> None:
    host.send_raw(b"this is not json")
    reply = host.unasked.get(timeout=30)
    assert (reply["id"], reply["error"]["code"]) == (None, -32700)
    assert host.call("stats")


def test_a_frame_over_the_limit_is_drained_and_named(host: HostProcess) -> None:
    host.send_raw(b" " * (BODY_LIMIT + 1))
    reply = host.unasked.get(timeout=30)
    assert reply["error"]["data"]["code"] == "frame_too_large"
    assert host.call("stats")


def test_a_length_beyond_any_browser_ends_the_process_with_a_log_line(tmp_path: Path) -> None:
    with HostProcess(tmp_path, {"MEMORYX_EMBEDDING_PROVIDER": "off"}) as process:
        process.call("stats")
        process.send_raw(b"", length=BROWSER_LIMIT + 1)
        assert process.process.wait(timeout=30) != 0
    assert "broken framing" in (tmp_path / "logs" / "host.log").read_text(encoding="utf-8")


def test_the_end_of_the_input_ends_the_process_within_two_seconds(host: HostProcess) -> None:
    host.call("stats")
    started = time.monotonic()
    assert host.close() == 0
    assert time.monotonic() - started < 2


def test_what_was_asked_before_the_end_of_the_input_is_answered(host: HostProcess) -> None:
    replies = [host.start("stats") for _ in range(20)]
    assert host.close() == 0
    assert all("result" in reply.get(timeout=1) for reply in replies)


def test_nothing_but_frames_comes_out(host: HostProcess) -> None:
    host.say("c", "I'm allergic to peanuts")
    host.call("conversations.extract", site="claude", conversation_id="c", mode="manual")
    host.call("recall", text="What nuts may I eat?")
    assert host.close() == 0  # the reader would have met a length that breaks the stream
    assert host.errors == b""


def test_a_library_that_prints_does_not_break_the_stream(tmp_path: Path) -> None:
    script = (
        "import sys, memoryx.stdio as s; i, o = s.take_over(); print('noise');"
        "import os; os.system('echo noise from a child');"
        "os.write(o, b'frame')"
    )
    done = subprocess.run(
        [__import__("sys").executable, "-c", script],
        input=b"",
        capture_output=True,
        check=True,
        cwd=tmp_path,
    )
    assert done.stdout == b"frame"
    assert b"noise" in done.stderr


def test_a_notification_gets_no_answer(host: HostProcess) -> None:
    host.send_raw(
        json.dumps(
            {"jsonrpc": "2.0", "method": "memories.create", "params": {"text": "Likes tea"}}
        ).encode()
    )
    assert host.call("memories.list")["total"] == 1
    assert host.unasked.empty()


def test_no_response_exceeds_the_limit(host: HostProcess) -> None:
    text = "x" * 950_000
    host.say("c", text)
    with pytest.raises(RpcError) as caught:
        host.call("conversations.get", site="claude", conversation_id="c")
    assert caught.value.code == "response_too_large"
    pieces, start = [], 0
    while True:
        part = host.call(
            "conversations.markdown",
            site="claude",
            conversation_id="c",
            range={"start": start, "end": start + 10_000_000},
        )
        pieces.append(part["markdown"])
        start += len(part["markdown"])
        if start == part["length"]:
            break
    assert text in "".join(pieces)
    assert RESPONSE_LIMIT < 1_000_000


def test_long_pages_of_turns_are_cut_to_what_a_frame_holds(host: HostProcess) -> None:
    host.say("c", *(f"{i} " + "字" * 100_000 for i in range(12)))
    found, cursor = [], None
    while True:
        page = host.call("conversations.get", site="claude", conversation_id="c", cursor=cursor)
        found += [turn["index"] for turn in page["turns"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert found == list(range(12))


def test_every_method_refuses_unknown_params(host: HostProcess) -> None:
    refused = {}
    for name in METHODS:
        with pytest.raises(RpcError) as caught:
            host.call(name, surely_unknown=1)
        refused[name] = (caught.value.number, caught.value.code, bool(caught.value.remedy))
    assert refused == dict.fromkeys(METHODS, (-32602, "invalid_params", True))


def test_a_database_that_cannot_be_opened_is_told_to_every_caller(tmp_path: Path) -> None:
    (tmp_path / "memoryx.sqlite3").write_bytes(b"this is not a database, not at all" * 100)
    with HostProcess(tmp_path) as process:
        with pytest.raises(RpcError) as caught:
            process.call("stats")
        assert caught.value.code == "database_unavailable"
        assert caught.value.remedy
        assert process.close() == 1


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    with HostProcess(tmp_path, {"MEMORYX_EMBEDDING_PROVIDER": "off"}) as process:
        process.call("stats")
    import sqlite3

    with sqlite3.connect(tmp_path / "memoryx.sqlite3") as db:
        db.execute("PRAGMA user_version=999")
    db.close()
    with HostProcess(tmp_path) as process:
        with pytest.raises(RpcError) as caught:
            process.call("stats")
        assert "newer" in caught.value.remedy


def test_a_model_that_is_not_there_is_told_with_the_command_that_fetches_it(
    tmp_path: Path,
) -> None:
    with HostProcess(tmp_path, {"MEMORYX_EMBEDDING_PROVIDER": "onnx"}) as process:

        def hello() -> dict[str, Any]:
            client = {"name": "test", "version": "1", "browser": "none"}
            said: dict[str, Any] = process.call("hello", client=client, protocol=1)
            return said

        wait_for(lambda: hello()["embedding"]["status"] == "unavailable")
        (told,) = [part for part in hello()["degraded"] if part["part"] == "embedding"]
    assert "memoryx model embedding download" in told["remedy"]
