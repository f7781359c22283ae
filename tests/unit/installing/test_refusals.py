"""Surroundings in which the installer stops before it writes anything."""

from __future__ import annotations

import dataclasses

import pytest

from memoryx.installing.problems import InstallProblem
from memoryx.installing.refusals import Surroundings, check_surroundings

FINE = Surroundings(
    python=(3, 11), base_prefix="/usr", root=False, home="/home/li", home_owner=1000, environ={}
)


@pytest.mark.parametrize(
    "fine",
    [
        FINE,
        dataclasses.replace(FINE, python=(3, 14)),
        dataclasses.replace(FINE, root=True, home="/root", home_owner=0),
        dataclasses.replace(FINE, environ={"SUDO_UID": "1000"}),
        dataclasses.replace(FINE, root=True, home_owner=0, environ={"SUDO_UID": "0"}),
        dataclasses.replace(FINE, base_prefix=r"C:\Python312", home_owner=None),
    ],
)
def test_usual_surroundings_pass(fine: Surroundings) -> None:
    """A person's own account, and plain root as in a container, are fine."""
    check_surroundings(fine)


@pytest.mark.parametrize(
    ("bad", "words", "advice"),
    [
        (dataclasses.replace(FINE, python=(3, 10)), "needs 3.11", "newer Python"),
        (
            dataclasses.replace(
                FINE,
                base_prefix=r"C:\Program Files\WindowsApps\PythonSoftwareFoundation.Python.3.12",
            ),
            "Microsoft Store",
            "python.org",
        ),
        (
            dataclasses.replace(FINE, root=True, home_owner=0, environ={"SUDO_UID": "1000"}),
            "name of another user",
            "without sudo",
        ),
        (dataclasses.replace(FINE, root=True), "name of another user", "without sudo"),
    ],
)
def test_what_would_go_wrong_is_refused_with_advice(
    bad: Surroundings, words: str, advice: str
) -> None:
    """An old Python, the Store's Python and sudo are refused, each with what to do."""
    with pytest.raises(InstallProblem, match=words) as caught:
        check_surroundings(bad)
    assert advice in caught.value.remedy
