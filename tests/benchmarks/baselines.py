"""What people use instead, over the same pools: BM25 libraries, FTS5, the embedding, fusions.

Each ranker is built over the texts of a pool and gives the order of their indices for a query. The
terms are those that the libraries' own documentation would have one use, not the product's.
"""

import logging
import re
import sqlite3
from collections.abc import Callable, Sequence

import numpy as np
from rank_bm25 import BM25Okapi, BM25Plus

from memoryx.text import stopwords
from memoryx.text.fold import fold
from memoryx.text.tokens import stem

Ranker = Callable[[str], Sequence[int]]

_PIECE = re.compile(r"[\u4e00-\u9fff]+|[^\W\u4e00-\u9fff]+")


def okapi_on_white_space(texts: Sequence[str]) -> Ranker:
    """rank-bm25 as its README uses it."""
    index = BM25Okapi([text.split(" ") for text in texts])
    return lambda query: _order(index.get_scores(query.split(" ")))


def bigram_terms(text: str) -> list[str]:
    """Pairs of Chinese characters; English words without stop words, as stems."""
    found: list[str] = []
    for piece in _PIECE.findall(fold(text).lower()):
        if piece[0] < "\u4e00":
            if piece not in stopwords.ENGLISH:
                found.append(stem(piece))
        elif len(piece) == 1:
            found.append(piece)
        else:
            found.extend(piece[i : i + 2] for i in range(len(piece) - 1))
    return found


def bm25_plus_bigrams(texts: Sequence[str]) -> Ranker:
    """rank-bm25's BM25Plus over pairs of characters and stems."""
    index = BM25Plus([bigram_terms(text) or ["\0"] for text in texts])
    return lambda query: _order(index.get_scores(bigram_terms(query)))


def bm25s_jieba(texts: Sequence[str]) -> Ranker:
    """bm25s over jieba's words and stems. Needs the packages bm25s and jieba."""
    import bm25s
    import jieba

    jieba.setLogLevel(logging.WARNING)

    def cut(text: str) -> list[str]:
        words = (word.strip().lower() for word in jieba.lcut(text))
        return [
            stem(word)
            for word in words
            if any(map(str.isalnum, word)) and word not in stopwords.ENGLISH
        ]

    index = bm25s.BM25()
    index.index([cut(text) or ["\0"] for text in texts], show_progress=False)

    def rank(query: str) -> Sequence[int]:
        found = cut(query)
        return _order(index.get_scores(found)) if found else range(len(texts))

    return rank


def fts5(texts: Sequence[str], tokenizer: str) -> Ranker:
    """SQLite FTS5 with one of its own tokenizers, terms joined by OR."""
    base = sqlite3.connect(":memory:")
    base.execute(f"CREATE VIRTUAL TABLE t USING fts5(x, tokenize='{tokenizer}')")
    base.executemany("INSERT INTO t(rowid, x) VALUES (?, ?)", list(enumerate(texts)))

    def rank(query: str) -> Sequence[int]:
        words = dict.fromkeys(re.findall(r"\w+", query.lower()))
        if tokenizer == "trigram":
            pieces = [w[i : i + 3] for w in words for i in range(max(1, len(w) - 2))]
            words = dict.fromkeys(piece for piece in pieces if len(piece) == 3)
        if not words:
            return range(len(texts))
        match = " OR ".join(f'"{word}"' for word in words)
        rows = base.execute(
            "SELECT rowid FROM t WHERE t MATCH ? ORDER BY bm25(t) LIMIT 100", (match,)
        )
        found = [row[0] for row in rows]
        # What matches nothing follows in the corpus' order, as for the other rankers.
        return found + sorted(set(range(len(texts))).difference(found))

    return rank


def cosine(vectors: np.ndarray, embed: Callable[[str], np.ndarray]) -> Ranker:
    """The embedding alone, numpy over all vectors."""
    return lambda query: _order(vectors @ embed(query))


def reciprocal_ranks(first: Ranker, second: Ranker) -> Ranker:
    """Reciprocal rank fusion with k = 60 (Cormack et al., SIGIR 2009)."""

    def rank(query: str) -> Sequence[int]:
        scores: dict[int, float] = {}
        for order in (first(query), second(query)):
            for position, index in enumerate(order):
                scores[index] = scores.get(index, 0.0) + 1 / (61 + position)
        return sorted(scores, key=lambda index: -scores[index])

    return rank


def mixed(texts: Sequence[str], vectors: np.ndarray, embed: Callable[[str], np.ndarray]) -> Ranker:
    """z-scores: 0.7 raw cosine + 0.3 BM25Plus over pairs of characters and stems."""
    index = BM25Plus([bigram_terms(text) or ["\0"] for text in texts])

    def rank(query: str) -> Sequence[int]:
        words = _z(index.get_scores(bigram_terms(query)))
        return _order(0.7 * _z(vectors @ embed(query)) + 0.3 * words)

    return rank


def _z(values: np.ndarray) -> np.ndarray:
    deviation = values.std()
    scaled: np.ndarray = (values - values.mean()) / (deviation if deviation > 1e-9 else 1.0)
    return scaled


def _order(scores: np.ndarray) -> Sequence[int]:
    return [int(index) for index in np.argsort(-scores, kind="stable")]
