"""What the doctor says of manifests, the keyring, SQLite and folders."""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memoryx.errors import KeyringUnavailable
from memoryx.installing.browser_checks import check_browsers
from memoryx.installing.checks import Check
from memoryx.installing.doctor import check_machine, keyring_check
from memoryx.installing.refusals import Surroundings
from memoryx.installing.registry import NoRegistry
from memoryx.installing.systems import System
from memoryx.paths import Paths
from memoryx.secrets import Action, NoKeyring, SecretName
from memoryx.settings import SettingsFile
from memoryx.store import Store
from memoryx.store.health import has_wal_reset_race

ID = "oeajmgcgeplbmdaacackdfeckmaoefib"
FINE = Surroundings((3, 12), "/usr", root=False, home="/home/li", home_owner=1000, environ={})


def check_chrome(user: Path) -> list[Check]:
    system = System("linux", user, {"PATH": "/bin"})
    return list(check_browsers(system, NoRegistry(), (ID,), user / "memoryx-host"))


@pytest.fixture
def launcher(tmp_path: Path) -> Path:
    path = tmp_path / "host"
    path.write_text("#!/bin/sh\nexit 0\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def register(tmp_path: Path, launcher: Path) -> Callable[..., list[Check]]:
    """Writes Chrome's manifest with changes and asks the doctor."""

    def write(**changes: Any) -> list[Check]:
        folder = tmp_path / ".config/google-chrome/NativeMessagingHosts"
        folder.mkdir(parents=True)
        manifest = {
            "name": "com.memoryx.host",
            "type": "stdio",
            "path": str(launcher),
            "allowed_origins": [f"chrome-extension://{ID}/"],
        }
        (folder / "com.memoryx.host.json").write_text(json.dumps(manifest | changes))
        return check_chrome(tmp_path)

    return write


def test_no_browser_is_worth_a_note(tmp_path: Path) -> None:
    """Without any browser the doctor says when to come again."""
    (check,) = check_chrome(tmp_path)
    assert (check.name, check.state) == ("browsers", "note")
    assert "memoryx install" in check.remedy


def test_a_browser_without_a_manifest_is_a_problem(tmp_path: Path) -> None:
    """A browser in use that was never registered is told with the one command."""
    (tmp_path / ".config/google-chrome").mkdir(parents=True)
    (check,) = check_chrome(tmp_path)
    assert (check.name, check.state) == ("Chrome", "problem")
    assert "not registered" in check.detail


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"name": "com.other"}, "not for com.memoryx.host"),
        ({"type": "socket"}, "not for com.memoryx.host over stdio"),
        ({"path": "memoryx-host"}, "no absolute path"),
        ({"path": "/nowhere/memoryx-host"}, "does not exist"),
        ({"allowed_origins": ["chrome-extension://other/"]}, "does not let the extension"),
        ({"allowed_origins": None}, "does not let the extension"),
    ],
)
def test_each_defect_of_a_manifest_has_its_own_words(
    register: Callable[..., list[Check]], changes: dict[str, Any], words: str
) -> None:
    """Name, kind, path and origins are looked at as a browser looks at them."""
    check = register(**changes)[0]
    assert check.state == "problem"
    assert words in check.detail


def test_a_launcher_without_the_run_bit_is_a_problem(
    register: Callable[..., list[Check]], launcher: Path
) -> None:
    """The launcher has to be executable."""
    launcher.chmod(0o644)
    check = register()[0]
    assert "not executable" in check.detail
    assert "chmod +x" in check.remedy


def test_a_registration_that_looks_right_is_not_enough(
    register: Callable[..., list[Check]],
) -> None:
    """The manifest is well, yet the host behind it ends at once: that is what counts."""
    chrome, host = register()
    assert chrome.state == "ok"
    assert (host.name, host.state) == ("host (Chrome)", "problem")


def test_a_keyring_that_answers_is_well() -> None:
    """Whatever it holds; no key is shown."""
    check = keyring_check(lambda _action, _name, _value: "the secret key")
    assert (check.state, check.detail) == ("ok", "answers")


@pytest.mark.parametrize(
    "error",
    [
        NoKeyring("this system has no keyring that MemoryX may use"),
        KeyringUnavailable("the keyring did not answer within 4 s"),
    ],
)
def test_a_keyring_that_cannot_be_used_is_worth_a_note(error: KeyringUnavailable) -> None:
    """A keyring is needed by nobody without a model endpoint, so it is never a problem."""

    def ask(_action: Action, _name: SecretName, _value: str | None) -> str | None:
        raise error

    check = keyring_check(ask)
    assert (check.state, check.detail) == ("note", str(error))
    assert "MEMORYX_API_KEY" in check.remedy


@pytest.mark.parametrize(
    ("version", "race"),
    [
        ("3.6.23", False), ("3.40.1", True), ("3.44.5", True), ("3.44.6", False), ("3.45.0", True),
        ("3.50.6", True), ("3.50.7", False), ("3.51.2", True), ("3.51.3", False), ("3.52.0", False),
    ],
)  # fmt: skip
def test_the_wal_reset_race_is_known_by_version(version: str, race: bool) -> None:
    """The race is in every version between 3.7.0 and the three that fixed it."""
    assert has_wal_reset_race(version) is race


def machine(home: Path) -> dict[str, Check]:
    paths = Paths(home)
    settings = SettingsFile(paths.config, {})
    return {check.name: check for check in check_machine(paths, settings, FINE)}


def test_a_sound_home_has_no_problem(tmp_path: Path) -> None:
    """A database in WAL mode in a private folder is well."""
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    Store(Paths(home).database).close()
    found = machine(home)
    assert {c.name for c in found.values() if c.state == "problem"} == set()
    assert found["database"].state == found["access"].state == "ok"


def test_a_damaged_database_is_a_problem(tmp_path: Path) -> None:
    """A file that is no database, and one with damaged pages, are told with the remedy."""
    database = Paths(tmp_path).database
    database.write_bytes(b"not a database, but long enough to be looked at" * 50)
    assert machine(tmp_path)["database"].state == "problem"
    database.unlink()
    with sqlite3.connect(database) as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("CREATE TABLE t (x)")
        db.executemany("INSERT INTO t VALUES (?)", [("x" * 500,)] * 500)
    db.close()
    content = bytearray(database.read_bytes())
    content[4096 * 3 : 4096 * 6] = b"\xff" * (4096 * 3)
    database.write_bytes(content)
    check = machine(tmp_path)["database"]
    assert check.state == "problem"
    assert "backup" in check.remedy


def test_an_open_folder_and_a_bad_setting_are_told(tmp_path: Path) -> None:
    """Who else may read the data, and which setting is not used, are in the report."""
    home = tmp_path / "home"
    home.mkdir()
    home.chmod(0o755)
    Paths(home).config.write_text("[recall]\nlimit = 99\n")
    found = machine(home)
    assert found["access"].state == "note"
    assert str(home) in found["access"].remedy
    assert found["settings"].state == "problem"
    assert "recall.limit" in found["settings"].detail


@pytest.mark.parametrize(
    ("chosen", "state", "words"),
    [
        ({"MEMORYX_EMBEDDING_PROVIDER": "off"}, "ok", "switched off"),
        ({"MEMORYX_EMBEDDING_PROVIDER": "openai"}, "note", "embedding.base_url"),
        (
            {
                "MEMORYX_EMBEDDING_PROVIDER": "openai",
                "MEMORYX_EMBEDDING_BASE_URL": "http://127.0.0.1:1/v1",
                "MEMORYX_EMBEDDING_MODEL": "m",
            },
            "ok",
            "m at http://127.0.0.1:1/v1",
        ),
        ({"MEMORYX_EMBEDDING_PROVIDER": "onnx"}, "note", "memoryx model embedding download"),
    ],
)
def test_the_embedding_is_told_with_what_is_missing(
    tmp_path: Path, chosen: dict[str, str], state: str, words: str
) -> None:
    paths = Paths(tmp_path)
    checks = check_machine(paths, SettingsFile(paths.config, chosen), FINE)
    (check,) = [check for check in checks if check.name == "embedding"]
    assert check.state == state
    assert words in check.detail + (check.remedy or "")


def test_without_a_library_for_onnx_the_command_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    paths = Paths(tmp_path)
    settings = SettingsFile(paths.config, {"MEMORYX_EMBEDDING_PROVIDER": "onnx"})
    (check,) = [c for c in check_machine(paths, settings, FINE) if c.name == "embedding"]
    assert "pip install onnxruntime" in (check.remedy or "")
