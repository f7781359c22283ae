"""Sentences and clauses of a masked message, with their places in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

#: A longer clause is not a statement that a table of patterns can judge.
LONGEST_CLAUSE = 240
#: A sentence of more clauses is a list of data.
MOST_CLAUSES = 40

_NOTHING = " \t\n\ufffc"
_CJK = re.compile(r"[\u3400-\u9fff]")
_DOT_END = re.compile(r"(?<=[a-z0-9)\ufffc])\.(?=\s+[A-Z\u3400-\u9fff\"'(]|\s*$)")
_STOP = re.compile(r"[。！？!?；;\n]+|…+")
_ABBREVIATION = re.compile(r"\b(?:mr|mrs|ms|dr|prof|st|vs|etc|e\.g|i\.e|no|approx)$", re.IGNORECASE)
_CLAUSE_ZH = re.compile(r"[，,：:]|——|\s-\s")
_CLAUSE_EN = re.compile(
    r"\s*[,:]\s+|\s+[-–—]+\s+|—"
    # "Hate it when you …" is one statement.
    r"|(?<!\bi)(?!(?:(?<=\bit)|(?<=\bhate)|(?<=\blike)|(?<=\blove))\s+when\b)"
    r"\s+(?=(?:but|and|so|because|since|although|though|while|whereas|which|as|if|when"
    r"|unless"
    r"|until|or)\s+(?:(?:now|then|also|so|that|today|currently)\s+)?(?:i|i'm|i've|i'd|i'll|we"
    r"|we're|we've|my|our"
    r"|he|she|they|it|you|it's|that's|don't|please|hate|dislike|prefer|now)\b)"
    r"|\s+(?=so\s+(?!that|much|many|far|long|as|good|great|very|well|it|to\b)\w)"
    r"|\s+(?=but\s)",
    re.IGNORECASE,
)
#: "My wife" of "my wife and I".
_HALF_SUBJECT = re.compile(r"\W*(?:my [\w-]+|i)\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Clause:
    """``text[start:end]`` of the message; ``after`` is the punctuation that ends it."""

    start: int
    end: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, its clauses in order, and whether it ends as a question."""

    start: int
    end: int
    chinese: bool
    question: bool
    clauses: tuple[Clause, ...]


def sentences(text: str) -> Iterator[Sentence]:
    """Cut ``text`` into sentences; blank ones are left out."""
    start = 0
    for end, stop in _ends(text):
        raw = text[start:end]
        if raw.strip(_NOTHING):
            chinese = bool(_CJK.search(raw))
            cut = _CLAUSE_ZH if chinese else _CLAUSE_EN
            clauses = tuple(_clauses(text, start, end, stop, cut))
            if len(clauses) > MOST_CLAUSES:
                clauses = ()
            yield Sentence(
                start=start,
                end=end,
                chinese=chinese,
                question="?" in stop or "？" in stop,
                clauses=clauses,
            )
        start = end + len(stop)


def _ends(text: str) -> Iterator[tuple[int, str]]:
    stops = [(m.start(), m[0]) for m in _STOP.finditer(text)]
    dots = [
        (m.start(), ".")
        for m in _DOT_END.finditer(text)
        if not _ABBREVIATION.search(text, max(0, m.start() - 8), m.start())
    ]
    yield from sorted(stops + dots)
    yield len(text), ""


def _clauses(text: str, start: int, end: int, stop: str, cut: re.Pattern[str]) -> Iterator[Clause]:
    before = ""
    position = start
    for match in [*cut.finditer(text, start, end), None]:
        stop_at = match.start() if match else end
        if match and _HALF_SUBJECT.fullmatch(text, position, stop_at):
            continue
        mark = (match[0].strip() if match else stop.strip()) or " "
        begin, finish = _trim(text, position, stop_at)
        if 0 < finish - begin <= LONGEST_CLAUSE:
            yield Clause(begin, finish, before, mark)
        before = mark
        position = match.end() if match else end


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] in " \t-*•·、,.":
        start += 1
    while end > start and text[end - 1] in " \t~～、,.":
        end -= 1
    return start, end
