"""A host of the test's own, over pipes: asks the same database that the browser's host writes."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

from tests.support.host_process import HostProcess

Json = dict[str, Any]
T = TypeVar("T")


class Companion(HostProcess):
    """The real host, with what the browser tests ask it for."""

    def items(self, method: str, **params: Any) -> list[Json]:
        """All items of a list, over all its pages."""
        items: list[Json] = []
        cursor: Json = {}
        while True:
            page = self.call(method, **params, **cursor)
            items += page["items"]
            if page["next_cursor"] is None:
                return items
            cursor = {"cursor": page["next_cursor"]}


def eventually(
    look: Callable[[], T], accept: Callable[[T], bool] = bool, *, within_s: float = 20
) -> T:
    """Look again and again until what is seen is accepted; the last sight is in the error."""
    ends = time.monotonic() + within_s
    while True:
        seen = look()
        if accept(seen):
            return seen
        if time.monotonic() > ends:
            raise AssertionError(f"not within {within_s} s; last seen: {seen!r}")
        time.sleep(0.05)
