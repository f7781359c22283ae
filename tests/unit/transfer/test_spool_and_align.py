"""Exports read in pieces; an export's messages among captured turns."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memoryx.errors import NotFound
from memoryx.models import Role
from memoryx.server.frames import RESPONSE_LIMIT
from memoryx.store.merge import IncomingTurn
from memoryx.store.records import TurnRow
from memoryx.transfer.align import align
from memoryx.transfer.spool import Spool


def read(spool: Spool, name: str) -> list[str]:
    texts: list[str] = []
    offset: int | None = 0
    while offset is not None:
        piece = spool.read(name, offset)
        texts.append(piece.text)
        offset = piece.next_offset
    return texts


@pytest.mark.parametrize("text", ["字", "🥜", "a", '"', "\x01", "a🥜字\n"])
def test_pieces_fit_an_answer_and_are_the_document(tmp_path: Path, text: str) -> None:
    spool = Spool(tmp_path / "exports", lambda: datetime.now(UTC))
    document = text * (1_500_000 // len(text.encode()) + 1)
    pieces = read(spool, spool.write([document[:7], document[7:]]))
    assert "".join(pieces) == document
    assert len(pieces) > 1
    assert all(len(json.dumps(p, ensure_ascii=False).encode()) < RESPONSE_LIMIT for p in pieces)
    assert list((tmp_path / "exports").iterdir()) == []


def test_an_empty_document_is_one_empty_piece(tmp_path: Path) -> None:
    spool = Spool(tmp_path / "exports", lambda: datetime.now(UTC))
    assert read(spool, spool.write([])) == [""]


def test_a_document_that_nobody_reads_on_is_deleted(tmp_path: Path) -> None:
    now = datetime.now(UTC)
    spool = Spool(tmp_path / "exports", lambda: now)
    name = spool.write(["x" * 1_000_000])
    spool.read(name, 0)
    now += timedelta(hours=2)
    spool.write(["y"])
    for gone in (name, "../config.toml", ""):
        with pytest.raises(NotFound):
            spool.read(gone, 0)


def test_a_document_that_fails_half_way_leaves_no_file(tmp_path: Path) -> None:
    spool = Spool(tmp_path / "exports", lambda: datetime.now(UTC))
    with pytest.raises(ZeroDivisionError):
        spool.write(str(1 // number) for number in (1, 0))
    assert list((tmp_path / "exports").iterdir()) == []


def stored(*turns: tuple[str, Role, str]) -> list[TurnRow]:
    return [
        TurnRow(
            index=i,
            key=key,
            role=role,
            markdown=text,
            complete=True,
            gap_before=False,
            versions=0,
            created_at=None,
        )
        for i, (key, role, text) in enumerate(turns)
    ]


def aligned(
    known: list[TurnRow], *turns: tuple[str, Role, str], older: bool = False
) -> list[tuple[str, str]]:
    incoming = [IncomingTurn(key, role, text, complete=True) for key, role, text in turns]
    return [(turn.key, turn.markdown) for turn in align(known, incoming, older=older)]


def test_a_message_under_another_name_is_known_by_its_letters() -> None:
    known = stored(("k1", "user", "Plan a *trip*"), ("k2", "assistant", "- Day **one**"))
    assert aligned(known, ("m1", "user", "plan a trip"), ("m2", "assistant", "Day one.")) == [
        ("k1", "Plan a *trip*"),
        ("k2", "- Day **one**"),
    ]


def test_the_same_words_twice_are_two_turns_in_order() -> None:
    known = stored(("k1", "user", "Go on"), ("k2", "assistant", "One"), ("k3", "user", "Go on"))
    found = aligned(
        known,
        ("m1", "user", "Go on"),
        ("m2", "assistant", "One"),
        ("m3", "user", "Go on"),
        ("m4", "assistant", "Two"),
        ("m5", "user", "Go on"),
    )
    assert [key for key, _ in found] == ["k1", "k2", "k3", "m4", "m5"]


def test_a_known_key_stands_and_an_edit_stays_an_edit() -> None:
    known = stored(("k1", "user", "I like tea"))
    assert aligned(known, ("k1", "user", "I like coffee")) == [("k1", "I like coffee")]


def test_who_said_it_counts() -> None:
    known = stored(("k1", "assistant", "Yes"))
    assert aligned(known, ("m1", "user", "Yes")) == [("m1", "Yes")]


def test_an_older_export_does_not_bring_back_a_branch_that_was_left() -> None:
    known = stored(
        ("u1", "user", "Hi"),
        ("a1", "assistant", "Ho"),
        ("u9", "user", "New"),
        ("a9", "assistant", "Yes"),
    )
    turns: list[tuple[str, Role, str]] = [
        ("u1", "user", "Before an edit"),
        ("a1", "assistant", "Ho"),
        ("u2", "user", "Old"),
        ("a2", "assistant", "No"),
    ]
    assert aligned(known, *turns, older=True) == [("u1", "Hi"), ("a1", "Ho")]
    assert [key for key, _ in aligned(known, *turns)] == ["u1", "a1", "u2", "a2"]


def test_an_older_export_still_fills_what_the_page_had_not_shown() -> None:
    known = stored(("u1", "user", "Hi"), ("u2", "user", "So"))
    found = aligned(
        known,
        ("u1", "user", "Hi"),
        ("a1", "assistant", "Ho"),
        ("u2", "user", "So"),
        ("a2", "assistant", "Well"),
        older=True,
    )
    assert [key for key, _ in found] == ["u1", "a1", "u2", "a2"]


def test_an_older_export_completes_what_the_page_had_in_part() -> None:
    known = stored(("a1", "assistant", "The first half"))
    whole = "The first half, and the **second**"
    assert aligned(known, ("a1", "assistant", whole), older=True) == [("a1", whole)]
