"""What a request is served with: the parts of the product, put together by memoryx.app."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from memoryx.background import Background, Notify
from memoryx.clock import Clock, to_rfc3339
from memoryx.contract.system import Degraded, LlmState
from memoryx.errors import InvalidParams, NotFound
from memoryx.extraction.candidate import Candidate, SourceTurn
from memoryx.extraction.extractor import ExtractFunction
from memoryx.extraction.pipeline import Extraction
from memoryx.extraction.remember import Remembered, Rememberer
from memoryx.handoff.brief import Brief, write_brief
from memoryx.handoff.sections import SaidTurn
from memoryx.lifecycle import Life
from memoryx.llm.gateway import Gateway
from memoryx.logs import clear_log
from memoryx.meanings import Meanings
from memoryx.models import (
    CATEGORY_OF_TYPE,
    Category,
    Level,
    MemorySource,
    MemoryType,
    Site,
)
from memoryx.recalling import Recaller
from memoryx.secrets import SecretName, Secrets
from memoryx.sensitive import is_sensitive
from memoryx.settings import SettingsFile
from memoryx.store import Store
from memoryx.store.erase import Erased
from memoryx.store.records import ConversationKey, NewMemory
from memoryx.transfer.spool import Spool
from memoryx.uploads import Uploads


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts that app.py makes."""

    store: Store
    settings: SettingsFile
    clock: Clock
    rememberer: Rememberer
    extract: ExtractFunction
    extraction: Extraction
    embedding: Meanings
    recaller: Recaller
    background: Background
    gateway: Gateway
    secrets: Secrets
    uploads: Uploads
    spool: Spool
    log: Path
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
        self.gateway = parts.gateway
        self.secrets = parts.secrets
        self.uploads = parts.uploads
        #: Held while data is imported or deleted as a whole.
        self.moving_data = threading.Lock()
        self.spool = parts.spool
        self._log = parts.log
        self.embedding = parts.embedding
        self._extract = parts.extract
        self._owner = parts.owner
        self._warm = threading.Event()
        self._notify: Notify = _to_nobody

    def start(self, notify: Notify, later: Callable[[Callable[[], None]], None]) -> None:
        """Begin background work; ``later`` takes what the send path leaves for afterwards."""
        self.recaller.later = later
        self._notify = notify
        self.gateway.on_change = self._tell_status
        self.embedding.follow(self._tell_status)
        self.background.start(notify)

    def _tell_status(self) -> None:
        """Tell the browser what works less well than it could, and how far the embedding is."""
        self._notify(
            "status.changed",
            {
                "degraded": [part.model_dump() for part in self.degraded()],
                "embedding": self.embedding.state().model_dump(),
            },
        )

    def warm(self) -> None:
        """Load what recall needs, in a thread of its own; once."""
        if not self._warm.is_set():
            self._warm.set()
            threading.Thread(target=self.recaller.index.warm, name="warm", daemon=True).start()

    def stop(self) -> None:
        """End background work and give back what this process holds."""
        self.background.stop()
        self.store.jobs.release_all(self._owner)
        self.store.leases.release_all(self._owner)

    def remember(self, new: NewMemory) -> Remembered:
        """Store what a person states; see ``statement``."""
        return self.rememberer.remember(new, actor="user", reason="stated")

    def statement(
        self,
        text: str,
        *,
        type_: MemoryType | None = None,
        category: Category | None = None,
        tags: Sequence[str] = (),
        keywords: Sequence[str] = (),
        context_tags: Sequence[str] = (),
        level: Level | None = None,
        project: str | None = None,
        key: str | None = None,
        pinned: bool | None = None,
        said_at: str | None = None,
        expires_at: str | None = None,
        source: MemorySource | None = None,
    ) -> NewMemory:
        """Return what a person states as a memory to store, with full confidence.

        What is not given is taken from what the rules make of the statement. Raises InvalidParams
        for a level ``project`` without a project.
        """
        now = to_rfc3339(self.clock())
        guessed = self._describe(text)
        kind = type_ or (guessed.type if guessed else "context")
        fits = guessed if guessed is not None and guessed.type == kind else None
        project_id = self.store.projects.ensure(project, now) if project else None
        scope: Level = level or ("project" if project_id else "user")
        if scope == "project" and project_id is None:
            raise InvalidParams("project: a memory of level project names its project")
        return NewMemory(
            text=text,
            type=kind,
            category=category or (fits.category if fits else CATEGORY_OF_TYPE[kind]),
            tags=tuple(tags),
            keywords=tuple(keywords) or (fits.keywords if fits else ()),
            context_tags=tuple(context_tags),
            level=scope,
            project=project_id,
            key=key if key is not None else (guessed.key if guessed else None),
            pinned=pinned if pinned is not None else bool(guessed and guessed.pinned),
            sensitive=is_sensitive(text),
            created_at=now,
            valid_from=said_at or now,
            life=Life(until=expires_at) if expires_at else Life(since=now),
            origin="explicit",
            source=source or MemorySource(),
        )

    def _describe(self, text: str) -> Candidate | None:
        """Return what the rules make of a statement: its type, key and so on; None if nothing."""
        turn = SourceTurn("stated", 0, "user", text, self.clock())
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

    def hand_over(
        self,
        turns: Sequence[SaidTurn],
        *,
        title: str | None,
        conversation: str,
        language: str | None,
        progress: Callable[[int, int, str], None],
    ) -> Brief:
        """Write a hand-over: by the model where one is set up, else quoted from the turns.

        Raises LlmError when the model fails: a person asked for it and can choose.
        """
        model = self.gateway.manual() if self.gateway.configured else None
        return write_brief(
            turns,
            title=title,
            conversation=conversation,
            language=language,
            model=model,
            facts=self._statements,
            progress=progress,
        )

    def _statements(self, turns: Sequence[SaidTurn]) -> list[str]:
        """Return what the user states in turns, by the rules."""
        source = [
            SourceTurn(str(i), i, turn.role, turn.text, datetime.now(UTC))
            for i, turn in enumerate(turns)
        ]
        return [candidate.text for candidate in self._extract(source, mode="manual")]

    def erase(self) -> tuple[Erased, int]:
        """Delete everything but the settings and the keys; also return the number of uploads."""
        self.recaller.forget()
        erased = self.store.erase()
        uploads = self.uploads.clear()
        self.spool.clear()
        clear_log(self._log)
        self.background.wake()
        return erased, uploads

    def settings_changed(self, keys: Iterable[str]) -> None:
        """Take up changed settings, named by their dotted keys or by a group's name."""
        groups = {key.partition(".")[0] for key in keys}
        if groups & {"llm", "spending"}:
            self.llm_changed()
        if "lifecycle" in groups:
            self.store.lives.follow_settings(to_rfc3339(self.clock()))
        if groups & {"embedding", "spending"}:
            self.embedding.changed()
        self.background.wake()

    def secret_changed(self, name: SecretName) -> None:
        """Take up a changed key."""
        if name == "llm.api_key":
            self.llm_changed()
        else:
            self.embedding.changed()

    def llm_changed(self) -> None:
        """Begin anew with the chat model: its settings or its key were changed."""
        self.gateway.reset()
        self.extraction_may_go_on()

    def extraction_may_go_on(self) -> None:
        """Take up what waited for a person to mend the chat model."""
        self.extraction.resume()
        self.background.wake()

    def llm_state(self) -> LlmState:
        """Return the chat model's state."""
        state = self.gateway.state()
        return LlmState(
            configured=state.configured,
            model=state.model,
            base_url=state.base_url,
            status=state.status,
        )

    def degraded(self) -> list[Degraded]:
        """Return what works less well than it could, each with what a person can do."""
        return [*self._degraded_model(), *self.embedding.degraded()]

    def _degraded_model(self) -> Iterable[Degraded]:
        state = self.gateway.state()
        if not state.base_url:
            yield Degraded(
                part="llm",
                reason="no chat model is set up, so only explicit statements become memories",
                remedy="Nothing needs to be done; an endpoint can be entered in the settings.",
            )
        elif state.error is not None:
            yield Degraded(part="llm", reason=str(state.error), remedy=state.error.remedy)
        trouble = self.secrets.trouble
        chat = self.gateway.configured and not self.gateway.near
        if trouble is not None and (chat or self.embedding.chosen.name == "openai"):
            yield Degraded(part="keyring", reason=str(trouble), remedy=trouble.remedy)


def _to_nobody(_method: str, _params: dict[str, Any]) -> None:
    """Drop a notification: nobody is connected."""
