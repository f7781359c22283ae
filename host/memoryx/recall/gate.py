"""The gate of relevance: how likely each memory has to do with the message, before any fusion.

Recency and level never pass through here, so they cannot lift what is irrelevant. Pure functions.

The estimate is a logistic regression over signals that mean the same in a store of ten and of ten
thousand memories: the centred cosine, the share of the message's idf that a memory holds, and
how far the
cosine stands out among all memories, in units of what the best of n random ones would reach
(the expected maximum of n standard normals grows as sqrt(2 ln n)). Fitted on the even queries of
the tune sets, thresholds checked on the odd ones (tests/benchmarks/README.md).
"""

from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from memoryx.recall.intent import Intent
from memoryx.recall.vectors import Matrix

# What an unknown store's values are like, worth this many memories when a store is small: mean
# and deviation of centred cosines and of BM25+ as a share of the message's ideal score.
_PRIOR_MEMORIES: Final = 5.0
_PRIOR_COSINE: Final = (0.1, 0.1)
_PRIOR_KEYWORD: Final = (0.01, 0.03)
# Standard deviations above the mean that count as a full signal.
_FULL_SIGNAL: Final = 8.0


@dataclass(frozen=True, slots=True)
class GateParameters:
    """Logit weights of each signal, and the thresholds in probabilities."""

    bias: float = -5.81
    cosine: float = 1.21
    coverage: float = 3.97
    prominence: float = 2.81
    domain: float = 0.31
    personal: float = 2.23
    advice: float = 1.01
    personal_advice: float = -1.3
    transform: float = -3.23
    technical: float = -2.29
    name: float = 0.92
    words_only_bias: float = -5.0
    words_only_coverage: float = 6.0
    threshold_personal: float = 0.15
    """Messages that speak of the person are likely to need a memory."""
    threshold: float = 0.2
    margin: float = 2.5
    """What lies further below the best memory's logit is left out."""


DEFAULT: Final = GateParameters()


def standardise(values: Matrix, counted: NDArray[np.bool_], prior: tuple[float, float]) -> Matrix:
    """Values in standard deviations from their mean over the `counted` ones.

    Mean and deviation are drawn towards the prior's as far as the store is small, so that a
    store of
    one memory has sensible values too.
    """
    mean_prior, deviation_prior = prior
    sample = values[counted]
    count = len(sample) + _PRIOR_MEMORIES
    mean = (float(sample.sum()) + _PRIOR_MEMORIES * mean_prior) / count
    spread = float(np.square(sample - mean).sum()) + _PRIOR_MEMORIES * deviation_prior**2
    scaled: Matrix = (values - mean) / sqrt(spread / count)
    return scaled


def semantic_deviations(cosine: Matrix, has_vector: NDArray[np.bool_]) -> Matrix:
    """Centred cosines, standardised; 0 where there is no vector."""
    scaled = standardise(cosine, has_vector, _PRIOR_COSINE)
    scaled[~has_vector] = 0
    return scaled


def keyword_deviations(shares: Matrix, eligible: NDArray[np.bool_]) -> Matrix:
    """BM25+ as shares of the message's ideal score, standardised."""
    return standardise(shares, eligible, _PRIOR_KEYWORD)


def as_signal(deviations: float) -> float:
    """Standard deviations as a signal between 0 and 1."""
    return min(1.0, max(0.0, deviations / _FULL_SIGNAL))


def base_logits(
    cosine: Matrix,
    deviations: Matrix,
    has_vector: NDArray[np.bool_],
    coverage: Matrix,
    intent: Intent,
    parameters: GateParameters = DEFAULT,
) -> Matrix:
    """The gate's logit of every slot from what the arrays know; arrays of equal length.

    Where a memory has no vector its words alone decide.
    """
    expected_best = sqrt(2 * log(int(has_vector.sum()) + 2))
    with_vector = (
        parameters.bias
        + parameters.cosine * cosine
        + parameters.prominence * deviations / expected_best
        + parameters.coverage * coverage
    )
    words_only = np.where(
        coverage > 0,
        parameters.words_only_bias + parameters.words_only_coverage * coverage,
        -np.inf,
    )
    logits: Matrix = np.where(has_vector, with_vector, words_only).astype(np.float32)
    return logits + np.float32(_message_shift(intent, parameters))


def memory_shift(
    *, shares_domain: bool, shares_name: bool, parameters: GateParameters = DEFAULT
) -> float:
    """What a shared domain or proper name adds to the logit."""
    return (parameters.domain if shares_domain else 0.0) + (parameters.name if shares_name else 0.0)


def threshold(intent: Intent, parameters: GateParameters = DEFAULT) -> float:
    """The probability from which on a memory passes."""
    return parameters.threshold_personal if intent.personal else parameters.threshold


def probability(logit: float) -> float:
    """The logistic of a logit."""
    return 1.0 / (1.0 + exp(-max(-60.0, min(60.0, logit))))


def _message_shift(intent: Intent, parameters: GateParameters) -> float:
    shift = parameters.personal if intent.personal else 0.0
    if intent.advice:
        shift += parameters.advice + (parameters.personal_advice if intent.personal else 0.0)
    if intent.material in ("transform", "arithmetic"):
        shift += parameters.transform
    elif intent.material in ("log", "code"):
        shift += parameters.technical
    return shift
