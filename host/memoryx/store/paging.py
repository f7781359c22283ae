"""Cursors: the place after which the next page begins, opaque to the caller."""

from __future__ import annotations

import base64
import binascii
import json
from typing import TypeVar

from memoryx.errors import InvalidParams

A = TypeVar("A")
B = TypeVar("B")


def encode_cursor(*values: str | float) -> str:
    """Write the sort values of a page's last row as a cursor."""
    return base64.urlsafe_b64encode(json.dumps(values).encode()).decode().rstrip("=")


def decode_cursor(cursor: str, first: type[A], second: type[B]) -> tuple[A, B]:
    """Read a cursor of two values; raises InvalidParams when it is not one of ours."""
    try:
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        values = json.loads(base64.urlsafe_b64decode(padded))
        a, b = values
    except (ValueError, TypeError, binascii.Error, UnicodeError) as error:
        raise InvalidParams(f"cursor: not a cursor of this list: {cursor!r}") from error
    if not isinstance(a, first) or not isinstance(b, second):
        raise InvalidParams(f"cursor: not a cursor of this list: {cursor!r}")
    return a, b
