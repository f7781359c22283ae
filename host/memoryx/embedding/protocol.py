"""What recall asks of an embedding model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:  # numpy takes 80 ms to import, and this module is imported at the start
    import numpy as np
    from numpy.typing import NDArray

    from memoryx.embedding.calibration import Calibration

    Vectors = NDArray[np.float32]

Status = Literal["ready", "loading", "off", "unavailable"]


class EmbeddingError(Exception):
    """The model gave no vector: it cannot be loaded, reached, or answered with rubbish."""

    def __init__(self, reason: str, *, retryable: bool) -> None:
        super().__init__(reason)
        self.reason = reason
        self.retryable = retryable


class Embedder(Protocol):
    """Turns texts into unit vectors. Safe to call from several threads at once."""

    @property
    def model_id(self) -> str:
        """Names the vector space: vectors of different ids are never compared.

        Final once the status is `ready`; before, some models do not know themselves.
        """
        ...

    @property
    def local(self) -> bool:
        """Whether texts stay on this machine, so that drafts may be embedded ahead."""
        ...

    @property
    def status(self) -> Status:
        """`loading` until `warm` or a first call has made the model ready."""
        ...

    def warm(self) -> None:
        """Load the model. Raises EmbeddingError."""
        ...

    def embed_query(self, text: str) -> Vectors:
        """The vector of a message, shape (d,). Raises EmbeddingError."""
        ...

    def embed_passages(self, texts: list[str]) -> Vectors:
        """The vectors of memories, shape (n, d). Raises EmbeddingError."""
        ...

    def calibration(self) -> Calibration:
        """How this model's similarities are read. Raises EmbeddingError while not loaded."""
        ...

    def close(self) -> None:
        """Let the model go. Later calls raise EmbeddingError."""
        ...


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a model does not work, and what a person can do."""

    reason: str
    remedy: str


class Provider(Embedder, Protocol):
    """An embedder that can be chosen in the settings."""

    @property
    def label(self) -> str:
        """The model's name for people."""
        ...

    @property
    def trouble(self) -> Trouble | None:
        """What keeps the model from working; None while it works or has not been tried."""
        ...

    def reset(self) -> None:
        """Begin anew with what was refused: a key or a file was changed."""
        ...

    def recover(self) -> None:
        """Make the model ready where it can be by now: for the background, again and again.

        Costs nothing while it works or has to be left alone. Raises EmbeddingError.
        """
        ...
