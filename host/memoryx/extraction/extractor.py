"""What the pipeline asks of an extractor, and the rules in that shape."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from memoryx.extraction.candidate import Candidate, SourceTurn
from memoryx.extraction.remember import Ruling
from memoryx.models import ExtractionMode, Extractor, Memory


@dataclass(frozen=True, slots=True)
class Task:
    """What an extraction has to go through.

    ``background`` are turns that were gone through before, ``turns`` the source, both in order.
    ``attempt`` counts earlier tries of the same job, from 0.
    """

    conversation: str
    background: Sequence[SourceTurn]
    turns: Sequence[SourceTurn]
    mode: ExtractionMode
    attempt: int


@dataclass(frozen=True, slots=True)
class Step:
    """A part of an extraction that is stored at once.

    ``done`` are the keys of the turns that need not be gone through again; ``complete`` is False
    when the extractor's answer was cut off, so that what it had to say is not known.
    """

    candidates: Sequence[Candidate]
    done: frozenset[str]
    rejected: Counter[str] = field(default_factory=Counter)
    complete: bool = True


class TurnExtractor(Protocol):
    """Proposes memories, and rules on those that are like known ones."""

    @property
    def name(self) -> Extractor:
        """Which kind it is."""
        ...

    @property
    def version(self) -> str:
        """What each memory keeps of it, such as ``llm/1``."""
        ...

    def steps(self, task: Task) -> Iterator[Step]:
        """Go through a task part by part; raises LlmError."""
        ...

    def rule(
        self, task: Task, news: Sequence[tuple[Candidate, Sequence[Memory]]]
    ) -> list[Ruling | None]:
        """Rule on candidates, each given with the known memories that are like it.

        None leaves it to keys and words. Raises LlmError.
        """
        ...


class ExtractFunction(Protocol):
    """The rules: a pure function from turns, in order, to candidates."""

    def __call__(self, turns: Sequence[SourceTurn], *, mode: ExtractionMode) -> list[Candidate]: ...


class RulesExtractor:
    """The embedded default: explicit statements only, all in one step."""

    name: Extractor = "rules"
    version = "rules/1"

    def __init__(self, extract: ExtractFunction) -> None:
        self._extract = extract

    def steps(self, task: Task) -> Iterator[Step]:
        """Go through all turns at once."""
        if not task.turns:
            return
        found = self._extract([*task.background, *task.turns], mode=task.mode)
        # What the background says was taken when it was new; what says it again counts.
        known = {turn.key for turn in task.background}
        candidates = []
        for candidate in found:
            new = tuple(key for key in candidate.turn_keys if key not in known)
            if new or not candidate.turn_keys:
                candidates.append(replace(candidate, turn_keys=new))
        yield Step(candidates, frozenset(turn.key for turn in task.turns))

    def rule(
        self, task: Task, news: Sequence[tuple[Candidate, Sequence[Memory]]]
    ) -> list[Ruling | None]:
        """Leave everything to keys and words."""
        del task
        return [None] * len(news)


#: Chooses the extractor for the settings in force; True when a person asks.
Choose = Callable[[bool], TurnExtractor]
