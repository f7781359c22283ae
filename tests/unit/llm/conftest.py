"""A server for each test."""

from __future__ import annotations

from collections.abc import Iterator

import openai  # noqa: F401 - takes seconds on a busy machine, which no test's time limit should pay
import pytest

from tests.support.openai_server import OpenAIServer


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    """An endpoint that behaves well until it is told otherwise."""
    with OpenAIServer() as running:
        yield running
