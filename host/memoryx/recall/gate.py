"""The gate of relevance: how likely each memory has to do with the message, before any fusion.

Recency and level never pass through here, so they cannot lift what is irrelevant. Pure functions.

The estimate is a logistic regression over signals that mean the same in a store of ten and of ten
thousand memories: the centred cosine, the share of the message's idf that a memory holds, and
how far the
cosine stands out among all memories, in units of what the best of n random ones would reach
(the expected maximum of n standard normals grows as sqrt(2 ln n)). Fitted on the even queries of
freely licensed tune sets and messages of our own, checked on the odd ones; sets that are for
evaluation only had no part in the weights.
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
class LogitWeights:
    """What each signal adds to the logit of one kind of memory."""

    bias: float
    coverage: float
    prominence: float
    """Times the deviations over the expected best of as many memories."""
    domain: float
    personal: float
    advice: float
    personal_advice: float
    transform: float
    technical: float
    name: float
    cosine: float = 0.0


WITH_VECTOR: Final = LogitWeights(
    bias=-7.22,
    cosine=2.49,
    coverage=5.86,
    prominence=3.14,
    domain=0.78,
    personal=2.84,
    advice=1.95,
    personal_advice=-1.74,
    transform=-3.45,
    technical=-1.63,
    name=2.39,
)
WORDS_ONLY: Final = LogitWeights(
    bias=-4.63,
    coverage=8.21,
    prominence=0.0,
    domain=1.0,
    personal=2.39,
    advice=1.74,
    personal_advice=-1.71,
    transform=-3.42,
    technical=-1.98,
    name=2.22,
)
_HIGHEST_PROMINENCE: Final = 3.0


@dataclass(frozen=True, slots=True)
class GateParameters:
    """The two sets of weights, and the thresholds in probabilities."""

    with_vector: LogitWeights = WITH_VECTOR
    words_only: LogitWeights = WORDS_ONLY
    threshold_personal: float = 0.15
    """For messages that speak of the person, which are likely to need a memory."""
    threshold: float = 0.25
    threshold_general: float = 0.4
    """For questions of general knowledge and things to be made up."""
    threshold_named: float = 0.2
    """For messages with a proper name that the store knows."""
    threshold_words_only: float = 0.3
    margin: float = 3.0
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
    """Standard deviations as a signal between 0 and 1.

    Linear up to half a signal, then nearing 1 without reaching it: in a large store a rare word
    stands out by dozens of deviations, and the ranking must still tell two such memories apart.
    """
    half = _FULL_SIGNAL / 2
    if deviations <= half:
        return max(0.0, deviations / _FULL_SIGNAL)
    return 1.0 - 0.5 * exp(-(deviations - half) / half)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the arrays know of every slot; all of equal length."""

    cosine: Matrix
    semantic: Matrix
    """Deviations of the cosine."""
    keyword: Matrix
    """Deviations of BM25+."""
    coverage: Matrix
    has_vector: NDArray[np.bool_]
    eligible: NDArray[np.bool_]


def base_logits(evidence: Evidence, intent: Intent, parameters: GateParameters = DEFAULT) -> Matrix:
    """The gate's logit of every slot; minus infinity for what is not eligible.

    Where a memory has no vector its words alone decide, and without a common word it is out.
    """
    by_vector = _logits(
        parameters.with_vector, evidence.semantic, int(evidence.has_vector.sum()), evidence, intent
    )
    by_words = _logits(
        parameters.words_only, evidence.keyword, int(evidence.eligible.sum()), evidence, intent
    )
    by_words[evidence.coverage <= 0] = -np.inf
    logits: Matrix = np.where(evidence.has_vector, by_vector, by_words).astype(np.float32)
    logits[~evidence.eligible] = -np.inf
    return logits


def memory_shift(
    weights: LogitWeights, *, shares_domain: bool, shares_name: bool, off_topic: bool
) -> float:
    """What a shared domain or proper name adds to the logit.

    `off_topic` is a memory of another domain for a message about programming, which weighs as
    code in the message does.
    """
    return (
        weights.domain * shares_domain + weights.name * shares_name + weights.technical * off_topic
    )


def threshold(
    intent: Intent, *, with_vector: bool, named: bool, parameters: GateParameters = DEFAULT
) -> float:
    """The probability from which on a memory passes.

    `named`: the message names somebody or something that the store knows.
    """
    if named and not intent.general and intent.material == "none":
        return parameters.threshold_named
    if intent.personal:
        return parameters.threshold_personal
    if not with_vector:
        return parameters.threshold_words_only
    return parameters.threshold_general if intent.general else parameters.threshold


def probability(logit: float) -> float:
    """The logistic of a logit."""
    return 1.0 / (1.0 + exp(-max(-60.0, min(60.0, logit))))


def _logits(
    weights: LogitWeights, deviations: Matrix, count: int, evidence: Evidence, intent: Intent
) -> Matrix:
    prominence = deviations / sqrt(2 * log(count + 2))
    logits: Matrix = (
        weights.bias
        + _message_shift(intent, weights)
        + weights.cosine * evidence.cosine
        + weights.prominence * np.minimum(prominence, _HIGHEST_PROMINENCE)
        + weights.coverage * evidence.coverage
    ).astype(np.float32)
    return logits


def _message_shift(intent: Intent, weights: LogitWeights) -> float:
    shift = weights.personal if intent.personal else 0.0
    if intent.advice:
        shift += weights.advice + (weights.personal_advice if intent.personal else 0.0)
    if intent.material in ("transform", "arithmetic"):
        shift += weights.transform
    elif intent.material in ("log", "code"):
        shift += weights.technical
    return shift
