"""The gate of relevance, in two steps, before any ranking by recency or level. Pure functions.

First the message: does it need anything of this store? Its best memories are judged by a logistic
regression over signals that mean the same in a store of ten and of ten thousand memories, and by
what the wording says (`memoryx.recall.intent`). If none of them is likely to have to do with the
message, nothing comes. "Better none than a wrong one" is decided here, once.

Then the memories: each comes whose relevance is at least a share of the best one's, and which is
not unlikely itself or much less likely than the best one; all three allow more where more memories
may come. A message that is known to be about the store gets what stands out in it, a narrow
question one memory and a broad one several.

Recency and level never pass through here, so they cannot lift what is irrelevant.

The weights and thresholds are those that `tests/benchmarks/fit_gate.py` prints, from freely
licensed tune sets and messages of our own: the weights from the even queries, the thresholds from
all. Sets that are for evaluation only have no part in them. What the second step asks was set by
hand where precision and recall of `recall_quality.py` are both good: a share of a quarter gives a
point more recall and a tenth less precision; without the two other conditions precision is four
points less and recall the same.
"""

from dataclasses import astuple, dataclass, fields
from math import log, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from memoryx.recall.intent import Intent
from memoryx.recall.vectors import Matrix

Flags = NDArray[np.bool_]

# What an unknown store's values are like, worth this many memories when a store is small: mean
# and deviation of likeness (in the model's own deviations) and of BM25+ as a share of the ideal.
_PRIOR_MEMORIES: Final = 5.0
_PRIOR_LIKENESS: Final = (0.0, 1.0)
_PRIOR_KEYWORD: Final = (0.01, 0.03)
# Standard deviations above the mean that count as a full signal.
_FULL_SIGNAL: Final = 8.0
# Relevance is this much meaning and this much words, whatever weights order the result.
_MEANING: Final = 0.5
_WORDS: Final = 0.3
# A likeness is read against the best that this many strangers more would reach by chance.
_STRANGERS: Final = 50
_LIKENESS_RANGE: Final = (-8.0, 10.0)
_MOST_RARITY: Final = 30.0
_NEAR_ZERO: Final = 1e-6
#: Of a message's best memories, how many are judged.
JUDGED: Final = 20
#: How many memories a message may carry when nobody has set it: what the shares are made for.
USUAL_LIMIT: Final = 5


@dataclass(frozen=True, slots=True)
class LogitWeights:
    """What each signal adds to the logit; the order is that of `features`."""

    bias: float
    likeness: float
    words: float
    name: float
    domain: float
    off_topic: float
    personal: float
    advice: float
    personal_advice: float
    general: float
    transform: float
    technical: float


WITH_VECTOR: Final = LogitWeights(
    bias=-3.39,
    likeness=2.60,
    words=1.77,
    name=0.96,
    domain=0.78,
    off_topic=-0.93,
    personal=2.93,
    advice=1.03,
    personal_advice=-1.02,
    general=-1.26,
    transform=-2.86,
    technical=-1.20,
)
WORDS_ONLY: Final = LogitWeights(
    bias=-1.44,
    likeness=0.0,
    words=2.65,
    name=1.09,
    domain=0.96,
    off_topic=-2.23,
    personal=2.78,
    advice=0.37,
    personal_advice=-0.63,
    general=-0.80,
    transform=-2.82,
    technical=-1.98,
)


@dataclass(frozen=True, slots=True)
class GateParameters:
    """The two sets of weights, and where the two steps cut."""

    with_vector: LogitWeights = WITH_VECTOR
    words_only: LogitWeights = WORDS_ONLY
    threshold: float = 0.5
    """The probability that one of a message's best memories must reach; with vectors."""
    threshold_words_only: float = 0.52
    share: float = 0.33
    """Of the best memory's relevance, what another one must have to come along, where at most
    `USUAL_LIMIT` may."""
    share_words_only: float = 0.25
    least_probability: float = 0.3
    """What a memory must have by itself to come along with the best one."""
    logit_gap: float = 4.0
    """How much smaller its logit may be than the best one's: its odds a fiftieth."""


DEFAULT: Final = GateParameters()


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of some memories beside one message; arrays of equal length."""

    likeness: Matrix
    """In the model's deviations; see `memoryx.recall.index.View`."""
    coverage: Matrix
    rarity: Matrix
    has_vector: Flags
    shares_name: Flags
    """The memory names somebody or something that the message names."""
    shares_domain: Flags
    off_topic: Flags
    """A memory of another domain for a message about programming."""
    memories: int
    """How many memories the store has to choose from."""


def standardise(values: Matrix, counted: Flags, prior: tuple[float, float]) -> Matrix:
    """Values in standard deviations from their mean over the `counted` ones.

    Mean and deviation are drawn towards the prior's as far as the store is small, so that a store
    of one memory has sensible values too.
    """
    mean_prior, deviation_prior = prior
    sample = values[counted]
    count = len(sample) + _PRIOR_MEMORIES
    mean = (float(sample.sum()) + _PRIOR_MEMORIES * mean_prior) / count
    spread = float(np.square(sample - mean).sum()) + _PRIOR_MEMORIES * deviation_prior**2
    scaled: Matrix = (values - mean) / sqrt(spread / count)
    return scaled


def semantic_signal(likeness: Matrix, has_vector: Flags) -> Matrix:
    """Likeness as a signal between 0 and 1, standardised; 0 where there is no vector."""
    signal = as_signal(standardise(likeness, has_vector, _PRIOR_LIKENESS))
    signal[~has_vector] = 0
    return signal


def keyword_signal(shares: Matrix, eligible: Flags) -> Matrix:
    """BM25+ as shares of the message's ideal score, standardised, as a signal between 0 and 1."""
    return as_signal(standardise(shares, eligible, _PRIOR_KEYWORD))


def as_signal(deviations: Matrix) -> Matrix:
    """Standard deviations as a signal between 0 and 1.

    Linear up to half a signal, then nearing 1 without reaching it: in a large store a rare word
    stands out by dozens of deviations, and the ranking must still tell two such memories apart.
    """
    half = _FULL_SIGNAL / 2
    signal: Matrix = (np.maximum(deviations, 0) / _FULL_SIGNAL).astype(np.float32)
    above = deviations > half
    signal[above] = 1.0 - 0.5 * np.exp(-(deviations[above] - half) / half)
    return signal


def relevance(semantic: Matrix, keyword: Matrix) -> Matrix:
    """What memories are chosen by: both signals, in a fixed proportion."""
    mixed: Matrix = _MEANING * semantic + _WORDS * keyword
    return mixed


def features(evidence: Evidence, intent: Intent) -> Matrix:
    """The signals of each memory, shape (n, 12), in the order of `LogitWeights`.

    `likeness` is read against the best of as many random ones: the expected maximum of n standard
    normals grows as sqrt(2 ln n). `words` is the geometric mean of the share of the message that a
    memory holds and of how much that is: a short question may be covered by one word and a long
    one by none, while one common word in a long text is chance.
    """
    count = len(evidence.likeness)
    chance = sqrt(2 * log(evidence.memories + _STRANGERS))
    of_message = (
        intent.personal,
        intent.advice,
        intent.personal and intent.advice,
        intent.general,
        intent.material in ("transform", "arithmetic"),
        intent.material in ("log", "code"),
    )
    columns = (
        np.ones(count),
        np.clip(evidence.likeness, *_LIKENESS_RANGE) / chance,
        np.sqrt(evidence.coverage * np.minimum(evidence.rarity, _MOST_RARITY) / 10),
        evidence.shares_name,
        evidence.shares_domain,
        evidence.off_topic,
        *(np.full(count, flag) for flag in of_message),
    )
    return np.stack([np.asarray(column, np.float32) for column in columns], axis=1)


def probabilities(
    evidence: Evidence, intent: Intent, parameters: GateParameters = DEFAULT
) -> Matrix:
    """The probability of each memory that it has to do with the message.

    Where a memory has no vector its words alone decide, and without a common word it is 0.
    """
    signals = features(evidence, intent)
    by_vector = signals @ np.asarray(astuple(parameters.with_vector), np.float32)
    by_words = signals @ np.asarray(astuple(parameters.words_only), np.float32)
    logits = np.where(evidence.has_vector, by_vector, by_words)
    found: Matrix = (1 / (1 + np.exp(-np.clip(logits, -60, 60)))).astype(np.float32)
    found[~evidence.has_vector & (evidence.coverage <= 0)] = 0
    return found


def opens(found: Matrix, has_vector: Flags, parameters: GateParameters = DEFAULT) -> bool:
    """The first step: whether a message needs any of the memories with these probabilities."""
    needed = np.where(has_vector, parameters.threshold, parameters.threshold_words_only)
    return bool((found >= needed).any())


def comes_along(
    relevances: Matrix,
    found: Matrix,
    has_vector: Flags,
    limit: int = USUAL_LIMIT,
    parameters: GateParameters = DEFAULT,
) -> Flags:
    """The second step: which memories of a message that needs some are near enough to the best.

    `found` are their probabilities. Who lets more than the usual number come wants weaker ones too:
    every condition softens as `limit` grows.
    """
    if not len(relevances):
        return np.zeros(0, np.bool_)
    strictness = min(1.0, USUAL_LIMIT / max(1, limit))
    shares = np.where(has_vector, parameters.share, parameters.share_words_only)
    near: Flags = relevances >= strictness * shares * relevances.max()
    near &= found >= strictness * parameters.least_probability
    logits = logit(found)
    near &= logits >= logits.max() - parameters.logit_gap / strictness
    return near


def logit(probability: Matrix) -> Matrix:
    """The logarithm of the odds; finite also where a probability is 0 or 1."""
    inside = np.clip(probability.astype(np.float64), _NEAR_ZERO, 1 - _NEAR_ZERO)
    found: Matrix = np.log(inside / (1 - inside)).astype(np.float32)
    return found


#: The names of the features, in order.
FEATURES: Final = tuple(field.name for field in fields(LogitWeights))
