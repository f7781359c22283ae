"""An embedding model at an OpenAI-compatible endpoint, behind the guards of every request."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from memoryx.embedding.prefixes import prefixes_of
from memoryx.embedding.protocol import EmbeddingError, Status, Trouble
from memoryx.errors import LlmBadReply, LlmError, MemoryXError
from memoryx.llm.embeddings import Rows, request_vectors
from memoryx.llm.guard import Guard
from memoryx.llm.wire import Endpoint, Limits
from memoryx.sensitive import redact

if TYPE_CHECKING:
    from memoryx.embedding.calibration import Calibration
    from memoryx.embedding.fitting import CalibrationCache
    from memoryx.embedding.protocol import Vectors

#: Texts in the first request; halved for an endpoint that refuses so many (DashScope takes 10).
_BATCH: Final = 32
_REPLY_BYTES: Final = 32_000_000
#: A message waits for less than this; a request that takes longer is given up.
_MESSAGE_LIMITS: Final = Limits(connect_s=3, silence_s=5, total_s=5, reply_bytes=_REPLY_BYTES)
_MEMORY_LIMITS: Final = Limits(connect_s=10, silence_s=60, total_s=60, reply_bytes=_REPLY_BYTES)
#: Characters of a text that is refused whole: the shortest windows in use have 512 tokens.
_SHORT: Final = 400
#: Seconds before a request that the endpoint does not take is tried again.
_REFUSED_S: Final = 600.0


class EndpointEmbedder:
    """Implements Provider. `guard` follows the settings; `name` is address and model."""

    def __init__(
        self,
        guard: Guard,
        name: tuple[str, str],
        cache: Callable[[], CalibrationCache],
        limits: tuple[Limits, Limits] = (_MESSAGE_LIMITS, _MEMORY_LIMITS),
    ) -> None:
        self._guard = guard
        self._address, self._model = name
        self._cache = cache
        self._message_limits, self._memory_limits = limits
        self._prefixes = prefixes_of(self._model)
        self._warming = threading.Lock()
        self._calibration: Calibration | None = None
        self._batch = _BATCH
        self._refused: tuple[LlmError, float] | None = None
        self._closed = False

    @property
    def model_id(self) -> str:
        """Address, model and, once it is known, the length of the vectors."""
        known = self._calibration
        end = "" if known is None else f":{known.dimension}"
        return f"openai:{self._address}#{self._model}{end}"

    @property
    def label(self) -> str:
        """The model's name for people."""
        return self._model

    @property
    def local(self) -> bool:
        """Texts leave this process."""
        return False

    @property
    def status(self) -> Status:
        """Ready while requests may be made and the calibration is known."""
        if self._closed:
            return "off"
        if self._guard.resting or self._refusal() is not None:
            return "unavailable"
        return "loading" if self._calibration is None else "ready"

    @property
    def trouble(self) -> Trouble | None:
        """The last request's error."""
        error = self._refusal() or self._guard.state().error
        return None if error is None else Trouble(str(error), error.remedy)

    def warm(self) -> None:
        """Learn the length of the vectors and the calibration, by requests where it is unknown."""
        from memoryx.embedding.fitting import fit  # numpy: when the model is first used

        with self._warming:
            if self._calibration is not None:
                return
            refused = self._refusal()
            if refused is not None:
                raise EmbeddingError(str(refused), retryable=False)
            cache = self._cache()
            kept = cache.load(self._cache_name)
            if kept is None:
                kept = fit(
                    lambda texts: self._embed(texts, self._prefixes.query, "calibration"),
                    lambda texts: self._embed(texts, self._prefixes.passage, "calibration"),
                )
                cache.save(self._cache_name, kept)
            self._calibration = kept

    def reset(self) -> None:
        """Forget what the endpoint refused: the key was changed."""
        self._refused = None
        self._guard.reset()

    def recover(self) -> None:
        """Try an endpoint that failed, as often as the circuit lets a request pass."""
        if self._calibration is None:
            self.warm()
        elif self._guard.state().error is not None and self._refusal() is None:
            self.embed_query("Hello")

    def embed_query(self, text: str) -> Vectors:
        """The unit vector of a message, redacted; shape (d,)."""
        texts = [self._prefixes.query + redact(text)]
        vectors = _units(self._request(texts, "recall", self._message_limits))
        first: Vectors = vectors[0]
        return first

    def embed_passages(self, texts: list[str]) -> Vectors:
        """The unit vectors of memories, redacted; shape (n, d).

        A text that the model refuses alone, as content filters do, has a row of zeros.
        """
        self.warm()
        return self._embed(texts, self._prefixes.passage, "embedding")

    def calibration(self) -> Calibration:
        """The means over the anchors."""
        if self._calibration is None:
            raise EmbeddingError("the endpoint was not reached yet", retryable=True)
        return self._calibration

    def close(self) -> None:
        """Make no more requests."""
        self._closed = True

    @property
    def _cache_name(self) -> str:
        return f"openai:{self._address}#{self._model}:{self._prefixes}"

    def _refusal(self) -> LlmError | None:
        refused = self._refused
        if refused is not None and self._guard.tools.seconds() < refused[1]:
            return refused[0]
        return None

    def _embed(self, texts: list[str], prefix: str, purpose: str) -> Vectors:
        import numpy as np

        pieces: list[Vectors] = []
        start = 0
        while start < len(texts):
            some = texts[start : start + self._batch]
            try:
                rows = self._request(
                    [prefix + redact(text) for text in some], purpose, self._memory_limits
                )
            except _RefusedError as refused:
                if len(some) > 1:
                    self._batch = len(some) // 2
                    continue
                pieces.append(self._alone(prefix, some[0], purpose, refused))
            else:
                pieces.append(_units(rows))
            start += len(some)
        if not pieces:
            return np.zeros((0, self.calibration().dimension), np.float32)
        return np.concatenate(pieces)

    def _alone(self, prefix: str, text: str, purpose: str, refused: _RefusedError) -> Vectors:
        """Embed the beginning of a text that is refused; zeros where that is refused too."""
        import numpy as np

        try:
            short = [prefix + redact(text)[:_SHORT]]
            return _units(self._request(short, purpose, self._memory_limits))
        except _RefusedError:
            known = self._calibration
            if known is None:  # it takes nothing at all
                until = self._guard.tools.seconds() + _REFUSED_S
                self._refused = (refused.error, until)
                raise
            return np.zeros((1, known.dimension), np.float32)

    def _request(self, texts: Sequence[str], purpose: str, limits: Limits) -> Rows:
        if self._closed:
            raise EmbeddingError("the model was closed", retryable=False)

        def request(endpoint: Endpoint) -> Rows:
            tools = self._guard.tools
            rows = request_vectors(
                endpoint,
                texts,
                purpose=purpose,
                ledger=tools.log,
                clock=tools.clock,
                limits=limits,
            )
            known = self._calibration
            if known is not None and len(rows[0]) != known.dimension:
                self._cache().forget(self._cache_name)
                raise LlmBadReply(
                    f"the model at {endpoint.host} now gives vectors of {len(rows[0])} numbers "
                    f"instead of {known.dimension}",
                    remedy="Restart the browser: memories are then embedded anew.",
                )
            return rows

        try:
            return self._guard.ask(request, purpose=purpose)
        except LlmError as error:
            if type(error) is LlmError:
                raise _RefusedError(error) from error
            raise EmbeddingError(str(error), retryable=error.retryable) from error
        except MemoryXError as error:  # the log of what leaves cannot be written
            raise EmbeddingError(str(error), retryable=error.retryable) from error


class _RefusedError(EmbeddingError):
    """The endpoint answered that it does not take these texts."""

    def __init__(self, error: LlmError) -> None:
        super().__init__(str(error), retryable=False)
        self.error = error


def _units(rows: Rows) -> Vectors:
    """Rows as unit vectors, shape (n, d)."""
    import numpy as np

    vectors = np.asarray(rows, np.float64)
    found: Vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    return found
