"""The model extractor: one call for each chunk, and one to file what is like something known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from memoryx.errors import LlmBadReply
from memoryx.extraction.candidate import Candidate, SourceTurn
from memoryx.extraction.extractor import Step, Task
from memoryx.extraction.llm import prompt
from memoryx.extraction.llm.chunks import BACKGROUND_CHARACTERS, Piece, chunks, shorten
from memoryx.extraction.llm.items import candidates_of
from memoryx.extraction.remember import Action, Ruling
from memoryx.llm.protocol import ChatModel, JsonSchema, Message
from memoryx.llm.reply import read_items
from memoryx.models import Extractor, Memory

#: Longest answer in tokens: five memories take about 1,000.
_EXTRACT_TOKENS = 4_000
_DECIDE_TOKENS = 2_000
#: Rejections of items that are not of the asked form at all.
_SHAPELESS = frozenset({"empty_text", "unknown_type"})
_ACTIONS: dict[str, Action] = {
    "ADD": "add",
    "UPDATE": "update",
    "DELETE": "delete",
    "NOOP": "noop",
}


class ModelExtractor:
    """Extracts by a chat model; see memoryx.extraction.extractor.TurnExtractor."""

    name: Extractor = "llm"
    version = f"llm/{prompt.VERSION}"

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    def steps(self, task: Task) -> Iterator[Step]:
        """Make one call for each chunk with words of the user; raises LlmError."""
        background = list(task.background)
        for chunk in chunks(task.turns, task.attempt):
            turns = {piece.turn.key: piece.turn for piece in chunk}
            done = frozenset(piece.turn.key for piece in chunk if piece.last)
            if any(piece.turn.role == "user" for piece in chunk):
                yield self._step(task, background, chunk, done)
            else:
                yield Step([], done)
            background = [*background, *turns.values()][-len(task.background) or -2 :]

    def rule(
        self, task: Task, news: Sequence[tuple[Candidate, Sequence[Memory]]]
    ) -> list[Ruling | None]:
        """Make one call for all candidates that are like something known; raises LlmError."""
        known: dict[str, Memory] = {m.id: m for _, similar in news for m in similar}
        asked = [i for i, (_, similar) in enumerate(news) if similar]
        rulings: list[Ruling | None] = [None] * len(news)
        if not asked:
            return rulings
        labels = {f"k{i}": memory for i, memory in enumerate(known.values())}
        system, user = prompt.decision_prompt(
            [(f"n{i}", news[i][0].text) for i in asked],
            [(label, memory.text) for label, memory in labels.items()],
        )
        completion = self._model.complete(
            [Message("system", system), Message("user", user)],
            schema=JsonSchema("decisions", prompt.decision_schema()),
            purpose="dedupe",
            conversation=task.conversation,
            max_tokens=_DECIDE_TOKENS,
        )
        try:
            decided = read_items(completion.text, "decisions").items
        except LlmBadReply:
            return rulings  # keys and words decide; asking again would cost as much again
        for item in decided:
            ruled = _ruling(item, labels)
            number = str(item.get("note", ""))[1:]
            if ruled is not None and number.isdecimal() and int(number) in asked:
                rulings[int(number)] = ruled
        return rulings

    def _step(
        self,
        task: Task,
        background: Sequence[SourceTurn],
        chunk: Sequence[Piece],
        done: frozenset[str],
    ) -> Step:
        labels = {f"t{piece.turn.index}": piece.turn for piece in chunk}
        system, user = prompt.extraction_prompt(
            [_shown(turn, shorten(turn.text, BACKGROUND_CHARACTERS)) for turn in background],
            [_shown(piece.turn, piece.text) for piece in chunk],
            task.mode,
        )
        completion = self._model.complete(
            [Message("system", system), Message("user", user)],
            schema=JsonSchema("memories", prompt.extraction_schema()),
            purpose="extraction",
            conversation=task.conversation,
            max_tokens=_EXTRACT_TOKENS,
        )
        items = read_items(completion.text, "memories")
        candidates, rejected = candidates_of(items.items, labels)
        if not candidates and rejected and rejected.keys() <= _SHAPELESS:
            raise LlmBadReply("the model's reply holds items, but none of them is a memory")
        whole = not (completion.cut or items.cut)
        return Step(candidates, done if whole else frozenset(), rejected, complete=whole)


def _shown(turn: SourceTurn, text: str) -> prompt.PromptTurn:
    return prompt.PromptTurn(
        label=f"t{turn.index}", role=turn.role, date=f"{turn.said_at:%Y-%m-%d}", text=text
    )


def _ruling(item: Mapping[str, Any], labels: Mapping[str, Memory]) -> Ruling | None:
    """Read one decision; None when it cannot be followed."""
    action = _ACTIONS.get(str(item.get("action", "")).upper())
    if action is None:
        return None
    if action == "add":
        return Ruling("add")
    target = labels.get(str(item.get("known")))
    if target is None:
        return None
    text = item.get("text")
    return Ruling(
        action,
        target=target.id,
        version=target.version,
        text=" ".join(text.split()) if isinstance(text, str) and text.strip() else None,
    )
