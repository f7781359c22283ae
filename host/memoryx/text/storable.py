"""Text that SQLite can keep."""

from __future__ import annotations


def storable(value: object) -> object:
    """Replace lone surrogates and NUL in all texts of a JSON value: neither can be stored."""
    if isinstance(value, str):
        return (
            value.encode("utf-16", "surrogatepass")
            .decode("utf-16", "replace")
            .replace("\0", "\N{REPLACEMENT CHARACTER}")
        )
    if isinstance(value, list):
        return [storable(item) for item in value]
    if isinstance(value, dict):
        return {storable(key): storable(item) for key, item in value.items()}
    return value
