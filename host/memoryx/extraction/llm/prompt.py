"""The prompts, in one file and with a version that each memory keeps.

Turns go in as JSON lines, so that nothing in them can close a section or give orders; they are
named t0, t1, … and the model names the turns that a memory comes from by the same labels. The part
that never changes stands first, so that endpoints can cache it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from memoryx.models import CATEGORIES, LEVELS, MEMORY_TYPES, ExtractionMode

#: Raised with every change of a prompt or a schema; stored as ``llm/<version>``.
VERSION = 1

_EXTRACT = """\
You read a chat between a user and an assistant and note what is worth remembering about the
user. Another assistant will read your notes weeks later, in another chat, without this one.

Take only what the user says about themselves, or asks to be kept in mind:
- preference: lasting likes, dislikes, ways of working and of being answered
- personal: name, birthday, family, pets, home, character
- plan: goals, intentions and appointments beyond today
- activity: habits, hobbies, what is being learned
- health: allergies, diet, exercise, conditions
- professional: work, study, skills, tools, projects
- other: what fits none of these and will still help weeks later

Leave out:
- one-off requests ("translate this", "this time in English"), questions, small talk, thanks,
  moods
- what is quoted, pasted, linked, code, fiction, or a draft for somebody else
- what the assistant says, suggests or assumes, and options that the user rejects
- facts about the world, and what other people like (close family and pets count, with who they
  are)
- lines of earlier notes ("[MemoryX …]")

An instruction counts when it is meant to last ("from now on", "always", 以后, 总是); "this time",
"in this answer" does not. Merge what belongs together; three to five notes for a chat are many,
none is normal. Keep a "not" and a "used to". Never invent, never guess a name.

Each note is one sentence that stands alone, in the language and script the user wrote, with its
scope where it has one ("for the Atlas project: …"), with absolute dates (the turn's date is
given), and without "the user" or "I": "Allergic to peanuts", "对花生过敏", "Moved from Berlin to
Madrid in May 2026".

Answer with one JSON object {"memories": [...]}; each item:
- text: the sentence
- compact_text: at most 12 words or 20 Chinese characters, or null when text is short already
- type: skill (can do, uses), preference (wants it so), objective (is after), context (is so)
- category: one of the seven above
- turns: labels of the user's turns that say so
- confidence: 0 to 1. Said outright: 0.9 and more. Follows from what is said: less, and inferred
  true
- inferred: true when it is not said outright
- keywords: 3 to 8 words to find it by, each in Chinese and in English
- tags: 1 to 3 short topics
- key: what the note is about when a newer one should replace it, in snake_case English
  (home_city, indent_style, likes:coffee, reply_language), else null
- level: user (always true), project (only for one project), session (only for this chat)
- context_tags: topics to which it applies when it applies only there (coding, writing,
  cooking), else []
- instruction: true when it says how to answer or work from now on
- sensitive: true for identity, card and bank numbers, credentials, phone numbers, street
  addresses, diagnoses and medication. Allergies, diets and exercise are not
- expires: the date after which it means nothing (YYYY-MM-DD), else null
"""

_MANUAL = """
The user has asked for this chat to be gone through closely: take also what is said in passing
and what clearly follows from what is said (inferred true, with an honest confidence).
"""

_DECIDE = """\
New notes about a user are to be filed beside known ones. For each new note answer with one
action:
- ADD: it says something that no known note says
- UPDATE: it replaces, corrects or completes one known note; give the sentence that shall stand,
  with what of the old one is still true ("moved from Berlin to Madrid", not just "lives in
  Madrid")
- DELETE: it makes a known note untrue and says nothing that could stand in its place
- NOOP: a known note says the same already

Notes that differ in a number, a date or a name are never a NOOP. A change of mind is an UPDATE.
Write in the language of the new note. Answer with one JSON object {"decisions": [...]}, one
item for each new note:
{"note": "n0", "action": "UPDATE", "known": "k3", "text": "…"}; known and text are null where
there is none.
"""


@dataclass(frozen=True, slots=True)
class PromptTurn:
    """A turn, or a piece of one, as the model sees it."""

    label: str
    role: str
    date: str
    text: str


def extraction_prompt(
    background: Sequence[PromptTurn], new: Sequence[PromptTurn], mode: ExtractionMode
) -> tuple[str, str]:
    """Return the system and the user message for an extraction."""
    system = _EXTRACT + (_MANUAL if mode == "manual" else "")
    parts = []
    if background:
        parts += [
            "Earlier turns, gone through already, for understanding only:",
            _lines(background),
        ]
    parts += ["New turns, the only source of notes:", _lines(new)]
    return system, "\n".join(parts)


def decision_prompt(
    new: Sequence[tuple[str, str]], known: Sequence[tuple[str, str]]
) -> tuple[str, str]:
    """Return the system and the user message for filing new notes, as (label, text)."""
    entries = [
        "Known notes:",
        *(_dump({"id": label, "text": text}) for label, text in known),
        "New notes:",
        *(_dump({"id": label, "text": text}) for label, text in new),
    ]
    return _DECIDE, "\n".join(entries)


def extraction_schema() -> dict[str, Any]:
    """Return the JSON Schema of an extraction's answer; strict, so every field is required."""
    text = {"type": "string"}
    item = {
        "text": text,
        "compact_text": {"type": ["string", "null"]},
        "type": {"type": "string", "enum": list(MEMORY_TYPES)},
        "category": {"type": "string", "enum": list(CATEGORIES)},
        "turns": {"type": "array", "items": text},
        "confidence": {"type": "number"},
        "inferred": {"type": "boolean"},
        "keywords": {"type": "array", "items": text},
        "tags": {"type": "array", "items": text},
        "key": {"type": ["string", "null"]},
        "level": {"type": "string", "enum": list(LEVELS)},
        "context_tags": {"type": "array", "items": text},
        "instruction": {"type": "boolean"},
        "sensitive": {"type": "boolean"},
        "expires": {"type": ["string", "null"]},
    }
    return _object({"memories": {"type": "array", "items": _object(item)}})


def decision_schema() -> dict[str, Any]:
    """Return the JSON Schema of a decision's answer."""
    item = {
        "note": {"type": "string"},
        "action": {"type": "string", "enum": ["ADD", "UPDATE", "DELETE", "NOOP"]},
        "known": {"type": ["string", "null"]},
        "text": {"type": ["string", "null"]},
    }
    return _object({"decisions": {"type": "array", "items": _object(item)}})


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": properties,
        "required": list(properties),
    }


def _lines(turns: Sequence[PromptTurn]) -> str:
    return "\n".join(
        _dump({"turn": t.label, "role": t.role, "date": t.date, "text": t.text}) for t in turns
    )


def _dump(value: dict[str, str]) -> str:
    return json.dumps(value, ensure_ascii=False)
