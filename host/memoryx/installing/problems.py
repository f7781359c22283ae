"""What can go wrong while installing, as something that a person can act upon."""

from __future__ import annotations

from memoryx.errors import MemoryXError


class InstallProblem(MemoryXError):
    """Installing, checking or removing did not work; ``remedy`` says what to do."""

    code = "install_failed"
    default_remedy = "Run the installer again, or `memoryx doctor`."
