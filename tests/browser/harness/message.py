"""What left a page, taken apart by the published form of the block and nothing of the product."""

from __future__ import annotations

import re
from dataclasses import dataclass

_TYPES = "技能|偏好|目标|目標|背景|Skill|Preference|Objective|Context"
_HEADER = re.compile(r"\[MemoryX (?:上下文|context)")
_WITH_BLOCK = re.compile(
    r"(?P<own>.*?)\n\n---\n"
    r"\[MemoryX (?:上下文 · (?P<zh>\d+) (?:条记忆|條記憶)|context · (?P<en>\d+) memor(?:y|ies))\]\n"
    rf"(?P<lines>(?:- \[(?:{_TYPES})·[^\]\n]+\] [^\n]+\n)+)"
    r"\([^\n]+\)\n"
    r"---",
    re.S,
)


@dataclass(frozen=True, slots=True)
class Message:
    """The person's own words, and the memories that were added to them."""

    own: str
    memories: tuple[str, ...] = ()

    @property
    def remembered(self) -> str:
        """All added memories in one text."""
        return "\n".join(self.memories)


def take_apart(text: str) -> Message:
    """Separate a message from its block; raises AssertionError for one that is not as agreed."""
    found = _WITH_BLOCK.fullmatch(text)
    if found is None:
        assert not _HEADER.search(text), f"a block that is not as agreed: {text!r}"
        return Message(text)
    assert not _HEADER.search(found["own"]), f"two blocks: {text!r}"
    lines = found["lines"].rstrip("\n").split("\n")
    assert len(lines) == int(found["zh"] or found["en"]), f"the count is wrong: {text!r}"
    return Message(found["own"], tuple(re.sub(r"^- \[[^\]]*\] ", "", line) for line in lines))
