"""Choosing language and means of a hand-over, and putting it together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from memoryx.handoff.outline import outline
from memoryx.handoff.sections import SaidTurn, write
from memoryx.llm.protocol import ChatModel
from memoryx.models import Extractor
from memoryx.text.language import detect

_DETECTED = {"zh-Hans": "zh", "zh-Hant": "zh-Hant"}
#: Characters of the user's turns by which the conversation's language is told.
_SAMPLE = 20_000


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

    ``facts`` finds the user's own statements, for the outline. Raises LlmError.
    """
    written = language or main_language(turns)
    if model is None:
        sections = outline(turns, title=title, facts=facts(turns))
        return Brief(write(sections, written, outline=True), written, sections, "rules")
    # The model's prompts and reader are loaded by those who have a model.
    from memoryx.handoff.model import summarize

    sections = summarize(
        model, turns, conversation=conversation, language=written, progress=progress
    )
    return Brief(write(sections, written, outline=False), written, sections, "llm")


def main_language(turns: Sequence[SaidTurn]) -> str:
    """Return the language of the user's turns: ``zh``, ``zh-Hant`` or ``en``."""
    said = "\n".join(turn.text for turn in turns if turn.role == "user")[:_SAMPLE]
    return _DETECTED.get(detect(said), "en")
