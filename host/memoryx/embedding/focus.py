"""The part of a long message that is embedded.

A model's cost grows with the text (about 1 ms a token), while what is asked stands at the
beginning
or the end; code and pasted logs between say nothing about the person.
"""

import re
from typing import Final

from memoryx.text.scripts import CJK_CHARACTER

# Rough size in model tokens: a CJK character 0.7, other characters 0.28 (multilingual-e5's
# SentencePiece on ordinary text).
_WIDE: Final = 0.7
_NARROW: Final = 0.28
MAX_TOKENS: Final = 96
_FENCE: Final = re.compile(r"^[ \t]*(?:```|~~~)")
_SPACE: Final = re.compile(r"\s+")
_LONGEST: Final = 20_000


def focus(text: str, max_tokens: int = MAX_TOKENS) -> str:
    """At most about `max_tokens` of `text`: all of it, or its beginning and its end."""
    prose = _SPACE.sub(" ", _without_fences(text)).strip()
    if _size(prose) <= max_tokens:
        return prose
    head = _fitting(prose, max_tokens * 0.5)
    tail = _fitting(prose[::-1], max_tokens * 0.5)[::-1]
    return f"{head} {tail}"


def _size(text: str) -> float:
    wide = len(CJK_CHARACTER.findall(text))
    return wide * _WIDE + (len(text) - wide) * _NARROW


def _fitting(text: str, tokens: float) -> str:
    """The longest beginning of `text` that fits, ended at a space where there is one near."""
    used = 0.0
    for position, character in enumerate(text):
        used += _WIDE if CJK_CHARACTER.match(character) else _NARROW
        if used > tokens:
            space = text.rfind(" ", max(0, position - 20), position)
            return text[: space if space > 0 else position]
    return text


def _without_fences(text: str) -> str:
    if len(text) > _LONGEST:
        text = text[: _LONGEST // 2] + "\n" + text[-_LONGEST // 2 :]
    kept: list[str] = []
    inside = False
    for line in text.splitlines():
        if _FENCE.match(line):
            inside = not inside
        elif not inside:
            kept.append(line)
    joined = "\n".join(kept)
    return joined if joined.strip() else text
