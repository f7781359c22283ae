"""Our own words in SQLite's full-text indexes."""

from __future__ import annotations

from memoryx.text.tokens import terms
from memoryx.text.words import Phrase, stored_words, typed_phrases

#: Longest query, in different terms; more make a match slow and no better.
_QUERY_TERMS = 64


def stored_terms(text: str) -> str:
    """Return a text's terms as the index of likeness stores them, joined by spaces."""
    return " ".join(_safe(term) for term in terms(text))


def match_any(text: str) -> str | None:
    """Return an FTS5 expression for rows with any of a text's terms; None without terms."""
    words = _distinct(text)
    return " OR ".join(f'"{word}"' for word in words) if words else None


def match_all(text: str) -> str | None:
    """Return an FTS5 expression for rows with all of a text's terms; None without terms."""
    words = _distinct(text)
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


def _distinct(text: str) -> list[str]:
    return list(dict.fromkeys(_safe(term) for term in terms(text)))[:_QUERY_TERMS]


def _safe(term: str) -> str:
    """Keep a term whole: FTS5's tokenizer would cut ``c++`` or ``node.js`` apart."""
    return term if term.isalnum() else "x" + term.encode("utf-8", "replace").hex()
