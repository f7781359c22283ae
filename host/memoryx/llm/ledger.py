"""What is written down of each request: before it leaves, and again when it has ended."""

from __future__ import annotations

from typing import Protocol


class Entry(Protocol):
    """One request in the log."""

    def finish(self, status: str, *, tokens: int, billed: int) -> None:
        """Note how it ended: ``ok`` or an error's code.

        ``tokens`` is what went to and came from the endpoint, ``billed`` what is counted against
        the day's cap.
        """
        ...


class Ledger(Protocol):
    """Where requests are written down. An error of it keeps the request from leaving."""

    def begin(self, *, endpoint: str, purpose: str, conversation: str | None, tokens: int) -> Entry:
        """Note a request that is about to leave with an estimated number of tokens."""
        ...
