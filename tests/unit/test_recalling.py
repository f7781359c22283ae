"""Recall over a real store while the embedding model is changed under it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memoryx.embedding.chosen import Choice, ChosenEmbedder
from memoryx.indexing import Embeddings
from memoryx.recall.types import RecallOutcome
from memoryx.recalling import Question, Recaller
from memoryx.settings import SettingsFile
from memoryx.store import Store
from memoryx.store.records import MemoryFilter, NewMemory
from tests.unit.embedding.support import PlayedModel

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
SAID = "2026-02-01T00:00:00.000Z"


class Scene:
    """A host's recall on a store, with models that are played."""

    def __init__(self, folder: Path) -> None:
        self.now = NOW
        self.store = Store(folder / "m.sqlite3", lambda: self.now)
        self.settings = SettingsFile(folder / "config.toml", {})
        self.choice = Choice("local")
        self.models = {
            "local": PlayedModel("local"),
            "a": PlayedModel("a", 640, local=False),
        }
        self.chosen = ChosenEmbedder(
            lambda: self.choice, lambda choice: self.models.get(choice.model or choice.name)
        )
        self.embeddings = self.host("one")
        self.recaller = Recaller(self.store, self.chosen, lambda: self.now)

    def host(self, owner: str) -> Embeddings:
        """The upkeep of one host."""
        return Embeddings(self.store, self.chosen, lambda: self.now, owner)

    def remember(self, *texts: str) -> None:
        for text in texts:
            new = NewMemory(
                text=text,
                type="context",
                category="other",
                created_at=SAID,
                valid_from=SAID,
                origin="explicit",
            )
            self.store.memories.add(new, actor="user", reason="stated")

    def work(self, steps: int = 1_000) -> None:
        """Do what the background thread does, up to so many steps of embedding."""
        for _ in range(steps):
            more = self.embeddings()
            self.recaller.index.catch_up()
            if not more:
                break

    def recall(self, text: str) -> RecallOutcome:
        question = Question(text, deadline_ms=5_000)
        return self.recaller.recall(question, self.settings.current(), time.monotonic())[1]

    @property
    def serving(self) -> str | None:
        model = self.chosen.serving()
        return model.label if model else None


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    """Forty memories, embedded by the built-in model."""
    made = Scene(tmp_path)
    made.remember(*[f"Keeps a notebook about number {n}" for n in range(39)])
    made.remember("Sails a wooden boat called Zephyr")
    made.work()
    made.recaller.index.warm()
    yield made
    made.store.close()


def test_a_recall_uses_the_vectors(scene: Scene) -> None:
    outcome = scene.recall("which boat do I sail? Zephyr?")
    assert outcome.mode == "hybrid"
    assert outcome.hits[0].memory.text == "Sails a wooden boat called Zephyr"
    assert scene.recaller.index.caught_up == "played:local"


def test_what_was_just_stored_is_seen_by_the_next_recall(scene: Scene) -> None:
    scene.remember("Plays the oboe in a quartet")
    assert "oboe" in scene.recall("do I play the oboe in a quartet?").context


def test_after_a_change_the_old_vectors_serve_until_the_new_ones_are_all_there(
    scene: Scene,
) -> None:
    scene.choice = Choice("openai", model="a")
    scene.work(steps=1)
    assert scene.store.vectors.count_missing("played:a") == 24
    assert scene.serving == "local"
    assert scene.recall("my boat Zephyr").mode == "hybrid"
    scene.work()
    assert scene.serving == "a"
    outcome = scene.recall("the boat Zephyr of mine")
    assert outcome.mode == "hybrid"
    assert outcome.hits[0].memory.text == "Sails a wooden boat called Zephyr"
    assert scene.models["local"].closed
    assert scene.recaller.index.caught_up == "played:a"


def test_a_memory_that_is_stored_during_a_change_has_both(scene: Scene) -> None:
    scene.choice = Choice("openai", model="a")
    scene.work(steps=1)
    scene.remember("Owns a kite shaped like a dragon")
    scene.work()
    assert scene.serving == "a"
    hit = scene.recall("should I take the dragon kite?").hits[0]
    assert hit.memory.text == "Owns a kite shaped like a dragon"
    assert hit.signals.semantic > 0


def test_a_new_model_that_fails_leaves_the_old_one_at_work(scene: Scene) -> None:
    scene.models["a"].failing = "no answer"
    scene.choice = Choice("openai", model="a")
    scene.work()
    assert scene.serving == "local"
    assert scene.recall("the boat Zephyr").mode == "hybrid"
    scene.models["a"].failing = None
    scene.work()
    assert scene.serving == "a"


def test_off_goes_by_words_at_once(scene: Scene) -> None:
    scene.choice = Choice("off")
    outcome = scene.recall("which boat do I sail? Zephyr?")
    assert outcome.mode == "bm25"
    assert outcome.hits


def test_a_model_that_fails_in_a_recall_falls_back_to_words(scene: Scene) -> None:
    scene.recall("which boat do I sail?")

    scene.models["local"].failing = "gone"
    outcome = scene.recall("the wooden boat Zephyr?")
    assert (outcome.mode, len(outcome.hits)) == ("bm25", 1)


def test_going_back_in_the_middle_of_a_change_keeps_what_there_was(scene: Scene) -> None:
    embedded = len(scene.models["local"].embedded)
    scene.choice = Choice("openai", model="a")
    scene.work(steps=1)
    scene.choice = Choice("local")
    scene.work()
    assert scene.serving == "local"
    assert len(scene.models["local"].embedded) == embedded
    assert scene.recall("the boat Zephyr").mode == "hybrid"


def test_two_hosts_do_not_embed_the_same_memory(scene: Scene) -> None:
    """The second one steps back while the first one holds the lease, and goes on when it died."""
    scene.choice = Choice("openai", model="a")
    first, second = scene.host("one"), scene.host("two")
    assert first()
    assert not second()
    assert len(scene.models["a"].embedded) == 16
    scene.now += timedelta(minutes=3)
    assert second()
    assert not first()
    assert not second()
    scene.remember("Owns a kite")
    assert not first()
    texts = scene.models["a"].embedded
    assert len(texts) == len(set(texts)) == 41


def test_how_much_is_left_is_told_after_each_step(scene: Scene) -> None:
    told: list[int] = []
    scene.embeddings.on_step = told.append
    scene.choice = Choice("openai", model="a")
    scene.work()
    assert told == [24, 8, 0]


def test_a_recall_from_before_everything_was_erased_is_not_logged_after_it(scene: Scene) -> None:
    waiting: list[Callable[[], None]] = []
    scene.recaller.later = waiting.append
    scene.recall("which boat do I sail? Zephyr?")
    scene.recaller.forget()
    scene.recall("the notebook about number 7")
    scene.store.erase()
    for task in waiting:
        task()
    (logged,) = scene.store.recalls.page(limit=10, cursor=None)[0]
    assert logged.text == "the notebook about number 7"


def test_the_log_is_written_when_the_reply_has_left(scene: Scene) -> None:
    """Threads share the interpreter: what can wait must not run beside the reply."""
    later: list[Callable[[], None]] = []
    scene.recaller.later = later.append
    replied = threading.Event()
    question = Question("which boat do I sail? Zephyr?", deadline_ms=5_000)
    scene.recaller.recall(question, scene.settings.current(), time.monotonic(), replied)
    (write,) = later
    writing = threading.Thread(target=write)
    writing.start()
    assert scene.store.recalls.page(limit=10, cursor=None)[0] == []
    replied.set()
    writing.join()
    assert len(scene.store.recalls.page(limit=10, cursor=None)[0]) == 1


BOAT = "which boat do I sail? Zephyr?"


@pytest.fixture
def behind(scene: Scene) -> Scene:
    """A host whose index takes in nothing more."""
    scene.recaller.index.follow = lambda wait_s=0.0: True  # type: ignore[method-assign]  # says so, too
    return scene


def test_what_is_deleted_or_suspended_does_not_come_however_far_behind_the_index_is(
    behind: Scene,
) -> None:
    behind.remember("Rows a small boat called Zephyr")
    for hit in behind.recall(BOAT).hits:
        behind.store.memories.delete(hit.memory.id)
    assert "Zephyr" not in behind.recall(BOAT).context
    for n in range(5):
        for hit in behind.recall(f"which notebook is about number {n}?").hits:
            values = {"status": "suspended"}
            behind.store.memories.change(
                hit.memory.id, values, now=SAID, actor="user", reason="suspended"
            )
            again = behind.recall(f"and which notebook is about number {n}?")
            assert hit.memory.id not in [other.memory.id for other in again.hits]


def test_what_is_corrected_does_not_come_as_it_was(behind: Scene) -> None:
    (hit,) = behind.recall(BOAT).hits
    values = {"text": "Sails a wooden boat called Mistral"}
    behind.store.memories.change(hit.memory.id, values, now=SAID, actor="user", reason="corrected")
    assert "Zephyr" not in behind.recall(BOAT).context


def test_when_all_that_is_found_is_gone_nothing_comes(behind: Scene) -> None:
    for memory in behind.store.memories.page(MemoryFilter(), limit=100)[0]:
        behind.store.memories.delete(memory.id)
    for question in (BOAT, "the notebook about number 7", "which notebook is it?"):
        outcome = behind.recall(question)
        assert (outcome.context, outcome.hits) == ("", ())


@pytest.fixture
def opening(scene: Scene) -> Scene:
    """A host that has just started: its index is empty and is not being filled."""
    scene.recaller = Recaller(scene.store, scene.chosen, lambda: scene.now)
    scene.recaller.index.follow = lambda wait_s=0.0: False  # type: ignore[method-assign]  # never there
    return scene


def test_while_the_index_is_being_filled_full_text_answers(opening: Scene) -> None:
    outcome = opening.recall("which boat do I sail? Zephyr?")
    assert outcome.mode == "bm25"
    assert [hit.memory.text for hit in outcome.hits] == ["Sails a wooden boat called Zephyr"]
    assert "Zephyr" in outcome.context
    assert opening.recall("How tall is Mount Everest?").context == ""
    assert opening.recall("hello").skipped == "greeting"


def test_full_text_ranks_as_the_whole_index_does_without_vectors(opening: Scene) -> None:
    """What a word is worth comes from all memories, not from those that were found."""
    opening.choice = Choice("off")
    whole = Recaller(opening.store, opening.chosen, lambda: opening.now)
    whole.index.warm()
    for text in ("the notebook about number 7", "my wooden boat", "which notebook is it?"):
        found = opening.recall(text)
        there = whole.recall(Question(text), opening.settings.current(), time.monotonic())[1]
        assert [hit.memory.id for hit in found.hits] == [hit.memory.id for hit in there.hits], text
        relevance = {entry.id: round(entry.relevance, 6) for entry in there.trace}
        assert all(relevance[entry.id] == round(entry.relevance, 6) for entry in found.trace)


def test_what_is_pinned_or_a_diet_comes_also_while_the_index_is_being_filled(
    opening: Scene,
) -> None:
    for text, pinned in (("Answers in English please", True), ("Allergic to peanuts", False)):
        new = NewMemory(
            text=text,
            type="preference",
            category="preference",
            created_at=SAID,
            valid_from=SAID,
            origin="explicit",
            pinned=pinned,
        )
        opening.store.memories.add(new, actor="user", reason="stated")
    texts = [hit.memory.text for hit in opening.recall("what shall I cook for dinner?").hits]
    assert texts == ["Answers in English please", "Allergic to peanuts"]
