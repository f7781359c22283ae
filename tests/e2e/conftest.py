"""Options of the storm of kills."""

from __future__ import annotations

import os

import pytest

# The hosts of that storm are forked, which Windows cannot do; there the rounds with whole
# processes in test_durability.py stand for it.
collect_ignore = [] if hasattr(os, "fork") else ["test_kill_storm.py"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    parser.addoption("--storm-kills", type=int, default=None, help="how many hosts are killed")
    parser.addoption("--storm-seed", type=int, default=None, help="to repeat a storm")
