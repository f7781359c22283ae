"""A real HTTP server that speaks the OpenAI API, and misbehaves on demand.

Each request takes the next behaviour from the script of its path; with an empty script it is
served well. Every request is kept as it came, so that a test can look for what must not leave.
"""

from __future__ import annotations

import json
import queue
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from tests.support.openai_bodies import JsonObject, completion, embedding, embeddings

CHAT = "/v1/chat/completions"
EMBEDDINGS = "/v1/embeddings"
MODELS = "/v1/models"


@dataclass(frozen=True, slots=True)
class Recorded:
    """One request as it came."""

    path: str
    headers: dict[str, str]
    raw: bytes
    body: JsonObject


class Exchange:
    """One request on its way through a behaviour."""

    def __init__(self, server: OpenAIServer, handler: BaseHTTPRequestHandler, request: Recorded):
        self.server = server
        self.request = request
        self._handler = handler

    @property
    def stopped(self) -> threading.Event:
        """Set when the server ends: whatever waits must end too."""
        return self.server.stopped

    def begin(self, status: int, length: int | None, headers: dict[str, str] | None = None) -> None:
        """Send the status and the headers."""
        self._handler.send_response(status)
        for name, value in ({"Content-Type": "application/json"} | (headers or {})).items():
            self._handler.send_header(name, value)
        if length is not None:
            self._handler.send_header("Content-Length", str(length))
        self._handler.send_header("Connection", "close")
        self._handler.end_headers()

    def write(self, data: bytes) -> None:
        """Send a piece at once."""
        self._handler.wfile.write(data)
        self._handler.wfile.flush()

    def send(self, status: int, body: object, headers: dict[str, str] | None = None) -> None:
        """Send a whole answer; what is not bytes goes as JSON."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.begin(status, len(data), headers)
        self.write(data)


Behaviour = Callable[[Exchange], None]
#: Takes a request's messages and gives the text of the answer.
Answer = Callable[[list[JsonObject]], str]


class OpenAIServer:
    """Listens on a free port of the loopback, in threads of its own, until ``close``."""

    def __init__(self) -> None:
        self.stopped = threading.Event()
        self.requests: list[Recorded] = []
        #: Types of response_format that are taken; another one is refused with 400.
        self.formats: set[str] = {"json_schema", "json_object"}
        #: Whether response_format may have keys beside those of its type.
        self.format_extras = True
        #: Parameters that are refused with 400.
        self.refused_parameters: set[str] = set()
        #: Names of models that exist; None: all do.
        self.models: set[str] | None = None
        #: The only key that is taken; None: every key, and none.
        self.key: str | None = None
        self._answer: Answer = lambda _messages: '{"memories": []}'
        self._embed: Callable[[list[str]], list[list[float]]] = lambda texts: [
            embedding(text) for text in texts
        ]
        self._scripts: dict[str, queue.SimpleQueue[Behaviour]] = {
            path: queue.SimpleQueue() for path in (CHAT, EMBEDDINGS, MODELS)
        }
        self._http = _Server(("127.0.0.1", 0), _handler_for(self))
        self._thread = threading.Thread(
            target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )
        self._thread.start()

    @property
    def base_url(self) -> str:
        """What goes into the settings."""
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def script(self, *behaviours: Behaviour, path: str = CHAT) -> None:
        """Let the next requests to a path meet these, one each."""
        for behaviour in behaviours:
            self._scripts[path].put(behaviour)

    def answer(self, answer: Answer) -> None:
        """Let chats that meet no script be answered by a function."""
        self._answer = answer

    def embed(self, embed: Callable[[list[str]], list[list[float]]]) -> None:
        """Let texts be embedded by a function."""
        self._embed = embed

    def chats(self) -> list[Recorded]:
        """Return the requests for chat completions, in their order."""
        return [request for request in list(self.requests) if request.path == CHAT]

    def everything(self) -> str:
        """Return all that ever came, headers too, as one text to look for secrets in."""
        return "\n".join(
            "\n".join([r.path, *map(" ".join, r.headers.items()), r.raw.decode("utf-8", "replace")])
            for r in list(self.requests)
        )

    def close(self) -> None:
        """End at once, also what hangs."""
        self.stopped.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        tb: TracebackType | None,
    ) -> None:
        self.close()

    def serve(self, handler: BaseHTTPRequestHandler) -> None:
        """Serve one request."""
        raw = handler.rfile.read(int(handler.headers.get("Content-Length") or 0))
        request = Recorded(
            path=handler.path,
            headers={name.lower(): value for name, value in handler.headers.items()},
            raw=raw,
            body=json.loads(raw) if raw else {},
        )
        self.requests.append(request)
        exchange = Exchange(self, handler, request)
        try:
            behaviour = self._scripts[handler.path].get_nowait()
        except KeyError:
            behaviour = refuses(404, message="Not Found")
        except queue.Empty:
            behaviour = self.well
        behaviour(exchange)

    def well(self, exchange: Exchange) -> None:
        """Answer as an endpoint does that behaves."""
        request = exchange.request
        refusal = self._refusal(request)
        if refusal is not None:
            refusal(exchange)
        elif request.path == CHAT:
            text = self._answer(request.body["messages"])
            exchange.send(200, completion(text, request.body))
        elif request.path == EMBEDDINGS:
            exchange.send(200, embeddings(self._embed, request.body))
        else:
            names = sorted(self.models or {"any"})
            exchange.send(
                200, {"object": "list", "data": [{"id": n, "object": "model"} for n in names]}
            )

    def _refusal(self, request: Recorded) -> Behaviour | None:
        if self.key is not None and request.headers.get("authorization") != f"Bearer {self.key}":
            return unauthorized()
        if request.path == MODELS:
            return None
        if self.models is not None and request.body.get("model") not in self.models:
            return model_missing()
        for name in sorted(self.refused_parameters & request.body.keys()):
            other = " Use 'max_completion_tokens' instead." if name == "max_tokens" else ""
            return refuses(400, message=f"Unsupported parameter: '{name}'.{other}", param=name)
        form = request.body.get("response_format")
        if form is not None and form["type"] not in self.formats:
            return refuses(400, message="This response_format type is unavailable now")
        if form is not None and not self.format_extras and form.keys() - {"type", form["type"]}:
            return refuses(400, message="Unknown parameter: 'response_format.schema'.")
        return None


def says(text: str, *, finish: str = "stop") -> Behaviour:
    """Answer with a text."""
    return lambda x: x.send(200, completion(text, x.request.body, finish=finish))


def well(exchange: Exchange) -> None:
    """Behave, for a script that misbehaves only sometimes."""
    exchange.server.well(exchange)


def cut(text: str) -> Behaviour:
    """Answer with a text that ends at the limit of tokens."""
    return says(text, finish="length")


def sends(status: int, body: object, headers: dict[str, str] | None = None) -> Behaviour:
    """Answer with any status and body."""
    return lambda x: x.send(status, body, headers)


def refuses(
    status: int,
    *,
    code: str | None = None,
    kind: str = "invalid_request_error",
    message: str = "refused",
    param: str | None = None,
    headers: dict[str, str] | None = None,
) -> Behaviour:
    """Answer with an error as OpenAI forms it."""
    error = {"message": message, "type": kind, "param": param, "code": code}
    return sends(status, {"error": error}, headers)


def unauthorized() -> Behaviour:
    """401, with the refused key in the message, as OpenAI does it."""

    def behave(x: Exchange) -> None:
        key = x.request.headers.get("authorization", "").removeprefix("Bearer ")
        message = f"Incorrect API key provided: {key}."
        refuses(401, code="invalid_api_key", message=message)(x)

    return behave


def forbidden() -> Behaviour:
    """403."""
    return refuses(403, code="unsupported_country_region_territory")


def model_missing() -> Behaviour:
    """404 for a model."""
    return refuses(404, code="model_not_found", message="The model does not exist")


def rate_limited(retry_after: str | None = None) -> Behaviour:
    """429, with or without a Retry-After header."""
    headers = {} if retry_after is None else {"Retry-After": retry_after}
    return refuses(429, code="rate_limit_exceeded", kind="requests", headers=headers)


def out_of_quota() -> Behaviour:
    """429 that no waiting helps."""
    return refuses(429, code="insufficient_quota", kind="insufficient_quota")


def fails(status: int = 500) -> Behaviour:
    """An error of the server's own."""
    return refuses(status, kind="server_error", message="The server had an error")


def hangs() -> Behaviour:
    """Say nothing until the server ends."""

    def behave(x: Exchange) -> None:
        x.stopped.wait()

    return behave


def drips(interval_s: float = 0.01) -> Behaviour:
    """Send a body that never ends, one byte at a time."""

    def behave(x: Exchange) -> None:
        x.begin(200, 1_000_000)
        while not x.stopped.wait(interval_s):
            x.write(b" ")

    return behave


def drips_headers(interval_s: float = 0.01) -> Behaviour:
    """Send headers that never end, one byte at a time."""

    def behave(x: Exchange) -> None:
        x.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        while not x.stopped.wait(interval_s):
            x.write(b"a")

    return behave


def huge(size: int) -> Behaviour:
    """A well-formed completion of more than ``size`` bytes."""
    return lambda x: x.send(200, completion("x" * size, x.request.body))


def endless_refusal() -> Behaviour:
    """A 500 whose body goes on for as long as it is read."""

    def behave(x: Exchange) -> None:
        x.begin(500, None)
        while not x.stopped.is_set():
            x.write(b"x" * 65_536)

    return behave


def no_choices() -> Behaviour:
    """A completion without a choice."""
    return lambda x: x.send(200, completion("", x.request.body) | {"choices": []})


def not_json() -> Behaviour:
    """A page instead of an answer, as a captive portal gives it."""
    return sends(200, b"<html><body>Please log in</body></html>", {"Content-Type": "text/html"})


def hangs_up() -> Behaviour:
    """Close the connection in the middle of the body."""

    def behave(x: Exchange) -> None:
        body = json.dumps(completion('{"memories": []}', x.request.body)).encode()
        x.begin(200, len(body))
        x.write(body[: len(body) // 2])

    return behave


def redirects(to: str) -> Behaviour:
    """Send the client to another address."""
    return sends(307, {}, {"Location": to})


def waits(seconds: float, then: Behaviour) -> Behaviour:
    """Take some time, then do something else."""

    def behave(x: Exchange) -> None:
        if not x.stopped.wait(seconds):
            then(x)

    return behave


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing where a client went away, which is what many tests are about."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


def _handler_for(server: OpenAIServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            server.serve(self)

        def do_POST(self) -> None:
            server.serve(self)

        def log_message(self, format: str, *args: Any) -> None:
            """Keep the tests' output for the tests."""

    return Handler


def wait_for(condition: Callable[[], bool], patience_s: float = 30.0) -> None:
    """Wait until a condition holds; raises AssertionError when it never does."""
    end = time.monotonic() + patience_s
    while not condition():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.01)
