"""Writing a plan, and taking it away again, in a folder of the test's own."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path, PurePath

import pytest

from memoryx.installing.apply import Outcome, apply
from memoryx.installing.plan import Plan, PlannedKey, Target, make_plan
from memoryx.installing.problems import InstallProblem
from memoryx.installing.record import read_record
from memoryx.installing.registry import NoRegistry
from memoryx.installing.removal import remove_installation
from memoryx.installing.source import host_manifest
from memoryx.installing.systems import System

ID = "oeajmgcgeplbmdaacackdfeckmaoefib"
CHROME = ".config/google-chrome"
MANIFEST = f"{CHROME}/NativeMessagingHosts/com.memoryx.host.json"
KEY = r"Software\Google\Chrome\NativeMessagingHosts\com.memoryx.host"


class FakeRegistry:
    """Keys and default values in a dictionary."""

    def __init__(self, values: dict[str, str] | None = None) -> None:
        self.values = dict(values or {})

    def read(self, key: str) -> str | None:
        return self.values.get(key)

    def write(self, key: str, value: str) -> None:
        self.values[key] = value

    def delete(self, key: str) -> None:
        del self.values[key]


@pytest.fixture
def user(tmp_path: Path) -> Path:
    """A home folder with Chrome in use, and with all in its name that has broken installers."""
    user = tmp_path / "李 & o'neil"
    (user / CHROME).mkdir(parents=True)
    return user


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """An extension's folder."""
    folder = tmp_path / "extension"
    (folder / "content").mkdir(parents=True)
    (folder / "manifest.json").write_text('{"version": "1"}')
    (folder / "content" / "main.js").write_text("// 1")
    return folder


def plan_in(user: Path, program: Path | None = None) -> Plan:
    system = System("linux", user, {})
    program = program or Path(system.program)
    environment = program / "venv"
    environment.mkdir(parents=True, exist_ok=True)
    return make_plan(
        system,
        Target(program, system.home, environment, environment / "bin" / "python"),
        manifest=host_manifest(),
        ids=(ID,),
        exists=lambda path: Path(path).exists(),
    )


@pytest.fixture
def install(user: Path, source: Path) -> Callable[[], Outcome]:
    return lambda: apply(plan_in(user), source, NoRegistry())


def tree(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*")}


def test_everything_planned_is_there_with_its_mode(
    user: Path, install: Callable[[], Outcome]
) -> None:
    """The files hold what was planned, and the data folder is for this user alone."""
    outcome = install()
    for file in outcome.plan.files:
        assert Path(file.path).read_bytes() == file.data
        assert Path(file.path).stat().st_mode & 0o777 == file.mode
    assert (user / ".local/share/memoryx/app/extension/content/main.js").read_text() == "// 1"
    assert outcome.failures == []


def test_new_data_folder_is_private(user: Path, source: Path, tmp_path: Path) -> None:
    """A data folder that did not exist is made with mode 0700."""
    plan = dataclasses.replace(plan_in(user), home=tmp_path / "fresh")
    apply(plan, source, NoRegistry())
    assert (tmp_path / "fresh").stat().st_mode & 0o777 == 0o700


def test_a_second_installation_changes_nothing(user: Path, install: Callable[[], Outcome]) -> None:
    """Installing again over the same leaves each file as it is, to the byte and the time."""
    install()
    before = {p: (p.stat().st_mtime_ns, p.stat().st_ino) for p in user.rglob("*.js*")}
    outcome = install()
    assert {change.done for change in outcome.changes} == {"unchanged"}
    after = {p: (p.stat().st_mtime_ns, p.stat().st_ino) for p in user.rglob("*.js*")}
    record = Path(outcome.plan.record)
    assert {p: v for p, v in after.items() if p != record} == {
        p: v for p, v in before.items() if p != record
    }


def test_a_foreign_manifest_of_our_name_is_replaced_and_told(
    user: Path, install: Callable[[], Outcome]
) -> None:
    """A manifest that named another program now names ours, and the person reads which it was."""
    path = user / MANIFEST
    path.parent.mkdir()
    path.write_text(json.dumps({"name": "com.memoryx.host", "path": "/opt/other"}))
    outcome = install()
    assert json.loads(path.read_text())["path"] == str(outcome.plan.launcher)
    change = next(change for change in outcome.changes if change.kind == "manifest")
    assert change.done == "updated"
    assert "/opt/other" in change.note


@pytest.mark.parametrize("rubbish", ["", "{", "[1]", "\x00\xff", '"text"'])
def test_a_broken_manifest_is_replaced(
    user: Path, install: Callable[[], Outcome], rubbish: str
) -> None:
    """Whatever stands in the manifest, it is whole afterwards."""
    path = user / MANIFEST
    path.parent.mkdir()
    path.write_bytes(rubbish.encode("latin-1"))
    install()
    assert json.loads(path.read_text(encoding="utf-8"))["name"] == "com.memoryx.host"


def test_a_manifest_that_cannot_be_written_spares_the_others(
    user: Path, install: Callable[[], Outcome]
) -> None:
    """One browser's folder in the way is that browser's failure; the next one is registered."""
    (user / ".config/chromium").mkdir()
    (user / CHROME / "NativeMessagingHosts").write_text("a file where a folder belongs")
    outcome = install()
    assert [change.readers for change in outcome.failures] == [("Chrome",)]
    assert (user / ".config/chromium/NativeMessagingHosts/com.memoryx.host.json").exists()


def test_an_unwritable_program_folder_is_told_in_plain_words(
    user: Path, source: Path, tmp_path: Path
) -> None:
    """Where the program folder cannot be, the problem names it and the way out."""
    plan = plan_in(user)
    blocked = tmp_path / "blocked"
    blocked.write_text("a file")
    broken = dataclasses.replace(plan, home=blocked / "home")
    with pytest.raises(InstallProblem, match="program folder cannot be written") as caught:
        apply(broken, source, NoRegistry())
    assert "--prefix" in caught.value.remedy


def test_another_program_called_memoryx_stays(user: Path, install: Callable[[], Outcome]) -> None:
    """A command of the same name that is not ours is neither replaced nor removed."""
    command = user / ".local/bin/memoryx"
    command.parent.mkdir(parents=True)
    command.write_text("#!/bin/sh\necho mine\n")
    outcome = install()
    assert outcome.done("command") == "kept"
    record = read_record(Path(outcome.plan.program))
    assert record is not None
    remove_installation(record, NoRegistry(), "linux")
    assert command.read_text() == "#!/bin/sh\necho mine\n"


def test_a_new_version_replaces_the_extensions_folder(
    user: Path, source: Path, install: Callable[[], Outcome]
) -> None:
    """Files that an update no longer has are gone, and nothing is left of the change."""
    install()
    (source / "content" / "main.js").unlink()
    (source / "manifest.json").write_text('{"version": "2"}')
    outcome = install()
    assert outcome.done("extension") == "updated"
    program = user / ".local/share/memoryx/app"
    assert tree(program / "extension") == {"content", "manifest.json"} - {"content"}
    assert not [name for name in tree(program) if name.startswith(".extension")]


def test_moving_to_another_folder_renews_the_stale_path(
    user: Path, source: Path, tmp_path: Path
) -> None:
    """After an installation elsewhere, the manifest names the new launcher."""
    apply(plan_in(user), source, NoRegistry())
    moved = apply(plan_in(user, tmp_path / "elsewhere"), source, NoRegistry())
    assert json.loads((user / MANIFEST).read_text())["path"] == str(moved.plan.launcher)
    assert str(moved.plan.launcher).startswith(str(tmp_path / "elsewhere"))


def test_uninstalling_leaves_what_was_there_before(user: Path, source: Path) -> None:
    """Install and uninstall: the home folder has again exactly what it had."""
    (user / "keep.txt").write_text("mine")
    before = tree(user)
    program = user / ".local/share/memoryx/app"
    outcome = apply(dataclasses.replace(plan_in(user)), source, NoRegistry())
    record = read_record(program)
    assert record is not None
    # The fixture, not the installation, made the environment's folders.
    made = [str(user / p) for p in (".local", ".local/share", ".local/share/memoryx")]
    record = dataclasses.replace(record, folders=(*made, *record.folders))
    removed = remove_installation(record, NoRegistry(), "linux")
    assert outcome.failures == []
    assert removed.left == []
    assert tree(user) == before


def test_uninstalling_keeps_data_unless_it_is_told_otherwise(
    user: Path, install: Callable[[], Outcome]
) -> None:
    """The database and the settings stay; with data they go, and foreign files beside them stay."""
    outcome = install()
    home = Path(outcome.plan.home)
    for name in ("memoryx.sqlite3", "config.toml", "notes.txt"):
        (home / name).write_text("x")
    (home / "logs").mkdir()
    (home / "logs" / "host.log").write_text("x")
    record = read_record(Path(outcome.plan.program))
    assert record is not None
    remove_installation(record, NoRegistry(), "linux")
    assert {"memoryx.sqlite3", "config.toml", "logs", "notes.txt"} == {
        path.name for path in home.iterdir()
    }
    removed = remove_installation(record, NoRegistry(), "linux", data=True)
    assert [path.name for path in home.iterdir()] == ["notes.txt"]
    assert any("holds other files" in sentence for sentence in removed.left)


def test_uninstalling_leaves_a_manifest_that_is_no_longer_ours(
    user: Path, install: Callable[[], Outcome]
) -> None:
    """A manifest that names another program by now stays, and the person is told."""
    outcome = install()
    (user / MANIFEST).write_text(json.dumps({"path": "/opt/other"}))
    record = read_record(Path(outcome.plan.program))
    assert record is not None
    removed = remove_installation(record, NoRegistry(), "linux")
    assert (user / MANIFEST).exists()
    assert any("names another program" in sentence for sentence in removed.left)


def test_registry_keys_are_written_and_removed_only_where_they_are_ours(
    user: Path, source: Path
) -> None:
    """A key is pointed at our manifest; one that points elsewhere by now stays."""
    program = r"C:\Users\li\AppData\Local\memoryx\app"
    value = rf"{program}\com.memoryx.host.json"
    other = KEY.replace(r"Google\Chrome", "Chromium")
    keys = tuple(PlannedKey(key, value, ("Chrome",)) for key in (KEY, other))
    registry = FakeRegistry({KEY: r"C:\old\com.memoryx.host.json"})
    outcome = apply(dataclasses.replace(plan_in(user), keys=keys), source, registry)
    assert registry.values == {KEY: value, other: value}
    assert any(r"C:\old" in change.note for change in outcome.changes)
    record = read_record(Path(outcome.plan.program))
    assert record is not None
    registry.values[other] = r"C:\Users\li\AppData\Local\memoryx\app2\com.memoryx.host.json"
    remove_installation(dataclasses.replace(record, program=program), registry, "linux")
    assert list(registry.values) == [other]


def test_on_windows_the_running_environment_is_left_and_named(
    user: Path, install: Callable[[], Outcome]
) -> None:
    """Windows cannot delete a program that runs: its folder stays and the person is told."""
    outcome = install()
    record = read_record(Path(outcome.plan.program))
    assert record is not None
    removed = remove_installation(record, NoRegistry(), "windows")
    assert Path(outcome.plan.environment).exists()
    assert any("close the browser and delete" in sentence for sentence in removed.left)


def test_a_browser_that_is_gone_loses_its_manifest_at_the_next_installation(
    user: Path, source: Path, install: Callable[[], Outcome]
) -> None:
    """What the record names and the new plan does not is taken away."""
    chromium = user / ".config/chromium"
    chromium.mkdir()
    install()
    plan = plan_in(user)

    def without_chromium(path: PurePath) -> bool:
        return Path(path) != chromium and Path(path).exists()

    environment = Path(plan.environment)
    smaller = make_plan(
        plan.system,
        Target(plan.program, plan.home, environment, environment / "bin" / "python"),
        manifest=host_manifest(),
        ids=(ID,),
        exists=without_chromium,
    )
    apply(smaller, source, NoRegistry())
    assert not (chromium / "NativeMessagingHosts/com.memoryx.host.json").exists()
    assert (user / MANIFEST).exists()


def test_a_record_that_cannot_be_read_is_a_problem_with_a_remedy(tmp_path: Path) -> None:
    """A damaged record is told, never taken for an empty one."""
    (tmp_path / "installed.json").write_text('{"format": 1, "home": ')
    with pytest.raises(InstallProblem, match="cannot be read") as caught:
        read_record(tmp_path)
    assert str(tmp_path / "installed.json") in caught.value.remedy
