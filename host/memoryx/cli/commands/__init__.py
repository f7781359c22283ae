"""One module for each group of commands; each adds its own parsers."""

from __future__ import annotations

from memoryx.cli.commands import (
    backup,
    call,
    config,
    conversations,
    data,
    doctor,
    export,
    installation,
    memories,
    model,
    projects,
    proposals,
    recall,
    stats,
    tune,
)
from memoryx.cli.options import Groups

_MODULES = (
    recall,
    tune,
    memories,
    conversations,
    proposals,
    projects,
    config,
    model,
    stats,
    export,
    data,
    backup,
    call,
    installation,
    doctor,
)


def add_all(groups: Groups) -> None:
    """Add every command's parser."""
    for module in _MODULES:
        module.add(groups)
