"""Labelled turns, and how the rules' memories are counted against the labels.

The matching rule. An extracted memory is right when it comes from the labelled turn and its quote
overlaps a labelled span of that turn by at least one character; a labelled span is found when at
least one memory's quote overlaps it. A fact's category is that of its label; a wrong memory counts
against the category it was given.

Borderline decisions are those that another careful reader could have made otherwise. Left out, they
count neither way: a memory that overlaps only a borderline span, or that comes from a borderline
turn without facts, is no error, and a borderline span is not missed. Counted, the label holds as it
stands.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from memoryx.extraction.candidate import Candidate, SourceTurn
from memoryx.extraction.rules import extract
from memoryx.models import ExtractionMode

Language = Literal["zh", "en"]
LANGUAGES: tuple[Language, ...] = ("zh", "en")
SAID_AT = datetime(2025, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Labelled:
    """One user's turn: ``facts`` are (span, category); a borderline None is the turn itself."""

    lang: Language
    text: str
    facts: tuple[tuple[str, str], ...]
    borderline: tuple[str | None, ...] = ()
    said_at: datetime = SAID_AT


@dataclass(slots=True)
class Count:
    """Right and wrong memories, found and missed facts."""

    right: int = 0
    wrong: int = 0
    found: int = 0
    missed: int = 0
    category_right: int = 0
    errors: list[str] = field(default_factory=list)

    def add(self, other: Count) -> None:
        """Add another count to this one."""
        for name in ("right", "wrong", "found", "missed", "category_right"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.errors += other.errors

    @property
    def precision(self) -> float | None:
        """Share of right memories; None without any memory."""
        return share(self.right, self.right + self.wrong)

    @property
    def recall(self) -> float | None:
        """Share of found facts; None without any fact."""
        return share(self.found, self.found + self.missed)


def share(part: int, whole: int) -> float | None:
    """Return a part's share, None of nothing."""
    return part / whole if whole else None


def jsonl(path: Path) -> list[dict[str, Any]]:
    """Read a file with one JSON value a line."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def messages(path: Path) -> list[Labelled]:
    """Read single messages: ``{lang, text, facts: [{span, category}], borderline: [span]}``."""
    return [
        Labelled(
            lang=row["lang"],
            text=row["text"],
            facts=tuple((fact["span"], fact["category"]) for fact in row["facts"]),
            borderline=tuple(row.get("borderline", ())),
        )
        for row in jsonl(path)
    ]


def memorybank(root: Path, half: int | None = None) -> list[Labelled]:
    """Read the labelled turns of MemoryBank; ``half`` 0 or 1 takes every second user."""
    bank = {
        "zh": json.loads((root / "memorybank/memory_bank_cn.tune.json").read_text("utf-8")),
        "en": json.loads((root / "memorybank/memory_bank_en.tune.json").read_text("utf-8")),
    }
    borderline: dict[tuple[str, str, str, int], list[str | None]] = defaultdict(list)
    for row in jsonl(root / "labels/memorybank.tune.borderline.jsonl"):
        borderline[row["lang"], row["user"], row["date"], row["index"]].append(row["span"])
    users = {lang: list(people) for lang, people in bank.items()}
    return [
        Labelled(
            lang=row["lang"],
            text=bank[row["lang"]][row["user"]]["history"][row["date"]][row["index"]]["query"],
            facts=tuple((fact["span"], fact["category"]) for fact in row["facts"]),
            borderline=tuple(borderline[row["lang"], row["user"], row["date"], row["index"]]),
            said_at=datetime.fromisoformat(row["date"]).replace(tzinfo=UTC),
        )
        for row in jsonl(root / "labels/memorybank.tune.jsonl")
        if half is None or users[row["lang"]].index(row["user"]) % 2 == half
    ]


def by_rules(text: str, mode: ExtractionMode, said_at: datetime = SAID_AT) -> list[Candidate]:
    """Return what the rules make of one turn."""
    return extract([SourceTurn("t", 0, "user", text, said_at)], mode=mode)


def count(turns: Iterable[Labelled], mode: ExtractionMode, *, borderline: bool) -> dict[str, Count]:
    """Count the rules' memories of turns by category; ``borderline``: whether those count."""
    counts: dict[str, Count] = defaultdict(Count)
    for turn in turns:
        found = by_rules(turn.text, mode, turn.said_at)
        for category, one in _judge(turn, found, borderline=borderline):
            counts[category].add(one)
    return counts


def total(counts: dict[str, Count]) -> Count:
    """Return the sum over all categories."""
    whole = Count()
    for category in sorted(counts):
        whole.add(counts[category])
    return whole


def _judge(
    turn: Labelled, candidates: Iterable[Candidate], *, borderline: bool
) -> Iterator[tuple[str, Count]]:
    marked = () if borderline else turn.borderline
    loose = [_place(turn.text, span) for span in marked if span]
    spans = [(_place(turn.text, span), category) for span, category in turn.facts]
    facts = [(place, category) for place, category in spans if place not in loose]
    quotes = [(candidate, _place(turn.text, candidate.quote)) for candidate in candidates]
    for candidate, quote in quotes:
        hits = [category for place, category in facts if _overlap(quote, place)]
        if hits:
            category = candidate.category if candidate.category in hits else hits[0]
            yield category, Count(right=1, category_right=candidate.category in hits)
        elif not any(_overlap(quote, place) for place in loose) and None not in marked:
            yield candidate.category, Count(wrong=1, errors=[f"wrong   {candidate.quote}"])
    for place, category in facts:
        if any(_overlap(quote, place) for _, quote in quotes):
            yield category, Count(found=1)
        else:
            yield category, Count(missed=1, errors=[f"missed  {turn.text[slice(*place)]}"])


def _place(text: str, span: str) -> tuple[int, int]:
    start = text.find(span)
    if start < 0:
        raise ValueError(f"the span {span!r} is not in the turn {text[:60]!r}")
    return start, start + len(span)


def _overlap(first: tuple[int, int], second: tuple[int, int]) -> bool:
    return first[0] < second[1] and second[0] < first[1]
