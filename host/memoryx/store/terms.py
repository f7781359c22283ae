"""Our own words in SQLite's full-text index."""

from __future__ import annotations

from memoryx.text.tokens import terms

#: Longest query, in different terms; more make a match slow and no better.
_QUERY_TERMS = 64


def stored_terms(text: str) -> str:
    """Return a text's terms as the index stores them, joined by spaces."""
    return " ".join(_safe(term) for term in terms(text))


def match_any(text: str) -> str | None:
    """Return an FTS5 expression for rows with any of a text's terms; None without terms."""
    words = _distinct(text)
    return " OR ".join(f'"{word}"' for word in words) if words else None


def match_all(text: str) -> str | None:
    """Return an FTS5 expression for rows with all of a text's terms, the last one as a prefix."""
    words = _distinct(text)
    return " AND ".join(f'"{word}"' for word in words) + "*" if words else None


def _distinct(text: str) -> list[str]:
    return list(dict.fromkeys(_safe(term) for term in terms(text)))[:_QUERY_TERMS]


def _safe(term: str) -> str:
    """Keep a term whole: FTS5's tokenizer would cut ``c++`` or ``node.js`` apart."""
    return term if term.isalnum() else "x" + term.encode("utf-8", "replace").hex()
