"""The rules extractor: explicit statements of the user's own, in Chinese and English.

The way of a turn::

    text ─ segments (what is quoted, pasted or code is masked) ─ clauses ─ grammar (subject,
    adverbs, predicate) ─ the language's table of rules ─ merge ─ wording ─ Candidate

Masking keeps each character's position, so a quote can be cut out of the turn as it was typed.
"""

from memoryx.extraction.rules.engine import extract

__all__ = ["extract"]
