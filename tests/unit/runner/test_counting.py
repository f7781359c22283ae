"""The runner counts what the tools say, and takes silence for failure."""

from __future__ import annotations

import pytest

from tests.runner.stages import STAGES, Counts, named, node_counts, one_check, pytest_counts


@pytest.mark.parametrize(
    ("line", "code", "counts"),
    [
        ("=== 3 passed in 0.12s ===", 0, Counts(3, 0, 0)),
        (
            "=== 1 failed, 2 passed, 1 skipped, 1 warning in 61.20s (0:01:01) ===",
            1,
            Counts(2, 1, 1),
        ),
        ("=== 2 passed, 1 error in 0.10s ===", 1, Counts(2, 1, 0)),
        ("=== 4 passed, 2 deselected in 0.10s ===", 0, Counts(4, 0, 0)),
        ("=== 5 deselected in 0.10s ===", 5, Counts(0, 0, 0)),
        ("=== no tests ran in 0.00s ===", 5, Counts(0, 1, 0)),
        ("INTERNALERROR> boom", 3, Counts(0, 1, 0)),
        ("", -9, Counts(0, 1, 0)),
    ],
)
def test_pytest_summaries_are_read(line: str, code: int, counts: Counts) -> None:
    """Each way in which pytest ends gives the right numbers; no tests at all is a failure."""
    assert pytest_counts(f"tests/x.py .\n{line}\n", code) == counts


def test_a_test_that_prints_a_summary_does_not_fool_the_count() -> None:
    """Only pytest's last summary line counts."""
    assert pytest_counts("== 9 passed in 1s ==\n== 1 failed in 0.10s ==\n", 1) == Counts(0, 1, 0)


def test_node_summaries_are_read() -> None:
    """Node's closing lines are counted; cancelled tests have failed."""
    assert node_counts("# pass 4\n# fail 1\n# cancelled 1\n# skipped 2\n# todo 1\n", 1) == Counts(
        4, 2, 3
    )


def test_node_without_a_test_is_a_failure() -> None:
    """An empty run passes nothing."""
    assert node_counts("# pass 0\n# fail 0\n", 0) == Counts(0, 1, 0)


def test_a_checker_is_one_check() -> None:
    """A linter passes or fails as a whole."""
    assert one_check("whatever", 0) == Counts(1, 0, 0)
    assert one_check("whatever", 2) == Counts(0, 1, 0)


def test_stages_run_in_their_own_order_whatever_the_order_of_their_names() -> None:
    """The static checks come before the tests, and an unknown name is an error."""
    assert [stage.name for stage in named(["browser", "lint"])] == ["lint", "browser"]
    assert named([]) == list(STAGES)
    with pytest.raises(KeyError):
        named(["lint", "nonsense"])
