"""Working out, piece by piece, what recall needs of memories that have just been stored."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from functools import cached_property
from pathlib import Path
from typing import Protocol

from memoryx.clock import Clock, to_rfc3339
from memoryx.embedding.chosen import ChosenEmbedder
from memoryx.embedding.protocol import EmbeddingError, Provider
from memoryx.store import Store
from memoryx.store.glossary import GlossaryDamaged, glossary_file, open_glossary
from memoryx.text.glosses import bilingual_keywords

_log = logging.getLogger(__name__)

#: Memories in one step; a step is one transaction and one call of the model.
_STEP = 16
#: How long a host may take for a step before another one takes over.
_LEASE = timedelta(seconds=120)
#: How long a host waits, in seconds, before it has the lexicon of glosses built: while a browser
#: starts there is enough to do, and a host that soon ends has no use for it.
_BUILD_AFTER_S = 10.0
_BUILDS = 3


class Embeddings:
    """Embeds memories that have no vector of the chosen model; newest first.

    One host at a time does so for a model: a lease keeps a second one from doing, and paying for,
    the same. It is given back when all have their vectors.
    """

    def __init__(self, store: Store, chosen: ChosenEmbedder, clock: Clock, owner: str) -> None:
        self._store = store
        self._chosen = chosen
        self._clock = clock
        self._owner = owner
        self._told: str | None = None
        #: Called with the number of memories that are left, after each step.
        self.on_step: Callable[[int], None] = _to_nobody

    def __call__(self, *, at_once: bool = False) -> bool:  # noqa: ARG002 - it is always at once
        """Embed one step; return whether there may be more. Raises what the store raises."""
        embedder = self._chosen.target()
        if embedder is None:
            return False
        try:
            embedder.recover()
            return embedder.status == "ready" and self._step(embedder)
        except EmbeddingError as error:
            self._tell(error.reason)
            return False

    def _step(self, embedder: Provider) -> bool:
        model = embedder.model_id
        missing = self._store.vectors.missing(model, limit=_STEP)
        if not missing:
            return False
        lease, now = f"embedding {model}", self._clock()
        until = to_rfc3339(now + _LEASE)
        if not self._store.leases.take(lease, self._owner, now=to_rfc3339(now), until=until):
            return False  # another host is at it
        try:
            vectors = embedder.embed_passages([text for _, text in missing])
        except EmbeddingError:
            self._store.leases.release(lease, self._owner)
            raise
        self._told = None
        self._store.vectors.add(
            model,
            [(id_, text, vector) for (id_, text), vector in zip(missing, vectors, strict=True)],
        )
        more = len(missing) == _STEP
        if not more:
            self._store.leases.release(lease, self._owner)
        self.on_step(self._store.vectors.count_missing(model) if more else 0)
        return more

    def _tell(self, reason: str) -> None:
        """Log a reason once: it is met again every few seconds."""
        if reason != self._told:
            self._told = reason
            _log.warning("memories could not be embedded: %s", reason)


def _to_nobody(_left: int) -> None:
    """Nobody wants to know."""


class Terms:
    """Cuts memories anew whose stored index terms are of an older version."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __call__(self, *, at_once: bool = False) -> bool:  # noqa: ARG002 - it is always at once
        """Do one step; return whether there may be more. Raises what the store raises."""
        return self._store.full_text.renew_terms(limit=_STEP) == _STEP


class Build(Protocol):
    """A build of the lexicon that was started; ``subprocess.Popen`` is one."""

    def poll(self) -> int | None:
        """Return the exit code, None while it runs."""
        ...


class Glosses:
    """Works out the words of memories in the other language, for recall without a model.

    The lexicon is a file in ``folder``. Where it is missing, ``start`` begins to build it in
    another process and work goes on when it is there; until then memories wait. ``seconds`` is
    a clock that only goes forward.
    """

    def __init__(
        self,
        store: Store,
        folder: Path,
        start: Callable[[Path], Build],
        seconds: Callable[[], float],
    ) -> None:
        self._store = store
        self._folder = folder
        self._start = start
        self._seconds = seconds
        self._wanted_since: float | None = None
        self._build: Build | None = None
        self._failures = 0

    def __call__(self, *, at_once: bool = False) -> bool:
        """Work out one step; return whether there may be more. Never waits for the lexicon.

        ``at_once``: use the lexicon if it is there, and do not build it.
        """
        self._look_after_build()
        if self._failures == _BUILDS:
            return False
        missing = self._store.full_text.without_glosses(limit=_STEP)
        if not missing:
            return False
        path = self._path
        if not path.exists():
            if not at_once:
                self._have_it_built(path)
            return False
        try:
            with open_glossary(path) as lexicon:
                found = [(id_, text, bilingual_keywords(text, lexicon)) for id_, text in missing]
        except GlossaryDamaged as error:
            self._failed(f"its file is damaged: {error}")
            return False
        self._store.full_text.set_glosses(found)
        return len(missing) == _STEP

    @cached_property
    def _path(self) -> Path:
        return glossary_file(self._folder)

    def _look_after_build(self) -> None:
        code = self._build.poll() if self._build is not None else None
        if code is not None:
            self._build = None
            if not self._path.exists():
                self._failed(f"the build ended with code {code}")

    def _have_it_built(self, path: Path) -> None:
        if self._build is not None:
            return
        now = self._seconds()
        if self._wanted_since is None:
            self._wanted_since = now
        if now - self._wanted_since < _BUILD_AFTER_S:
            return
        try:
            self._build = self._start(path)
        except OSError as error:
            self._failed(f"the build did not start: {error.strerror or error}")

    def _failed(self, why: str) -> None:
        self._failures += 1
        self._wanted_since = None  # what failed is not tried again in the next moment
        _log.warning("no lexicon of glosses: %s", why)
        if self._failures == _BUILDS:
            _log.error("no glosses any more from this host: %d builds failed", _BUILDS)
