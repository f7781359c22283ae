"""The gate of relevance: how likely each memory has to do with the message, before any fusion.

Recency and level never pass through here, so they cannot lift what is irrelevant. Pure functions.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from memoryx.recall.intent import Intent
from memoryx.recall.vectors import Matrix


@dataclass(frozen=True, slots=True)
class GateParameters:
    """Logit weights and thresholds, fitted by tests/benchmarks/recall_quality.py --fit."""

    bias: float = -4.6
    cosine: float = 10.0
    coverage: float = 4.5
    domain: float = 0.7
    constraint: float = 1.2
    personal: float = 0.3
    own_material: float = -2.0
    keyword_only_bias: float = -2.6
    keyword_only_coverage: float = 6.5
    threshold: float = 0.5


DEFAULT: Final = GateParameters()


def base_logits(
    cosine: Matrix,
    has_vector: NDArray[np.bool_],
    coverage: Matrix,
    intent: Intent,
    parameters: GateParameters = DEFAULT,
) -> Matrix:
    """The gate's logit of every slot from what the arrays know; arrays of equal length.

    `cosine` is centred, `coverage` the share of the message's idf. Where a memory has no vector
    its
    words alone decide.
    """
    with_vector = parameters.bias + parameters.cosine * cosine + parameters.coverage * coverage
    words_only = parameters.keyword_only_bias + parameters.keyword_only_coverage * coverage
    logits = np.where(has_vector, with_vector, words_only)
    shift = parameters.personal if intent.personal else 0.0
    if intent.material != "none":
        shift += parameters.own_material
    shifted: Matrix = (logits + shift).astype(np.float32)
    return shifted


def domain_shift(
    message: frozenset[str],
    memory: frozenset[str],
    *,
    constraint: bool,
    parameters: GateParameters = DEFAULT,
) -> float:
    """What a shared domain adds to the logit; more where the memory must be heeded in it."""
    if message.isdisjoint(memory):
        return 0.0
    return parameters.domain + (parameters.constraint if constraint else 0.0)


def probability(logit: float) -> float:
    """The logistic of a logit."""
    return float(1.0 / (1.0 + np.exp(-logit)))
