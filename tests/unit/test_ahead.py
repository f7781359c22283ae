"""Drafts that are answered ahead: the answer serves the very same question, and nothing else."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memoryx.clock import to_rfc3339
from memoryx.embedding.chosen import Choice, ChosenEmbedder
from memoryx.indexing import Embeddings
from memoryx.lifecycle import Life
from memoryx.recall.engine import RecallEngine
from memoryx.recall.types import RecallOutcome, RecallQuery
from memoryx.recalling import Question, Recaller
from memoryx.settings import Settings, SettingsFile
from memoryx.store import Store
from memoryx.store.records import NewMemory
from tests.unit.embedding.support import PlayedModel

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
SAID = "2026-02-01T00:00:00.000Z"
BOAT = "Sails a wooden boat called Zephyr"
QUESTION = Question("which boat do I sail? Zephyr?", site="claude", conversation_id="c")


class Scene:
    """A recaller whose engine counts what it is asked; drafts are answered on this thread."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = NOW
        self.store = Store(folder / "m.sqlite3", lambda: self.now)
        self.file = SettingsFile(folder / "config.toml", {})
        self.choice = Choice("local")
        self.models = {
            "local": PlayedModel("local"),
            "far": PlayedModel("far", local=False),
        }
        self.chosen = ChosenEmbedder(lambda: self.choice, lambda c: self.models.get(c.name))
        self.boat = self.remember(BOAT)
        for n in range(20):
            self.remember(f"Keeps a notebook about number {n}")
        self.recaller = Recaller(self.store, self.chosen, lambda: self.now)
        self.embed()
        self.asked: list[str] = []
        whole = RecallEngine.recall

        def counted(engine: RecallEngine, query: RecallQuery, now: datetime) -> RecallOutcome:
            self.asked.append(query.text)
            return whole(engine, query, now)

        monkeypatch.setattr(RecallEngine, "recall", counted)

    def embed(self) -> None:
        upkeep = Embeddings(self.store, self.chosen, lambda: self.now, "one")
        while upkeep():
            pass
        self.recaller.index.warm(anywhere=True)
        self.recaller.index.catch_up()

    def remember(self, text: str, life: Life | None = None) -> str:
        new = NewMemory(
            text=text,
            type="context",
            category="other",
            created_at=SAID,
            valid_from=SAID,
            origin="explicit",
            life=life or Life(),
        )
        return self.store.memories.add(new, actor="user", reason="stated").id

    @property
    def settings(self) -> Settings:
        return self.file.current()

    def prepare(self, question: Question = QUESTION, within_s: float = 5.0) -> bool:
        """Hand a draft over; whether it was answered."""
        done = threading.Event()
        tasks: list[Callable[[], None]] = []

        def later(task: Callable[[], None]) -> None:
            tasks.append(task)
            done.set()

        self.recaller.later = later
        self.recaller.prepare(question, self.settings)
        answered = done.wait(within_s)
        for task in tasks:
            task()
        self.recaller.later = lambda task: task()
        return answered

    def send(self, question: Question = QUESTION) -> RecallOutcome:
        self.asked.clear()
        asked = replace(question, deadline_ms=5_000)
        return self.recaller.recall(asked, self.settings, time.monotonic())[1]


@pytest.fixture
def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    made = Scene(tmp_path, monkeypatch)
    yield made
    made.store.close()


def test_the_answer_to_a_draft_is_ready_when_it_is_sent(scene: Scene) -> None:
    plain = scene.send()
    assert scene.asked == [QUESTION.text]
    assert scene.prepare()
    ready = scene.send()
    assert scene.asked == []
    assert BOAT in ready.context
    assert replace(ready, took_ms=0, timings_ms={}) == replace(plain, took_ms=0, timings_ms={})
    rows, _ = scene.store.recalls.page(limit=5, cursor=None)
    assert [row.text for row in rows] == [QUESTION.text] * 2
    assert rows[0].hits == rows[1].hits
    assert rows[0].id != rows[1].id


def test_a_draft_that_was_answered_is_answered_anew_when_a_memory_has_changed(
    scene: Scene,
) -> None:
    assert scene.prepare()
    scene.store.memories.delete(scene.boat)
    assert BOAT not in scene.send().context
    assert scene.asked


@pytest.mark.parametrize(
    "other",
    [
        replace(QUESTION, text=QUESTION.text + " "),
        replace(QUESTION, project="p_other"),
        replace(QUESTION, limit=1),
        replace(QUESTION, budget_tokens=77),
    ],
)
def test_another_question_is_answered_anew(scene: Scene, other: Question) -> None:
    assert scene.prepare()
    scene.send(other)
    assert scene.asked == [other.text]


def test_what_the_chat_has_got_meanwhile_does_not_come_again(scene: Scene) -> None:
    assert scene.prepare()
    scene.store.recalls.add_present("claude", "c", [scene.boat])
    assert BOAT not in scene.send().context
    assert scene.asked


def test_other_weights_ask_anew(scene: Scene) -> None:
    assert scene.prepare()
    scene.file.set({"recall.weights.keyword": 0.9})
    scene.send()
    assert scene.asked


def test_another_model_asks_anew(scene: Scene) -> None:
    assert scene.prepare()
    scene.choice = Choice("off")
    assert scene.send().mode == "bm25"
    assert scene.asked


def test_an_answer_does_not_outlast_a_minute(scene: Scene) -> None:
    assert scene.prepare()
    scene.now = NOW + timedelta(seconds=61)
    scene.send()
    assert scene.asked


def test_a_memory_that_ends_between_draft_and_send_stays_out(scene: Scene) -> None:
    end = to_rfc3339(NOW + timedelta(seconds=10))
    scene.remember("Sails a borrowed boat called Nimbus", Life(until=end))
    scene.embed()
    nimbus = replace(QUESTION, text="which boat do I sail? Nimbus?")
    assert scene.prepare(nimbus)
    assert "Nimbus" in scene.send(nimbus).context
    assert scene.asked == []
    scene.now = NOW + timedelta(seconds=11)
    assert "Nimbus" not in scene.send(nimbus).context


def test_a_draft_is_not_answered_by_an_endpoint_unless_the_person_chose_so(scene: Scene) -> None:
    scene.choice = Choice("far")
    scene.embed()
    assert not scene.prepare(within_s=0.2)
    scene.file.set({"embedding.drafts": True})
    assert scene.prepare()
    scene.send()
    assert scene.asked == []


def test_erasing_forgets_the_answer(scene: Scene) -> None:
    assert scene.prepare()
    scene.recaller.forget()
    scene.send()
    assert scene.asked


def test_a_draft_whose_embedding_fails_is_not_answered(scene: Scene) -> None:
    scene.models["local"].failing = "no luck"
    assert not scene.prepare(within_s=0.2)
