"""Better weights from what a person said of recalled memories, shown on recalls held out.

Only judgements inside one recall are compared: a memory called useful should have stood above one
called irrelevant or outdated. Weights come from a grid over all mixtures of the four signals and
half-lives, so the best one there is is found; being near the present weights counts a little, so
that few judgements do not carry them far. What is shown is the share of pairs in the right order
among recalls that had no part in the fit. Pure functions.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from memoryx.recall.rank import LEVELS, confidence_factor
from memoryx.recall.types import Weights

#: Recalls with a pair, and pairs, that each part needs: with fewer, chance alone moves the share
#: of right pairs by more than ten points.
MIN_RECALLS: Final = 20
MIN_PAIRS: Final = 30
#: The order that got better by chance alone would look so at most this often (sign test).
_CHANCE: Final = 0.05
_STEPS: Final = 20
_HALF_LIVES: Final = (1.0, 2.0, 3.5, 7.0, 14.0, 30.0, 60.0, 120.0, 365.0)
#: What moving all weight from one signal to another costs, in shares of right pairs.
_DISTANCE_COST: Final = 0.02
_HALF_LIFE_COST: Final = 0.002
_TIE: Final = 1e-9

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Judgement:
    """A recalled memory as it was ranked, and whether it was useful."""

    semantic: float
    keyword: float
    age_days: float
    level: str
    confidence: float
    useful: bool


@dataclass(frozen=True, slots=True)
class JudgedRecall:
    """The judged memories of one recall."""

    id: str
    memories: tuple[Judgement, ...]


@dataclass(frozen=True, slots=True)
class Tuning:
    """What came out. ``before`` and ``after`` are shares of right pairs that were held out.

    ``weights`` is None when there is too little (``missing`` recalls) or no certain gain.
    """

    weights: Weights | None
    recalls: int
    pairs: int
    missing: int
    held_out: int
    before: float
    after: float
    chance: float


def tune(recalls: Sequence[JudgedRecall], current: Weights) -> Tuning:
    """Propose weights; see the module's docstring."""
    usable = [recall for recall in recalls if any(_pairs(recall))]
    parts: tuple[list[JudgedRecall], list[JudgedRecall]] = ([], [])
    for recall in usable:
        # By its id, so that the same recall is always held out, whatever comes after it.
        parts[hashlib.sha256(recall.id.encode()).digest()[0] % 2].append(recall)
    fit, held = ([pair for recall in part for pair in _pairs(recall)] for part in parts)
    total = len(fit) + len(held)
    missing = 2 * max(
        MIN_RECALLS - min(map(len, parts)), MIN_PAIRS - min(len(fit), len(held)), 0
    )  # a recall has one pair at least
    if missing:
        return Tuning(None, len(usable), total, missing, len(held), 0.0, 0.0, 1.0)
    proposed = _best(fit, current)
    old, new = _right(held, current), _right(held, proposed)
    chance = _sign_test(int((new > old).sum()), int((new < old).sum()))
    certain = float(new.mean()) > float(old.mean()) and chance <= _CHANCE
    return Tuning(
        weights=proposed if certain else None,
        recalls=len(usable),
        pairs=total,
        missing=0,
        held_out=len(held),
        before=float(old.mean()),
        after=float(new.mean()),
        chance=chance,
    )


Pair = tuple[Judgement, Judgement]


def _pairs(recall: JudgedRecall) -> Iterator[Pair]:
    """A useful memory and one that was not, in each way."""
    useful = [memory for memory in recall.memories if memory.useful]
    others = [memory for memory in recall.memories if not memory.useful]
    return product(useful, others)


def _rows(memories: Sequence[Judgement], half_life_days: float) -> Floats:
    """The four signals of memories times their confidence factor, shape (n, 4)."""
    rows = [
        (m.semantic, m.keyword, 0.5 ** (m.age_days / half_life_days), LEVELS.get(m.level, 0.5))
        for m in memories
    ]
    factors = np.array([confidence_factor(m.confidence) for m in memories])
    scaled: Floats = np.array(rows, np.float64) * factors[:, None]
    return scaled


def _differences(pairs: Sequence[Pair], half_life_days: float) -> Floats:
    useful = _rows([pair[0] for pair in pairs], half_life_days)
    other = _rows([pair[1] for pair in pairs], half_life_days)
    found: Floats = useful - other
    return found


def _judged(margins: Floats) -> Floats:
    """1 for a pair in the right order, 0 in the wrong one, a half for a tie."""
    found: Floats = np.where(np.abs(margins) < _TIE, 0.5, (margins > 0).astype(np.float64))
    return found


def _right(pairs: Sequence[Pair], weights: Weights) -> Floats:
    return _judged(_differences(pairs, weights.half_life_days) @ _vector(weights))


def _vector(weights: Weights) -> Floats:
    return np.array([weights.semantic, weights.keyword, weights.recency, weights.level])


def _best(pairs: Sequence[Pair], current: Weights) -> Weights:
    """The grid's weights with the most right pairs, less what their distance costs."""
    total = float(_vector(current).sum()) or 1.0
    grid = _mixtures() * total
    here = _vector(current)
    costs = _DISTANCE_COST * np.abs(grid - here).sum(axis=1) / (2 * total)
    best, found = -np.inf, current
    for half_life in sorted({*_HALF_LIVES, current.half_life_days}):
        right = _judged(_differences(pairs, half_life) @ grid.T).mean(axis=0)
        steps = abs(np.log2(half_life / current.half_life_days))
        values = right - costs - _HALF_LIFE_COST * steps
        place = int(values.argmax())
        if values[place] > best + _TIE:
            best = float(values[place])
            semantic, keyword, recency, level = (round(float(x), 4) for x in grid[place])
            found = Weights(semantic, keyword, recency, level, half_life)
    return found


def _mixtures() -> Floats:
    """All mixtures of four signals in twentieths, shape (n, 4); each row's sum is 1."""
    rows = [
        (a, b, c, _STEPS - a - b - c)
        for a in range(_STEPS + 1)
        for b in range(_STEPS + 1 - a)
        for c in range(_STEPS + 1 - a - b)
    ]
    found: Floats = np.array(rows, np.float64) / _STEPS
    return found


def _sign_test(better: int, worse: int) -> float:
    """How likely as many of the changed pairs get better when each does by a coin's throw."""
    changed = better + worse
    return float(sum(comb(changed, k) for k in range(better, changed + 1)) / 2**changed)
