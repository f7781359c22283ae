"""One request through the ``openai`` library, which can be cut off at any moment.

The library's own time limits count from byte to byte, so an endpoint that drips would hold us for
hours, and an answer of any length would be read. So a request runs in a thread of its own: at the
limit its socket is shut down and the caller goes on. Works with openai 1.50 and later, whichever
HTTP library it stands on.
"""

from __future__ import annotations

import importlib
import logging
import socket
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import cache
from types import ModuleType
from typing import Any
from urllib.parse import urlsplit

from memoryx.errors import LlmBadReply, LlmError, LlmUnreachable
from memoryx.llm.failures import Refusal

#: Takes the library's client and begins a streamed request with it.
Call = Callable[[Any], AbstractContextManager[Any]]

_REFUSAL_BYTES = 65_536
#: How long a request that was shut down may take to end; a name look-up cannot be shut down.
_END_S = 1.0
#: Everything else that the library sends (organisation, machine, versions) stays here. The last
#: one is how the library knows after the request that its answer is to be streamed.
_HEADERS = frozenset(
    {"host", "accept", "connection", "content-type", "content-length", "x-stainless-raw-response"}
)
_NO_KEY = "none"
#: It was reached, so its address is right.
_TOO_SLOW = (
    "Try again; if it stays so, the model is too slow for that machine: choose a smaller one."
)


@dataclass(frozen=True, slots=True)
class Limits:
    """Time limits in seconds, the longest reply in bytes.

    ``silence_s`` is the longest wait for the next byte. A model on the person's own machine may
    think for minutes before its first one.
    """

    connect_s: float = 10.0
    silence_s: float = 150.0
    total_s: float = 180.0
    reply_bytes: int = 1_000_000


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where requests go; ``key`` is None for an endpoint that needs none."""

    base_url: str
    model: str
    key: str | None = field(repr=False)

    @property
    def host(self) -> str:
        """Host and port, as they are named to a person."""
        return urlsplit(self.base_url).netloc

    @property
    def hostname(self) -> str:
        """Host without port."""
        return urlsplit(self.base_url).hostname or ""


class Refused(Exception):
    """The endpoint answered, but not with success."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"status {refusal.status}")
        self.refusal = refusal


def fetch(endpoint: Endpoint, limits: Limits, call: Call) -> bytes:
    """Send one request and return the body of its answer.

    Raises Refused for an answer that is no success, LlmUnreachable when no answer comes or not in
    time, LlmBadReply for one that is too long.
    """
    exchange = _Exchange(endpoint, limits, call)
    thread = threading.Thread(target=exchange.run, name="llm", daemon=True)
    thread.start()
    thread.join(limits.total_s)
    if thread.is_alive():
        exchange.abort()
        thread.join(_END_S)
        raise LlmUnreachable(
            f"no answer from {endpoint.host} within {limits.total_s:g} s",
            remedy=_TOO_SLOW,
            sent=exchange.sent,
        )
    if exchange.error is not None:
        raise exchange.error
    return bytes(exchange.body)


class _Exchange:
    """A request on its way."""

    def __init__(self, endpoint: Endpoint, limits: Limits, call: Call) -> None:
        self._endpoint = endpoint
        self._limits = limits
        self._call = call
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self._aborted = False
        self.sent = False
        self.body = bytearray()
        self.error: Exception | None = None

    def run(self) -> None:
        """Do the request; its outcome is in ``body`` or ``error``."""
        try:
            self._send()
        except Exception as error:  # noqa: BLE001 - handed to the waiting thread, which raises it
            self.error = error

    def abort(self) -> None:
        """Let the request fail at whatever it waits for."""
        with self._lock:
            self._aborted = True
            self._shut_down()

    def _send(self) -> None:
        openai = _library()
        http = _http_library(openai)
        host = self._endpoint.host
        try:
            with self._client(openai) as client, self._call(client) as response:
                for piece in response.iter_bytes():
                    self.body += piece
                    if len(self.body) > self._limits.reply_bytes:
                        raise LlmBadReply(f"{host} sends a reply without end")
        except (openai.OpenAIError, http.HTTPError, http.InvalidURL) as error:
            cause = error.__cause__
            if isinstance(cause, Refused | LlmError):  # openai 1.x wraps what hooks raise
                raise cause from None
            if isinstance(cause or error, http.ReadTimeout):
                raise LlmUnreachable(
                    f"no word from {host} for {self._limits.silence_s:g} s",
                    remedy=_TOO_SLOW,
                    sent=self.sent,
                ) from None
            # The library's own text can hold addresses and more: only its kind is told.
            raise LlmUnreachable(
                f"{host} cannot be reached: {type(cause or error).__name__}", sent=self.sent
            ) from None

    def _client(self, openai: Any) -> Any:
        endpoint, limits = self._endpoint, self._limits
        secure = endpoint.base_url.startswith("https:")
        timeout = openai.Timeout(limits.silence_s, connect=limits.connect_s)
        return openai.OpenAI(
            base_url=endpoint.base_url,
            api_key=endpoint.key or _NO_KEY,
            max_retries=0,
            timeout=timeout,
            http_client=openai.DefaultHttpxClient(
                timeout=timeout,
                follow_redirects=False,  # a redirection would carry the text somewhere else
                trust_env=secure,  # proxies are for outside
                # Read once: the certificates of a system take 40 ms, and a message waits for that.
                # Without TLS nothing is verified; redirections to it are not followed.
                verify=_certificates() if secure else False,
                event_hooks={"request": [self._before], "response": [self._after]},
            ),
        )

    def _before(self, request: Any) -> None:
        for name in [name for name in request.headers if name.lower() not in _HEADERS]:
            del request.headers[name]
        if self._endpoint.key:
            request.headers["authorization"] = f"Bearer {self._endpoint.key}"
        request.headers["accept-encoding"] = "identity"
        request.headers["user-agent"] = "MemoryX"
        request.extensions["trace"] = self._trace

    def _after(self, response: Any) -> None:
        if response.status_code < 300:
            return
        body = bytearray()
        for piece in response.iter_bytes():
            body += piece
            if len(body) > _REFUSAL_BYTES:
                break
        headers = {name.lower(): value for name, value in response.headers.items()}
        raise Refused(Refusal(response.status_code, headers, bytes(body[:_REFUSAL_BYTES])))

    def _trace(self, event: str, info: dict[str, Any]) -> None:
        """Follow the connection (the ``trace`` extension of httpx) to know its socket."""
        if event.endswith(".send_request_headers.started"):
            self.sent = True
        elif event.endswith((".connect_tcp.complete", ".start_tls.complete")):
            with self._lock:
                self._socket = info["return_value"].get_extra_info("socket")
                if self._aborted:  # while a name was looked up: nothing may leave any more
                    self._shut_down()

    def _shut_down(self) -> None:
        if self._socket is None:
            return
        try:
            # Not close(): another thread reads from it, and its number must not be given away.
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            return  # it has ended by itself


def _library() -> Any:
    # 0.5 s, and most starts of the host never ask a model.
    import openai

    for name in ("openai", "httpx", "httpx2", "httpcore", "httpcore2"):
        # They log addresses and, with OPENAI_LOG in the environment, prompts.
        logging.getLogger(name).setLevel(logging.WARNING)
    return openai


@cache
def _certificates() -> Any:
    return _http_library(_library()).create_ssl_context()


def _http_library(openai: Any) -> ModuleType:
    """Return what openai sends with: httpx, or its successor in openai 3."""
    base = openai.DefaultHttpxClient.__bases__[0]
    return importlib.import_module(base.__module__.partition(".")[0])
