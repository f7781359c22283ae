"""Params and results of ``embedding.*``."""

from __future__ import annotations

from typing import Annotated

from pydantic import StringConstraints

from memoryx.contract.base import Params, Result


class DownloadEmbedding(Params):
    """Params of ``embedding.download``.

    ``base_url`` is a mirror of the model's host; what it gives is verified. ``use``: choose the
    model when it is there.
    """

    base_url: Annotated[str, StringConstraints(min_length=1, max_length=2_000)] | None = None
    use: bool = True


class DownloadedEmbedding(Result):
    """Result of ``embedding.download``: the model's folder, and whether it was fetched now."""

    path: str
    bytes: int
    fetched: bool
    provider: str
