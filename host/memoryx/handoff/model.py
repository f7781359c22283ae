"""The hand-over by a chat model: notes of each part, then one brief of the notes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from memoryx.errors import LlmBadReply
from memoryx.extraction.llm.chunks import shorten
from memoryx.handoff.sections import NAMES, SaidTurn
from memoryx.llm.protocol import ChatModel, JsonSchema, Message
from memoryx.llm.reply import read_items
from memoryx.text.budget import count_tokens

#: Tokens of turns in one call; a longer conversation is noted part by part first.
_PART_TOKENS = 8_000
#: Characters of one turn: what is longer is mostly pasted or code.
_TURN_CHARACTERS = 6_000
_NOTE_TOKENS = 1_500
_BRIEF_TOKENS = 3_000

_NOTES = """\
You prepare the hand-over of a conversation to another assistant. Note what it must know of this
part: what the user wants, what was decided and why, facts, names, numbers, files and code that
matter, what was tried, what is open. Keep identifiers, numbers and quoted wording exact. No
introduction. Write in {language}.
"""
_BRIEF = """\
You write the hand-over of a conversation to another assistant, which will continue it without
having seen it. Keep identifiers, numbers and decisions exact; say nothing that is not in the
material; no praise, no advice. Write in {language}. Answer with one JSON object with these texts
(Markdown, lists where they help):
- background: who the user is and what led to this, as far as it was said
- topic: what the conversation is about, in one or two sentences
- state: what has been done and decided so far
- key_facts: facts, constraints, names, numbers, code or files that must not get lost
- open_items: what is undecided, unanswered or still to be done
- resume_point: what the user wants next, so that the next answer can begin there
"""
_TAG = """\
- language: the BCP 47 tag of the language that you write in
"""
_LANGUAGES = {"en": "English", "zh": "Simplified Chinese", "zh-Hant": "Traditional Chinese"}


_USERS_OWN = "the language in which the user writes most"
_IS_TAG = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")


@dataclass(frozen=True, slots=True)
class Summary:
    """The six sections, and their language as a BCP 47 tag."""

    sections: dict[str, str]
    language: str


def summarize(
    model: ChatModel,
    turns: Sequence[SaidTurn],
    *,
    conversation: str,
    language: str | None,
    guessed: str,
    progress: Callable[[int, int, str], None],
) -> Summary:
    """Return the six sections in ``language``, None for the user's own.

    Which one that was the model says; it is ``guessed`` where it does not. Raises LlmError,
    LlmBadReply when all sections are missing.
    """
    name = _USERS_OWN
    if language is not None:
        name = _LANGUAGES.get(language, f"the language with the code {language}")
    parts = list(_parts(turns))
    total = len(parts) + 1 if len(parts) > 1 else 1
    material = parts[0] if parts else ""
    if len(parts) > 1:
        notes = []
        for number, part in enumerate(parts):
            progress(number, total, "reading")
            notes.append(
                model.complete(
                    [Message("system", _NOTES.format(language=name)), Message("user", part)],
                    schema=None,
                    purpose="summary",
                    conversation=conversation,
                    max_tokens=_NOTE_TOKENS,
                ).text
            )
        material = "\n\n".join(f"Part {i + 1}:\n{note}" for i, note in enumerate(notes))
    progress(total - 1, total, "writing")
    completion = model.complete(
        [
            Message("system", _BRIEF.format(language=name) + (_TAG if language is None else "")),
            Message("user", material),
        ],
        schema=JsonSchema("hand_over", _schema(tagged=language is None)),
        purpose="summary",
        conversation=conversation,
        max_tokens=_BRIEF_TOKENS,
    )
    # One object is asked for; what else a model may have written is passed over.
    objects = read_items(completion.text, "hand_over").items
    found = next((item for item in objects if not item.keys().isdisjoint(NAMES)), {})
    sections = {key: _text(found.get(key)) for key in NAMES}
    if not any(sections.values()):
        raise LlmBadReply("the model's reply has none of the sections of a hand-over")
    return Summary(sections, language or _tag(found.get("language")) or guessed)


def _tag(value: object) -> str | None:
    return value if isinstance(value, str) and _IS_TAG.fullmatch(value) else None


def _parts(turns: Sequence[SaidTurn]) -> Iterator[str]:
    lines: list[str] = []
    tokens = 0
    for turn in turns:
        text = shorten(turn.text, _TURN_CHARACTERS)
        line = json.dumps({"role": turn.role, "text": text}, ensure_ascii=False)
        cost = count_tokens(line)
        if lines and tokens + cost > _PART_TOKENS:
            yield "\n".join(lines)
            lines, tokens = [], 0
        lines.append(line)
        tokens += cost
    if lines:
        yield "\n".join(lines)


def _text(value: object) -> str:
    """Return a section as text; models like to give lists."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, list):
        return "\n".join(f"- {item}" for item in value if isinstance(item, str))
    return ""


def _schema(*, tagged: bool) -> dict[str, object]:
    names = (*NAMES, "language") if tagged else NAMES
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {name: {"type": "string"} for name in names},
        "required": list(names),
    }
