"""What lies in the data folder goes with the data."""

from __future__ import annotations

from pathlib import Path

from memoryx.installing.removal import _DATA
from memoryx.paths import Paths


def test_every_place_of_ours_is_removed_with_the_data() -> None:
    """A new place in the data folder cannot be forgotten when the data goes."""
    home = Path("/home/somebody/memoryx")
    names = [name for name, value in vars(Paths).items() if isinstance(value, property)]
    places = {getattr(Paths(home), name).relative_to(home).parts[0] for name in names}
    assert len(places) >= 5
    assert places <= set(_DATA)
