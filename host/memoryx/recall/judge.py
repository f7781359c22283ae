"""What a message asks of a store: the memories in question, what speaks for each, and the verdict.

Reads the index, decides by `memoryx.recall.gate`; changes nothing.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Final

import numpy as np

from memoryx.recall import gate
from memoryx.recall.domains import domains_of, is_in_context
from memoryx.recall.index import RecallIndex, View
from memoryx.recall.intent import Intent
from memoryx.recall.sensitivity import asks_for
from memoryx.recall.types import IndexedMemory, Reason
from memoryx.recall.vectors import Matrix
from memoryx.text.tokens import Term

_CANDIDATES: Final = 100


@dataclass(frozen=True, slots=True)
class Subject:
    """What is known of one message."""

    text: str
    intent: Intent
    domains: frozenset[str]
    names: frozenset[str]


@dataclass(frozen=True, slots=True)
class Judged:
    """A memory in question: whether and why not it may come along."""

    slot: int
    memory: IndexedMemory
    probability: float
    """That it has to do with the message, 0 to 1."""
    semantic: float
    keyword: float
    """Both signals between 0 and 1."""
    reason: Reason | None
    """Why it does not come along, or None."""


def subject_of(text: str, intent: Intent, analysed: Sequence[Term]) -> Subject:
    """The subject of a message that was cut into these terms."""
    domains = domains_of(dict.fromkeys(term.text for term in analysed))
    if intent.material == "arithmetic":
        domains |= {"mathematics"}
    return Subject(text, intent, domains, frozenset(t.text for t in analysed if t.name))


def judge(
    index: RecallIndex,
    view: View,
    subject: Subject,
    *,
    without: Set[int],
    limit: int,
    parameters: gate.GateParameters,
) -> list[Judged]:
    """The memories nearest to a message with the verdict on each, the most relevant first.

    `without` are slots that come along anyway; `limit` is how many may come. A memory that may not
    come, for its being sensitive or kept for other contexts, has no say in whether others do.
    """
    has_vector = view.has_vector & view.eligible
    semantic = gate.semantic_signal(view.likeness, has_vector)
    keyword = gate.keyword_signal(view.keyword, view.eligible)
    relevance = gate.relevance(semantic, keyword)
    diets = set(index.diets(view)) - without if _concerns_a_meal(subject) else set[int]()
    nearest = [slot for slot in _best(relevance, view, _CANDIDATES) if slot not in without]
    slots = [*nearest, *sorted(diets - set(nearest))]
    reasons = {slot: _objection(index.memory(slot), subject) for slot in slots}
    allowed = [slot for slot in slots if reasons[slot] is None]
    probable = _probabilities(index, view, subject, allowed, parameters)
    passing = _passing(allowed, probable, relevance, has_vector, limit, parameters)
    found = []
    for slot in slots:
        reason = reasons[slot]
        wanted = slot in passing or slot in diets or subject.intent.wants_background
        if reason is None and not wanted:
            reason = "not_relevant"
        found.append(
            Judged(
                slot,
                index.memory(slot),
                probable.get(slot, 0.0),
                float(semantic[slot]),
                float(keyword[slot]),
                reason,
            )
        )
    return found


def _concerns_a_meal(subject: Subject) -> bool:
    asks = subject.intent.material == "none" and not subject.intent.general
    return "food" in subject.domains and asks


def _objection(memory: IndexedMemory, subject: Subject) -> Reason | None:
    if memory.sensitive and not asks_for(subject.text, memory.text):
        return "sensitive"
    if subject.intent.wants_background or is_in_context(memory.context_tags, subject.domains):
        return None
    return "out_of_context"


def _probabilities(
    index: RecallIndex,
    view: View,
    subject: Subject,
    slots: Sequence[int],
    parameters: gate.GateParameters,
) -> dict[int, float]:
    evidence = evidence_of(index, view, subject, slots)
    found = gate.probabilities(evidence, subject.intent, parameters)
    return {slot: float(value) for slot, value in zip(slots, found, strict=True)}


def evidence_of(
    index: RecallIndex, view: View, subject: Subject, slots: Sequence[int]
) -> gate.Evidence:
    """What speaks for the memories at these slots."""
    rows = np.asarray(slots, np.int64)
    domains = np.asarray(
        [not subject.domains.isdisjoint(index.domains(slot)) for slot in slots], np.bool_
    )
    return gate.Evidence(
        likeness=view.likeness[rows],
        coverage=view.coverage[rows],
        rarity=view.rarity[rows],
        has_vector=view.has_vector[rows],
        shares_name=np.asarray([_shares_name(index, slot, subject) for slot in slots], np.bool_),
        shares_domain=domains,
        off_topic=~domains & ("code" in subject.domains),
        memories=index.choice(view),
    )


def _shares_name(index: RecallIndex, slot: int, subject: Subject) -> bool:
    if not subject.names:
        return False
    held = subject.names.intersection(index.terms(slot))
    return bool(held) and not held.isdisjoint(index.names(slot))


def _passing(
    slots: Sequence[int],
    probable: dict[int, float],
    relevance: Matrix,
    has_vector: gate.Flags,
    limit: int,
    parameters: gate.GateParameters,
) -> set[int]:
    found = np.asarray([probable[slot] for slot in slots], np.float32)
    rows = list(slots)
    first = slice(0, gate.JUDGED)
    if not gate.opens(found[first], has_vector[rows[first]], parameters):
        return set()
    near = gate.comes_along(relevance[rows], found, has_vector[rows], limit, parameters)
    return {slot for slot, passes in zip(slots, near & (found > 0), strict=True) if passes}


def _best(relevance: Matrix, view: View, count: int) -> list[int]:
    """The slots of the `count` most relevant eligible memories, best first."""
    values = np.where(view.eligible, relevance, -np.inf)
    if len(values) > count:
        slots = np.argpartition(-values, count - 1)[:count]
    else:
        slots = np.arange(len(values))
    ordered = slots[np.argsort(-values[slots], kind="stable")]
    return [int(slot) for slot in ordered if view.eligible[slot]]
