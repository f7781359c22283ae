"""Precision and recall of the rules extractor, per language, mode and category.

    python tests/benchmarks/extraction.py                 the small set of our own
    python tests/benchmarks/extraction.py --data DIR      the labelled sets under DIR

DIR holds ``labels/`` and ``memorybank/`` (and ``cdconv/``) as its README describes them.

The matching rule. An extracted memory is right when it comes from the labelled turn and its quote
overlaps a labelled span of that turn by at least one character; a labelled span is found when at
least one memory's quote overlaps it. Spans, and turns labelled empty, that are marked as
borderline count neither way: a memory that overlaps only a borderline span, or that comes from a
borderline turn without facts, is left out of precision, and a borderline span out of recall.
A fact's category is that of its label; a wrong memory counts against the category it was given.
``--half`` limits the labelled users to every second one in the order of the file.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "host"))

from memoryx.extraction.candidate import Candidate, SourceTurn
from memoryx.extraction.rules import extract

OWN_DATA = Path(__file__).parent / "data" / "extraction.jsonl"
MODES: tuple[Literal["auto", "manual"], ...] = ("auto", "manual")


@dataclass(frozen=True, slots=True)
class Labelled:
    """One user's turn: ``facts`` are (span, category), ``borderline`` spans count neither way."""

    lang: str
    group: str
    text: str
    facts: tuple[tuple[str, str], ...]
    borderline: tuple[str | None, ...] = ()
    said_at: datetime = datetime(2025, 1, 1, tzinfo=UTC)


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
        for name in ("right", "wrong", "found", "missed", "category_right"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.errors += other.errors

    def row(self) -> str:
        precision = _ratio(self.right, self.right + self.wrong)
        recall = _ratio(self.found, self.found + self.missed)
        return (
            f"{precision:>9} {recall:>7} {self.right:>6} {self.wrong:>6} {self.found:>6}"
            f" {self.missed:>7}"
        )


def _ratio(part: int, whole: int) -> str:
    return f"{part / whole:.3f}" if whole else "–"


def _jsonl(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def memorybank(root: Path, half: int | None) -> Iterator[Labelled]:
    """Yield the labelled turns of MemoryBank; ``half`` 0 or 1 takes every second user."""
    bank = {
        "zh": json.loads((root / "memorybank/memory_bank_cn.tune.json").read_text("utf-8")),
        "en": json.loads((root / "memorybank/memory_bank_en.tune.json").read_text("utf-8")),
    }
    borderline: dict[tuple[str, str, str, int], list[str | None]] = defaultdict(list)
    for row in _jsonl(root / "labels/memorybank.tune.borderline.jsonl"):
        borderline[row["lang"], row["user"], row["date"], row["index"]].append(row["span"])
    users = {lang: list(people) for lang, people in bank.items()}
    for row in _jsonl(root / "labels/memorybank.tune.jsonl"):
        lang, user = row["lang"], row["user"]
        if half is not None and users[lang].index(user) % 2 != half:
            continue
        yield Labelled(
            lang=lang,
            group="memorybank",
            text=bank[lang][user]["history"][row["date"]][row["index"]]["query"],
            facts=tuple((fact["span"], fact["category"]) for fact in row["facts"]),
            borderline=tuple(borderline[lang, user, row["date"], row["index"]]),
            said_at=datetime.fromisoformat(row["date"]).replace(tzinfo=UTC),
        )


def messages(path: Path, group: str) -> Iterator[Labelled]:
    """Yield single messages: ``{lang, text, facts: [{span, category}], borderline: [span]}``."""
    for row in _jsonl(path):
        yield Labelled(
            lang=row["lang"],
            group=group,
            text=row["text"],
            facts=tuple((fact["span"], fact["category"]) for fact in row["facts"]),
            borderline=tuple(row.get("borderline", ())),
        )


def _place(text: str, span: str) -> tuple[int, int]:
    start = text.find(span)
    if start < 0:
        raise ValueError(f"the span {span!r} is not in the turn {text[:60]!r}")
    return start, start + len(span)


def _overlaps(first: tuple[int, int], second: tuple[int, int]) -> bool:
    return first[0] < second[1] and second[0] < first[1]


def judge(turn: Labelled, candidates: Iterable[Candidate]) -> dict[str, Count]:
    """Count one turn's memories against its labels, by category."""
    counts: dict[str, Count] = defaultdict(Count)
    loose = [_place(turn.text, span) for span in turn.borderline if span]
    spans = [(_place(turn.text, span), category) for span, category in turn.facts]
    facts = [(place, category) for place, category in spans if place not in loose]
    quotes = [(candidate, _place(turn.text, candidate.quote)) for candidate in candidates]
    for candidate, quote in quotes:
        hits = [category for place, category in facts if _overlaps(quote, place)]
        if hits:
            category = candidate.category if candidate.category in hits else hits[0]
            counts[category].right += 1
            counts[category].category_right += candidate.category in hits
        elif not any(_overlaps(quote, place) for place in loose) and None not in turn.borderline:
            counts[candidate.category].wrong += 1
            counts[candidate.category].errors.append(f"wrong   {candidate.quote}")
    for place, category in facts:
        if any(_overlaps(quote, place) for _, quote in quotes):
            counts[category].found += 1
        else:
            counts[category].missed += 1
            counts[category].errors.append(f"missed  {turn.text[slice(*place)]}")
    return counts


def run(turns: Iterable[Labelled], title: str, show: str | None) -> None:
    """Print a table of both modes, by language and category."""
    turns = list(turns)
    print(f"\n{title}: {len(turns)} turns")
    print(f"{'mode':<7} {'lang':<5} {'category':<13} {'precision':>9} {'recall':>7}"
          f" {'right':>6} {'wrong':>6} {'found':>6} {'missed':>7}")  # fmt: skip
    for mode in MODES:
        for lang in ("zh", "en"):
            counts: dict[str, Count] = defaultdict(Count)
            for turn in turns:
                if turn.lang != lang:
                    continue
                source = SourceTurn("t", 0, "user", turn.text, turn.said_at)
                for category, count in judge(turn, extract([source], mode=mode)).items():
                    counts[category].add(count)
            total = Count()
            for category in sorted(counts):
                total.add(counts[category])
                print(f"{mode:<7} {lang:<5} {category:<13} {counts[category].row()}")
            print(f"{mode:<7} {lang:<5} {'all':<13} {total.row()}"
                  f"   category right {_ratio(total.category_right, total.right)}")  # fmt: skip
            if show == mode:
                print("\n".join("    " + error for error in total.errors))


def contradictions(root: Path) -> None:
    """Print how often two statements on one thing get the same key, where both have one.

    The chatbot's two utterances count as two statements of one person. A pair says something about
    keys only when both statements carry one; the others are counted as silent.
    """
    print(f"\n{'cdconv':<16} {'pairs':>6} {'both keyed':>11} {'same key':>9}")
    for name in ("contradictions", "consistent"):
        tally: Counter[str] = Counter()
        for line in (root / f"cdconv/{name}.tune.tsv").read_text("utf-8").splitlines()[1:]:
            fields = line.split("\t")
            first, second = (_keys(fields[1]), _keys(fields[3]))
            tally["pairs"] += 1
            if first and second:
                tally["keyed"] += 1
                tally["same"] += bool(first & second)
        print(f"{name:<16} {tally['pairs']:>6} {tally['keyed']:>11} {tally['same']:>9}")


def _keys(text: str) -> set[str]:
    turn = SourceTurn("t", 0, "user", text, datetime(2025, 1, 1, tzinfo=UTC))
    return {candidate.key for candidate in extract([turn], mode="manual") if candidate.key}


def silence(path: Path) -> None:
    """Print from how many everyday messages something is extracted (each is a likely error)."""
    for mode in MODES:
        hits = []
        rows = _jsonl(path)
        for row in rows:
            turn = SourceTurn("t", 0, "user", row["text"], datetime(2025, 1, 1, tzinfo=UTC))
            hits += [(row["kind"], found.quote) for found in extract([turn], mode=mode)]
        print(f"\neveryday messages, {mode}: {len(hits)} memories from {len(rows)} messages")
        for kind, quote in hits:
            print(f"    {kind}: {quote}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, help="folder of the labelled sets")
    parser.add_argument("--half", type=int, choices=(0, 1), help="every second user only")
    parser.add_argument("--show", choices=MODES, help="list the errors of this mode")
    options = parser.parse_args()
    run(messages(OWN_DATA, "own"), "own set", options.show)
    if options.data is not None:
        halves = (0, 1) if options.half is None else (options.half,)
        for half in halves:
            run(memorybank(options.data, half), f"memorybank, half {half}", options.show)
        run(messages(options.data / "labels/traps.tune.jsonl", "traps"), "traps", options.show)
        silence(options.data / "everyday/messages.tune.jsonl")
        contradictions(options.data)


if __name__ == "__main__":
    main()
