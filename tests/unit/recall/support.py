"""A model and memories for tests: small, exact, and without downloads."""

import threading
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np

from memoryx.embedding.calibration import Calibration, Means, Vectors, unit
from memoryx.embedding.protocol import EmbeddingError, Status
from memoryx.recall.types import Change, IndexedMemory

NOW = datetime(2026, 3, 20, 12, tzinfo=UTC)
DIMENSION = 8


def memory(memory_id: str, text: str, *, age_days: float = 3, **fields: Any) -> IndexedMemory:
    """A memory of the given age."""
    said = NOW - timedelta(days=age_days)
    return IndexedMemory(memory_id, text, said, said, said, **fields)


class Source:
    """Memories behind a sequence number, as the store keeps them."""

    def __init__(self, *memories: IndexedMemory) -> None:
        self.log: list[Change] = list(memories)

    def changes_since(self, seq: int) -> tuple[int, Sequence[Change]]:
        return len(self.log), self.log[seq:]


class TopicModel:
    """Texts point to the axis of the first topic word that they hold, or to the last axis."""

    def __init__(self, topics: dict[str, int], delay_s: float = 0.0) -> None:
        self.topics = topics
        self.delay_s = delay_s
        self.failing = False
        self.queries: list[str] = []
        self.entered = threading.Event()

    model_id = "topics:1"
    local = True

    @property
    def status(self) -> Status:
        return "ready"

    def warm(self) -> None:
        """Nothing to load."""

    def embed_query(self, text: str) -> Vectors:
        self.queries.append(text)
        self.entered.set()
        time.sleep(self.delay_s)
        if self.failing:
            raise EmbeddingError("the endpoint answered 500", retryable=True)
        return self._vector(text)

    def embed_passages(self, texts: list[str]) -> Vectors:
        return np.stack([self._vector(text) for text in texts])

    def calibration(self) -> Calibration:
        zero = np.zeros(DIMENSION, np.float32)
        return Calibration(Means(zero, zero), Means(zero, zero))

    def close(self) -> None:
        """Nothing to let go."""

    def _vector(self, text: str) -> Vectors:
        axis = next((a for word, a in self.topics.items() if word in text), DIMENSION - 1)
        vector = np.full(DIMENSION, 0.05, np.float32)
        vector[axis] = 1.0
        return unit(vector)
