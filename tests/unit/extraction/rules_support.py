"""Short ways to run the rules extractor in tests."""

from __future__ import annotations

from datetime import UTC, datetime

from memoryx.extraction.candidate import Candidate, SourceTurn
from memoryx.extraction.rules import extract
from memoryx.models import ExtractionMode, Role

#: A Monday; every relative date in the tests counts from it.
SAID_AT = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def turn(text: str, *, key: str = "t1", role: Role = "user", index: int = 0) -> SourceTurn:
    return SourceTurn(key=key, index=index, role=role, text=text, said_at=SAID_AT)


def said(*texts: str, mode: ExtractionMode = "auto") -> list[Candidate]:
    """Extract from a conversation in which the user says ``texts``, one a turn."""
    turns = [turn(text, key=f"t{n}", index=n) for n, text in enumerate(texts, 1)]
    return extract(turns, mode=mode)


def texts(*messages: str, mode: ExtractionMode = "auto") -> list[str]:
    return [candidate.text for candidate in said(*messages, mode=mode)]
