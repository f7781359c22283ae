"""How often an everyday message gets a block although nothing that is stored has to do with it.

    python tests/benchmarks/silence.py [--data DIR] [--cache FILE] [--output FILE] [--show]

With --data: its everyday messages against 1,000 memories of strangers (LoCoMo observations and both
languages of MADial-Bench, drawn with a fixed seed). Without: a handful of messages of our own
against the anchor memories. The aim is a block in under 3%.
"""

import argparse
import random
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "host"), str(ROOT)]

from memoryx.embedding.anchors import MEMORIES  # noqa: E402
from memoryx.recall.gate import GateParameters  # noqa: E402
from memoryx.recall.types import RecallQuery  # noqa: E402
from tests.benchmarks import datasets  # noqa: E402
from tests.benchmarks.embeddings import CachedE5  # noqa: E402
from tests.benchmarks.recall_quality import NOW, engine_for, keep, memories_of  # noqa: E402

STORE = 1_000
OWN = [
    ("greeting", "hello!"),
    ("ack", "好的，谢谢"),
    ("one_off", "Write a limerick about a lazy octopus."),
    ("code", "How do I merge two dictionaries in Python?"),
    ("translation", "把“请勿靠近”翻译成英文"),
    ("arithmetic", "What is 18% of 350?"),
    ("knowledge", "为什么冬天白天短？"),
    ("log", "TypeError: unsupported operand type(s) for +: 'int' and 'str'"),
]


def strangers(data: Path | None, seed: int) -> list[str]:
    """Memories that have nothing to do with the messages."""
    if data is None:
        return list(MEMORIES)
    sets = datasets.ranking_sets(data)
    told = [text for pool in sets["LoCoMo observations"] for text in pool.texts]
    lived = [text for key in ("zh→zh", "en→en") for p in sets[f"MADial {key}"] for text in p.texts]
    rng = random.Random(seed)
    rng.shuffle(told)
    rng.shuffle(lived)
    half = lived[: STORE // 3]
    return half + told[: STORE - len(half)]


def main() -> None:
    """Print the share of messages that got a block, by kind and in all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--output", type=Path, help="also that of recall_quality.py")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    messages = datasets.everyday(options.data) if options.data else OWN
    store = strangers(options.data, options.seed)
    embedder = CachedE5(options.cache)
    embedder.warm()
    pool = datasets.Pool(store, [frozenset([str(n)]) for n in range(len(store))], [])
    memories = memories_of(pool)
    for row, model in (("MemoryX", embedder), ("MemoryX, words only", None)):
        engine = engine_for(memories, model, GateParameters())
        kinds: dict[str, list[bool]] = {}
        for kind, text in messages:
            outcome = engine.recall(RecallQuery(text, deadline_ms=60_000), NOW)
            kinds.setdefault(kind, []).append(bool(outcome.context))
            if outcome.context and options.show:
                print(f"  {kind}: {text[:70]!r} <- {outcome.hits[0].memory.text[:70]!r}")
        blocks = sum(sum(values) for values in kinds.values())
        print(f"{row}: a block for {blocks} of {len(messages)} messages, {len(store)} memories")
        for kind, values in kinds.items():
            if any(values):
                print(f"  {kind}: {sum(values)} of {len(values)}")
        figures = {"messages": len(messages), "memories": len(store), "blocks": blocks}
        keep(options.output, "silence", row, figures)
    embedder.save()


if __name__ == "__main__":
    main()
