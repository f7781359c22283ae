"""The first and the last sentence of a hand-over, and its removal from a message that carries one.

A brief is pasted text: what it says of the person was said, and extracted, in the conversation
that it hands over. Written by `memoryx.handoff`; taken out before extraction.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

#: The sentence that opens a brief, by the language in which it is written.
OPENINGS: Final[Mapping[str, str]] = {
    "en": "This hands over a conversation with another assistant. Please continue from it.",
    "zh": "以下是与另一位助手的对话交接，请据此继续。",
    "zh-Hant": "以下是與另一位助手的對話交接，請據此繼續。",
}
#: The sentence that closes it.
CLOSINGS: Final[Mapping[str, str]] = {
    "en": "(End of the hand-over.)",
    "zh": "（对话交接到此结束。）",
    "zh-Hant": "（對話交接到此結束。）",
}


def _any(sentences: Mapping[str, str]) -> str:
    # White space may be a line break by now, and a page's Markdown escapes the signs.
    forms = (
        r"\s+".join("".join(rf"\\?{re.escape(c)}" for c in word) for word in sentence.split())
        for sentence in sentences.values()
    )
    return "(?:" + "|".join(forms) + ")"


_BRIEF: Final = re.compile(rf"{_any(OPENINGS)}(?:.*?{_any(CLOSINGS)}|.*)", re.DOTALL)


def strip_briefs(text: str) -> str:
    """Return ``text`` without any hand-over; text without one comes back unchanged.

    One whose end is missing goes with all that follows it: better a statement too few than one
    of somebody else's.
    """
    if not any(opening[:8] in text for opening in OPENINGS.values()):
        return text
    return _BRIEF.sub("", text)
