"""A store, a model that follows a script, and a clock that is moved by hand."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from memoryx.clock import to_rfc3339
from memoryx.extraction.llm.extractor import ModelExtractor
from memoryx.extraction.outcome import Outcome
from memoryx.extraction.pipeline import Extraction
from memoryx.extraction.remember import Rememberer
from memoryx.llm.protocol import ChatModel
from memoryx.models import ExtractionMode, Memory
from memoryx.settings import SettingsFile
from memoryx.store import Store
from memoryx.store.merge import IncomingTurn
from memoryx.store.records import ConversationKey, MemoryFilter
from tests.support.scripted_model import Asked, Reply, ScriptedModel, memories

KEY = ConversationKey(site="claude", conversation_id="c")
Answer = Callable[[Asked], Reply]


class World:
    """A store, a clock, and a model that follows a script, unless another one is given."""

    def __init__(self, folder: Path, model: ChatModel | None = None) -> None:
        self.store = Store(folder / "memory.sqlite3")
        self.settings = SettingsFile(folder / "config.toml", {})
        self.time = datetime(2026, 11, 30, 9, tzinfo=UTC)
        self.model = ScriptedModel(lambda _: memories())
        self._turns = 0
        extractor = ModelExtractor(model or self.model)
        self.extraction = Extraction(
            self.store, Rememberer(self.store), lambda _: extractor, lambda: self.time, "one"
        )

    def say(self, *texts: str, role: str = "user") -> None:
        turns = []
        for text in texts:
            turns.append(IncomingTurn(f"k{self._turns}", role, text, True))  # type: ignore[arg-type]  # a role
            self._turns += 1
        self.capture(*turns)

    def capture(self, *turns: IncomingTurn) -> None:
        """Save what a page shows; its extraction is due at once."""
        self.store.conversations.save(
            KEY,
            url="https://claude.ai/chat/c",
            title=None,
            project=None,
            turns=turns,
            gaps=False,
            now=to_rfc3339(self.time),
            due_at=to_rfc3339(self.time),
        )

    def run(self, answer: Answer, mode: ExtractionMode = "auto") -> Outcome:
        self.model.answer = answer
        return self.extraction.run_now(KEY, mode, self.settings.current())

    def due(self, answer: Answer) -> Outcome | None:
        self.model.answer = answer
        return self.extraction.run_due(self.settings.current())

    def wait(self, **time: float) -> None:
        self.time += timedelta(**time)

    def memories(self, status: str = "active") -> list[Memory]:
        found = self.store.memories.page(MemoryFilter(), limit=100, cursor=None)[0]
        return [m for m in found if m.status == status]

    def texts(self, status: str = "active") -> set[str]:
        return {m.text for m in self.memories(status)}


def answers(extraction: Reply, decision: Reply = "") -> Answer:
    """Answer extractions and decisions alike each time."""
    return lambda asked: extraction if asked.purpose == "extraction" else decision
