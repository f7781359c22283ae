"""What becomes of a new memory beside those that are there: decided without a model.

Pure functions over memories and index terms. Same key: the newer statement replaces the older
one's text. Nearly the same words: nothing new. Else it is added. Statements that differ in a
number, a date or a proper name are never taken for the same, nor is one that says a word which
the known one lacks: "a three-year-old cat" and "a three-year-old dog" share nearly all.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from memoryx.models import Decision, Memory
from memoryx.text.fold import fold
from memoryx.text.scripts import CJK_CHARACTER
from memoryx.text.stopwords import CHINESE_PARTICLES
from memoryx.text.tokens import analyse

#: Share of a known statement's terms from which one without any other term says the same. Below
#: it, of two sentences of a memory's length, the known one says something else too.
SAME_STATEMENT = 0.85

_NUMBER = re.compile(
    r"\d+(?:[.,:/-]\d+)*"
    r"|(?:第|星期|礼拜|周|初)[一二三四五六七八九十日天末]+"
    r"|[零〇一二两三四五六七八九十百千万]+(?=[年月日号点岁个只条次元块分秒天周层楼名位口辆台张本届级倍成折])"
    r"|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty"
    r"|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|half|once|twice|first"
    r"|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july"
    r"|august|september|october|november|december)\b"
)
_NEGATION = re.compile(
    r"\b(?:not|no|never|don't|doesn't|didn't|isn't|can't|cannot|won't|dislikes?|hates?|stopped"
    r"|quit|former|formerly|used to)\b|[不没沒无無别別]|以前|曾经|曾經|讨厌|討厭"
)
#: What is still to come is another statement than what has come.
_AHEAD = re.compile(
    r"\b(?:will|would|plan(?:s|ning)?|going to|about to|hopes?|wants?|considering)\b"
    r"|打算|计划|准备|考虑|希望|想|将|要(?=[去搬换买学考])"
)
#: Characters that never make the difference. Not all function words: 中文 and 英文 differ in 中.
_EMPTY = CHINESE_PARTICLES | frozenset("很也还都就是在有着过地得")

#: A name in Chinese is written like any word, but often introduced.
_CALLED = re.compile(r"(?:叫做?|名字是|昵称是|姓)([\u4e00-\u9fff·]{1,4})")
#: One at the start of an English sentence has a capital like any word, but does something.
_SUBJECT = re.compile(r"^([A-Z][a-z]+)(?='s\b| (?:is|was|has|had|lives|works|and [A-Z]))")


NEVER: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Verdict:
    """A decision, the memory that it is about (None for ``add``), and why.

    ``said_again``: the memory says just what the statement says.
    """

    decision: Decision
    target: Memory | None
    why: str
    said_again: bool = False


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


def decide(
    new: Statement,
    *,
    same_key: Sequence[Memory],
    similar: Sequence[Memory],
    last_said: Mapping[str, str] = NEVER,
) -> Verdict:
    """Decide on a new statement.

    ``same_key`` are memories with its key in its project, the newest statement first; ``similar``
    are candidates by words, best first. Both may hold memories of any status but ``superseded``.
    ``last_said`` tells, by id, when memories were last said that were said again: chats are not
    gone through in the order in which they were written. What is known everywhere is known in a
    project too, but not the other way.
    """
    for memory in (*same_key, *similar):
        everywhere = memory.project is None and memory.status == "active"
        if (everywhere or memory.project == new.project) and same_statement(memory.text, new.text):
            return Verdict("noop", memory, f"says the same, {memory.status}", said_again=True)
    for memory in same_key:
        if new.again or last_said.get(memory.id, memory.valid_from) > new.valid_from:
            return Verdict("noop", memory, "a newer statement with this key is known")
        if memory.status == "active" and says_nothing_more(memory.text, new.text):
            return Verdict("noop", memory, "what is known says this and more", said_again=True)
        if memory.status in ("active", "pending", "expired"):
            return Verdict("update", memory, "a newer statement with the same key")
    return Verdict("add", None, "new")


def same_statement(known: str, new: str) -> bool:
    """Tell whether a sentence says all that another one says, in nearly the same words.

    The other one may have no word of meaning that the first has not: names in Chinese cannot be
    told from other words, and a statement with another name would be lost.
    """
    if normal_text(known) == normal_text(new):
        return True
    if _facts(known) != _facts(new):
        return False
    first, second = _words(known), _words(new)
    if not first or not second or first.names != second.names:
        return False
    if not second.meaning <= first.meaning:
        return False
    return len(second.all & first.all) / len(first.all) >= SAME_STATEMENT


def says_nothing_more(known: str, new: str) -> bool:
    """Tell whether all words of a statement are in one that is known, with the same facts."""
    if _facts(new) != _facts(known):
        return False
    first, second = _words(known), _words(new)
    return bool(second) and first.names == second.names and second.meaning <= first.meaning


def same_facts(one: str, other: str) -> bool:
    """Tell whether two sentences agree in their numbers, their names and what they deny.

    Names that only one of them has do not count: a translation writes them otherwise.
    """
    if _facts(one) != _facts(other):
        return False
    if not _alike(_introduced(one), _introduced(other)):
        return False
    return _alike(_words(one).names, _words(other).names)


def normal_text(text: str) -> str:
    """Return a text without case, script variant, white space and closing punctuation."""
    return re.sub(r"[\s。．.!！~～,，]+", "", fold(text).lower())


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return one <= other or other <= one


def _introduced(text: str) -> frozenset[str]:
    """The names that a sentence's form gives away where their writing does not."""
    folded = fold(text)
    found = [*_CALLED.findall(folded), *_SUBJECT.findall(folded)]
    return frozenset(name.lower() for name in found)


def _facts(text: str) -> tuple[tuple[str, ...], bool, bool]:
    """What must be equal: the numbers, in order, whether something is denied, or still to come."""
    folded = fold(text).lower()
    return (
        tuple(_NUMBER.findall(folded)),
        _NEGATION.search(folded) is not None,
        _AHEAD.search(folded) is not None,
    )


@dataclass(frozen=True, slots=True)
class _Words:
    """Index terms, names among them, and the smallest parts that carry meaning.

    In Chinese those are characters: the last one of a sentence is in one pair alone.
    """

    all: frozenset[str]
    names: frozenset[str]
    meaning: frozenset[str]

    def __bool__(self) -> bool:
        return bool(self.all)


def _words(text: str) -> _Words:
    terms = analyse(text)
    latin = (term.text for term in terms if not CJK_CHARACTER.match(term.text))
    cjk = (c for c in CJK_CHARACTER.findall(fold(text)) if c not in _EMPTY)
    return _Words(
        frozenset(term.text for term in terms),
        frozenset(term.text for term in terms if term.name),
        frozenset((*latin, *cjk)),
    )
