"""From what a model returned to candidates: hostile input, checked item by item.

What is wrong with an item rejects that item, counted by reason; what is merely odd in a field that
is not essential (a tag that is no text, a confidence of 2) is put right.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time
from typing import Any, cast

from memoryx.block import looks_like_block
from memoryx.extraction.candidate import Candidate, SourceTurn
from memoryx.models import CATEGORIES, LEVELS, MEMORY_TYPES, Category, Level, MemoryType

_WORDS = 12
_WORD_CHARACTERS = 60
_KEY = re.compile(r"^[\w\u4e00-\u9fff][\w\u4e00-\u9fff:.+# -]{0,78}$")
#: Texts of the prompt's own examples, which small models like to give back.
_EXAMPLES = frozenset(
    {"allergic to peanuts", "对花生过敏", "moved from berlin to madrid in may 2026"}
)


def candidates_of(
    items: Sequence[Mapping[str, Any]], labels: Mapping[str, SourceTurn]
) -> tuple[list[Candidate], Counter[str]]:
    """Return the candidates among a model's items, and the rejections by reason.

    ``labels`` names the turns that were shown as new.
    """
    candidates: list[Candidate] = []
    rejected: Counter[str] = Counter()
    for item in items:
        outcome = _candidate(item, labels)
        if isinstance(outcome, str):
            rejected[outcome] += 1
        else:
            candidates.append(outcome)
    return candidates, rejected


def _candidate(item: Mapping[str, Any], labels: Mapping[str, SourceTurn]) -> Candidate | str:
    text = item.get("text")
    if not isinstance(text, str) or not text.strip():
        return "empty_text"
    text = " ".join(text.split())
    if looks_like_block(text):
        return "own_block"
    type_, category = item.get("type"), item.get("category", "other")
    if type_ not in MEMORY_TYPES:
        return "unknown_type"
    if category not in CATEGORIES:
        return "unknown_category"
    named = item.get("turns")
    if not isinstance(named, list) or not named:
        return "unknown_turn"
    turns = [labels.get(label) for label in named if isinstance(label, str)]
    if len(turns) != len(named) or any(turn is None for turn in turns):
        return "unknown_turn"
    sources = sorted((t for t in turns if t is not None), key=lambda t: t.index)
    if any(turn.role != "user" for turn in sources):
        return "not_the_users"
    if _is_example(text, sources):
        return "prompt_example"
    level = item.get("level")
    return Candidate(
        text=text,
        compact_text=_short(item.get("compact_text"), text),
        type=cast("MemoryType", type_),
        category=cast("Category", category),
        tags=_words(item.get("tags")),
        keywords=_words(item.get("keywords")),
        confidence=_share(item.get("confidence")),
        inferred=item.get("inferred") is True,
        key=_key(item.get("key")),
        level=cast("Level", level) if level in LEVELS else "user",
        context_tags=_words(item.get("context_tags")),
        sensitive=item.get("sensitive") is True,
        pinned=item.get("instruction") is True,
        valid_from=sources[-1].said_at,
        expires_at=_date(item.get("expires"), sources[-1].said_at),
        turn_keys=tuple(dict.fromkeys(turn.key for turn in sources)),
        quote=sources[-1].text[:200],
    )


def _is_example(text: str, sources: Sequence[SourceTurn]) -> bool:
    """Tell whether a text is an example of the prompt that no source turn speaks of."""
    if text.lower().rstrip("。.") not in _EXAMPLES:
        return False
    said = " ".join(turn.text for turn in sources).lower()
    return not any(word in said for word in ("peanut", "花生", "madrid"))


def _words(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        return ()
    words = [" ".join(w.split())[:_WORD_CHARACTERS] for w in value if isinstance(w, str)]
    return tuple(dict.fromkeys(word for word in words if word))[:_WORDS]


def _short(value: object, text: str) -> str | None:
    if not isinstance(value, str):
        return None
    short = " ".join(value.split())
    fits = short and len(short) < len(text) and not looks_like_block(short)
    return short if fits else None


def _share(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        return 0.5
    return min(1.0, max(0.0, float(value)))


def _key(value: object) -> str | None:
    if not isinstance(value, str):
        return None
    key = value.strip().lower()
    return key if _KEY.match(key) else None


def _date(value: object, said_at: datetime) -> datetime | None:
    if not isinstance(value, str):
        return None
    try:
        day = datetime.strptime(value[:10], "%Y-%m-%d").replace(tzinfo=UTC).date()
    except ValueError:
        return None
    end = datetime.combine(day, time(23, 59, 59), tzinfo=UTC)
    return end if end > said_at else None
