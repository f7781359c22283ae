"""What left a page, taken apart by the published form of the block and nothing of the product."""

from __future__ import annotations

import re
from dataclasses import dataclass

_TYPES = "技能|偏好|目标|目標|背景|Skill|Preference|Objective|Context"
_BLOCK = re.compile(
    r"---\n"
    r"\[MemoryX (?:上下文 · (?P<zh>\d+) (?:条记忆|條記憶)|context · (?P<en>\d+) memor(?:y|ies))\]\n"
    rf"(?P<lines>(?:- \[(?:{_TYPES})·[^\]\n]+\] [^\n]+\n)+)"
    r"\([^\n]+\)\n"
    r"---"
)
_HEADER = re.compile(r"\[MemoryX (?:上下文|context)")


@dataclass(frozen=True, slots=True)
class Message:
    """The person's own words, and the memories that were added to them."""

    own: str
    memories: tuple[str, ...]

    @property
    def remembered(self) -> str:
        """All added memories in one text."""
        return "\n".join(self.memories)


def take_apart(text: str) -> Message:
    """Separate a message from its block; raises AssertionError for a block that is not as agreed.

    An editor may keep an empty line between the lines of a block: a site's paragraphs are its own
    affair, so runs of line breaks inside the block count as one.
    """
    start = text.find("---\n", 0)
    found = _BLOCK.search(_single_breaks(text[start:])) if start >= 0 else None
    if found is None:
        assert not _HEADER.search(text), f"a block that is not as agreed: {text!r}"
        return Message(text, ())
    squeezed = _single_breaks(text[start:])
    assert found.start() == 0, f"text between the message and its block: {text!r}"
    assert found.end() == len(squeezed.rstrip("\n")), f"text after the block: {text!r}"
    own = text[:start]
    assert own.endswith("\n\n") or own == "", f"no empty line before the block: {text!r}"
    lines = found["lines"].rstrip("\n").split("\n")
    assert len(lines) == int(found["zh"] or found["en"]), f"the count is wrong: {text!r}"
    return Message(own.rstrip("\n"), tuple(re.sub(r"^- \[[^\]]*\] ", "", line) for line in lines))


def _single_breaks(text: str) -> str:
    return re.sub(r"\n{2,}", "\n", text)
