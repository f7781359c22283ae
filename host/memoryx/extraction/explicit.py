"""What a person asks in a message to be remembered: ``记住：…``, ``remember: …``."""

from __future__ import annotations

import re

_MARKER = re.compile(
    r"\s*(?:请|請)?(?:帮我|幫我|你)?(?:记住|記住|记下|記下)(?:这个|這個|这点|這點|一下)?\s*[：:，,]\s*(?P<zh>\S.*)"
    r"|\s*(?:please\s+)?remember(?:\s+(?:this|that))?\s*[:：]\s*(?P<en>\S.*)",
    re.IGNORECASE,
)


def explicit_statement(text: str) -> str | None:
    """Return what a message asks to be remembered, as one line, or None.

    The request opens the message and reaches to the first blank line: what follows is another
    matter.
    """
    first = text.strip().split("\n\n", 1)[0].replace("\n", " ")
    match = _MARKER.match(first)
    if match is None:
        return None
    return " ".join((match["zh"] or match["en"]).split())
