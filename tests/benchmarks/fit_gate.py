"""Print the constants of host/memoryx/recall/gate.py: the weights and thresholds of the gate.

    python tests/benchmarks/fit_gate.py --data DIR [--cache FILE]

Fitted on sets under free licences and messages of our own: MADial-Bench (MIT), PrecisionMemBench
(MIT), the recall cases and the everyday messages that were written for this project, and the
anchors. Each query of them is shown once with the store that it belongs to and once with a store
of strangers. The best-ranked memory of each is one row; the label says whether the store has
anything for the message. The weights are fitted on the even queries, the threshold is chosen on
all. Sets that are for evaluation only (LoCoMo, PrefEval, CDConv) are not read.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "host"), str(ROOT)]

from memoryx.embedding.anchors import MEMORIES  # noqa: E402
from memoryx.embedding.focus import focus  # noqa: E402
from memoryx.recall import gate  # noqa: E402
from memoryx.recall.engine import query_weights  # noqa: E402
from memoryx.recall.index import RecallIndex, View  # noqa: E402
from memoryx.recall.intent import classify  # noqa: E402
from memoryx.recall.judge import Subject, evidence_of, subject_of  # noqa: E402
from memoryx.text.language import written_in_chinese  # noqa: E402
from memoryx.text.tokens import analyse  # noqa: E402
from tests.benchmarks import datasets  # noqa: E402
from tests.benchmarks.embeddings import CachedE5  # noqa: E402
from tests.benchmarks.recall_quality import NOW, memories_of  # noqa: E402

# How much a set counts as a whole, however many queries it has. A block for an everyday message
# is the worst error; that a personal message gets one of a stranger's store is the test of the
# store, not of the message, and counts less.
SETS_WITH_GOLD = {"MADial": 1.0, "cases": 1.5, "precision": 1.0}
EVERYDAY_WEIGHT = 6.0
STRANGERS_WEIGHT = 0.3
# Weights are drawn towards 0 by this much.
RIDGE = 1.0
# These speak for a memory, so their weights are not negative.
NOT_NEGATIVE = ("likeness", "words", "name", "domain")
# Of the everyday messages, this share may pass.
EVERYDAY_SHARE = 0.02


@dataclass(frozen=True, slots=True)
class Shown:
    """One message beside one store."""

    best: np.ndarray | None
    """Features of the best-ranked memory, or None when nothing is in question."""
    judged: np.ndarray
    """Features of all memories that the gate judges, shape (n, features)."""
    needed: bool
    weight: float
    kind: str


def show(pool: datasets.Pool, embedder: CachedE5 | None, weight: float, kind: str) -> list[Shown]:
    """Every query of a pool beside its store."""
    model = embedder or CachedE5(None)
    index = RecallIndex()
    memories = memories_of(pool)
    for memory in memories:
        index.upsert(memory)
    if embedder is not None and memories:
        index.use_model(model.model_id, model.calibration())
        vectors = model.embed_passages(list(pool.texts))
        index.put_vectors(model.model_id, [memory.id for memory in memories], vectors)
    return [_shown(index, query, embedder, weight, kind) for query in pool.queries]


def _shown(
    index: RecallIndex,
    query: datasets.Query,
    embedder: CachedE5 | None,
    weight: float,
    kind: str,
) -> Shown:
    intent = classify(query.text)
    nothing = Shown(None, np.zeros((0, len(gate.FEATURES))), bool(query.gold), weight, kind)
    if intent.skip is not None:
        return nothing
    terms = analyse(query.text)
    message = None
    if embedder is not None:
        raw = embedder.embed_query(focus(query.text))
        chinese = written_in_chinese(query.text)
        message = embedder.calibration().message(raw, chinese=chinese)
    view = index.view(query_weights(terms), message, None, (), NOW)
    slots = _ranked(view, words_only=embedder is None)
    if not slots:
        return nothing
    subject: Subject = subject_of(query.text, intent, terms)
    judged = gate.features(evidence_of(index, view, subject, slots), intent)
    return Shown(judged[0], judged, bool(query.gold), weight, kind)


def _ranked(view: View, *, words_only: bool) -> list[int]:
    semantic = gate.semantic_signal(view.likeness, view.has_vector & view.eligible)
    order = gate.relevance(semantic, gate.keyword_signal(view.keyword, view.eligible))
    best = np.argsort(-order, kind="stable")[: gate.JUDGED]
    return [int(slot) for slot in best if not words_only or view.coverage[slot] > 0]


def collect(data: Path, embedder: CachedE5 | None) -> list[list[Shown]]:
    """All sets, each a list of messages in the set's order."""
    madial = [
        pool
        for name, pools in datasets.ranking_sets(data).items()
        if name.startswith("MADial")
        for pool in pools
    ]
    lived = [*dict.fromkeys(text for pool in madial for text in pool.texts)]
    cases = datasets.cases(data / "cases" / "recall.tune.json")
    precision = datasets.precision_cases(data)
    beliefs = [*dict.fromkeys(text for pool in precision for text in pool.texts)]
    asked = [_strangers(query) for pool in precision for query in pool.queries]
    chats = [*dict.fromkeys(_strangers(query) for pool in madial for query in pool.queries)]
    everyday = [
        datasets.Query(text, frozenset(), kind=kind) for kind, text in datasets.everyday(data)
    ]
    sets = [
        _set(madial, embedder, 4 * SETS_WITH_GOLD["MADial"], "MADial"),
        _set([cases], embedder, SETS_WITH_GOLD["cases"], "cases"),
        _set(precision, embedder, SETS_WITH_GOLD["precision"], "precision"),
    ]
    # A set's own queries without gold are no sure sign: they may ask for what is pinned.
    sets = [[shown for shown in rows if shown.needed] for rows in sets]
    others = [*beliefs, *cases.texts, *MEMORIES]
    for store, queries, weight, kind in (
        ([*lived, *MEMORIES], everyday, EVERYDAY_WEIGHT, "everyday"),
        (others, chats, STRANGERS_WEIGHT, "MADial, strangers"),
        (
            lived,
            [_strangers(query) for query in cases.queries],
            STRANGERS_WEIGHT,
            "cases, strangers",
        ),
        (lived, asked, STRANGERS_WEIGHT, "precision, strangers"),
    ):
        sets.append(_set([datasets.store_of(store, queries)], embedder, weight, kind))
    return sets


def _strangers(query: datasets.Query) -> datasets.Query:
    return datasets.Query(query.text, frozenset())


def _set(
    pools: Sequence[datasets.Pool], embedder: CachedE5 | None, weight: float, kind: str
) -> list[Shown]:
    count = sum(bool(query.text.strip()) for pool in pools for query in pool.queries)
    each = 100 * weight / count
    return [shown for pool in pools for shown in show(pool, embedder, each, kind)]


def fit(rows: Sequence[Shown], *, words_only: bool) -> np.ndarray:
    """Weights of a ridge logistic regression by Newton's method, in the order of the features."""
    counted = [row for row in rows if row.best is not None]
    signals = np.asarray([row.best for row in counted], np.float64)
    labels = np.asarray([row.needed for row in counted], np.float64)
    counts = np.asarray([row.weight for row in counted], np.float64)
    active = [n for n, name in enumerate(gate.FEATURES) if not (words_only and name == "likeness")]
    while True:
        found = _newton(signals[:, active], labels, counts)
        wrong = {
            n
            for n, value in zip(active, found, strict=True)
            if value < 0 and gate.FEATURES[n] in NOT_NEGATIVE
        }
        if not wrong:
            break
        active = [n for n in active if n not in wrong]
    weights = np.zeros(len(gate.FEATURES))
    weights[active] = found
    return weights


def _newton(signals: np.ndarray, labels: np.ndarray, counts: np.ndarray) -> np.ndarray:
    weights = np.zeros(signals.shape[1])
    ridge = RIDGE * np.eye(signals.shape[1])
    ridge[0, 0] = 0.0  # the bias stands first
    for _ in range(40):
        found = 1 / (1 + np.exp(-np.clip(signals @ weights, -30, 30)))
        curvature = (signals.T * (counts * found * (1 - found))) @ signals + ridge
        weights -= np.linalg.solve(
            curvature, signals.T @ (counts * (found - labels)) + ridge @ weights
        )
    return weights


def best_probability(row: Shown, weights: np.ndarray) -> float:
    """The highest probability among the memories that the gate judges."""
    if not len(row.judged):
        return 0.0
    return float(1 / (1 + np.exp(-(row.judged @ weights).max())))


def threshold_of(rows: Sequence[Shown], weights: np.ndarray) -> float:
    """The lowest probability, in steps of 0.01, at which so few everyday messages pass."""
    values = [best_probability(row, weights) for row in rows if row.kind == "everyday"]
    allowed = int(EVERYDAY_SHARE * len(values))
    step = 0.01
    while sum(value >= step for value in values) > allowed:
        step += 0.01
    return round(step, 2)


def main() -> None:
    """Print the constants and what they do on the queries that had no part in them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--cache", type=Path, help="a file that keeps vectors between runs")
    options = parser.parse_args()
    embedder = CachedE5(options.cache)
    embedder.warm()
    for title, model in (("WITH_VECTOR", embedder), ("WORDS_ONLY", None)):
        sets = collect(options.data, model)
        embedder.save()
        even = [row for rows in sets for row in rows[0::2]]
        odd = [row for rows in sets for row in rows[1::2]]
        weights = fit(even, words_only=model is None).round(2)
        threshold = threshold_of([*even, *odd], weights)
        print(f"{title} = LogitWeights(")
        for name, value in zip(gate.FEATURES, weights, strict=True):
            print(f"    {name}={value:.2f},")
        print(f")\nthreshold {threshold:.2f}; messages that pass, fitted half / checked half:")
        for kind in dict.fromkeys(row.kind for row in even):
            shares = [
                np.mean([best_probability(r, weights) >= threshold for r in half if r.kind == kind])
                for half in (even, odd)
            ]
            print(f"  {kind:22s} {shares[0]:.2f} / {shares[1]:.2f}")
        print(flush=True)


if __name__ == "__main__":
    main()
