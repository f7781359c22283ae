"""What becomes of a person's later statements: replaced, known already, or standing beside.

Each case goes through the real pipeline by rules, on a store of its own: a statement a day, each
in a conversation of its own, extracted by itself.
"""

from __future__ import annotations

import itertools
import json
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal

from memoryx.clock import to_rfc3339
from memoryx.extraction.extractor import RulesExtractor
from memoryx.extraction.pipeline import Extraction
from memoryx.extraction.remember import Rememberer
from memoryx.extraction.rules import extract
from memoryx.models import Memory
from memoryx.settings import SettingsFile
from memoryx.store import Store
from memoryx.store.merge import IncomingTurn
from memoryx.store.records import ConversationKey, MemoryFilter
from tests.benchmarks.extraction_labels import jsonl

OWN = Path(__file__).parent / "data" / "updates.jsonl"
Expected = Literal["replaced", "beside", "once"]


@dataclass(frozen=True, slots=True)
class Case:
    """Statements of one person and what should be left: see ``right``."""

    lang: str
    kind: str
    statements: tuple[str, ...]
    expected: Expected


@dataclass(frozen=True, slots=True)
class Told:
    """What one statement did: numbers of memories, and the ids of those it came to."""

    added: int
    updated: int
    known: int
    proposed: int
    memories: frozenset[str]

    @property
    def visible(self) -> bool:
        """Whether the rules saw anything in it."""
        return bool(self.added or self.updated or self.known or self.proposed)


@dataclass(frozen=True, slots=True)
class Ended:
    """A case's end: what each statement did, and the memories with their earlier texts."""

    told: tuple[Told, ...]
    standing: tuple[Memory, ...]
    replaced: tuple[str, ...]

    @property
    def visible(self) -> bool:
        """Whether the rules saw something in every statement."""
        return all(told.visible for told in self.told)

    @property
    def settled(self) -> bool:
        """Whether a later statement replaced an earlier one's memory, or asks a person."""
        earlier: frozenset[str] = frozenset()
        for told in self.told:
            if told.proposed or (told.updated and told.memories & earlier):
                return True
            earlier |= told.memories
        return False


def run(statements: Sequence[str]) -> Ended:
    """Let one person state things, one a day, and return what is stored at the end."""
    with tempfile.TemporaryDirectory() as folder:
        person = _Person(Path(folder))
        told = tuple(person.say(text) for text in statements)
        standing = person.standing()
        replaced = tuple(person.earlier_texts(standing))
        person.store.close()
    return Ended(told, standing, replaced)


def right(case: Case, ended: Ended) -> bool:
    """Tell whether a case ended as it should.

    ``replaced``: one memory stands, and the first one's text is in its history. ``beside``: each
    statement has a memory of its own. ``once``: one memory stands and never changed.
    """
    match case.expected:
        case "replaced":
            return len(ended.standing) == 1 and bool(ended.replaced)
        case "beside":
            return len(ended.standing) == len(case.statements) and not ended.replaced
        case "once":
            return len(ended.standing) == 1 and not ended.replaced


def own_cases() -> list[Case]:
    """Read our own cases: ``{lang, kind, statements, expected, times?}``."""
    return [
        Case(
            row["lang"],
            row["kind"],
            tuple(row["statements"]) * row.get("times", 1),
            row["expected"],
        )
        for row in jsonl(OWN)
    ]


def recall_cases(path: Path) -> list[Case]:
    """Read the updates of the recall store: what a memory says, said by the person."""
    memories: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["memories"]
    by_id = {memory["id"]: memory for memory in memories}
    return [
        Case(
            memory["lang"],
            "recall store",
            tuple(_said(m) for m in (memory, by_id[memory["superseded_by"]])),
            "replaced",
        )
        for memory in memories
        if memory.get("superseded_by")
    ]


def pairs(path: Path) -> Iterator[tuple[str, str]]:
    """Yield CDConv's b1 and b2 of each row, taken as two statements of one person."""
    for line in path.read_text("utf-8").splitlines()[1:]:
        fields = line.split("\t")
        yield fields[1], fields[3]


def count_pairs(
    rows: Iterable[tuple[str, str]], *, contradictory: bool, show: bool = False
) -> dict[str, int]:
    """Count pairs, those that the rules see, and those of them that end rightly.

    A contradiction should end in an update or a question to the person; a consistent pair in
    anything but that.
    """
    counts = {"pairs": 0, "visible": 0, "right": 0, "beside": 0}
    for pair in rows:
        counts["pairs"] += 1
        ended = run(pair)
        if not ended.visible:
            continue
        counts["visible"] += 1
        counts["right"] += ended.settled == contradictory
        counts["beside"] += not ended.settled
        if show and ended.settled != contradictory:
            print("    " + " ⟂ ".join(pair))
    return counts


class _Person:
    """A store, the rules, and a clock that a day passes on."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(folder / "memory.sqlite3")
        self._settings = SettingsFile(folder / "config.toml", {})
        self._time = datetime(2025, 1, 1, 9, tzinfo=UTC)
        self._numbers = itertools.count()
        rules = RulesExtractor(extract)
        rememberer = Rememberer(self.store)
        self._extraction = Extraction(
            self.store, rememberer, lambda _: rules, lambda: self._time, "b"
        )

    def say(self, text: str) -> Told:
        key = ConversationKey(site="claude", conversation_id=f"c{next(self._numbers)}")
        self._time += timedelta(days=1)
        now = to_rfc3339(self._time)
        self.store.conversations.save(
            key,
            url="https://claude.ai/chat/c",
            title=None,
            project=None,
            turns=[IncomingTurn("u", "user", text, True)],
            gaps=False,
            now=now,
            due_at=now,
        )
        outcome = self._extraction.run_due(self._settings.current())
        assert outcome is not None
        return Told(
            outcome.added,
            outcome.updated,
            outcome.unchanged,
            outcome.proposed,
            frozenset(outcome.memories),
        )

    def standing(self) -> tuple[Memory, ...]:
        wanted = MemoryFilter(statuses=("active",))
        return tuple(self.store.memories.page(wanted, limit=100, cursor=None)[0])

    def earlier_texts(self, memories: Iterable[Memory]) -> Iterator[str]:
        for memory in memories:
            for version in self.store.memories.history(memory.id, limit=100, cursor=None)[0]:
                if version.old_text is not None:
                    yield version.old_text


def _said(memory: dict[str, Any]) -> str:
    """Put a memory's sentence into the person's mouth."""
    text: str = memory["text"]
    if memory["lang"] == "zh":
        return "我" + text
    first, _, rest = text.partition(" ")
    spoken = first.lower() if first.endswith("ed") else first.lower().removesuffix("s")
    return f"I {spoken} {rest}"
