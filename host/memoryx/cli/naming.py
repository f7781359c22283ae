"""How a person names a conversation on the command line."""

from __future__ import annotations

import argparse
from typing import Any


def conversation_name(options: argparse.Namespace) -> dict[str, Any]:
    """Return the contract's name of a conversation: an id, or ``SITE:ID`` of the site's own."""
    site, colon, identifier = options.name.partition(":")
    if not colon:
        return {"id": options.name}
    return {"site": site, "conversation_id": identifier, "account": options.account}
