"""Vectors from an OpenAI-compatible endpoint's ``/embeddings``: one request, strictly read."""

from __future__ import annotations

import base64
import binascii
import json
import logging
import math
import struct
from collections.abc import Sequence
from typing import Any

from memoryx.clock import Clock
from memoryx.errors import LlmBadReply, LlmError, LlmUnreachable, MemoryXError
from memoryx.llm.failures import Refusal, failure_of
from memoryx.llm.ledger import Entry, Ledger
from memoryx.llm.wire import Endpoint, Limits, Refused, fetch
from memoryx.text.budget import count_tokens

_log = logging.getLogger(__name__)

#: Longest vector that is taken; the largest models in use give 4,096 numbers.
DIMENSIONS_LIMIT = 16_384
_TOKENS_LIMIT = 10_000_000
_REMEDY = "Choose a model for embeddings; chat models give none."

Rows = list[list[float]]


def request_vectors(
    endpoint: Endpoint,
    texts: Sequence[str],
    *,
    purpose: str,
    ledger: Ledger,
    clock: Clock,
    limits: Limits,
) -> Rows:
    """Return one vector for each text, all of one length, finite and not all zero.

    The request is in the ledger before it leaves. Raises errors of the LlmError tree; LlmBadReply
    for a reply that is anything else, and what the ledger raises.
    """
    estimate = sum(count_tokens(text) for text in texts)
    entry = ledger.begin(
        endpoint=endpoint.host, purpose=purpose, conversation=None, tokens=estimate
    )
    status, tokens, billed = "llm_failed", estimate, 0
    try:
        raw = fetch(
            endpoint,
            limits,
            lambda api: api.embeddings.with_streaming_response.create(
                model=endpoint.model, input=list(texts), encoding_format="float"
            ),
        )
        rows, tokens = _read(raw, len(texts), estimate, endpoint.host)
        status, billed = "ok", tokens
        return rows
    except Refused as refused:
        error = failure_of(refused.refusal, endpoint.host, clock())
        status = error.code
        raise error from None
    except LlmError as error:
        status = error.code
        if isinstance(error, LlmUnreachable) and not error.sent:
            tokens = 0
        billed = tokens  # it may have been worked on
        raise
    finally:
        _finish(entry, status, tokens, billed)


def _finish(entry: Entry, status: str, tokens: int, billed: int) -> None:
    """Write down the outcome; the vectors are not lost because of a busy database."""
    try:
        entry.finish(status, tokens=tokens, billed=billed)
    except MemoryXError as error:
        _log.warning("the outcome of a request could not be written down: %s", error.code)


def _read(raw: bytes, count: int, estimate: int, host: str) -> tuple[Rows, int]:
    try:
        body = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise LlmBadReply(
            f"{host} answered with something that is not JSON", remedy=_REMEDY
        ) from error
    if isinstance(body, dict) and "data" not in body and isinstance(body.get("error"), dict):
        code = body["error"].get("code")  # an error in a success, as OpenRouter sends it
        status = code if isinstance(code, int) and 400 <= code < 600 else 502
        raise Refused(Refusal(status, {}, raw))
    data = body.get("data") if isinstance(body, dict) else None
    if not isinstance(data, list) or len(data) != count:
        raise LlmBadReply(f"{host} did not answer with {count} vectors", remedy=_REMEDY)
    rows: list[list[float] | None] = [None] * count
    for place, item in enumerate(data):
        index = item.get("index", place) if isinstance(item, dict) else None
        vector = _vector(item.get("embedding")) if isinstance(item, dict) else None
        if vector is None or not isinstance(index, int) or not 0 <= index < count:
            raise LlmBadReply(f"{host} answered with a vector that is none", remedy=_REMEDY)
        rows[index] = vector
    found = [row for row in rows if row is not None]
    if len(found) < count or len({len(row) for row in found}) > 1:
        raise LlmBadReply(f"{host} answered with vectors that do not fit", remedy=_REMEDY)
    usage = body.get("usage")
    tokens: object = usage.get("prompt_tokens") if isinstance(usage, dict) else None
    if isinstance(tokens, int) and not isinstance(tokens, bool) and 0 < tokens <= _TOKENS_LIMIT:
        return found, tokens
    return found, estimate


def _vector(value: Any) -> list[float] | None:
    """Read a vector: numbers, or little-endian float32 in base64; None for anything else."""
    if isinstance(value, str):
        try:
            packed = base64.b64decode(value, validate=True)
            numbers: list[Any] = list(struct.unpack(f"<{len(packed) // 4}f", packed))
        except (binascii.Error, ValueError, struct.error):
            return None
    elif isinstance(value, list):
        numbers = value
    else:
        return None
    if not 0 < len(numbers) <= DIMENSIONS_LIMIT:
        return None
    for number in numbers:
        if isinstance(number, bool) or not isinstance(number, int | float):
            return None
    # Squares, so that a length of zero or one that overflows float32 is seen too.
    length = math.sqrt(sum(float(number) ** 2 for number in numbers if abs(number) < 1e30))
    if not all(map(math.isfinite, numbers)) or any(abs(number) >= 1e30 for number in numbers):
        return None
    return [float(number) for number in numbers] if length > 1e-12 else None
