"""Models for tests that are chosen, fail and come back when they are told to."""

from __future__ import annotations

import hashlib

import numpy as np

from memoryx.embedding.calibration import Calibration, Means, Vectors, unit
from memoryx.embedding.protocol import EmbeddingError, Status, Trouble


class PlayedModel:
    """Implements Provider: texts are alike where they share words."""

    def __init__(self, name: str, dimension: int = 512, *, local: bool = True) -> None:
        self.name = name
        self.dimension = dimension
        self.local = local
        self.failing: str | None = None
        self.embedded: list[str] = []
        self.closed = False
        self.resets = 0

    @property
    def model_id(self) -> str:
        return f"played:{self.name}"

    @property
    def label(self) -> str:
        return self.name

    @property
    def status(self) -> Status:
        if self.closed:
            return "off"
        return "unavailable" if self.failing else "ready"

    @property
    def trouble(self) -> Trouble | None:
        return Trouble(self.failing, "Mend it.") if self.failing else None

    def warm(self) -> None:
        self._check()

    def recover(self) -> None:
        self._check()

    def reset(self) -> None:
        self.resets += 1

    def embed_query(self, text: str) -> Vectors:
        self._check()
        return self._vector(text)

    def embed_passages(self, texts: list[str]) -> Vectors:
        self._check()
        self.embedded += texts
        return np.stack([self._vector(text) for text in texts])

    def calibration(self) -> Calibration:
        zero = np.zeros(self.dimension, np.float32)
        return Calibration(Means(zero, zero), Means(zero, zero))

    def close(self) -> None:
        self.closed = True

    def _check(self) -> None:
        if self.failing or self.closed:
            raise EmbeddingError(self.failing or "closed", retryable=True)

    def _vector(self, text: str) -> Vectors:
        vector = np.full(self.dimension, 0.01, np.float32)
        for word in text.lower().split():
            digest = hashlib.blake2b(f"{self.name}{word}".encode(), digest_size=2).digest()
            vector[int.from_bytes(digest, "big") % self.dimension] += 1.0
        return unit(vector)
