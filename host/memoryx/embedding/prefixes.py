"""What some models want to stand before a text; without it they rank clearly worse."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Prefixes:
    """What stands before a message and before a memory."""

    query: str = ""
    passage: str = ""


_E5 = Prefixes("query: ", "passage: ")
_E5_INSTRUCT = Prefixes(
    "Instruct: Given a message, retrieve what is known of the person who wrote it\nQuery: "
)
_NOMIC = Prefixes("search_query: ", "search_document: ")
# From the models' own cards; the first that fits a name.
_BY_NAME = (
    (re.compile(r"\be5\b.*\binstruct\b"), _E5_INSTRUCT),
    (re.compile(r"\be5\b"), _E5),
    (re.compile(r"\bnomic-embed-text\b"), _NOMIC),
)


def prefixes_of(model: str) -> Prefixes:
    """Return the prefixes of a model by its name."""
    name = model.lower().replace("_", "-")
    return next((prefixes for pattern, prefixes in _BY_NAME if pattern.search(name)), Prefixes())
