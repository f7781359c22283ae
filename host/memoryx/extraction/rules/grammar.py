"""The parts that a language is made of: a parsed clause, a rule, and the language itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Literal, Protocol

from memoryx.models import Category, MemoryType

#: Who a clause is about: the user, the user's group ("we"), close family and pets, nobody named
#: (a dropped subject or an imperative), or somebody else.
Subject = Literal["self", "we", "family", "none", "other"]
#: How much of the following clauses belongs to the statement: nothing, further items of its
#: list, or the rest of the sentence.
Reach = Literal["none", "list", "rest"]


@dataclass(frozen=True, slots=True)
class Parsed:
    """A clause cut into who, the circumstances (``flags``) and the predicate.

    ``predicate`` is what rules match; its character ``i`` lies at ``offset + i`` of the message.
    """

    subject: Subject
    flags: frozenset[str]
    predicate: str
    offset: int


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of statement.

    ``pattern`` matches at the start of the predicate; its group ``object``, where it has one,
    fills ``key``. The clause must carry one of the flags in ``needs`` (when there are any) and
    none of those in ``forbids``. Rules of one ``family`` merge within a sentence.
    ``confidence`` below the automatic threshold makes the rule one for manual mode.
    """

    name: str
    pattern: str
    type: MemoryType
    category: Category
    confidence: float
    family: str = ""
    subjects: frozenset[str] = frozenset({"self"})
    needs: frozenset[str] = frozenset()
    forbids: frozenset[str] = frozenset({"day"})
    key: str | None = None
    reach: Reach = "none"
    pinned: bool = False

    def match(self, predicate: str) -> re.Match[str] | None:
        """Match the pattern at the start of ``predicate``; it is compiled when first needed."""
        return _compiled(self.pattern).match(predicate)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


class Language(Protocol):
    """What the engine asks of a language. Texts are masked and folded, offsets absolute."""

    rules: Sequence[Rule]
    #: Whether a sentence may leave out the subject that the one before it had.
    drops_subject: bool
    #: A statement after it in the same sentence is not asserted.
    supposing: re.Pattern[str]
    #: A sentence with it is meant the other way round, or is somebody else's.
    insincere: re.Pattern[str]
    #: A clause with it is a question, or about the conversation itself.
    unasserted: re.Pattern[str]
    #: A clause that a colon ends may introduce the user's own statement only if it matches.
    introduces: re.Pattern[str]

    #: A request to remember, at the start of a sentence; what follows it is to be kept.
    remember: re.Pattern[str]

    def parse(self, text: str, start: int) -> Parsed:
        """Cut the clause ``text``, which begins at ``start``, into its parts."""

    def accepts(self, rule: Rule, parsed: Parsed, match: re.Match[str]) -> bool:
        """Say whether what the slots caught can be what the rule means."""

    def continues(self, rule: Rule, text: str) -> bool:
        """Say whether the clause ``text`` belongs to the statement before it."""

    def word(self, text: str, rule: Rule, said_at: datetime) -> str:
        """Turn the user's words into a memory: no first person, absolute dates."""


def rule(
    name: str,
    kind: tuple[MemoryType, Category],
    confidence: float,
    pattern: str,
    *,
    family: str = "",
    subjects: str = "self",
    needs: str = "",
    forbids: str = "day",
    key: str | None = None,
    reach: Reach = "none",
    pinned: bool = False,
) -> Rule:
    """Write a rule as a row of a table; sets are words with blanks between them."""
    return Rule(
        name=name,
        pattern=pattern,
        type=kind[0],
        category=kind[1],
        confidence=confidence,
        family=family or name.partition(".")[0],
        subjects=frozenset(subjects.split()),
        needs=frozenset(needs.split()),
        forbids=frozenset(forbids.split()),
        key=key,
        reach=reach,
        pinned=pinned,
    )
