"""The host's parts in this process, with a clock that stands until it is moved."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from memoryx.app import open_services
from memoryx.contract import METHODS
from memoryx.extraction.extractor import TurnExtractor
from memoryx.extraction.outcome import Outcome
from memoryx.extraction.pipeline import Extraction
from memoryx.handlers import HANDLERS, Call
from memoryx.store.records import ConversationKey

_BASE = {"MEMORYX_EMBEDDING_PROVIDER": "off", "MEMORYX_EXTRACTION_AUTO": "false"}


class InProcess:
    """Calls methods of the contract; ``settings`` are MEMORYX_* values."""

    def __init__(self, home: Path, **settings: str) -> None:
        self.time = datetime(2026, 3, 1, 9, tzinfo=UTC)
        environ = _BASE | settings | {"MEMORYX_HOME": str(home)}
        self.services = open_services(environ, clock=lambda: self.time)
        self._said = 0

    def call(self, method: str, **params: Any) -> Any:
        """Call a method and return its result as it would go over the wire."""
        checked = METHODS[method].params.model_validate(params)
        result = HANDLERS[method](self.services, checked, Call(received=time.monotonic()))
        return result.model_dump(mode="json")

    def wait(self, **span: float) -> None:
        """Move the clock."""
        self.time += timedelta(**span)

    def look(self) -> None:
        """Do what the host does when it looks for memories whose time is over."""
        self.services.background.end_lives()

    def say(self, conversation: str, *texts: str, project: str | None = None) -> None:
        """Save new user turns."""
        turns = []
        for text in texts:
            self._said += 1
            turns.append(
                {"key": f"k{self._said}", "role": "user", "markdown": text, "complete": True}
            )
        self.call(
            "conversations.save",
            site="claude",
            conversation_id=conversation,
            url=f"https://example.test/{conversation}",
            trigger="auto",
            project=project,
            turns=turns,
        )

    def extract(self, conversation: str, mode: str = "auto") -> Any:
        """Extract by the rules."""
        return self.call(
            "conversations.extract", site="claude", conversation_id=conversation, mode=mode
        )

    def hear(self, conversation: str, *texts: str, project: str | None = None) -> Any:
        """Save new user turns and extract."""
        self.say(conversation, *texts, project=project)
        return self.extract(conversation)

    def extract_by(self, extractor: TurnExtractor, conversation: str) -> Outcome:
        """Extract by another extractor."""
        choose: Callable[[bool], TurnExtractor] = lambda _manual: extractor  # noqa: E731 - a value
        services = self.services
        pipeline = Extraction(
            services.store, services.rememberer, choose, lambda: self.time, "other"
        )
        key = ConversationKey(site="claude", conversation_id=conversation)
        return pipeline.run_now(key, "auto", services.settings.current())

    def memories(self, **wanted: Any) -> list[Any]:
        """List memories."""
        items: list[Any] = self.call("memories.list", limit=500, **wanted)["items"]
        return items

    def texts(self, **wanted: Any) -> list[str]:
        """List the texts of active memories, sorted."""
        return sorted(m["text"] for m in self.memories(status="active", **wanted))

    def recalled(self, text: str, **where: Any) -> str:
        """Return the block for a message."""
        context: str = self.call("recall", text=text, **where)["context"]
        return context
