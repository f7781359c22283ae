"""Cutting turns into chunks."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from memoryx.extraction.candidate import SourceTurn
from memoryx.extraction.llm.chunks import (
    ASSISTANT_CHARACTERS,
    CHUNK_TOKENS,
    MINIMUM_TOKENS,
    chunks,
    shorten,
)
from memoryx.models import Role
from memoryx.text.budget import count_tokens

SAID = datetime(2026, 11, 30, tzinfo=UTC)


def turn(index: int, text: str, role: Role = "user") -> SourceTurn:
    return SourceTurn(f"k{index}", index, role, text, SAID)


def test_a_short_chat_is_one_chunk() -> None:
    (chunk,) = chunks([turn(0, "Hi"), turn(1, "Hello", "assistant")])
    assert [piece.text for piece in chunk] == ["Hi", "Hello"]
    assert all(piece.last for piece in chunk)


def test_the_assistant_is_cut_short() -> None:
    (chunk,) = chunks([turn(0, "x" * 10_000, "assistant")])
    assert len(chunk[0].text) <= ASSISTANT_CHARACTERS + 10


@given(
    st.lists(st.tuples(st.integers(0, 9_000), st.booleans()), max_size=12),
    st.integers(0, 12),
)
def test_every_word_of_the_user_goes_in_once_and_in_order(
    turns: list[tuple[int, bool]], attempt: int
) -> None:
    source = [turn(i, ("字a " * n)[:n] + "。") for i, (n, _) in enumerate(turns)]
    found = list(chunks(source, attempt))
    said: dict[str, str] = {}
    for chunk in found:
        assert sum(count_tokens(piece.text) for piece in chunk) <= max(
            CHUNK_TOKENS >> attempt, MINIMUM_TOKENS
        )
        for piece in chunk:
            said[piece.turn.key] = said.get(piece.turn.key, "") + piece.text
    assert said == {t.key: t.text for t in source}
    last = [piece.turn.key for chunk in found for piece in chunk if piece.last]
    assert last == [t.key for t in source]


def test_each_attempt_halves_the_budget_down_to_a_least_one() -> None:
    turns = [turn(i, "字" * 100) for i in range(60)]
    sizes = [len(list(chunks(turns, attempt))) for attempt in (0, 1, 2, 50)]
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[1] < sizes[2]
    assert sizes[3] == 30


def test_shortening_keeps_both_ends() -> None:
    assert shorten("a" * 50 + "b" * 50, 20) == "a" * 10 + " […] " + "b" * 10
    assert shorten("short", 20) == "short"
