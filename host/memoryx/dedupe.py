"""What becomes of a new memory beside those that are there: decided without a model.

Pure functions over memories and index terms. Same key: the newer statement replaces the older
one's text. Nearly the same words: nothing new. Else it is added. Statements that differ in a
number, a date or a proper name are never taken for the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from memoryx.models import Decision, Memory
from memoryx.text.fold import fold
from memoryx.text.tokens import analyse

#: Share of common terms (Jaccard) from which two statements say the same. Below it two sentences
#: of a memory's length differ in at least one word that carries meaning.
SAME_STATEMENT = 0.85

_NUMBER = re.compile(
    r"\d+(?:[.,:/-]\d+)*|[零〇一二两三四五六七八九十百千万]+(?=[年月日号点岁个只条次元块])"
)
_NEGATION = re.compile(
    r"\b(?:not|no|never|don't|doesn't|didn't|isn't|can't|cannot|won't|dislikes?|hates?|stopped"
    r"|quit|former|formerly|used to)\b|[不没沒无無别別]|以前|曾经|曾經|讨厌|討厭"
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """A decision, the memory that it is about (None for ``add``), and why."""

    decision: Decision
    target: Memory | None
    why: str


@dataclass(frozen=True, slots=True)
class Statement:
    """What is to be stored, as far as a decision needs it.

    ``again`` says that it comes from a turn that was gone through before: it may add what was
    missed then, but what has been said since stands.
    """

    text: str
    key: str | None
    project: str | None
    valid_from: str
    again: bool = False


def decide(new: Statement, *, same_key: Sequence[Memory], similar: Sequence[Memory]) -> Verdict:
    """Decide on a new statement.

    ``same_key`` are memories with its key in its project, the newest statement first;
    ``similar`` are candidates by words, best first. Both may hold memories of any status but
    ``superseded``.
    """
    for memory in (*same_key, *similar):
        if memory.project == new.project and same_statement(memory.text, new.text):
            return Verdict("noop", memory, f"says the same, {memory.status}")
    for memory in same_key:
        if new.again or memory.valid_from > new.valid_from:
            return Verdict("noop", memory, "a newer statement with this key is known")
        if memory.status in ("active", "pending", "expired"):
            return Verdict("update", memory, "a newer statement with the same key")
    return Verdict("add", None, "new")


def same_statement(one: str, other: str) -> bool:
    """Tell whether two sentences state the same thing in nearly the same words."""
    if normal_text(one) == normal_text(other):
        return True
    if _facts(one) != _facts(other):
        return False
    first, second = _words(one), _words(other)
    if not first or not second or first.names != second.names:
        return False
    return len(first.all & second.all) / len(first.all | second.all) >= SAME_STATEMENT


def same_facts(one: str, other: str) -> bool:
    """Tell whether two sentences agree in their numbers, their names and what they deny.

    Names that only one of them has do not count: a translation writes them otherwise.
    """
    if _facts(one) != _facts(other):
        return False
    first, second = _words(one).names, _words(other).names
    return first <= second or second <= first


def normal_text(text: str) -> str:
    """Return a text without case, script variant, white space and closing punctuation."""
    return re.sub(r"[\s。．.!！~～,，]+", "", fold(text).lower())


def _facts(text: str) -> tuple[tuple[str, ...], bool]:
    """What must be equal: the numbers, in order, and whether something is denied."""
    folded = fold(text).lower()
    return tuple(_NUMBER.findall(folded)), _NEGATION.search(folded) is not None


@dataclass(frozen=True, slots=True)
class _Words:
    all: frozenset[str]
    names: frozenset[str]

    def __bool__(self) -> bool:
        return bool(self.all)


def _words(text: str) -> _Words:
    terms = analyse(text)
    return _Words(
        frozenset(term.text for term in terms),
        frozenset(term.text for term in terms if term.name),
    )
