"""Recall as the host runs it: the engine, fed by the store, with the log kept off the send path."""

from __future__ import annotations

import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from memoryx.ahead import AnswerAhead
from memoryx.block import strip_blocks
from memoryx.clock import Clock, to_rfc3339
from memoryx.embedding.chosen import ChosenEmbedder
from memoryx.errors import NotFound
from memoryx.following import FollowedIndex
from memoryx.models import Site
from memoryx.recall.types import RecallOutcome, RecallQuery, Signals, Weights
from memoryx.sensitive import redact
from memoryx.settings import Settings
from memoryx.sources import StoredFullText
from memoryx.store import Store
from memoryx.store.ids import new_id
from memoryx.store.records import RecallRow

if TYPE_CHECKING:
    from memoryx.recall.engine import RecallEngine

#: Longest time that a message waits for a step that another thread has begun: each takes a few ms.
_FOLLOW_WAIT_S = 0.05
#: Longest time that a message spends on taking in changes, in seconds: a hundred or so of them.
_FOLLOW_FOR_S = 0.03
#: How often a message is answered anew when what was found has changed meanwhile.
_TRIES = 3
#: Longest time that other work gives way to one recall, in seconds.
_GIVE_WAY_S = 0.2
#: Recalls whose memories are remembered without asking the database.
_RECENT = 512
#: Characters of a question that the log keeps.
_LOGGED_TEXT = 2_000
#: Dropped memories that the log keeps, the nearest misses first.
_LOGGED_DROPPED = 20


@dataclass(frozen=True, slots=True)
class Question:
    """A message that is about to leave."""

    text: str
    site: Site | None = None
    conversation_id: str | None = None
    project: str | None = None
    limit: int | None = None
    budget_tokens: int | None = None
    deadline_ms: int | None = None
    previous_recalls: tuple[str, ...] = ()


class Recaller:
    """Answers recalls on the send path; everything that can wait goes to ``later``."""

    def __init__(self, store: Store, chosen: ChosenEmbedder, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._quiet = threading.Event()
        self._quiet.set()
        self.index = FollowedIndex(store, chosen, self.give_way)
        self._ahead = AnswerAhead()
        self._recent: OrderedDict[str, tuple[str, ...]] = OrderedDict()
        self._life = 0  # begins anew when everything is erased
        self.later: Callable[[Callable[[], None]], None] = _now

    def _by_full_text(self, text: str) -> RecallEngine:
        from memoryx.recall.opening import engine_by_full_text  # loaded with the engine

        return engine_by_full_text(StoredFullText(self._store), text)

    def give_way(self) -> None:
        """Wait while a recall is running: for work in pure Python that can be cut into pieces.

        Threads share the interpreter, so whatever else runs makes a message wait longer.
        """
        self._quiet.wait(_GIVE_WAY_S)

    def recall(
        self,
        question: Question,
        settings: Settings,
        received: float,
        replied: threading.Event | None = None,
    ) -> tuple[str, RecallOutcome]:
        """Return a recall's id and outcome; ``received`` is when it arrived (monotonic s).

        What can wait waits until ``replied`` is set: threads share the interpreter.
        """
        self._quiet.clear()
        try:
            id_, outcome, log = self._recall(question, settings, received)
        finally:
            self._quiet.set()

        def write() -> None:
            if replied is not None:
                replied.wait(_GIVE_WAY_S)
            log()

        self.later(write)
        return id_, outcome

    def _recall(
        self, question: Question, settings: Settings, received: float
    ) -> tuple[str, RecallOutcome, Callable[[], None]]:
        """Return a recall's id, its outcome, and what writes it into the log."""
        started = time.monotonic()
        query = self._query(question, settings)
        outcome = self._ahead.get(query, self.index.state(), self._clock())
        if outcome is None:
            outcome = self._answer(query, received)
        else:
            took_ms = (time.monotonic() - started) * 1000
            outcome = replace(outcome, took_ms=took_ms, timings_ms={"total": took_ms})
        id_ = new_id("r")
        self._remember(id_, tuple(hit.memory.id for hit in outcome.hits))
        life = self._life
        return id_, outcome, lambda: self._log(id_, query.text, question, outcome, life)

    def _query(self, question: Question, settings: Settings) -> RecallQuery:
        return RecallQuery(
            text=strip_blocks(question.text),
            project=question.project,
            exclude=self._present(question),
            limit=question.limit or settings.recall.limit,
            budget_tokens=question.budget_tokens or settings.recall.budget_tokens,
            deadline_ms=question.deadline_ms or settings.recall.deadline_ms,
            weights=Weights(
                semantic=settings.recall.weights.semantic,
                keyword=settings.recall.weights.keyword,
                recency=settings.recall.weights.recency,
                level=settings.recall.weights.level,
                half_life_days=settings.recall.half_life_days,
            ),
        )

    def _answer(self, query: RecallQuery, received: float) -> RecallOutcome:
        engine = self.index.engine()
        until = time.monotonic() + _FOLLOW_FOR_S
        while not self.index.follow(_FOLLOW_WAIT_S):
            if not self.index.opened or time.monotonic() > until:
                break
        if not self.index.opened:
            engine = self._by_full_text(query.text)
        waited_ms = (time.monotonic() - received) * 1000
        left_ms = max(1.0, query.deadline_ms - waited_ms)
        return self._in_force(engine, replace(query, deadline_ms=left_ms))

    def _in_force(self, engine: RecallEngine, query: RecallQuery) -> RecallOutcome:
        """Answer with nothing but what the store holds now, however far behind the index is.

        What a person has just deleted or suspended must not leave in the next message.
        """
        for _ in range(_TRIES):
            outcome = engine.recall(query, self._clock())
            changed = self._changed(engine, outcome)
            if not changed:
                return outcome
            query = replace(query, exclude=query.exclude | changed)
        return replace(outcome, context="", hits=())

    def _changed(self, engine: RecallEngine, outcome: RecallOutcome) -> frozenset[str]:
        """Return the memories of an outcome that the store holds no more as they are there."""
        if not outcome.hits or engine.index.seq == self._store.memories.change_number():
            return frozenset()
        stored = self._store.memories.get_many([hit.memory.id for hit in outcome.hits])
        return frozenset(
            memory.id
            for memory in (hit.memory for hit in outcome.hits)
            if (now := stored.get(memory.id)) is None
            or now.status != "active"
            or (now.text, now.compact_text) != (memory.text, memory.compact_text)
            or (now.sensitive, now.project) != (memory.sensitive, memory.project)
        )

    def forget(self) -> None:
        """Forget all recalls, also those that wait to be logged: everything is about to go."""
        self._life += 1
        self._recent.clear()
        self._ahead.forget()

    def prepare(self, question: Question, settings: Settings) -> None:
        """Embed and answer a draft ahead; wait for nothing.

        On this machine, or where the person chose to let drafts go to an endpoint.
        """
        engine = self.index.engine()
        query = self._query(question, settings)
        engine.prepare(
            query.text,
            anywhere=settings.embedding.drafts,
            then=lambda: self.later(lambda: self._answer_ahead(engine, query)),
        )

    def _answer_ahead(self, engine: RecallEngine, query: RecallQuery) -> None:
        """Work out what ``query`` would be answered, once its vector is there."""
        self.give_way()
        state, now = self.index.state(), self._clock()
        if not self.index.follow(_FOLLOW_WAIT_S) or engine.index.seq != state.change:
            return  # changes are still coming in
        self._ahead.put(query, state, now, engine.recall(query, now))

    def used(
        self,
        id_: str,
        sent: bool,
        *,
        site: Site | None,
        conversation_id: str | None,
        turn_key: str | None = None,
    ) -> None:
        """Note what became of a recall, all of it or nothing; its place may be learned later.

        Only what a person left in the block counts, and lives on. Raises NotFound for an unknown
        recall.
        """
        with self._store.transaction():
            row = self._store.recalls.get(id_)
            memories = row.chosen
            if memories is None:
                memories = [hit["id"] for hit in json.loads(row.hits)]
            if sent:
                self._store.recalls.place(
                    id_, site=site, conversation_id=conversation_id, turn_key=turn_key
                )
            news = self._store.recalls.mark_sent(id_, sent)
            if not sent or not memories:
                return
            if news:
                now = to_rfc3339(self._clock())
                self._store.memories.use(memories, now)
                self._store.lives.renew(memories, now)
            site = site or row.site
            conversation_id = conversation_id or row.conversation_id
            if site is not None and conversation_id is not None:
                self._store.recalls.add_present(site, conversation_id, memories)

    def choose(self, id_: str, memories: Sequence[str]) -> None:
        """Note which memories of a recall a person left in its block; raises NotFound."""
        self._store.recalls.choose(id_, memories)
        self._remember(id_, tuple(memories))

    def _present(self, question: Question) -> frozenset[str]:
        present = set[str]()
        if question.site is not None and question.conversation_id is not None:
            present |= self._store.recalls.present(question.site, question.conversation_id)
        for id_ in question.previous_recalls:
            present.update(self._hits(id_))
        return frozenset(present)

    def _hits(self, id_: str) -> tuple[str, ...]:
        known = self._recent.get(id_)
        if known is not None:
            return known
        try:
            row = self._store.recalls.get(id_)
        except NotFound:
            return ()  # a page may outlive the log
        if row.chosen is not None:
            return tuple(row.chosen)
        return tuple(hit["id"] for hit in json.loads(row.hits))

    def _remember(self, id_: str, hits: tuple[str, ...]) -> None:
        self._recent[id_] = hits
        if len(self._recent) > _RECENT:
            self._recent.popitem(last=False)

    def _log(
        self, id_: str, text: str, question: Question, outcome: RecallOutcome, life: int
    ) -> None:
        dropped = [
            {
                "id": entry.id,
                "why": entry.reason,
                "relevance": round(entry.relevance, 4),
                "score": round(entry.score, 4),
                "signals": _rounded(entry.signals),
            }
            for entry in outcome.trace
            if entry.reason not in ("kept", "pinned")
        ]
        row = self._row(id_, text, question, outcome, dropped)
        with self._store.transaction():
            # What was asked before everything was erased must not be written after it.
            if life == self._life:
                self._store.recalls.add(row)

    def _row(
        self,
        id_: str,
        text: str,
        question: Question,
        outcome: RecallOutcome,
        dropped: list[dict[str, object]],
    ) -> RecallRow:
        hits = [
            {
                "id": hit.memory.id,
                "type": hit.memory.type,
                "text": hit.memory.text,
                "score": hit.score,
                "signals": asdict(hit.signals),
            }
            for hit in outcome.hits
        ]
        return RecallRow(
            id=id_,
            at=to_rfc3339(self._clock()),
            site=question.site,
            conversation_id=question.conversation_id,
            text=redact(text[:_LOGGED_TEXT]),
            mode=outcome.mode,
            skipped=outcome.skipped,
            hits=json.dumps(hits, ensure_ascii=False),
            dropped=json.dumps(dropped[:_LOGGED_DROPPED]),
            sent=None,
            feedback={},
            took_ms=round(outcome.took_ms, 3),
        )


def _rounded(signals: Signals) -> dict[str, float]:
    return {name: round(value, 4) for name, value in asdict(signals).items()}


def _now(task: Callable[[], None]) -> None:
    task()
