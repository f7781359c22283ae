"""``uploads.put`` and ``data.*`` over real pipes."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest

from tests.support.host_process import HostProcess, RpcError


def put(host: HostProcess, name: str, data: bytes, offset: int = 0, *, last: bool = False) -> int:
    piece = base64.b64encode(data).decode()
    answer = host.call("uploads.put", upload=name, offset=offset, data=piece, last=last)
    received: int = answer["received"]
    return received


def export(host: HostProcess, form: str = "json") -> str:
    chunks: list[str] = []
    cursor = None
    while True:
        piece = host.call("data.export", format=form, cursor=cursor)
        chunks.append(piece["chunk"])
        cursor = piece["next_cursor"]
        if cursor is None:
            assert len("".join(chunks).encode()) == piece["length"]
            return "".join(chunks)


def recalled(host: HostProcess, text: str) -> str:
    context: str = host.call("recall", text=text, deadline_ms=10_000)["context"]
    return context


def test_an_upload_arrives_in_pieces_and_goes_on_where_it_broke_off(host: HostProcess) -> None:
    assert put(host, "u", b"0123") == 4
    assert put(host, "u", b"") == 4  # asks
    assert put(host, "u", b"2345", 2) == 6  # what came before may come again
    with pytest.raises(RpcError) as ahead:
        put(host, "u", b"9", 9)
    assert (ahead.value.code, ahead.value.remedy) == ("invalid_upload", "Go on from byte 6.")
    with pytest.raises(RpcError) as other:
        put(host, "u", b"xx", 2)
    assert other.value.code == "invalid_upload"
    assert put(host, "u", b"67", 6, last=True) == 8
    assert put(host, "u", b"67", 6, last=True) == 8  # its answer was lost
    with pytest.raises(RpcError) as more:
        put(host, "u", b"8", 8)
    assert more.value.code == "invalid_upload"


def test_what_is_no_base64_is_refused(host: HostProcess) -> None:
    with pytest.raises(RpcError) as caught:
        host.call("uploads.put", upload="u", offset=0, data="a*b=", last=False)
    assert caught.value.code == "invalid_params"


def test_uploads_lie_in_a_private_folder(host: HostProcess, tmp_path: Path) -> None:
    put(host, "u", b"secret", last=True)
    folder = tmp_path / "home" / "uploads"
    (file,) = folder.iterdir()
    assert (folder.stat().st_mode & 0o777, file.stat().st_mode & 0o777) == (0o700, 0o600)


def test_an_export_holds_everything_and_leaves_no_file(host: HostProcess, tmp_path: Path) -> None:
    host.say("c", "我对花生过敏 🥜")
    memory = host.call("memories.create", text="Prefers tea", project="home")["memory"]
    host.call("memories.update", id=memory["id"], text="Prefers green tea")
    document = json.loads(export(host))
    assert (document["format"], document["version"]) == ("memoryx", 1)
    assert document["conversations"][0]["turns"][0]["markdown"] == "我对花生过敏 🥜"
    (exported,) = document["memories"]
    current = host.call("memories.get", id=memory["id"])["memory"]
    assert current == {name: exported[name] for name in current}
    assert [v["old_text"] for v in exported["versions"]] == [None, "Prefers tea"]
    assert [project["id"] for project in document["projects"]] == ["home"]
    assert document["settings"]["recall.limit"] == 5
    assert list((tmp_path / "home" / "exports").iterdir()) == []


def test_an_export_of_many_pieces_shows_the_state_of_its_beginning(host: HostProcess) -> None:
    text = "字\x01" * 400_000  # control characters are the largest in JSON
    host.say("long", text)
    first = host.call("data.export", format="json")
    host.say("later", "this came too late")
    chunks, cursor = [first["chunk"]], first["next_cursor"]
    while cursor is not None:
        piece = host.call("data.export", format="json", cursor=cursor)
        chunks.append(piece["chunk"])
        cursor = piece["next_cursor"]
    assert len(chunks) > 2
    conversations = json.loads("".join(chunks))["conversations"]
    assert [c["conversation_id"] for c in conversations] == ["long"]
    assert conversations[0]["turns"][0]["markdown"] == text.strip("\n")


def test_a_cursor_of_an_export_that_is_over_says_so(host: HostProcess) -> None:
    host.say("long", "x" * 1_000_000)
    cursor = host.call("data.export", format="markdown")["next_cursor"]
    assert host.call("data.export", format="markdown", cursor=cursor)["next_cursor"] is None
    with pytest.raises(RpcError) as caught:
        host.call("data.export", format="markdown", cursor=cursor)
    assert caught.value.code == "not_found"


def test_erasing_takes_everything_but_the_settings(host: HostProcess, tmp_path: Path) -> None:
    marker = "Xylophonquartett"
    host.call("settings.set", values={"recall.limit": 3})
    host.say("c", f"Ich spiele im {marker}", project="band")
    host.call("memories.create", text=f"Plays in the {marker} of Ghent")
    put(host, "u", marker.encode())
    # The question stays in the log of recalls, so it must not hold the word that is looked for.
    assert marker in recalled(host, "Who plays in Ghent?")
    erased = host.call("data.erase", confirm="delete")
    expected = {"conversations": 1, "turns": 1, "memories": 1, "projects": 1, "uploads": 1}
    assert {name: erased[name] for name in expected} == expected
    assert erased["overwritten"] is True
    assert recalled(host, "Who plays in Ghent?") == ""
    assert host.call("stats")["memories"] == {}
    assert host.call("settings.get")["values"]["recall.limit"] == 3
    host.close()
    home = tmp_path / "home"
    files = [path for path in home.rglob("*") if path.is_file()]
    assert home / "memoryx.sqlite3" in files
    for needle in (marker, marker.lower()):
        assert not [path for path in files if needle.encode() in path.read_bytes()]


def test_erasing_reaches_another_host(host: HostProcess, tmp_path: Path) -> None:
    settings = {"MEMORYX_EMBEDDING_PROVIDER": "off", "MEMORYX_EXTRACTION_AUTO": "false"}
    host.call("memories.create", text="Plays the bassoon")
    with HostProcess(tmp_path / "home", settings) as other:
        assert "bassoon" in recalled(other, "Who plays the bassoon?")
        assert host.call("data.erase", confirm="delete")["memories"] == 1
        assert recalled(other, "Who plays the bassoon?") == ""
