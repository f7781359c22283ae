"""What is done once a draft's vector is there."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from memoryx.embedding.calibration import Vectors
from memoryx.recall.messages import MessageVectors
from tests.unit.recall.support import TopicModel


class HeldModel(TopicModel):
    """Embeds when it is let go on."""

    def __init__(self) -> None:
        super().__init__({"tea": 1})
        self.go = threading.Event()

    def embed_query(self, text: str) -> Vectors:
        self.entered.set()
        assert self.go.wait(5)
        return super().embed_query(text)


@pytest.fixture
def held() -> Iterator[tuple[HeldModel, MessageVectors]]:
    model = HeldModel()
    vectors = MessageVectors(model)
    yield model, vectors
    model.go.set()
    vectors.close()


def test_it_is_done_when_the_vector_is_there(held: tuple[HeldModel, MessageVectors]) -> None:
    model, vectors = held
    done = threading.Event()
    vectors.prepare("green tea", done.set)
    assert model.entered.wait(5)
    assert not done.is_set()
    model.go.set()
    assert done.wait(5)
    assert vectors.ready("green tea")


def test_it_is_done_at_once_for_a_text_whose_vector_is_at_hand(
    held: tuple[HeldModel, MessageVectors],
) -> None:
    model, vectors = held
    model.go.set()
    assert vectors.get("green tea", 5) is not None
    done = threading.Event()
    vectors.prepare("green tea", done.set)
    assert done.is_set()


def test_it_is_not_done_for_a_draft_that_another_has_replaced(
    held: tuple[HeldModel, MessageVectors],
) -> None:
    model, vectors = held
    done: list[str] = []
    last = threading.Event()
    vectors.prepare("green", lambda: done.append("green"))
    assert model.entered.wait(5)
    vectors.prepare("green tea", lambda: done.append("green tea"))
    vectors.prepare("green tea please", last.set)
    model.go.set()
    assert last.wait(5)
    assert done == []


def test_it_is_not_done_when_the_model_fails(held: tuple[HeldModel, MessageVectors]) -> None:
    model, vectors = held
    model.failing = True
    model.go.set()
    done = threading.Event()
    vectors.prepare("green tea", done.set)
    assert vectors.get("green tea", 5) is None
    assert not done.is_set()
