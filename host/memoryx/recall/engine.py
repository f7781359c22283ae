"""One recall: from a message to its block, inside a deadline."""

import logging
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Final

from memoryx.block import format_block, strip_blocks
from memoryx.embedding.focus import focus
from memoryx.embedding.protocol import Embedder, EmbeddingError
from memoryx.recall import gate, rank
from memoryx.recall.domains import domains_of, is_in_context
from memoryx.recall.index import RecallIndex, View
from memoryx.recall.intent import Intent, classify
from memoryx.recall.judge import Judged, Subject, judge, subject_of
from memoryx.recall.messages import MessageVectors
from memoryx.recall.rank import Candidate
from memoryx.recall.sameness import say_the_same
from memoryx.recall.types import (
    MemorySource,
    Mode,
    RecallOutcome,
    RecallQuery,
    Signals,
    Skip,
    TraceEntry,
)
from memoryx.recall.vectors import Matrix
from memoryx.text import fold
from memoryx.text.language import Language, detect, written_in_chinese
from memoryx.text.tokens import Term, analyse

_log: Final = logging.getLogger(__name__)

MAX_LIMIT: Final = 20
# Characters of a message that are cut into terms; more is pasted material.
ANALYSED: Final = 6_000
# Kept of the deadline for everything after the message's vector.
_RESERVE_MS: Final = 40.0
_NAME_WEIGHT: Final = 1.3
_BACKGROUND_BUDGET: Final = 3
_DROPPED_IN_TRACE: Final = 20


class RecallEngine:
    """Answers recalls from an index that follows a source of memories."""

    def __init__(
        self,
        source: MemorySource,
        embedder: Embedder | None,
        *,
        index: RecallIndex | None = None,
        parameters: gate.GateParameters = gate.DEFAULT,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._source = source
        self._index = index if index is not None else RecallIndex()
        self._parameters = parameters
        self._monotonic = monotonic
        self._vectors = None if embedder is None else MessageVectors(embedder, monotonic)

    def use(self, embedder: Embedder | None) -> None:
        """Embed messages with this model from now on."""
        old = self._vectors
        if (None if old is None else old.embedder) is embedder:
            return
        self._vectors = None if embedder is None else MessageVectors(embedder, self._monotonic)
        if old is not None:
            old.close()

    @property
    def vectors(self) -> MessageVectors | None:
        """What embeds messages."""
        return self._vectors

    @property
    def index(self) -> RecallIndex:
        """The index; put vectors here as they come."""
        return self._index

    def warm(self, *, model: bool = True) -> None:
        """Load dictionaries and, if `model`, the embedding, off the send path.

        Raises EmbeddingError.
        """
        fold.warm()
        domains_of(query_weights(analyse("warm up")))
        if model and self._vectors is not None:
            embedder = self._vectors.embedder
            embedder.warm()
            self._index.use_model(embedder.model_id, embedder.calibration())

    def sync(self, max_pages: int | None = None) -> bool:
        """Follow the source, page by page; whether everything is taken over."""
        pages = 0
        while max_pages is None or pages < max_pages:
            if self._index.follow(self._source) == 0:
                return True
            pages += 1
        return False

    def prepare(
        self, text: str, *, anywhere: bool = False, then: Callable[[], None] | None = None
    ) -> None:
        """Embed a draft ahead, where the model is on this machine, or `anywhere`.

        `then` is called once its vector is there, from the thread that embeds.
        """
        vectors = self._vectors
        if vectors is not None and (vectors.embedder.local or anywhere):
            bounded = focus(strip_blocks(text))
            if bounded and classify(bounded).skip is None:
                vectors.prepare(bounded, then)

    def close(self) -> None:
        """End the thread that embeds messages."""
        if self._vectors is not None:
            self._vectors.close()

    def recall(self, query: RecallQuery, now: datetime) -> RecallOutcome:
        """The memories that go with a message, of those that `sync` has taken over.

        Never raises for the model's sake.
        """
        started = self._monotonic()
        text = strip_blocks(query.text)
        language = detect(text)
        intent = classify(text)
        if intent.skip is not None:
            return self._nothing(intent.skip, language, started)
        if len(self._index) == 0:
            return self._nothing("no_memories", language, started)
        left_s = (query.deadline_ms - _RESERVE_MS) / 1000 - (self._monotonic() - started)
        message, model, waited_ms = self._message_vector(text, left_s)
        with self._index.lock:
            outcome = self._rank(query, text, language, intent, message, now, model)
        took_ms = (self._monotonic() - started) * 1000
        timings_ms = {"embedding": waited_ms, "total": took_ms}
        return replace(outcome, took_ms=took_ms, timings_ms=timings_ms)

    def _nothing(self, skip: Skip, language: Language, started: float) -> RecallOutcome:
        took_ms = (self._monotonic() - started) * 1000
        return RecallOutcome("", (), "none", skip, language, (), took_ms)

    def _message_vector(
        self, text: str, timeout_s: float
    ) -> tuple[Matrix | None, str | None, float]:
        """The message's centred vector, the model it is of, and the wait in ms."""
        vectors = self._vectors
        if vectors is None or vectors.embedder.status != "ready" or timeout_s <= 0:
            return None, None, 0.0
        embedder = vectors.embedder
        started = self._monotonic()
        try:
            calibration, model = embedder.calibration(), embedder.model_id
        except EmbeddingError as error:
            _log.warning("no calibration: %s", error.reason)
            return None, None, 0.0
        if self._index.model is None:
            self._index.use_model(model, calibration)
        raw = vectors.get(focus(text), timeout_s)
        waited_ms = (self._monotonic() - started) * 1000
        if raw is None or raw.shape != (calibration.dimension,):
            return None, model, waited_ms
        centred = calibration.message(raw, chinese=written_in_chinese(text))
        return centred, model, waited_ms

    def _rank(
        self,
        query: RecallQuery,
        text: str,
        language: Language,
        intent: Intent,
        message: Matrix | None,
        now: datetime,
        model: str | None = None,
    ) -> RecallOutcome:
        analysed = analyse(text[:ANALYSED])
        weights = query_weights(analysed)
        view = self._index.view(weights, message, query.project, query.exclude, now, model)
        subject = subject_of(text, intent, analysed)
        pinned = self._pinned(query, view, subject, now)
        first = frozenset(candidate.slot for candidate in pinned)
        candidates, dropped = self._candidates(query, view, subject, now, first)
        limit = max(0, min(query.limit, MAX_LIMIT))
        budget = query.budget_tokens * (_BACKGROUND_BUDGET if intent.wants_background else 1)
        selection = rank.select(
            pinned,
            candidates,
            limit=MAX_LIMIT if intent.wants_background and limit else limit,
            budget_tokens=budget,
            language=language,
            now=now,
            alike=lambda one, other: say_the_same(self._index, one, other),
        )
        lines = [rank.block_line(candidate.memory) for candidate in selection.kept]
        return RecallOutcome(
            context=format_block(lines, language, now),
            hits=tuple(rank.to_hit(candidate) for candidate in selection.kept),
            mode=_mode(message, view),
            skipped=None,
            language=language,
            trace=(*selection.trace, *dropped),
            took_ms=0.0,
        )

    def _candidates(
        self,
        query: RecallQuery,
        view: View,
        subject: Subject,
        now: datetime,
        without: frozenset[int],
    ) -> tuple[list[Candidate], list[TraceEntry]]:
        """The memories that pass the gate, best first, and the nearest of those that do not."""
        kept: list[Candidate] = []
        dropped: list[TraceEntry] = []
        for judged in judge(
            self._index,
            view,
            subject,
            without=without,
            limit=query.limit,
            parameters=self._parameters,
        ):
            if judged.reason is None:
                kept.append(self._candidate(query, judged, now))
            elif len(dropped) < _DROPPED_IN_TRACE:
                candidate = self._candidate(query, judged, now)
                dropped.append(rank.trace_entry(candidate, judged.reason))
        kept.sort(key=lambda candidate: (-candidate.score, candidate.memory.id))
        return kept, dropped

    def _candidate(self, query: RecallQuery, judged: Judged, now: datetime) -> Candidate:
        memory = judged.memory
        signals = Signals(
            semantic=judged.semantic,
            keyword=judged.keyword,
            recency=rank.recency(memory.created_at, now, query.weights.half_life_days),
            level=rank.LEVELS.get(memory.level, rank.LEVELS["user"]),
        )
        score = rank.fuse(signals, query.weights, memory.confidence)
        return Candidate(judged.slot, memory, judged.probability, signals, score)

    def _pinned(
        self, query: RecallQuery, view: View, subject: Subject, now: datetime
    ) -> list[Candidate]:
        found: list[Candidate] = []
        for slot in self._index.pinned(view):
            memory = self._index.memory(slot)
            if memory.sensitive:
                continue
            if not is_in_context(memory.context_tags, subject.domains):
                continue
            certain = Judged(slot, memory, 1.0, 0.0, 0.0, None)
            found.append(rank.as_pinned(self._candidate(query, certain, now)))
        found.sort(
            key=lambda c: (c.memory.project is None, -c.memory.updated_at.timestamp(), c.memory.id)
        )
        return found


def query_weights(terms: list[Term]) -> dict[str, float]:
    """The weight of each different term: names more, repeats a little more."""
    counts = Counter(term.text for term in terms)
    names = {term.text for term in terms if term.name}
    return {
        term: (_NAME_WEIGHT if term in names else 1.0) * (1 + 0.25 * (min(count, 4) - 1))
        for term, count in counts.items()
    }


def _mode(message: Matrix | None, view: View) -> Mode:
    if message is None or not bool(view.has_vector.any()):
        return "bm25"
    return "hybrid"
