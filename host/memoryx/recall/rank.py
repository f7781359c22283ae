"""From gated candidates to what goes into the block. Pure functions; each decision is traced."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from memoryx.block import BlockLine, block_tokens
from memoryx.recall.types import Hit, IndexedMemory, Reason, Signals, TraceEntry, Weights
from memoryx.text.language import Language

LEVELS: Final = {"session": 1.0, "project": 0.7, "user": 0.5}
_SECONDS_PER_DAY: Final = 86_400.0
# A memory that nobody is sure of loses at most this share of its score.
_CONFIDENCE_SHARE: Final = 0.3
# Pinned memories leave at least two fifths of the places to what the message asks for.
_PINNED_SHARE: Final = 0.6


@dataclass(frozen=True, slots=True)
class Candidate:
    """A memory with its signals and the gate's estimate."""

    slot: int
    memory: IndexedMemory
    relevance: float
    signals: Signals
    score: float
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class Selection:
    """What is kept, in the block's order, and why the others are not."""

    kept: tuple[Candidate, ...]
    trace: tuple[TraceEntry, ...]


def recency(created_at: datetime, now: datetime, half_life_days: float) -> float:
    """0.5 to the power of age over half-life; 1 for what is new or lies in the future."""
    age = max(0.0, (now - created_at).total_seconds() / _SECONDS_PER_DAY)
    return float(0.5 ** (age / half_life_days)) if half_life_days > 0 else 0.0


def fuse(signals: Signals, weights: Weights, confidence: float) -> float:
    """The weighted sum of the signals, times a soft factor for the memory's confidence."""
    total = (
        weights.semantic * signals.semantic
        + weights.keyword * signals.keyword
        + weights.recency * signals.recency
        + weights.level * signals.level
    )
    return total * confidence_factor(confidence)


def confidence_factor(confidence: float) -> float:
    """What a memory's score is multiplied with: 1 for one that is certain."""
    return 1 - _CONFIDENCE_SHARE * (1 - min(1.0, max(0.0, confidence)))


def trace_entry(candidate: Candidate, reason: Reason) -> TraceEntry:
    """One line of the trace."""
    return TraceEntry(
        candidate.memory.id, reason, candidate.score, candidate.relevance, candidate.signals
    )


def select(
    pinned: Sequence[Candidate],
    relevant: Sequence[Candidate],
    *,
    limit: int,
    budget_tokens: int,
    language: Language,
    now: datetime,
    alike: Callable[[int, int], bool],
) -> Selection:
    """Choose what fits: pinned ones first and once, then by score, without near-duplicates.

    `relevant` has passed the gate and comes best first. `alike` compares two slots. The budget
    counts the whole block; a memory that does not fit is passed over, never cut.
    """
    kept: list[Candidate] = []
    trace: list[TraceEntry] = []
    room_for_pinned = max(1, int(limit * _PINNED_SHARE)) if relevant else limit
    taken: set[str] = set()
    for candidate in (*pinned, *relevant):
        if candidate.memory.id in taken:
            continue
        reason = _reason_against(
            candidate, kept, limit, room_for_pinned, budget_tokens, language, now, alike
        )
        if reason is None:
            taken.add(candidate.memory.id)
            kept.append(candidate)
            trace.append(trace_entry(candidate, "pinned" if candidate.pinned else "kept"))
        else:
            trace.append(trace_entry(candidate, reason))
    return Selection(tuple(kept), tuple(trace))


def to_hit(candidate: Candidate) -> Hit:
    """The candidate as the answer shows it."""
    rounded = Signals(
        round(candidate.signals.semantic, 4),
        round(candidate.signals.keyword, 4),
        round(candidate.signals.recency, 4),
        round(candidate.signals.level, 4),
    )
    return Hit(candidate.memory, round(candidate.score, 4), rounded)


def block_line(memory: IndexedMemory) -> BlockLine:
    """How the block shows a memory."""
    return BlockLine(memory.type, memory.compact_text or memory.text, memory.valid_from)


def as_pinned(candidate: Candidate) -> Candidate:
    """The same candidate, marked as pinned."""
    return replace(candidate, pinned=True)


def _reason_against(
    candidate: Candidate,
    kept: Sequence[Candidate],
    limit: int,
    room_for_pinned: int,
    budget_tokens: int,
    language: Language,
    now: datetime,
    alike: Callable[[int, int], bool],
) -> Reason | None:
    if len(kept) >= limit or (candidate.pinned and len(kept) >= room_for_pinned):
        return "over_limit"
    if any(alike(candidate.slot, other.slot) for other in kept):
        return "near_duplicate"
    lines = [block_line(other.memory) for other in (*kept, candidate)]
    if block_tokens(lines, language, now) > budget_tokens:
        return "over_budget"
    return None
