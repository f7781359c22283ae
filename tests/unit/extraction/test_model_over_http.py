"""An endpoint that does not answer in time, over real HTTP, from the turns to the store."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import openai  # noqa: F401 - its first import would take up the short time that a request has
import pytest

from memoryx.errors import LlmUnreachable
from memoryx.llm.client import ChatClient, KnownHabits
from memoryx.llm.protocol import Completion, Message
from memoryx.llm.wire import Endpoint, Limits
from tests.support import openai_server as s
from tests.support.scripted_model import memories, memory
from tests.unit.extraction.model_world import KEY, World
from tests.unit.llm.support import Rows, clock

#: Seconds; a host waits for minutes.
SHORT = Limits(connect_s=5, silence_s=20, total_s=0.5)
PATIENT = Limits(connect_s=20, silence_s=20, total_s=20)


@pytest.fixture
def server() -> Iterator[s.OpenAIServer]:
    with s.OpenAIServer() as running:
        running.answer(lambda _: memories(memory("Likes tea", "t0")))
        yield running


class Client:
    """A client that is in a hurry until it is told otherwise."""

    model = "m"

    def __init__(self, base_url: str) -> None:
        self._endpoint = Endpoint(base_url, "m", None)
        self._habits = KnownHabits()
        self.limits = SHORT

    def complete(self, messages: Sequence[Message], **how: Any) -> Completion:
        """Ask the endpoint."""
        return ChatClient(
            self._endpoint, ledger=Rows(), habits=self._habits, clock=clock, limits=self.limits
        ).complete(messages, **how)


@pytest.fixture
def client(server: s.OpenAIServer) -> Client:
    return Client(server.base_url)


@pytest.fixture
def world(tmp_path: Path, client: Client) -> World:
    made = World(tmp_path, client)
    made.say("I like tea")
    return made


@pytest.mark.parametrize("behaviour", [s.hangs(), s.drips(), s.drips_headers()])
def test_a_person_hears_of_it_and_nothing_is_marked(
    server: s.OpenAIServer, world: World, client: Client, behaviour: s.Behaviour
) -> None:
    server.script(behaviour)
    with pytest.raises(LlmUnreachable) as caught:
        world.extraction.run_now(KEY, "manual", world.settings.current())
    assert caught.value.remedy
    assert world.memories() == []
    client.limits = PATIENT
    again = world.extraction.run_now(KEY, "manual", world.settings.current())
    assert (again.added, again.from_index, again.to_index) == (1, 0, 1)
    assert world.texts() == {"Likes tea"}


@pytest.mark.parametrize("behaviour", [s.hangs(), s.drips(), s.drips_headers()])
def test_by_itself_it_is_tried_again_later(
    server: s.OpenAIServer, world: World, client: Client, behaviour: s.Behaviour
) -> None:
    server.script(behaviour)
    settings = world.settings.current()
    with pytest.raises(LlmUnreachable):
        world.extraction.run_due(settings)
    assert world.extraction.run_due(settings) is None
    world.wait(seconds=31)
    client.limits = PATIENT
    done = world.extraction.run_due(settings)
    assert done is not None
    assert (done.added, done.to_index) == (1, 1)
