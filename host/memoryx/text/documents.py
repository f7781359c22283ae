"""The index terms of a memory: those of its text, and those that only its labels have."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from memoryx.text.tokens import terms

#: To be raised when `document_terms` or the way that text is cut changes: stored terms of an
#: older version are not used, and made anew in the background. A test holds it.
TERMS_VERSION: Final = 2


@dataclass(frozen=True, slots=True)
class DocumentTerms:
    """Terms in order; ``own`` with repeats, ``added`` each once and none of ``own``."""

    own: tuple[str, ...]
    added: tuple[str, ...]

    @property
    def all(self) -> tuple[str, ...]:
        """Both."""
        return self.own + self.added


def document_terms(text: str, labels: Iterable[str]) -> DocumentTerms:
    """Cut a memory's text and its labels (keywords, tags, key), which add but do not repeat."""
    own = terms(text)
    seen = set(own)
    added = [term for term in dict.fromkeys(terms(" \n".join(labels))) if term not in seen]
    return DocumentTerms(tuple(own), tuple(added))
