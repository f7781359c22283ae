"""API keys: the environment first, then a keyring in a process of its own."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from memoryx.errors import InvalidParams, KeyringUnavailable
from memoryx.secrets import (
    REST_S,
    Action,
    NoKeyring,
    SecretName,
    Secrets,
    ask_keyring,
    delete_keys,
)

#: A keyring in a file, as a person could have chosen one. It prints, and leaves a process behind
#: that holds whatever it has inherited, as D-Bus daemons do.
KEYRING = """
import json, pathlib, subprocess, sys
from keyring.backend import KeyringBackend

FILE = pathlib.Path(__file__).with_name("stored.json")

class FileKeyring(KeyringBackend):
    priority = 0.5

    def _all(self):
        print("noise that must not get into the answer", flush=True)
        return json.loads(FILE.read_text()) if FILE.exists() else {}

    def get_password(self, service, username):
        return self._all().get(f"{service}/{username}")

    def set_password(self, service, username, password):
        FILE.write_text(json.dumps(self._all() | {f"{service}/{username}": password}))
        (FILE.parent / "arguments").write_text(" ".join(sys.orig_argv))

    def delete_password(self, service, username):
        kept = self._all()
        del kept[f"{service}/{username}"]
        FILE.write_text(json.dumps(kept))

class Hanging(FileKeyring):
    def get_password(self, service, username):
        import os, time
        (FILE.parent / "pid").write_text(str(os.getpid()))
        time.sleep(600)

class Forgetful(FileKeyring):
    def set_password(self, service, username, password):
        pass

class Failing(FileKeyring):
    def get_password(self, service, username):
        raise RuntimeError("PRIVATE")

class Leaving(FileKeyring):
    def get_password(self, service, username):
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(20)"])
        (FILE.parent / "pid").write_text(str(child.pid))
        return "left"
"""


@pytest.fixture
def choose(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Return a function that makes a class of KEYRING the person's choice."""

    def choose_(name: str) -> Path:
        folder = tmp_path / "python_keyring"
        folder.mkdir(exist_ok=True)
        (folder / "filering.py").write_text(KEYRING, encoding="utf-8")
        (folder / "keyringrc.cfg").write_text(
            f"[backend]\ndefault-keyring=filering.{name}\nkeyring-path={folder}\n",
            encoding="utf-8",
        )
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
        monkeypatch.delenv("PYTHON_KEYRING_BACKEND", raising=False)
        return folder

    return choose_


class Ring:
    """A keyring in memory that counts how often it is asked."""

    def __init__(self) -> None:
        self.stored: dict[str, str] = {}
        self.asked: list[Action] = []
        self.broken = False

    def __call__(self, action: Action, name: SecretName, value: str | None) -> str | None:
        """Serve one request."""
        self.asked.append(action)
        if self.broken:
            raise KeyringUnavailable("broken")
        if action == "set":
            assert value is not None
            self.stored[name] = value
        if action == "delete":
            self.stored.pop(name, None)
        return self.stored.get(name) if action == "get" else None


def patient_ask(action: Action, name: SecretName, value: str | None = None) -> str | None:
    """Ask the real keyring with more time than a busy machine needs."""
    return ask_keyring(action, name, value, limit_s=60)


def test_a_key_is_stored_found_and_deleted_in_a_keyring(choose: Callable[[str], Path]) -> None:
    folder = choose("FileKeyring")
    assert patient_ask("get", "llm.api_key") is None
    assert patient_ask("set", "llm.api_key", "wörd-key") is None
    assert json.loads((folder / "stored.json").read_text()) == {"memoryx/llm.api_key": "wörd-key"}
    assert patient_ask("get", "llm.api_key") == "wörd-key"
    assert "key" not in (folder / "arguments").read_text().replace("keyring", "")
    assert patient_ask("delete", "llm.api_key") is None
    assert patient_ask("delete", "llm.api_key") is None
    assert patient_ask("get", "llm.api_key") is None


def test_a_keyring_that_hangs_is_left_in_time_and_killed(choose: Callable[[str], Path]) -> None:
    folder = choose("Hanging")
    began = time.monotonic()
    with pytest.raises(KeyringUnavailable, match="within 5 s") as caught:
        ask_keyring("get", "llm.api_key", None, limit_s=5)
    assert time.monotonic() - began < 30
    assert "MEMORYX_API_KEY" in caught.value.remedy
    if (folder / "pid").exists():  # on a busy machine it may not have come that far
        with pytest.raises(ProcessLookupError):
            os.kill(int((folder / "pid").read_text()), 0)


def test_a_process_that_a_keyring_leaves_behind_is_not_waited_for(
    choose: Callable[[str], Path],
) -> None:
    folder = choose("Leaving")
    began = time.monotonic()
    try:
        assert patient_ask("get", "llm.api_key") == "left"
        assert time.monotonic() - began < 20
    finally:
        os.kill(int((folder / "pid").read_text()), 9)


@pytest.mark.parametrize("name", ["Forgetful", "Failing"])
def test_a_keyring_that_fails_or_forgets_is_unavailable_and_says_nothing_of_the_key(
    choose: Callable[[str], Path], name: str
) -> None:
    choose(name)
    with pytest.raises(KeyringUnavailable) as caught:
        patient_ask("set", "llm.api_key", "PRIVATE")
    assert "PRIVATE" not in str(caught.value)


def test_a_keyring_that_drops_everything_counts_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    for action in ("get", "set", "delete"):
        with pytest.raises(NoKeyring, match="no keyring"):
            patient_ask(action, "llm.api_key", "x")
    assert delete_keys(patient_ask) == []


@pytest.mark.parametrize("chained", [False, True])
def test_a_weak_keyring_that_nobody_chose_is_not_used(
    choose: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch, chained: bool
) -> None:
    folder = choose("FileKeyring")
    # Installed beside the system's own, as a package that brings a keyring in a plain file is.
    package = folder / "filering-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: filering\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text("[keyring.backends]\nfilering = filering\n")
    (folder / "keyringrc.cfg").write_text(f"[backend]\nkeyring-path={folder}\n")
    if not chained:
        alone = KEYRING[: KEYRING.index("class Hanging")]
        (folder / "filering.py").write_text(alone, encoding="utf-8")
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    with pytest.raises(KeyringUnavailable):
        patient_ask("set", "llm.api_key", "x")
    assert not (folder / "stored.json").exists()


def test_the_environment_goes_before_the_keyring_which_is_then_not_asked() -> None:
    ring = Ring()
    secrets = Secrets({"llm.api_key": "from-environment"}, lambda: 0, ring)
    assert secrets.get("llm.api_key") == "from-environment"
    assert secrets.status("llm.api_key") == "environment"
    assert not ring.asked
    assert secrets.get("embedding.api_key") is None
    assert ring.asked == ["get"]


def test_the_keyring_is_asked_once_until_the_key_changes() -> None:
    ring = Ring()
    secrets = Secrets({}, lambda: 0, ring)
    assert [secrets.get("llm.api_key") for _ in range(3)] == [None] * 3
    secrets.set("llm.api_key", " abc ")
    assert [secrets.get("llm.api_key") for _ in range(3)] == ["abc"] * 3
    assert secrets.status("llm.api_key") == "keyring"
    secrets.delete("llm.api_key")
    assert secrets.status("llm.api_key") is None
    ring.stored["llm.api_key"] = "by another program"
    secrets.forget("llm.api_key")
    assert secrets.get("llm.api_key") == "by another program"
    assert ring.asked == ["get", "set", "get", "delete", "get", "get"]


@pytest.mark.parametrize("value", [" ", "two words", "ключ", "a\nb", "a\0b"])
def test_what_cannot_be_a_key_is_refused_without_repeating_it(value: str) -> None:
    ring = Ring()
    with pytest.raises(InvalidParams) as caught:
        Secrets({}, lambda: 0, ring).set("llm.api_key", value)
    assert value.strip() == "" or value not in str(caught.value)
    assert not ring.asked


def test_all_keys_are_deleted_and_those_that_were_there_are_named(
    choose: Callable[[str], Path],
) -> None:
    folder = choose("FileKeyring")
    patient_ask("set", "embedding.api_key", "key")
    assert delete_keys(patient_ask) == ["embedding.api_key"]
    assert json.loads((folder / "stored.json").read_text()) == {}


def test_deleting_keys_in_a_keyring_that_does_not_answer_is_told() -> None:
    ring = Ring()
    ring.broken = True
    with pytest.raises(KeyringUnavailable, match="broken"):
        delete_keys(ring)


def test_a_keyring_in_trouble_is_left_alone_for_a_while_and_told() -> None:
    now = [100.0]
    ring = Ring()
    ring.broken = True
    secrets = Secrets({}, lambda: now[0], ring)
    for _ in range(3):
        with pytest.raises(KeyringUnavailable):
            secrets.get("llm.api_key")
    assert ring.asked == ["get"]
    assert secrets.trouble is not None
    ring.broken = False
    now[0] += REST_S
    assert secrets.get("llm.api_key") is None
    assert secrets.trouble is None
