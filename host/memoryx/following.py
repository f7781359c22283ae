"""The index of recall, kept in step with the store and with the embedding model that is chosen."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from memoryx.ahead import State
from memoryx.embedding.chosen import ChosenEmbedder
from memoryx.embedding.protocol import EmbeddingError
from memoryx.sources import StoredMemories
from memoryx.store import Store
from memoryx.store.records import VectorChange

if TYPE_CHECKING:
    from memoryx.recall.engine import RecallEngine

_log = logging.getLogger(__name__)

#: Vectors that the index takes in one step.
_VECTOR_PAGE = 2_000


class FollowedIndex:
    """A recall engine whose index follows the store, step by step and from several threads.

    ``give_way`` is called between steps that nobody waits for.
    """

    def __init__(self, store: Store, chosen: ChosenEmbedder, give_way: Callable[[], None]) -> None:
        self._store = store
        self._chosen = chosen
        self._give_way = give_way
        self._engine: RecallEngine | None = None
        self._making = threading.Lock()
        self._following = threading.Lock()
        self._vector_changes: dict[str, int] = {}
        #: Whether the index has held all memories.
        self.opened = False
        #: The model of which the index has held all vectors that there were.
        self.caught_up: str | None = None

    def engine(self) -> RecallEngine:
        """Return the engine, made when it is first asked for."""
        with self._making:
            if self._engine is None:
                # numpy takes 0.1 s to import; hello must not wait for it.
                from memoryx.recall.engine import RecallEngine

                self._engine = RecallEngine(StoredMemories(self._store), self._chosen.serving())
            return self._engine

    def warm(self, *, anywhere: bool = False) -> None:
        """Load the index and the embedding, off the send path.

        A model at an endpoint is left to the background, which tries it until it answers; unless
        ``anywhere``, for programs that ask once.
        """
        engine = self.engine()
        serving = self._chosen.serving()
        try:
            engine.warm(model=anywhere or (serving is not None and serving.local))
        except EmbeddingError as error:
            _log.warning("recall works by words alone: %s", error.reason)
        while not self.follow():
            self._give_way()

    def catch_up(self) -> None:
        """Take all that changed in the store into the index, once it is loaded.

        Lets a newly chosen model serve when the index has the vectors of all memories.
        """
        engine = self._engine
        if engine is None:
            return
        while not self.follow():
            self._give_way()
        target = self._chosen.target()
        if target is None or target is self._chosen.serving() or target.status != "ready":
            return
        model = target.model_id
        if model in engine.index.models and not self._store.vectors.count_missing(model):
            self._chosen.settle(target)
            self._adopt(engine)
            _log.info("messages are embedded by %s now", target.label)

    @property
    def too_slow(self) -> bool:
        """Whether the model is left alone because messages could not wait for it."""
        vectors = self._engine.vectors if self._engine is not None else None
        return vectors is not None and vectors.too_slow

    def state(self) -> State:
        """Return what an answer depends on beside its question."""
        serving = self._chosen.serving()
        ready = serving is not None and serving.status == "ready"
        return State(
            self._store.memories.change_number(),
            serving.model_id if serving is not None and ready else None,
        )

    def follow(self, wait_s: float = 0.0) -> bool:
        """Take a step of what changed in the store into the index; return whether it was all.

        While another thread does so, this one waits for at most ``wait_s`` and then goes on with
        what there is. Only after its own step can a caller be sure to see what was stored before.
        """
        engine = self.engine()
        if not self._following.acquire(timeout=wait_s):
            return True
        try:
            self._adopt(engine)
            # Vectors are read before memories: each then finds its memory in the index.
            pages = {
                model: self._store.vectors.changes_since(
                    model, self._vector_changes.get(model, 0), limit=_VECTOR_PAGE
                )
                for model in engine.index.models
            }
            if not engine.sync(max_pages=1):
                return False
            self.opened = True
            taken = [self._take(engine, model, page) for model, page in pages.items()]
            return all(taken)
        finally:
            self._following.release()

    def _adopt(self, engine: RecallEngine) -> None:
        """Use the model that serves, and keep the vectors of one that is to follow it."""
        serving, target = self._chosen.serving(), self._chosen.target()
        engine.use(serving)
        index = engine.index
        if serving is None:
            index.use_model(None)
        elif serving.status == "ready" and (
            index.model != serving.model_id or (target is serving and len(index.models) > 1)
        ):
            index.use_model(serving.model_id, serving.calibration())
        if target is not None and target is not serving and target.status == "ready":
            index.keep_model(target.model_id, target.calibration())
        kept = index.models
        self._vector_changes = {m: n for m, n in self._vector_changes.items() if m in kept}

    def _take(self, engine: RecallEngine, model: str, page: Sequence[VectorChange]) -> bool:
        """Take a page of vectors into the index; return whether it was the last one."""
        if page:
            import numpy as np  # loaded with the engine, not with the host

            rows = np.stack([change.vector for change in page])
            engine.index.put_vectors(model, [change.memory for change in page], rows)
            self._vector_changes[model] = page[-1].change
        if len(page) == _VECTOR_PAGE:
            return False
        if model == engine.index.model:
            self.caught_up = model
        return True
