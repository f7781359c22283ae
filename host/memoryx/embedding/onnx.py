"""A sentence model in ONNX form from a folder, on this machine: `onnxruntime` and `tokenizers`.

For systems without the built-in model's wheel, and for people with a model of their own. Both
libraries are an extra (``memoryx[onnx]``).

One session with one thread serves messages and memories. It keeps no threads of its own then: each
call runs in the thread that makes it, at that thread's priority, and several run at once, so that a
message waits for no memory. More threads were tried on two cores with a graph of
multilingual-e5-small's shape in eight bits (a message in ms, otherwise idle / one core busy):

    one thread                                           9 / 17
    two that sleep between the steps of a call          10
    two that spin for 50 or 200 µs                      12 to 16
    two that spin until the call ends                    7 to 19 / 22
    two that spin as the runtime does by itself          6 / 25, and burn 10 ms more after each call
"""

from __future__ import annotations

import importlib
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from memoryx.embedding.onnx_files import ModelFolder, ModelFolderError, read_folder
from memoryx.embedding.priority import yield_to_others
from memoryx.embedding.protocol import EmbeddingError, Status, Trouble

if TYPE_CHECKING:
    from memoryx.embedding.calibration import Calibration
    from memoryx.embedding.fitting import CalibrationCache
    from memoryx.embedding.protocol import Vectors

#: Texts in one call; their lengths differ, and all are as long as the longest then. Four take a
#: sixth less than one by one, more gain nothing.
_BATCH: Final = 4
#: Gives back what a call took beyond what was there before: a few long memories take 100 MB, which
#: the runtime would keep for good. Costs a hundredth of such a call.
_GIVE_BACK: Final = ("memory.enable_memory_arena_shrinkage", "cpu:0")


class OnnxModel:
    """Implements Provider for a folder. Nothing is read or imported before `warm`.

    ``install`` is the command that installs the libraries.
    """

    def __init__(self, folder: Path, cache: Callable[[], CalibrationCache], install: str) -> None:
        self._folder = folder
        self._cache = cache
        self._install = install
        self._loading = threading.Lock()
        self._loaded: _Loaded | None = None
        self._trouble: Trouble | None = None
        self._closed = False

    @property
    def model_id(self) -> str:
        """The model's name and, once it is loaded, a hash of its files."""
        loaded = self._loaded
        return f"onnx:{self._folder.name}" if loaded is None else loaded.model_id

    @property
    def label(self) -> str:
        """The model's name for people."""
        return self._folder.name if self._loaded is None else self._loaded.files.name

    @property
    def local(self) -> bool:
        """Texts stay in this process."""
        return True

    @property
    def status(self) -> Status:
        """Loading, ready, or unavailable where a library or a file is missing or broken."""
        if self._closed:
            return "off"
        if self._trouble is not None:
            return "unavailable"
        return "loading" if self._loaded is None else "ready"

    @property
    def trouble(self) -> Trouble | None:
        """Why the model cannot be used."""
        return self._trouble

    def warm(self) -> None:
        """Load the model, and work out its calibration when it is seen for the first time."""
        self._load()

    def reset(self) -> None:
        """Try again: files or libraries may have come meanwhile."""
        self._trouble = None

    def recover(self) -> None:
        """Load the model; what failed is tried again after `reset`."""
        if self._trouble is not None:
            raise EmbeddingError(self._trouble.reason, retryable=False)
        self._load()

    def embed_query(self, text: str) -> Vectors:
        """The unit vector of a message, shape (d,)."""
        loaded = self._load()
        first: Vectors = loaded.embed([loaded.files.prefixes.query + text])[0]
        return first

    def embed_passages(self, texts: list[str]) -> Vectors:
        """The unit vectors of memories, shape (n, d). Lowers the calling thread's priority."""
        loaded = self._load()
        # With the other core busy a message beside it takes 8 ms then, and 15 ms otherwise.
        yield_to_others()
        return loaded.embed(
            [loaded.files.prefixes.passage + text for text in texts], give_back=True
        )

    def calibration(self) -> Calibration:
        """The means over the anchors."""
        if self._loaded is None:
            raise EmbeddingError("the model is not loaded", retryable=True)
        return self._loaded.calibration

    def close(self) -> None:
        """Let the model go once running calls are over."""
        with self._loading:
            self._closed = True
            self._loaded = None

    def _load(self) -> _Loaded:
        loaded = self._loaded
        if loaded is not None:
            return loaded
        with self._loading:
            if self._closed:
                raise EmbeddingError("the model was closed", retryable=False)
            if self._loaded is None:
                try:
                    self._loaded = _load(self._folder, self._cache())
                except Exception as error:
                    self._trouble = self._trouble_of(error)
                    raise EmbeddingError(self._trouble.reason, retryable=False) from error
                self._trouble = None
            return self._loaded

    def _trouble_of(self, error: Exception) -> Trouble:
        if isinstance(error, ModelFolderError):
            return Trouble(str(error), error.remedy)
        if isinstance(error, ImportError):
            return Trouble("onnxruntime or tokenizers is not installed", self._install)
        reason = error.reason if isinstance(error, EmbeddingError) else _first(error)
        return Trouble(
            f"the model in {self._folder} cannot be used: {reason}",
            "Fetch the model's files again, or choose another model.",
        )


class _Loaded:
    """A model that can be run."""

    def __init__(self, files: ModelFolder, session: Any, tokenizer: Any, sparing: Any) -> None:
        self.files = files
        self.model_id = f"onnx:{files.name}:{files.fingerprint()}"
        self.calibration: Calibration
        self._session = session
        self._tokenizer = tokenizer
        self._sparing = sparing
        self._types = {i.name: i.type for i in session.get_inputs()}
        unknown = self._types.keys() - {"input_ids", "attention_mask", "token_type_ids"}
        if unknown or "input_ids" not in self._types:
            names = ", ".join(self._types)
            raise EmbeddingError(f"the model takes other inputs: {names}", retryable=False)
        outputs = [output.name for output in session.get_outputs()]
        pooled = next((name for name in outputs if name == "sentence_embedding"), None)
        self._output = pooled or next(
            (name for name in outputs if name in ("last_hidden_state", "token_embeddings")),
            outputs[0],
        )

    def embed(self, texts: list[str], *, give_back: bool = False) -> Vectors:
        """The unit vectors of texts, shape (n, d); all finite. ``give_back``: see _GIVE_BACK."""
        import numpy as np

        how = self._sparing if give_back else None
        pieces = [self._run(texts[n : n + _BATCH], how) for n in range(0, len(texts), _BATCH)]
        if not pieces:
            return np.zeros((0, self.calibration.dimension), np.float32)
        vectors = np.concatenate(pieces)
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        if not np.isfinite(norms).all() or not norms.all():
            raise EmbeddingError("the model gave no finite vector", retryable=True)
        unit: Vectors = (vectors / norms).astype(np.float32)
        return unit

    def _run(self, texts: list[str], how: Any) -> Vectors:
        import numpy as np

        # Lone surrogates have no UTF-8, which is what the tokenizer takes.
        encoded = [
            self._tokenizer.encode(text.encode("utf-8", "replace").decode("utf-8"))
            for text in texts
        ]
        longest = max(len(one.ids) for one in encoded)
        ids = np.zeros((len(texts), longest), np.int64)
        mask = np.zeros((len(texts), longest), np.int64)
        for row, one in enumerate(encoded):
            ids[row, : len(one.ids)] = one.ids
            mask[row, : len(one.ids)] = one.attention_mask
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        feed = {
            name: given[name].astype(np.int32 if kind == "tensor(int32)" else np.int64)
            for name, kind in self._types.items()
        }
        try:
            (output,) = self._session.run([self._output], feed, how)
        except Exception as error:
            raise EmbeddingError(f"the model failed: {_first(error)}", retryable=True) from error
        output = np.asarray(output, np.float32)
        return output if output.ndim == 2 else _pool(output, mask, self.files)


def _pool(hidden: Vectors, mask: Any, files: ModelFolder) -> Vectors:
    """One vector for each text, shape (n, d), of its tokens' vectors, shape (n, tokens, d)."""
    import numpy as np

    if hidden.ndim != 3:
        raise EmbeddingError("the model's output is not one vector a token", retryable=False)
    weights = mask[:, :, None].astype(np.float32)
    match files.pooling:
        case "cls":
            pooled = hidden[:, 0]
        case "max":
            pooled = np.where(weights > 0, hidden, -np.inf).max(axis=1)
        case "last":
            pooled = hidden[np.arange(len(hidden)), mask.sum(axis=1) - 1]
        case "mean":
            pooled = (hidden * weights).sum(axis=1) / weights.sum(axis=1)
    found: Vectors = pooled
    return found


def _load(folder: Path, cache: CalibrationCache) -> _Loaded:
    """Load a folder's model with its calibration."""
    from memoryx.embedding.fitting import fit  # numpy: when the model is first used

    files = read_folder(folder)
    # By name: an extra that most systems do not need.
    runtime = importlib.import_module("onnxruntime")
    tokenizers = importlib.import_module("tokenizers")
    options = runtime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    session = runtime.InferenceSession(
        str(files.graph), options, providers=["CPUExecutionProvider"]
    )
    tokenizer = tokenizers.Tokenizer.from_file(str(files.tokenizer))
    tokenizer.no_padding()
    tokenizer.enable_truncation(files.longest)
    sparing = runtime.RunOptions()
    sparing.add_run_config_entry(*_GIVE_BACK)
    loaded = _Loaded(files, session, tokenizer, sparing)
    kept = cache.load(loaded.model_id)
    if kept is None:
        prefixes = files.prefixes
        kept = fit(
            lambda texts: loaded.embed([prefixes.query + text for text in texts]),
            lambda texts: loaded.embed([prefixes.passage + text for text in texts]),
        )
        cache.save(loaded.model_id, kept)
    loaded.calibration = kept
    return loaded


def _first(error: Exception) -> str:
    """Return the first line of an error's text: these libraries add pages."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:300]
