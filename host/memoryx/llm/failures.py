"""What an endpoint's refusal means, as an error of the LlmError tree.

Nothing of a refusal's body gets into a message: endpoints repeat keys and prompts in there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Literal

from memoryx.errors import (
    LlmError,
    LlmModelNotFound,
    LlmQuota,
    LlmRateLimited,
    LlmUnauthorized,
    LlmUnreachable,
)

#: Longest wait that an endpoint can ask for, in seconds: a day.
RETRY_AFTER_LIMIT_S = 86_400.0

Parameter = Literal["response_format", "max_tokens", "temperature"]

# Words for "no money left": OpenAI, Moonshot, DeepSeek, OpenRouter, SiliconFlow, DashScope.
_QUOTA = re.compile(
    r"insufficient[ _]quota|exceeded[ _]current[ _]quota|billing[ _]hard[ _]limit"
    r"|billing[ _]not[ _]active|insufficient[ _](?:account[ _])?(?:balance|credits?|funds)"
    r"|balance is (?:insufficient|not enough)|arrearage|free ?tier ?only|余额不足|欠费"
)
# Words for "no such model": the same, and Ollama.
_NO_MODEL = re.compile(
    r"model[ _]not[ _](?:found|exist)|model[^\n]{0,120}(?:does not exist|not found|not exist)"
    r"|not found the model|(?:not a valid|invalid|unknown|no such) model|模型不存在"
)
_PARAMETERS: tuple[tuple[Parameter, re.Pattern[str]], ...] = (
    ("response_format", re.compile(r"response_format|json_schema|json_object|json mode|schema")),
    ("max_tokens", re.compile(r"max_completion_tokens")),
    ("temperature", re.compile(r"temperature")),
)
_QUOTA_STATUSES = frozenset({400, 402, 403, 429})
_PASSING_STATUSES = frozenset({408, 409, 423, 425})


@dataclass(frozen=True, slots=True)
class Refusal:
    """An HTTP answer that is no success. The body may hold secrets, so it is never shown."""

    status: int
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(repr=False)


def failure_of(refusal: Refusal, host: str, now: datetime) -> LlmError:
    """Return the error for a refusal of an endpoint; ``host`` names it in the message."""
    status = refusal.status
    words = _words(refusal.body)
    said = f"{host} answered with status {status}"
    if status == 402 or (status in _QUOTA_STATUSES and _QUOTA.search(words)):
        return LlmQuota(f"{said}: no quota left")
    if status == 404 or (400 <= status < 500 and _NO_MODEL.search(words)):
        if _NO_MODEL.search(words) or "model" in words:
            return LlmModelNotFound(f"{said}: it does not know the model")
        return LlmModelNotFound(
            f"{said}: no such address, or no such model",
            remedy="Correct the endpoint's address, which usually ends in /v1, or the model.",
        )
    if status in (401, 403):
        return LlmUnauthorized(f"{said}: it refused the key")
    wait = retry_after(refusal.headers, now)
    if status == 429:
        return LlmRateLimited(f"{said}: too many requests", retry_after=wait)
    if status >= 500 or status in _PASSING_STATUSES:
        return LlmUnreachable(said, retry_after=wait, sent=True)
    if 300 <= status < 400:
        return LlmUnreachable(
            f"{said}: it sends us to another address",
            remedy="Enter the endpoint's final address; redirections are not followed.",
            sent=True,
        )
    return LlmError(
        f"{said}: it does not take the request",
        remedy="Choose another model, or test the endpoint in the settings.",
    )


def refused_parameters(refusal: Refusal) -> frozenset[Parameter]:
    """Return which of our parameters a refusal (400 or 422) names."""
    if refusal.status not in (400, 422):
        return frozenset()
    words = _words(refusal.body)
    return frozenset(name for name, pattern in _PARAMETERS if pattern.search(words))


def retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Return the seconds that a Retry-After header asks for, given as seconds or as a date."""
    value = headers.get("retry-after", "").strip()
    if not value:
        return None
    try:
        seconds = float(value)
    except ValueError:
        try:
            moment = parsedate_to_datetime(value)
        except (ValueError, TypeError):
            return None  # neither form of RFC 9110, section 10.2.3: as if it were not there
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        seconds = (moment - now).total_seconds()
    if seconds != seconds:
        return None  # NaN
    return min(max(seconds, 0.0), RETRY_AFTER_LIMIT_S)


def _words(body: bytes) -> str:
    """Return the parts of an error body that say what is wrong, in lower case, on one line each.

    The parts are ``code``, ``type``, ``param`` and ``message``, at the top or under ``error``; a
    body that is no such object is taken as it is.
    """
    text = body.decode("utf-8", "replace")
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return text.lower()
    found: list[str] = []
    pending = [content]
    for part in pending:
        if isinstance(part, str):
            found.append(part)
        elif isinstance(part, dict):
            found += [str(part[n]) for n in ("code", "type", "param", "message") if part.get(n)]
            pending += [part[n] for n in ("error", "detail") if n in part][: 8 - len(pending)]
    return "\n".join(found).lower()
