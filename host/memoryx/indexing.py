"""Working out, piece by piece, what recall needs of memories that have just been stored."""

from __future__ import annotations

import logging

from memoryx.embedding.protocol import Embedder, EmbeddingError
from memoryx.store import Store

_log = logging.getLogger(__name__)

#: Memories in one step; a step is one transaction and one call of the model.
_STEP = 16


class Embeddings:
    """Embeds memories that have no vector of the embedder's model; newest first."""

    def __init__(self, store: Store, embedder: Embedder) -> None:
        self._store = store
        self._embedder = embedder

    def __call__(self) -> bool:
        """Embed one step; return whether there may be more. Raises what the store raises."""
        if self._embedder.status in ("off", "unavailable"):
            return False
        model = self._embedder.model_id
        missing = self._store.vectors.missing(model, limit=_STEP)
        if not missing:
            return False
        try:
            vectors = self._embedder.embed_passages([text for _, text in missing])
        except EmbeddingError as error:
            _log.warning("memories could not be embedded: %s", error.reason)
            return False
        self._store.vectors.add(
            model,
            [(id_, text, vector) for (id_, text), vector in zip(missing, vectors, strict=True)],
        )
        return len(missing) == _STEP


class Glosses:
    """Works out the words of memories in the other language, for recall without a model."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __call__(self) -> bool:
        """Work out one step; return whether there may be more."""
        missing = self._store.memories.without_glosses(limit=_STEP)
        if not missing:
            return False
        # The dictionary takes a while to load; only a host with new memories needs it.
        from memoryx.text.glosses import bilingual_keywords

        for id_, text in missing:
            self._store.memories.set_glosses(id_, text, bilingual_keywords(text))
        return len(missing) == _STEP
