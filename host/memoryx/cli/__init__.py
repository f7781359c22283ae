"""The `memoryx` command: the same abilities as over the contract, from a shell."""

from memoryx.cli.main import main

__all__ = ["main"]
