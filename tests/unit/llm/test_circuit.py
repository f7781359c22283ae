"""When an endpoint is asked and when it is left alone, on a clock of the test's own."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from memoryx.errors import (
    LlmBadReply,
    LlmError,
    LlmModelNotFound,
    LlmPaused,
    LlmQuota,
    LlmRateLimited,
    LlmUnauthorized,
    LlmUnreachable,
)
from memoryx.llm.circuit import Circuit, Patience, backoff

PATIENCE = Patience(failures=3, first_s=10, longest_s=60)


@dataclass
class World:
    """A circuit, its clock and its chance."""

    now: float = 1000.0
    chance: float = 0.0
    circuit: Circuit = field(init=False)

    def __post_init__(self) -> None:
        self.circuit = Circuit(lambda: self.now, lambda: self.chance, PATIENCE)

    def fail(self, times: int = 1, error: LlmError | None = None) -> None:
        """Let requests fail."""
        for _ in range(times):
            self.circuit.failed(error or LlmUnreachable("no"))

    def refused(self) -> LlmError:
        """Ask to be admitted and return the refusal."""
        with pytest.raises(LlmError) as caught:
            self.circuit.admit()
        return caught.value


def test_it_opens_after_three_failures_in_a_row() -> None:
    world = World()
    world.fail(2)
    world.circuit.admit()
    world.circuit.succeeded()
    world.fail(2, LlmBadReply("rubbish"))
    world.circuit.admit()
    world.fail()
    error = world.refused()
    assert isinstance(error, LlmPaused)
    assert error.retry_after == 10


def test_after_its_time_one_request_tries_and_success_closes_it() -> None:
    world = World()
    world.fail(3)
    world.now += 10
    world.circuit.admit()
    assert isinstance(world.refused(), LlmPaused)
    world.circuit.succeeded()
    world.circuit.admit()
    world.circuit.admit()
    assert world.circuit.state == "closed"


def test_its_time_doubles_up_to_the_longest_and_begins_anew_after_a_success() -> None:
    world = World()
    world.fail(3)
    waits = []
    for _ in range(5):
        waits.append(world.refused().retry_after)
        world.now += 60
        world.circuit.admit()
        world.fail()
    assert waits == [10, 20, 40, 60, 60]
    world.circuit.succeeded()
    world.fail(3)
    assert world.refused().retry_after == 10


@pytest.mark.parametrize("kind", [LlmUnauthorized, LlmQuota, LlmModelNotFound])
def test_what_no_waiting_helps_stops_it_until_it_is_reset(kind: type[LlmError]) -> None:
    world = World()
    world.fail(1, kind("why", remedy="do this"))
    world.now += 1e9
    error = world.refused()
    assert (type(error), str(error), error.remedy) == (kind, "why", "do this")
    world.circuit.reset()
    world.circuit.admit()
    assert world.circuit.state == "untried"


def test_a_rate_limit_waits_as_long_as_the_endpoint_asked_for() -> None:
    world = World()
    world.fail(1, LlmRateLimited("slow", retry_after=100))
    assert isinstance(world.refused(), LlmRateLimited)
    world.now += 99
    assert world.refused().retry_after == pytest.approx(1)
    world.now += 1
    world.circuit.admit()


def test_rate_limits_without_a_time_wait_longer_each_time_and_do_not_open_it() -> None:
    world = World()
    waits = []
    for _ in range(4):
        world.fail(1, LlmRateLimited("slow"))
        error = world.refused()
        assert isinstance(error, LlmRateLimited)
        waits.append(error.retry_after)
        world.now += 60
        world.circuit.admit()
    assert waits == [10, 20, 40, 60]


def test_one_failure_with_a_time_to_wait_is_minded() -> None:
    world = World()
    world.fail(1, LlmUnreachable("503", retry_after=30))
    assert world.refused().retry_after == 30


def test_a_request_that_is_not_taken_counts_as_no_failure() -> None:
    world = World()
    world.fail(10, LlmError("too long"))
    world.circuit.admit()


@pytest.mark.parametrize(
    ("attempt", "retry_after", "chance", "seconds"),
    [
        (1, None, 0.0, 10),
        (2, None, 0.0, 20),
        (2, None, 0.5, 15),
        (50, None, 0.0, 60),
        (10**9, None, 0.0, 60),
        (1, 45.0, 0.5, 45),
        (0, None, 0.0, 10),
    ],
)
def test_waits_double_vary_and_mind_what_was_asked_for(
    attempt: int, retry_after: float | None, chance: float, seconds: float
) -> None:
    assert backoff(attempt, retry_after, lambda: chance, PATIENCE) == seconds
