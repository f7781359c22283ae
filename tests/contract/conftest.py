"""One host for the tests of a module that do not need their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.host_process import HostProcess


@pytest.fixture
def host(tmp_path: Path) -> Iterator[HostProcess]:
    """A host on an empty folder that recalls by words alone and extracts when asked."""
    settings = {"MEMORYX_EMBEDDING_PROVIDER": "off", "MEMORYX_EXTRACTION_AUTO": "false"}
    with HostProcess(tmp_path / "home", settings) as process:
        yield process
