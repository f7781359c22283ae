"""A message's vector: bounded text, one cache, one deadline."""

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

import numpy as np

from memoryx.embedding.protocol import Embedder, EmbeddingError
from memoryx.recall.vectors import Matrix

_log: Final = logging.getLogger(__name__)
_CACHE_SIZE: Final = 256
# After this many failures in a row the model is left alone for a while (design: circuit).
_FAILURES_TO_OPEN: Final = 3
_OPEN_SECONDS: Final = 30.0
# A wait shorter than this says nothing of the model: most of the deadline went elsewhere.
_FAIR_WAIT_S: Final = 0.1


class MessageVectors:
    """Embeds messages on a thread of its own, so that a slow one costs a deadline at most."""

    def __init__(self, embedder: Embedder, clock: Callable[[], float] = time.monotonic) -> None:
        self.embedder = embedder
        self._clock = clock
        self._condition = threading.Condition()
        self._cache: OrderedDict[str, Matrix] = OrderedDict()
        self._wanted: str | None = None
        self._running: str | None = None
        self._failed: str | None = None
        self._then: tuple[str, Callable[[], None]] | None = None
        self._failures = 0
        self._late = 0
        self._retry_at = 0.0
        self._closed = False
        self._thread: threading.Thread | None = None

    @property
    def circuit_open(self) -> bool:
        """Whether the model is left alone: it failed, or came too late, several times in a row."""
        worst = max(self._failures, self._late)
        return worst >= _FAILURES_TO_OPEN and self._clock() < self._retry_at

    @property
    def too_slow(self) -> bool:
        """Whether it is left alone because messages could not wait for it."""
        return self.circuit_open and self._late >= _FAILURES_TO_OPEN

    def prepare(self, text: str, then: Callable[[], None] | None = None) -> None:
        """Embed `text` ahead. Replaces what was asked ahead before and waits for nothing.

        `then` is called when the vector is there, here or from the thread that embeds; never for
        a text that another one has replaced.
        """
        with self._condition:
            there = text in self._cache
            if not there and not self._closed and not self.circuit_open:
                self._ask(text)
                self._then = None if then is None else (text, then)
        if there and then is not None:
            then()

    def ready(self, text: str) -> bool:
        """Whether the vector of `text` is at hand."""
        with self._condition:
            return text in self._cache

    def get(self, text: str, timeout_s: float) -> Matrix | None:
        """The raw vector of `text`, or None when it fails or takes longer than `timeout_s`."""
        deadline = self._clock() + timeout_s
        with self._condition:
            found = self._cached(text)
            if found is not None or self._closed or self.circuit_open:
                return found
            self._ask(text)
            while True:
                found = self._cached(text)
                if found is not None:
                    self._late = 0
                if found is not None or self._failed == text or self._closed:
                    return found
                left = deadline - self._clock()
                if left <= 0:
                    # A model in this process is late when the machine is busy, and then soon again
                    # in time; an endpoint is slow by itself.
                    if timeout_s >= _FAIR_WAIT_S and not self.embedder.local:
                        self._late += 1
                        self._retry_at = max(self._retry_at, self._clock() + _OPEN_SECONDS)
                    return None
                self._condition.wait(left)

    def close(self) -> None:
        """End the thread once its current call returns."""
        with self._condition:
            self._closed = True
            self._condition.notify_all()

    def _cached(self, text: str) -> Matrix | None:
        found = self._cache.get(text)
        if found is not None:
            self._cache.move_to_end(text)
        return found

    def _ask(self, text: str) -> None:
        self._failed = None
        if text == self._running:
            self._wanted = None
            return
        self._wanted = text
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="embed-message", daemon=True)
            self._thread.start()
        self._condition.notify_all()

    def _run(self) -> None:
        while True:
            with self._condition:
                while self._wanted is None and not self._closed:
                    self._condition.wait()
                if self._closed:
                    return
                text, self._wanted = self._wanted or "", None
                self._running = text
            vector = self._embed(text)
            then = None
            with self._condition:
                self._running = None
                if self._then is not None and self._then[0] == text:
                    then = self._then[1] if vector is not None else None
                    self._then = None
                if vector is None:
                    self._failed = text
                    self._failures += 1
                    self._retry_at = self._clock() + _OPEN_SECONDS
                else:
                    self._failures = 0
                    self._cache[text] = vector
                    while len(self._cache) > _CACHE_SIZE:
                        self._cache.popitem(last=False)
                self._condition.notify_all()
            if then is not None:
                then()

    def _embed(self, text: str) -> Matrix | None:
        try:
            return np.asarray(self.embedder.embed_query(text), np.float32)
        except EmbeddingError as error:
            _log.warning("a message was not embedded: %s", error.reason)
            return None
