"""The model extractor: a chat model reads new turns and proposes memories.

The way of a turn::

    turns ─ chunks under a token budget ─ prompt ─ model ─ items, each checked alone ─ Candidate

and then, for what is like something known, one more call that decides add, update, delete, noop.
"""
