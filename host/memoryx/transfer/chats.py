"""What every vendor's reader gives: a conversation as it can be saved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeGuard

from memoryx.block import strip_blocks
from memoryx.clock import from_rfc3339, to_rfc3339
from memoryx.models import Role, Site
from memoryx.store.merge import IncomingTurn

#: Longest identifier that the contract takes.
_NAME_LIMIT = 512
_TITLE_LIMIT = 2_000
#: Later than any chat; a number of milliseconds in a place for seconds lies beyond.
_LATEST = datetime(2100, 1, 1, tzinfo=UTC).timestamp()


class Unusable(Exception):
    """An item cannot become a conversation; the text says why."""


@dataclass(frozen=True, slots=True)
class Chat:
    """A conversation in an export; times are RFC 3339 in UTC, None where it names none."""

    site: Site
    conversation_id: str
    url: str
    title: str | None
    created_at: str | None
    updated_at: str | None
    turns: tuple[IncomingTurn, ...]
    account: str | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """A message that counts: its key, who said it, what, and when."""

    key: str
    role: Role
    text: str
    at: str | None


def turns_of(messages: Iterable[Said], created_at: str | None) -> tuple[IncomingTurn, ...]:
    """Make turns of messages, in order.

    An answer in several messages, with tools between them, is one turn under the last one's key, as
    on the page. A message without a time gets that of the one before it, or the conversation's:
    a memory's date is that of its turn.
    """
    turns: list[IncomingTurn] = []
    at = created_at
    for message in messages:
        text = strip_blocks(message.text).strip("\n")
        at = message.at or at
        if not text.strip() or not 0 < len(message.key) <= _NAME_LIMIT:
            continue
        if message.role == "assistant" and turns and turns[-1].role == "assistant":
            text = f"{turns.pop().markdown}\n\n{text}"
        turns.append(IncomingTurn(message.key, message.role, text, complete=True, created_at=at))
    return tuple(turns)


def identifier(item: Mapping[str, Any], *names: str) -> str:
    """Return the first of the named fields that holds an identifier; raises Unusable."""
    for name in names:
        value = item.get(name)
        if isinstance(value, str) and 0 < len(value) <= _NAME_LIMIT:
            return value
    raise Unusable(f"it has no {' or '.join(names)}")


def title_of(value: object) -> str | None:
    """Return a title, or None where there is none."""
    text = " ".join(value.split())[:_TITLE_LIMIT] if isinstance(value, str) else ""
    return text or None


def seconds(value: object) -> str | None:
    """Read a time given as seconds since 1970; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < _LATEST:
        return None
    return to_rfc3339(datetime.fromtimestamp(value, UTC))


def timestamp(value: object) -> str | None:
    """Read a time given as text; None for anything else."""
    if not isinstance(value, str):
        return None
    try:
        return to_rfc3339(from_rfc3339(value))
    except (ValueError, OverflowError):
        return None


def is_object(value: object) -> TypeGuard[dict[str, Any]]:
    """Tell whether a JSON value is an object."""
    return isinstance(value, dict)


def texts(values: object) -> list[str]:
    """Return those of a list's elements that are texts."""
    return [v for v in values if isinstance(v, str)] if isinstance(values, list) else []
