"""Our own words in SQLite's full-text indexes."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable

from memoryx.text.documents import DocumentTerms
from memoryx.text.tokens import terms
from memoryx.text.words import Phrase, stored_words, typed_phrases

#: Longest query, in different terms; more make a match slow and no better.
_QUERY_TERMS = 64
#: Stands between a text's own terms and the others; no term for FTS5.
_BETWEEN = " | "
#: What an encoded term looks like; a real one that looks so is encoded too.
_ENCODED = re.compile(r"x(?:[0-9a-f]{2})+\Z")


def stored_terms(document: DocumentTerms) -> str:
    """Return a document's terms as the index stores them."""
    return _BETWEEN.join(
        " ".join(_safe(term) for term in part) for part in (document.own, document.added)
    )


def read_terms(stored: str) -> DocumentTerms:
    """Return what ``stored_terms`` was given."""
    own, _, added = stored.partition(_BETWEEN)
    return DocumentTerms(tuple(map(_plain, own.split())), tuple(map(_plain, added.split())))


def match_any(text: str) -> str | None:
    """Return an FTS5 expression for rows with any of a text's terms; None without terms."""
    return match_terms(terms(text))


def match_terms(words: Iterable[str]) -> str | None:
    """Return an FTS5 expression for rows with any of some terms; None for none."""
    distinct = _distinct(words)
    return " OR ".join(f'"{word}"' for word in distinct) if distinct else None


def match_all(text: str) -> str | None:
    """Return an FTS5 expression for rows with all of a text's terms; None without terms."""
    words = _distinct(terms(text))
    return " AND ".join(f'"{word}"' for word in words) if words else None


def searchable(text: str) -> str:
    """Return a text's words as the index of the search box stores them, joined by spaces."""
    return " ".join(stored_words(text))


def match_typed(text: str) -> str | None:
    """Return an FTS5 expression for rows with all that was typed; None without a word."""
    phrases = list(dict.fromkeys(typed_phrases(text)))[:_QUERY_TERMS]
    return " AND ".join(_expression(phrase) for phrase in phrases) if phrases else None


def _expression(phrase: Phrase) -> str:
    words = " ".join(phrase.words[:_QUERY_TERMS])
    return f'"{words}"{"*" if phrase.open else ""}'


def vocabulary(words: Iterable[str]) -> dict[str, str]:
    """Return terms by the form in which the index holds them."""
    return {_safe(word): word for word in words}


def _distinct(words: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(_safe(word) for word in words))[:_QUERY_TERMS]


def _safe(term: str) -> str:
    """Keep a term whole: FTS5's tokenizer would cut ``c++`` or ``node.js`` apart."""
    if term.isalnum() and not _ENCODED.match(term):
        return term
    return "x" + term.encode("utf-8", "replace").hex()


def _plain(stored: str) -> str:
    if _ENCODED.match(stored):
        stored = bytes.fromhex(stored[1:]).decode("utf-8", "replace")
    return sys.intern(stored)  # the same words are in many memories
