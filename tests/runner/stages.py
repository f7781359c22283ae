"""The stages of a run: what each one executes and how its passes and failures are counted."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.runner.paths import NODE_MODULES, ROOT, TESTS, VENV_BIN, VENV_PYTHON

Command = list[str]
NO_TESTS_COLLECTED = 5
"""pytest's exit code when there was no test to run; with `-k` that is a choice."""
PYTHON_CODE = ("host", "tests", "installer")


@dataclass(frozen=True, slots=True)
class Counts:
    """How many checks passed, failed and were skipped."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped
        )


@dataclass(frozen=True, slots=True)
class Stage:
    """One part of the run.

    `commands` are executed in turn, all of them. `count` reads a command's output and exit code.
    `together`: may run beside other stages, since nothing in it measures time.
    """

    name: str
    title: str
    commands: Callable[[Sequence[str]], list[Command]]
    count: Callable[[str, int], Counts]
    needs_node: bool = False
    needs_browser: bool = False
    together: bool = True


def one_check(_output: str, code: int) -> Counts:
    """A linter or type checker is one check."""
    return Counts(failed=1) if code else Counts(passed=1)


def pytest_counts(output: str, code: int) -> Counts:
    """Counts from pytest's last summary line; a run that did not get that far is a failure."""
    lines = [line for line in output.splitlines() if re.search(r" in \d[\d.:hms ()]*s\b", line)]
    found = re.findall(r"(\d+) ([a-z]+)", "".join(lines[-1:]))
    words = {word: int(number) for number, word in found}
    counts = Counts(
        passed=words.get("passed", 0),
        failed=words.get("failed", 0) + words.get("error", 0) + words.get("errors", 0),
        skipped=words.get("skipped", 0),
    )
    chosen_none = code == NO_TESTS_COLLECTED and words.get("deselected", 0)
    if code and not counts.failed and not chosen_none:
        return counts + Counts(failed=1)
    return counts


def node_counts(output: str, code: int) -> Counts:
    """Counts from the closing lines of Node's test runner."""
    words = dict(re.findall(r"^(?:#|ℹ) (pass|fail|cancelled|skipped|todo) (\d+)$", output, re.M))
    number = {word: int(count) for word, count in words.items()}
    counts = Counts(
        passed=number.get("pass", 0),
        failed=number.get("fail", 0) + number.get("cancelled", 0),
        skipped=number.get("skipped", 0) + number.get("todo", 0),
    )
    if (code or not counts.passed) and not counts.failed:
        return counts + Counts(failed=1)
    return counts


def _venv(name: str, *arguments: str) -> Command:
    return [str(VENV_BIN / name), *arguments]


def _node_tool(name: str, *arguments: str) -> Command:
    suffix = ".cmd" if os.name == "nt" else ""
    return [str(NODE_MODULES / ".bin" / f"{name}{suffix}"), *arguments]


def _existing(*names: str) -> list[str]:
    return [name for name in names if (ROOT / name).exists()]


def _lint(_extra: Sequence[str]) -> list[Command]:
    code = _existing(*PYTHON_CODE)
    return [_venv("ruff", "check", *code), _venv("ruff", "format", "--check", *code)]


def _types(_extra: Sequence[str]) -> list[Command]:
    return [_venv("mypy", "--explicit-package-bases", "host/memoryx", *_existing("tests"))]


def _tsc(_extra: Sequence[str]) -> list[Command]:
    return [
        _node_tool("tsc", "--project", "tests/tsconfig.json"),
        _node_tool("tsc", "--project", "tests/tsconfig.tests.json"),
    ]


def _eslint(_extra: Sequence[str]) -> list[Command]:
    config = ["--config", "tests/eslint.config.js", "--max-warnings", "0"]
    return [_node_tool("eslint", *config, "--ignore-pattern", "**/.venv/**", "extension", "tests")]


def _node_tests(_extra: Sequence[str]) -> list[Command]:
    # Named one by one: Node 20 takes no patterns.
    files = sorted(str(path.relative_to(ROOT)) for path in TESTS.glob("extension/**/*.test.js"))
    return [["node", "--test", "--test-reporter=tap", *files]]


def _pytest(*paths: str) -> Callable[[Sequence[str]], list[Command]]:
    def commands(extra: Sequence[str]) -> list[Command]:
        return [[str(VENV_PYTHON), "-m", "pytest", *paths, "--durations=5", *extra]]

    return commands


def _browser(extra: Sequence[str]) -> list[Command]:
    """Two commands, since the storm mostly waits: three browsers fit on two cores there."""
    pytest = [str(VENV_PYTHON), "-m", "pytest", "--durations=5", "--timeout=900"]
    storm = "tests/browser/test_storm.py"
    return [
        [*pytest, "tests/browser", f"--ignore={storm}", "-n2", *extra],
        [*pytest, storm, "-n3", *extra],
    ]


def _generated(_extra: Sequence[str]) -> list[Command]:
    return [[str(VENV_PYTHON), "-m", "memoryx.contract.generate", "--check"]]


STAGES: tuple[Stage, ...] = (
    Stage("lint", "Python style (ruff)", _lint, one_check),
    Stage("types", "Python types (mypy --strict)", _types, one_check),
    Stage("generated", "Generated files are current", _generated, one_check),
    Stage("tsc", "JavaScript types (tsc --checkJs)", _tsc, one_check, needs_node=True),
    Stage("eslint", "JavaScript style (eslint)", _eslint, one_check, needs_node=True),
    Stage("node", "JavaScript unit tests (node:test)", _node_tests, node_counts, needs_node=True),
    Stage("unit", "Unit tests", _pytest("tests/unit"), pytest_counts, together=False),
    Stage("contract", "Contract tests", _pytest("tests/contract"), pytest_counts, together=False),
    Stage("e2e", "End-to-end tests", _pytest("tests/e2e"), pytest_counts, together=False),
    Stage(
        "browser",
        "Browser tests",
        _browser,
        pytest_counts,
        needs_node=True,
        needs_browser=True,
        together=False,
    ),
)


def named(names: Sequence[str]) -> list[Stage]:
    """The stages of these names in their own order; all when there are none. Raises KeyError."""
    known = {stage.name for stage in STAGES}
    for name in names:
        if name not in known:
            raise KeyError(name)
    return [stage for stage in STAGES if not names or stage.name in names]
