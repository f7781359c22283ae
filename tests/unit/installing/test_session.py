"""Starting a host as a browser does: hosts that behave, and hosts that do not."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from memoryx.installing.browser_checks import start_host
from memoryx.installing.session import HostAnsweredError, HostFailure, HostSession
from memoryx.installing.systems import System

ORIGIN = "chrome-extension://oeajmgcgeplbmdaacackdfeckmaoefib/"

#: Reads a request, answers what the case says.
HOST = """
import json, os, struct, sys, time
def read():
    head = sys.stdin.buffer.read(4)
    return json.loads(sys.stdin.buffer.read(struct.unpack("=I", head)[0])) if head else None
def write(value):
    body = json.dumps(value).encode()
    sys.stdout.buffer.write(struct.pack("=I", len(body)) + body)
    sys.stdout.buffer.flush()
def answer(request, **result):
    write({"jsonrpc": "2.0", "id": request["id"], "result": result})
"""

Make = Callable[[str], Path]


@pytest.fixture
def host(tmp_path: Path) -> Make:
    """Makes a launcher of a host with the given body, in a folder with a difficult name."""

    def make(body: str) -> Path:
        folder = tmp_path / "李 & co"
        folder.mkdir()
        script = folder / "host.py"
        script.write_text(HOST + body, encoding="utf-8")
        launcher = folder / "memoryx-host"
        launcher.write_text(f'#!/bin/sh\nexec "{sys.executable}" -I "{script}" "$@"\n')
        launcher.chmod(launcher.stat().st_mode | stat.S_IXUSR)
        return launcher

    return make


def test_a_call_gives_the_result_and_passes_over_notifications(host: Make) -> None:
    """Origin and working directory are a browser's; a notification is not taken for the answer."""
    launcher = host(
        "r = read()\nwrite({'jsonrpc': '2.0', 'method': 'progress', 'params': {}})\n"
        "answer(r, origin=sys.argv[1], cwd=os.getcwd(), path=os.environ['PATH'])\nread()\n"
    )
    with HostSession(launcher, ORIGIN, {"PATH": "/bin"}) as session:
        result = session.call("hello", {}, limit_s=10)
        assert session.close(10) < 10
    assert result == {"origin": ORIGIN, "cwd": str(launcher.parent), "path": "/bin"}


def test_an_error_is_told_with_its_remedy(host: Make) -> None:
    """An error answer becomes an exception that carries the host's own advice."""
    launcher = host(
        "r = read()\nwrite({'jsonrpc': '2.0', 'id': r['id'], 'error': {'code': -32005, 'message': "
        "'no disk', 'data': {'code': 'x', 'retryable': False, 'remedy': 'Buy one.'}}})\nread()\n"
    )
    with (
        HostSession(launcher, ORIGIN, os.environ) as session,
        pytest.raises(HostAnsweredError, match="no disk") as caught,
    ):
        session.call("hello", {}, limit_s=10)
    assert caught.value.remedy == "Buy one."


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("print('hello there', flush=True)\nread()\n", "no frame: 'hell"),
        ("import nonsense_that_is_not_there\n", "exit code 1.*nonsense_that_is_not_there"),
        ("read()\nos.close(1)\nsys.exit(3)\n", "exit code 3"),
        ("time.sleep(60)\n", "did not answer `hello` within 1 s"),
    ],
)
def test_a_host_that_does_not_answer_is_told_in_words(host: Make, body: str, words: str) -> None:
    """Stray output, a crash, an exit and silence each have their own sentence."""
    with (
        HostSession(host(body), ORIGIN, {"PATH": "/bin"}) as session,
        pytest.raises(HostFailure, match=words),
    ):
        session.call("hello", {}, limit_s=1 if "sleep" in body else 20)


def test_a_host_that_outlives_its_input_is_told_and_ended(host: Make) -> None:
    """After the end of its input a host has the browser's time and no more."""
    launcher = host("r = read()\nanswer(r)\ntime.sleep(60)\n")
    with HostSession(launcher, ORIGIN, {"PATH": "/bin"}) as session:
        session.call("hello", {}, limit_s=20)
        with pytest.raises(HostFailure, match="still ran"):
            session.close(0.2)


def test_what_cannot_be_started_is_told(tmp_path: Path) -> None:
    """A launcher without the right to run is a failure with advice."""
    launcher = tmp_path / "memoryx-host"
    launcher.write_text("#!/bin/sh\n")
    launcher.chmod(0o600)
    with pytest.raises(HostFailure, match="does not start") as caught:
        HostSession(launcher, ORIGIN, {})
    assert "noexec" in caught.value.remedy


def test_the_doctor_tells_a_database_that_the_host_cannot_open(host: Make, tmp_path: Path) -> None:
    """A host that answers, but without its database, is a problem and not a success."""
    launcher = host(
        "r = read()\nanswer(r, host_version='1', degraded=[{'part': 'database', 'reason': "
        "'it is damaged', 'remedy': 'Restore it.'}])\nread()\n"
    )
    system = System("linux", tmp_path, {"PATH": "/bin"})
    check = start_host(system, launcher, ORIGIN, "host (Chrome)")
    assert (check.state, check.detail, check.remedy) == ("problem", "it is damaged", "Restore it.")
