"""Choosing language and means of a hand-over, and putting it together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from memoryx.handoff.outline import outline
from memoryx.handoff.sections import SaidTurn, write
from memoryx.llm.protocol import ChatModel
from memoryx.models import Extractor
from memoryx.text.budget import count_tokens
from memoryx.text.language import Language, detect

_WRITTEN: Mapping[Language, str] = {
    "zh-Hans": "zh",
    "zh-Hant": "zh-Hant",
    "en": "en",
    "other": "und",
}
#: Most tokens of one turn that count for its language: what is longer is mostly pasted.
_COUNTED = 200


@dataclass(frozen=True, slots=True)
class Brief:
    """A hand-over; ``sections`` are Markdown by the contract's names."""

    markdown: str
    language: str
    sections: Mapping[str, str]
    summarizer: Extractor


def write_brief(
    turns: Sequence[SaidTurn],
    *,
    title: str | None,
    conversation: str,
    language: str | None,
    model: ChatModel | None,
    facts: Callable[[Sequence[SaidTurn]], list[str]],
    progress: Callable[[int, int, str], None],
) -> Brief:
    """Write a hand-over in ``language``, or in the one that the user mostly writes.

    Chinese is told by its characters; which language it is otherwise, a model finds out, and
    without one the titles are English. ``facts`` finds the user's own statements, for the outline.
    Raises LlmError.
    """
    guessed = main_language(turns)
    if model is None:
        written = language or guessed
        sections = outline(turns, title=title, facts=facts(turns))
        return Brief(write(sections, written, outline=True), written, sections, "rules")
    # The model's prompts and reader are loaded by those who have a model.
    from memoryx.handoff.model import summarize

    summary = summarize(
        model,
        turns,
        conversation=conversation,
        language=language or (guessed if guessed.startswith("zh") else None),
        guessed=guessed,
        progress=progress,
    )
    markdown = write(summary.sections, summary.language, outline=False)
    return Brief(markdown, summary.language, summary.sections, "llm")


def main_language(turns: Sequence[SaidTurn]) -> str:
    """Return the language of most of what the user wrote, as far as characters tell it.

    ``zh`` or ``zh-Hant``; ``en`` for any in Latin letters; ``und`` for others. Turn by turn, since
    one Chinese sentence does not make a chat Chinese; of two that are equal, the one that was
    written later.
    """
    weights: dict[str, int] = {}
    for turn in turns:
        if turn.role == "user" and turn.text.strip():
            written = _WRITTEN[detect(turn.text)]
            weight = weights.pop(written, 0) + min(count_tokens(turn.text), _COUNTED)
            weights[written] = weight
    latest_first = reversed(weights)
    return max(latest_first, key=weights.__getitem__, default="en")
