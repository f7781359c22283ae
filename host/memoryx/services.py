"""What a request is served with: the parts of the product, put together by memoryx.app."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from memoryx.background import Background, Notify
from memoryx.clock import Clock
from memoryx.contract.system import Degraded, EmbeddingState, LlmState
from memoryx.embedding.protocol import Embedder
from memoryx.errors import NotFound
from memoryx.extraction.candidate import Candidate, SourceTurn
from memoryx.extraction.extractor import ExtractFunction
from memoryx.extraction.pipeline import Extraction
from memoryx.extraction.remember import Rememberer
from memoryx.models import EmbeddingStatus, Site
from memoryx.recalling import Recaller
from memoryx.settings import SettingsFile
from memoryx.store import Store
from memoryx.store.records import ConversationKey


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts that app.py makes."""

    store: Store
    settings: SettingsFile
    clock: Clock
    rememberer: Rememberer
    extract: ExtractFunction
    extraction: Extraction
    embedder: Embedder | None
    recaller: Recaller
    background: Background
    owner: str


class Services:
    """The parts, and the few answers that need more than one of them."""

    def __init__(self, parts: Parts) -> None:
        self.store = parts.store
        self.settings = parts.settings
        self.clock = parts.clock
        self.rememberer = parts.rememberer
        self.extraction = parts.extraction
        self.recaller = parts.recaller
        self.background = parts.background
        self._embedder = parts.embedder
        self._extract = parts.extract
        self._owner = parts.owner
        self._warm = threading.Event()

    def start(self, notify: Notify, later: Callable[[Callable[[], None]], None]) -> None:
        """Begin background work; ``later`` takes what the send path leaves for afterwards."""
        self.recaller.later = later
        self.background.start(notify)

    def warm(self) -> None:
        """Load what recall needs, in a thread of its own; once."""
        if not self._warm.is_set():
            self._warm.set()
            threading.Thread(target=self.recaller.warm, name="warm", daemon=True).start()

    def stop(self) -> None:
        """End background work and give back what this process holds."""
        self.background.stop()
        self.store.jobs.release_all(self._owner)

    def describe(self, text: str) -> Candidate | None:
        """Return what the rules make of a statement: its type, key and so on; None if nothing."""
        turn = SourceTurn("stated", 0, "user", text, datetime.now(UTC))
        found: Sequence[Candidate] = self._extract([turn], mode="manual")
        return max(found, key=lambda c: (len(c.quote), c.confidence), default=None)

    def project_of(
        self, project: str | None, site: Site | None, conversation_id: str | None
    ) -> str | None:
        """Return the id of the project that a message belongs to: as named, else its chat's."""
        if project is not None:
            return self.store.projects.resolve(project) or project
        if site is None or conversation_id is None:
            return None
        try:
            key = ConversationKey(site=site, conversation_id=conversation_id)
            return self.store.conversations.find(key).project
        except NotFound:
            return None  # the first message of a chat leaves before the chat is saved

    def settings_changed(self) -> None:
        """Take up changed settings."""
        self.background.wake()

    def llm_state(self) -> LlmState:
        """Return the chat model's state."""
        return LlmState(configured=False, model=None, base_url=None, status="not_configured")

    def embedding_state(self) -> EmbeddingState:
        """Return the embedding's state."""
        provider = self.settings.current().embedding.provider
        if self._embedder is None:
            return EmbeddingState(provider=provider, model=None, status="off", pending=0)
        pending = self.store.vectors.count_missing(self._embedder.model_id)
        status: EmbeddingStatus = self._embedder.status
        if status == "ready" and pending:
            status = "indexing"
        return EmbeddingState(
            provider=provider, model=self._embedder.model_id, status=status, pending=pending
        )

    def degraded(self) -> list[Degraded]:
        """Return what works less well than it could, each with what a person can do."""
        found = [
            Degraded(
                part="llm",
                reason="no chat model is set up, so only explicit statements become memories",
                remedy="Nothing needs to be done; an endpoint can be entered in the settings.",
            )
        ]
        if self._embedder is not None and self._embedder.status == "unavailable":
            found.append(
                Degraded(
                    part="embedding",
                    reason="there is no local embedding for this system",
                    remedy="Recall works by words; an embedding endpoint can be set up.",
                )
            )
        return found
