"""Identifiers that the store gives."""

from __future__ import annotations

import secrets


def new_id(prefix: str) -> str:
    """Return a random identifier such as ``m_9f2c…``: 96 bits, so no two stores ever clash."""
    return f"{prefix}_{secrets.token_hex(12)}"
