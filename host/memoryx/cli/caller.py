"""Calling the contract's methods in this process, on the database that the host uses too."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from memoryx.contract import Result
    from memoryx.services import Services

#: Most memories without a vector that a recall embeds first: about 10 ms each.
_EMBED_FIRST = 500
#: Longest page of a list.
_PAGE = 500

Json = dict[str, Any]
#: Told what is done, of how much, and in which phase.
Progress = Callable[[int, int, str], None]


class Caller:
    """Opens the store at the first call, so that commands that need none start at once."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self.environ = environ
        self._services: Services | None = None

    @property
    def services(self) -> Services:
        """The parts behind the contract; raises DatabaseUnavailable."""
        if self._services is None:
            # Pydantic, SQLite and the rest: not for `--help`, `install` or a usage error.
            from memoryx.app import open_services

            os.umask(0o077)  # what is written is for this user alone
            self._services = open_services(self.environ)
        return self._services

    def call(self, method: str, params: Json, progress: Progress | None = None) -> Result:
        """Call a method through the same checks as a request of the browser.

        Params that are None count as not given. ``progress`` is told how far it is. Raises
        MemoryXError.
        """
        given = {k: v for k, v in params.items() if v is not None}
        return self.request(method, given, progress)

    def request(self, method: str, params: object, progress: Progress | None = None) -> Result:
        """Call a method with params exactly as given; raises MemoryXError."""
        services = self.services
        from memoryx.handlers import HANDLERS, Call  # heavy, see `services`
        from memoryx.server import rpc

        envelope = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        try:
            request = rpc.parse(json.dumps(envelope).encode())
        except rpc.Refused as refused:
            raise refused.error from None
        if method == "recall":
            self._warm(services)
        handler = HANDLERS[request.method.name]
        received = time.monotonic()
        call = Call(received) if progress is None else Call(received, progress)
        return handler(services, request.params, call)

    def pages(self, method: str, params: Json) -> Iterator[Json]:
        """Yield the pages of a list, as the contract's JSON, up to its end."""
        cursor: str | None = None
        while True:
            page = as_json(self.call(method, {**params, "limit": _PAGE, "cursor": cursor}))
            yield page
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def _warm(self, services: Services) -> None:
        """Embed what no host has embedded yet, then load the index and the embedding."""
        if 0 < services.embedding.state().pending <= _EMBED_FIRST:
            services.background.run_pending()
        services.recaller.index.warm(anywhere=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._services is not None:
            # Not `stop`: it writes, and would wait for whoever is writing. Nothing was started.
            self._services.store.close()


def as_json(result: Result) -> Json:
    """Return a result as the contract's JSON."""
    return result.model_dump(mode="json", by_alias=True)
