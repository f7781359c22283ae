"""Which candidates become memories, and what a memory takes from its candidate: pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from memoryx.block import looks_like_block
from memoryx.clock import to_rfc3339
from memoryx.extraction.candidate import Candidate
from memoryx.lifecycle import Life
from memoryx.models import MEMORY_TEXT_LIMIT, ExtractionMode, Level, MemorySource
from memoryx.sensitive import holds_secret, is_sensitive
from memoryx.settings import Settings
from memoryx.store.records import Job, NewMemory

#: How far below the automatic threshold a memory still waits for a person as pending.
PENDING_BAND = 0.2


def thresholds(settings: Settings, mode: ExtractionMode) -> tuple[float, float]:
    """Return the confidence from which a memory is taken, and from which it waits."""
    if mode == "manual":
        threshold = settings.extraction.min_confidence_manual
        return threshold, threshold
    threshold = settings.extraction.min_confidence_auto
    return threshold, max(0.0, threshold - PENDING_BAND)


def validate(
    candidates: Sequence[Candidate],
    *,
    known_keys: frozenset[str],
    user_keys: frozenset[str],
    thresholds: tuple[float, float],
) -> tuple[list[tuple[Candidate, bool]], Counter[str]]:
    """Return (candidate, whether it waits) for what may be stored, and rejections by reason.

    ``known_keys`` are the conversation's turns, ``user_keys`` those that may be a source.
    """
    take, wait = thresholds
    accepted: list[tuple[Candidate, bool]] = []
    rejected: Counter[str] = Counter()
    for candidate in candidates:
        keys = set(candidate.turn_keys)
        if not candidate.text.strip():
            rejected["empty_text"] += 1
        elif len(candidate.text) > MEMORY_TEXT_LIMIT:
            rejected["text_too_long"] += 1
        elif not keys or not keys <= known_keys:
            rejected["unknown_turn"] += 1
        elif not keys <= user_keys:
            rejected["not_the_users"] += 1
        elif looks_like_block(candidate.text):
            rejected["own_block"] += 1
        elif holds_secret(candidate.text):
            rejected["secret"] += 1
        elif candidate.confidence < wait:
            rejected["low_confidence"] += 1
        else:
            accepted.append((candidate, candidate.confidence < take))
    return accepted, rejected


def memory_from(
    candidate: Candidate,
    *,
    pending: bool,
    job: Job,
    extractor: str,
    now: datetime,
    mode: ExtractionMode,
) -> NewMemory:
    """Make a memory to store; ``extractor`` is the version that it keeps."""
    level: Level = candidate.level
    if level == "project" and job.project is None:
        level = "user"
    until = to_rfc3339(candidate.expires_at) if candidate.expires_at else None
    return NewMemory(
        text=candidate.text.strip(),
        compact_text=candidate.compact_text,
        type=candidate.type,
        category=candidate.category,
        tags=candidate.tags,
        keywords=candidate.keywords,
        context_tags=candidate.context_tags,
        confidence=candidate.confidence,
        inferred=candidate.inferred,
        key=candidate.key,
        level=level,
        # What holds for one chat is as much its project's as what holds for the project.
        project=None if level == "user" else job.project,
        status="pending" if pending else "active",
        sensitive=candidate.sensitive or is_sensitive(candidate.text),
        # An order for one chat is in that chat already, and one for a project that nobody has named
        # to us is known to hold there alone: neither comes by itself into other chats.
        pinned=candidate.pinned and level == candidate.level and level != "session",
        created_at=to_rfc3339(now),
        valid_from=to_rfc3339(candidate.valid_from),
        life=Life(since=to_rfc3339(now), until=until),
        origin=mode,
        source=MemorySource(
            conversation=job.conversation,
            turn_keys=list(candidate.turn_keys),
            site=job.site,
            url=job.url,
        ),
        extractor=extractor,
    )
