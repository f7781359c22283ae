"""The embedding as the rest of the host sees it: its state, its troubles, and its model's files."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from memoryx.clock import Clock, to_rfc3339
from memoryx.contract.system import Degraded, EmbeddingState
from memoryx.embedding.chosen import ChosenEmbedder
from memoryx.embedding.protocol import EmbeddingError, Trouble
from memoryx.errors import Busy
from memoryx.indexing import Embeddings
from memoryx.models import EmbeddingStatus
from memoryx.recalling import Recaller
from memoryx.settings import SettingsFile
from memoryx.store import Store

_log = logging.getLogger(__name__)

#: Seconds between two notes of how far a download is, and how long a silent one is believed in.
_NOTE_S = 0.5
_LEASE = timedelta(seconds=120)
#: Least seconds between two notifications of how far the embedding of memories is.
_TELL_S = 2.0
_DOWNLOAD = "embedding download"


@dataclass(frozen=True, slots=True)
class Meanings:
    """The parts that have to do with the embedding; ``folder`` is where its model is fetched to."""

    store: Store
    settings: SettingsFile
    clock: Clock
    chosen: ChosenEmbedder
    upkeep: Embeddings
    recaller: Recaller
    folder: Path
    owner: str

    def follow(self, tell: Callable[[], None]) -> None:
        """Let ``tell`` be called when the state may be another, now and then while embedding."""
        told_at = 0.0

        def step(left: int) -> None:
            nonlocal told_at
            now = time.monotonic()
            if left == 0 or now - told_at >= _TELL_S:
                told_at = now
                tell()

        self.chosen.on_change = tell
        self.upkeep.on_step = step

    def changed(self) -> None:
        """Begin anew: the settings, the key or the model's files were changed."""
        self.chosen.reset()
        self.chosen.on_change()

    def state(self) -> EmbeddingState:
        """Return the embedding's state."""
        now = self.settings.current().embedding
        target, serving = self.chosen.target(), self.chosen.serving()
        label = None if serving is None else serving.label
        if target is None:
            return EmbeddingState(
                provider=now.provider,
                model=None,
                status="off",
                pending=0,
                serving=label,
                drafts=False,
            )
        pending = self.store.vectors.count_missing(target.model_id)
        status: EmbeddingStatus = target.status
        complete = not pending and self.recaller.index.caught_up == target.model_id
        if status == "ready" and not complete:
            status = "indexing"
        return EmbeddingState(
            provider=now.provider,
            model=target.model_id,
            status=status,
            pending=pending,
            serving=label,
            drafts=target.local or now.drafts,
        )

    def degraded(self) -> Iterable[Degraded]:
        """Yield what of the embedding works less well than it could."""
        target, serving = self.chosen.target(), self.chosen.serving()
        trouble = target.trouble if target is not None else None
        if trouble is not None:
            alone = serving is None or serving is target
            by = "words alone" if serving is None or alone else f"words and {serving.label}"
            yield Degraded(
                part="embedding",
                reason=f"{trouble.reason}; memories are found by {by}",
                remedy=trouble.remedy,
            )
        elif self.recaller.index.too_slow:
            yield Degraded(
                part="embedding",
                reason="the embedding model answers too slowly for messages, which go by words",
                remedy="Choose a nearer or faster model, or the built-in one, in the settings.",
            )

    def try_now(self) -> Trouble | None:
        """Make the chosen model ready and return what keeps it from working, if anything."""
        target = self.chosen.target()
        if target is None:
            return None
        try:
            target.recover()
        except EmbeddingError as error:
            _log.warning("the chosen embedding model does not work: %s", error.reason)
        return target.trouble

    def download(self, base_url: str | None, progress: Callable[[int, int, str], None]) -> bool:
        """Fetch the embedding model that is pinned; return whether it had to be fetched.

        Raises Busy while another host does so, and DownloadFailed.
        """
        from memoryx.embedding.download import BASE_URL, download  # urllib: a rare request

        noted_at = 0.0

        def note(done: int, total: int, phase: str) -> None:
            nonlocal noted_at
            now = time.monotonic()
            if now - noted_at >= _NOTE_S or done == total:
                noted_at = now
                self._hold()
                progress(done, total, phase)

        self._hold()
        try:
            fetched = download(self.folder, note, base_url=base_url or BASE_URL)
        finally:
            self.store.leases.release(_DOWNLOAD, self.owner)
        self.changed()
        return fetched

    def _hold(self) -> None:
        now = self.clock()
        until = to_rfc3339(now + _LEASE)
        if not self.store.leases.take(_DOWNLOAD, self.owner, now=to_rfc3339(now), until=until):
            raise Busy("the model is being fetched already")
