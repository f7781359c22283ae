"""Answering messages while the index in memory is still being filled: by full text alone."""

from collections.abc import Sequence
from typing import Final

from memoryx.recall.domains import diet_terms, domains_of
from memoryx.recall.engine import ANALYSED, RecallEngine, query_weights
from memoryx.recall.index import RecallIndex
from memoryx.recall.types import Change, FullTextSource
from memoryx.text.tokens import analyse

_MEMORIES: Final = 100


class _Nothing:
    """A source without changes."""

    def changes_since(self, seq: int) -> tuple[int, Sequence[Change]]:
        return seq, ()


def engine_by_full_text(source: FullTextSource, text: str) -> RecallEngine:
    """An engine for one message, over what full text finds for it.

    It ranks as if the whole index were there: how rare a word is comes from all memories.
    """
    weights = query_weights(analyse(text[:ANALYSED]))
    wanted = set(weights)
    if "food" in domains_of(weights):
        wanted |= diet_terms()  # to be heeded whatever the message says
    hits = source.search(wanted, _MEMORIES)
    index = RecallIndex((hits.total, hits.frequencies))
    for memory in hits.memories:
        index.upsert(memory)
    return RecallEngine(_Nothing(), None, index=index)
