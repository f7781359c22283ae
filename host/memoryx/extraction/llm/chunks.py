"""Cutting new turns into chunks under a token budget: pure.

The user's turns go in whole, in pieces where one is longer than the budget; the assistant's words
are context and are cut short. Background is bounded, so that all chunks of a conversation together
cost what its turns cost, however it grows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memoryx.extraction.candidate import SourceTurn
from memoryx.text.budget import count_tokens

#: Tokens of new turns in one call. Far below any model's window, and few enough that a model reads
#: all of them.
CHUNK_TOKENS = 3_000
#: Characters of an assistant's turn that are shown.
ASSISTANT_CHARACTERS = 400
#: Characters of a turn that is only background.
BACKGROUND_CHARACTERS = 300
#: Fewest tokens in one call, after however many attempts.
MINIMUM_TOKENS = 200


@dataclass(frozen=True, slots=True)
class Piece:
    """A turn, or a part of one; ``last`` says that the turn ends with it."""

    turn: SourceTurn
    text: str
    last: bool


def chunks(turns: Sequence[SourceTurn], attempt: int = 0) -> Iterator[list[Piece]]:
    """Cut turns into chunks, in order.

    Each further attempt halves the budget: an answer that was cut off was too long for the model.
    """
    budget = max(MINIMUM_TOKENS, CHUNK_TOKENS >> min(attempt, 8))
    chunk: list[Piece] = []
    tokens = 0
    for piece in _pieces(turns, budget):
        cost = count_tokens(piece.text)
        if chunk and tokens + cost > budget:
            yield chunk
            chunk, tokens = [], 0
        chunk.append(piece)
        tokens += cost
    if chunk:
        yield chunk


def shorten(text: str, limit: int) -> str:
    """Return a text's beginning and end when it is longer than ``limit`` characters."""
    if len(text) <= limit:
        return text
    half = limit // 2
    return f"{text[:half]} […] {text[-half:]}"


def _pieces(turns: Sequence[SourceTurn], budget: int) -> Iterator[Piece]:
    for turn in turns:
        if turn.role == "assistant":
            yield Piece(turn, shorten(turn.text, ASSISTANT_CHARACTERS), True)
            continue
        # A Chinese character is a token, so this many characters never cost more than a budget.
        starts = range(0, max(1, len(turn.text)), budget)
        for start in starts:
            yield Piece(turn, turn.text[start : start + budget], start == starts[-1])
