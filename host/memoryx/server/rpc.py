"""JSON-RPC 2.0: bytes to requests, results and errors to bytes.

``error_body`` is the one place that turns an exception into a reply.
"""

from __future__ import annotations

import json
import logging
import re
from dataclasses import dataclass
from typing import Any, NoReturn

from pydantic import ValidationError

from memoryx.contract import METHODS, Method, Params, Result
from memoryx.errors import (
    InternalError,
    InvalidParams,
    InvalidRequest,
    MemoryXError,
    ParseError,
    UnknownMethod,
)
from memoryx.text.storable import storable

_log = logging.getLogger(__name__)

#: A request's id; None also for a reply to something that had none.
RequestId = str | int | None

_SURROGATE_ESCAPE = re.compile(rb"\\u[dD][89a-fA-F]")
_NUL_ESCAPE = rb"\u0000"
_ERRORS_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Request:
    """A request with checked params; ``notification`` ones get no answer."""

    id: RequestId
    notification: bool
    method: Method
    params: Params


class Refused(Exception):
    """A body that is no valid request; ``reply`` is the answer, None when there is none."""

    def __init__(self, error: MemoryXError, reply: bytes | None) -> None:
        super().__init__(str(error))
        self.error = error
        self.reply = reply


def parse(body: bytes) -> Request:
    """Read a request; raises Refused with the answer that it gets."""
    try:
        envelope = _load(body)
    except (ValueError, RecursionError) as error:
        refused = ParseError(f"not JSON: {error}")
        raise Refused(refused, error_body(None, refused)) from error
    id_: RequestId = None
    notification = False
    try:
        if not isinstance(envelope, dict):
            raise InvalidRequest("a request is one JSON object; batches are not taken")
        notification = "id" not in envelope
        id_ = _id(envelope.get("id"))
        if envelope.get("jsonrpc") != "2.0" or not isinstance(envelope.get("method"), str):
            notification = False  # it is no notification either
            raise InvalidRequest('a request has "jsonrpc": "2.0" and a method name')
        method = METHODS.get(envelope["method"])
        if method is None:
            raise UnknownMethod(f"no method {envelope['method'][:100]!r}")
        return Request(id_, notification, method, _params(method, envelope.get("params", {})))
    except MemoryXError as error:
        raise Refused(error, None if notification else error_body(id_, error)) from error


def result_body(id_: RequestId, result: Result) -> bytes:
    """Write the answer with a result."""
    return b'{"jsonrpc":"2.0","id":%b,"result":%b}' % (
        json.dumps(id_).encode(),
        result.model_dump_json(by_alias=True).encode(),
    )


def error_body(id_: RequestId, error: Exception) -> bytes:
    """Write the answer for an exception; what is not ours is logged and told as internal."""
    if not isinstance(error, MemoryXError):
        _log.error("unexpected %s", type(error).__name__, exc_info=error)
        error = InternalError(f"unexpected {type(error).__name__}")
    return _dump(
        {
            "jsonrpc": "2.0",
            "id": id_,
            "error": {
                "code": error.rpc_code,
                "message": str(error),
                "data": {
                    "code": error.code,
                    "retryable": error.retryable,
                    "remedy": error.remedy,
                },
            },
        }
    )


def notification_body(method: str, params: dict[str, Any]) -> bytes:
    """Write a notification from the host."""
    return _dump({"jsonrpc": "2.0", "method": method, "params": params})


def _id(value: object) -> RequestId:
    if isinstance(value, bool) or not isinstance(value, str | int | None):
        raise InvalidRequest("an id is a string or a whole number")
    return value


def _params(method: Method, params: object) -> Params:
    if not isinstance(params, dict):
        raise InvalidParams("params are given by name, as a JSON object")
    try:
        return method.params.model_validate(params)
    except ValidationError as error:
        details = error.errors(include_url=False, include_input=False)
        shown = [f"{_place(e['loc'])}{e['msg']}" for e in details[:_ERRORS_SHOWN]]
        if len(details) > _ERRORS_SHOWN:
            shown.append(f"and {len(details) - _ERRORS_SHOWN} more")
        raise InvalidParams("; ".join(shown)) from error


def _place(location: tuple[int | str, ...]) -> str:
    path = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in location)
    return f"{path.lstrip('.')}: " if path else ""


def _load(body: bytes) -> object:
    value: object = json.loads(body.decode("utf-8"), parse_constant=_no_constant)
    # Neither a lone surrogate nor a NUL can be kept as text in SQLite. Both come only as
    # escapes, so that the walk is needed for almost no body.
    if _SURROGATE_ESCAPE.search(body) or _NUL_ESCAPE in body:
        value = storable(value)
    return value


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _dump(value: object) -> bytes:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8", "replace")
