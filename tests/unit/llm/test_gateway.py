"""What guards a request: key, circuit, cap, redaction, the log; with a real server and store."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from memoryx.errors import (
    DatabaseUnavailable,
    KeyringUnavailable,
    LlmError,
    LlmModelNotFound,
    LlmNotConfigured,
    LlmPaused,
    LlmQuota,
    LlmUnauthorized,
    LlmUnreachable,
)
from memoryx.llm.circuit import Patience
from memoryx.llm.gateway import Gateway
from memoryx.llm.guard import RECHECK_S, Config, Tools
from memoryx.llm.protocol import ChatModel, Message
from memoryx.llm.wire import Limits
from memoryx.store import Store
from tests.support import openai_server as s
from tests.support.openai_server import OpenAIServer
from tests.unit.llm.support import KEY, NOW, SCHEMA


@dataclass
class FakeKeys:
    """A keyring whose content the test sets; read once, until forgotten."""

    stored: str | None = KEY
    trouble: bool = False
    read: int = 0
    _known: list[str | None] = field(default_factory=list)

    def get(self) -> str | None:
        """Return the key."""
        if self.trouble:
            raise KeyringUnavailable("no keyring")
        if not self._known:
            self.read += 1
            self._known.append(self.stored)
        return self._known[0]

    def forget(self) -> None:
        """Read it anew."""
        self._known.clear()


class World:
    """A gateway and all that it is given."""

    def __init__(self, folder: Path, server: OpenAIServer) -> None:
        self.now = NOW
        self.seconds = 1000.0
        self.store = Store(folder / "m.sqlite3", self.clock)
        self.config = Config(server.base_url, "m", enabled=True, daily_cap=0)
        self.keys = FakeKeys()
        self.changes = 0
        self.gateway = Gateway(
            lambda: self.config,
            self.keys,
            Tools(
                log=self.store.outbound,
                clock=self.clock,
                seconds=lambda: self.seconds,
                random=lambda: 0.0,
                limits=Limits(5, 20, 20),
                patience=Patience(failures=3, first_s=10, longest_s=60),
            ),
        )
        self.gateway.on_change = self._changed

    def clock(self) -> datetime:
        """Return the test's time."""
        return self.now

    def _changed(self) -> None:
        self.changes += 1

    def ask(self, text: str = "Hello", *, model: ChatModel | None = None) -> str:
        """Ask one question and return the reply's text."""
        completion = (model or self.gateway).complete(
            [Message("system", "You extract."), Message("user", text)],
            schema=SCHEMA,
            purpose="extraction",
            conversation="c1",
            max_tokens=100,
        )
        return completion.text

    def refused(self, *, model: ChatModel | None = None) -> LlmError:
        """Ask one question and return the error."""
        with pytest.raises(LlmError) as caught:
            self.ask(model=model)
        return caught.value

    @property
    def status(self) -> str:
        """The status word."""
        return self.gateway.state().status

    @property
    def log(self) -> list[tuple[str, str]]:
        """What left, oldest first: purpose and status."""
        rows, _ = self.store.outbound.page(limit=500, cursor=None)
        return [(row.purpose, row.status) for row in reversed(rows)]


@pytest.fixture
def world(tmp_path: Path, server: OpenAIServer) -> Iterator[World]:
    """A world on an empty store."""
    made = World(tmp_path, server)
    yield made
    made.store.close()


def test_a_request_goes_out_with_the_key_and_is_logged(world: World, server: OpenAIServer) -> None:
    server.key = KEY
    assert world.status == "untried"
    assert world.ask() == '{"memories": []}'
    assert world.status == "ready"
    (row,) = world.store.outbound.page(limit=9, cursor=None)[0]
    assert (row.purpose, row.conversation, row.status) == ("extraction", "c1", "ok")
    assert row.endpoint == server.requests[0].headers["host"]
    assert row.at == "2026-03-01T12:00:00.000Z"
    (day,) = world.store.statistics.spending(9)
    assert (day.day, day.requests, day.tokens) == ("2026-03-01", 1, row.tokens)


def test_secrets_are_redacted_from_every_message(world: World, server: OpenAIServer) -> None:
    card, token = "4111 1111 1111 1111", "ghp_" + "a1B2" * 9
    world.ask(f"My card is {card} and my token {token}; my cat is Tom")
    assert card not in server.everything()
    assert token not in server.everything()
    assert server.chats()[0].body["messages"][1]["content"].endswith("; my cat is Tom")


@pytest.mark.parametrize(
    ("changes", "remedy"),
    [
        ({"base_url": ""}, "endpoint"),
        ({"model": ""}, "model's name"),
        ({"enabled": False}, "Switch it on"),
        ({"base_url": "http://example.com/v1"}, "https"),
    ],
)
def test_without_a_usable_endpoint_nothing_is_asked(
    world: World, server: OpenAIServer, changes: dict[str, object], remedy: str
) -> None:
    world.config = replace(world.config, **changes)  # type: ignore[arg-type]
    error = world.refused()
    assert isinstance(error, LlmNotConfigured)
    assert remedy in error.remedy
    assert (world.status, world.gateway.state().configured) == ("not_configured", False)
    assert not world.gateway.configured
    assert (server.requests, world.log) == ([], [])


@pytest.mark.parametrize(
    ("behaviour", "error", "status"),
    [
        (s.unauthorized(), LlmUnauthorized, "unauthorized"),
        (s.forbidden(), LlmUnauthorized, "unauthorized"),
        (s.out_of_quota(), LlmQuota, "quota"),
        (s.model_missing(), LlmModelNotFound, "unreachable"),
    ],
)
def test_what_no_waiting_helps_stops_all_but_a_person(
    world: World,
    server: OpenAIServer,
    behaviour: s.Behaviour,
    error: type[LlmError],
    status: str,
) -> None:
    server.script(behaviour)
    assert type(world.refused()) is error
    assert type(world.refused()) is error
    assert len(server.requests) == 1
    assert world.status == status
    assert world.gateway.state().error is not None
    assert world.changes == 1
    assert world.ask(model=world.gateway.manual()) == '{"memories": []}'
    assert world.status == "ready"
    assert world.changes == 2
    world.ask()


def test_an_open_circuit_is_passed_by_a_person_alone(world: World, server: OpenAIServer) -> None:
    server.script(*[s.fails()] * 4)
    for _ in range(3):
        assert isinstance(world.refused(), LlmUnreachable)
    paused = world.refused()
    assert isinstance(paused, LlmPaused)
    assert paused.retry_after == 10
    assert world.status == "unreachable"
    assert isinstance(world.refused(model=world.gateway.manual()), LlmUnreachable)
    assert len(server.requests) == 4
    world.seconds += 20
    assert world.ask() == '{"memories": []}'
    assert world.status == "ready"


def test_other_settings_or_another_key_begin_anew(world: World, server: OpenAIServer) -> None:
    server.script(s.out_of_quota(), s.unauthorized())
    world.refused()
    world.config = replace(world.config, model="another")
    assert world.status == "untried"
    world.refused()
    world.keys.stored = "new-key"
    world.gateway.reset()
    assert world.status == "untried"
    world.ask()
    assert server.requests[-1].headers["authorization"] == "Bearer new-key"


def test_a_key_that_another_program_changed_is_found_after_a_while(
    world: World, server: OpenAIServer
) -> None:
    server.key = "right-key"
    assert isinstance(world.refused(), LlmUnauthorized)
    world.keys.stored = "right-key"
    assert isinstance(world.refused(), LlmUnauthorized)
    world.seconds += RECHECK_S
    world.ask()
    assert len(server.requests) == 2


def test_a_refused_key_that_nobody_changed_is_not_sent_again(
    world: World, server: OpenAIServer
) -> None:
    server.key = "right-key"
    for _ in range(5):
        world.refused()
        world.seconds += RECHECK_S
    assert len(server.requests) == 1


def test_without_a_keyring_an_endpoint_is_asked_without_a_key(
    world: World, server: OpenAIServer
) -> None:
    world.keys.trouble = True
    world.ask()
    assert "authorization" not in server.requests[0].headers


def test_a_key_with_signs_that_no_key_has_is_not_sent(world: World, server: OpenAIServer) -> None:
    world.keys.stored = "ключ"
    error = world.refused()
    assert isinstance(error, LlmUnauthorized)
    assert "ключ" not in str(error)
    assert not server.requests


def test_the_cap_of_a_day_holds_for_a_person_too_and_ends_with_the_day_in_utc(
    world: World, server: OpenAIServer
) -> None:
    world.config = replace(world.config, daily_cap=1)
    world.ask()
    for model in (world.gateway, world.gateway.manual()):
        paused = world.refused(model=model)
        assert isinstance(paused, LlmPaused)
        assert paused.retry_after == 12 * 3600
    assert world.status == "paused"
    assert len(server.requests) == 1
    world.now += timedelta(hours=12)
    assert world.status == "ready"
    world.ask()
    assert [day.requests for day in world.store.statistics.spending(9)] == [1, 1]


def test_failed_requests_are_logged_and_cost_what_they_may_have_cost(
    world: World, server: OpenAIServer
) -> None:
    server.script(s.fails(), s.not_json())
    world.refused()
    assert world.store.outbound.spent_today() == 0
    world.refused()
    assert world.store.outbound.spent_today() > 0
    assert world.log == [("extraction", "llm_unreachable"), ("extraction", "llm_bad_reply")]


def test_a_request_on_its_way_is_in_the_log_and_counts_already(
    world: World, server: OpenAIServer
) -> None:
    seen = threading.Event()
    go_on = threading.Event()

    def answer(_messages: list[dict[str, object]]) -> str:
        seen.set()
        assert go_on.wait(30)
        return "{}"

    server.answer(answer)
    thread = threading.Thread(target=world.ask)
    thread.start()
    assert seen.wait(30)
    assert world.log == [("extraction", "sent")]
    assert world.store.outbound.spent_today() > 0
    go_on.set()
    thread.join()
    assert world.log == [("extraction", "ok")]


def test_nothing_leaves_when_the_log_cannot_be_written(
    world: World, server: OpenAIServer, tmp_path: Path
) -> None:
    world.store.close()
    (tmp_path / "m.sqlite3").unlink()
    (tmp_path / "m.sqlite3").mkdir()
    outcome: list[Exception] = []

    def ask() -> None:  # in a thread that has no connection yet
        try:
            world.ask()
        except Exception as error:  # noqa: BLE001 - looked at below
            outcome.append(error)

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    assert isinstance(outcome[0], DatabaseUnavailable)
    assert not server.requests


def test_a_test_says_how_it_went_and_ends_a_stop(world: World, server: OpenAIServer) -> None:
    server.script(s.out_of_quota())
    world.refused()
    assert world.gateway.test().status == "ready"
    assert world.status == "ready"
    server.script(s.unauthorized())
    tested = world.gateway.test()
    assert (tested.status, type(tested.error)) == ("unauthorized", LlmUnauthorized)
    assert world.status == "unauthorized"
    assert [purpose for purpose, _ in world.log] == ["extraction", "test", "test"]


def test_a_test_of_another_endpoint_changes_nothing(world: World, server: OpenAIServer) -> None:
    server.script(s.out_of_quota())
    world.refused()
    with OpenAIServer() as other:
        assert world.gateway.test(base_url=other.base_url, model="x").status == "ready"
        assert other.chats()[0].body["model"] == "x"
        other.script(s.unauthorized())
        assert world.gateway.test(base_url=other.base_url).status == "unauthorized"
    refused = world.gateway.test(base_url="http://example.com/v1")
    assert (refused.status, refused.configured) == ("not_configured", False)
    assert world.status == "quota"


def test_the_log_is_read_in_pages_newest_first_and_keeps_what_is_new(world: World) -> None:
    outbound = world.store.outbound
    for i in range(5):
        outbound.begin(endpoint="h", purpose=f"p{i}", conversation=None, tokens=1)
    rows, cursor = outbound.page(limit=3, cursor=None)
    assert [row.purpose for row in rows] == ["p4", "p3", "p2"]
    assert cursor is not None
    rest, end = outbound.page(limit=3, cursor=cursor)
    assert ([row.purpose for row in rest], end) == (["p1", "p0"], None)


def test_the_log_does_not_grow_for_ever(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memoryx.store.outbound.LOG_LENGTH", 3)
    first = world.store.outbound.begin(endpoint="h", purpose="p", conversation=None, tokens=5)
    for _ in range(4):
        world.store.outbound.begin(endpoint="h", purpose="p", conversation=None, tokens=1)
    assert len(world.log) == 3
    first.finish("ok", tokens=9, billed=9)  # its row is gone, its cost is not
    assert world.store.outbound.spent_today() == 13
