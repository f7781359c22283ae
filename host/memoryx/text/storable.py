"""Text that SQLite can keep."""

from __future__ import annotations


def storable_text(text: str) -> str:
    """Replace lone surrogates and NUL: neither can be kept as text in SQLite."""
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return whole.replace("\0", "\N{REPLACEMENT CHARACTER}")


def storable(value: object) -> object:
    """Do the same in all texts of a JSON value."""
    if isinstance(value, str):
        return storable_text(value)
    if isinstance(value, list):
        return [storable(item) for item in value]
    if isinstance(value, dict):
        return {storable(key): storable(item) for key, item in value.items()}
    return value
