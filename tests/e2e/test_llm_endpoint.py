"""A chat model's endpoint, from the settings to the log of what left, over the real host."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support import openai_server as s
from tests.support.host_process import HostProcess, RpcError
from tests.support.openai_server import OpenAIServer

KEY = "key-of-the-test"
BASE = {"MEMORYX_EMBEDDING_PROVIDER": "off", "MEMORYX_EXTRACTION_AUTO": "false"}


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    """An endpoint that takes one key."""
    with OpenAIServer() as running:
        running.key = KEY
        yield running


@pytest.fixture
def host(tmp_path: Path) -> Iterator[HostProcess]:
    """A host with the right key in its environment, and no endpoint yet."""
    with HostProcess(tmp_path / "home", BASE | {"MEMORYX_API_KEY": KEY}) as process:
        yield process


def hello(host: HostProcess) -> dict[str, Any]:
    """Say hello."""
    client = {"name": "test", "version": "1", "browser": "test"}
    result: dict[str, Any] = host.call("hello", client=client, protocol=1)
    return result


def set_up(host: HostProcess, server: OpenAIServer) -> None:
    """Enter the endpoint into the settings."""
    host.call("settings.set", values={"llm.base_url": server.base_url, "llm.model": "m"})


def test_an_endpoint_is_entered_tested_and_told_in_hello(
    host: HostProcess, server: OpenAIServer, tmp_path: Path
) -> None:
    assert hello(host)["llm"]["status"] == "not_configured"
    assert host.call("llm.test")["status"] == "not_configured"
    set_up(host, server)
    assert hello(host)["llm"] == {
        "configured": True,
        "model": "m",
        "base_url": server.base_url,
        "status": "untried",
    }
    assert hello(host)["degraded"] == []
    tested = host.call("llm.test")
    assert (tested["status"], tested["error"]) == ("ready", None)
    assert tested["took_ms"] > 0
    assert hello(host)["llm"]["status"] == "ready"
    (row,) = host.call("outbound.log")["items"]
    assert (row["purpose"], row["status"]) == ("test", "ok")
    assert row["endpoint"] in server.base_url
    (day,) = host.call("stats")["spending"]
    assert (day["requests"], day["tokens"]) == (1, row["tokens"])
    host.close()
    for path in (tmp_path / "home").rglob("*"):
        assert path.is_dir() or KEY.encode() not in path.read_bytes()


@pytest.mark.parametrize(
    ("behaviour", "status", "code", "remedy"),
    [
        (s.unauthorized(), "unauthorized", "llm_unauthorized", "API key"),
        (s.out_of_quota(), "quota", "llm_quota", "Top up"),
        (s.model_missing(), "unreachable", "llm_model_not_found", "model's name"),
        (s.fails(), "unreachable", "llm_unreachable", "address"),
        (s.rate_limited("5"), "paused", "llm_rate_limited", "later"),
        (s.not_json(), "unreachable", "llm_bad_reply", "choose a model"),
    ],
)
def test_an_endpoint_in_trouble_is_told_with_what_to_do(
    host: HostProcess,
    server: OpenAIServer,
    behaviour: s.Behaviour,
    status: str,
    code: str,
    remedy: str,
) -> None:
    set_up(host, server)
    server.script(behaviour)
    tested = host.call("llm.test")
    assert (tested["status"], tested["error"]["code"]) == (status, code)
    assert remedy in tested["error"]["remedy"]
    told = hello(host)
    assert told["llm"]["status"] == status
    (part,) = told["degraded"]
    assert (part["part"], part["remedy"]) == ("llm", tested["error"]["remedy"])
    assert host.call("outbound.log")["items"][0]["status"] == code
    assert KEY not in str(tested) + str(told)
    changed = [host.notification("status.changed") for _ in range(2)]  # settings, then the test
    assert changed[-1]["degraded"] == told["degraded"]
    assert host.call("llm.test")["status"] == "ready"
    assert hello(host)["degraded"] == []


def test_an_address_in_the_open_is_refused_with_what_to_do(
    host: HostProcess, server: OpenAIServer
) -> None:
    values = {"llm.base_url": "http://llm.example.com/v1", "llm.model": "m"}
    host.call("settings.set", values=values)
    told = hello(host)
    assert (told["llm"]["configured"], told["llm"]["status"]) == (False, "not_configured")
    assert "https" in told["degraded"][0]["remedy"]
    tested = host.call("llm.test", base_url=server.base_url)
    assert tested["status"] == "ready"


def test_without_a_keyring_the_host_works_and_says_how_to_give_a_key(
    tmp_path: Path, server: OpenAIServer
) -> None:
    with HostProcess(tmp_path / "home", BASE) as host:
        set_up(host, server)
        for method, more in (("secrets.set", {"value": "abc"}), ("secrets.status", {})):
            with pytest.raises(RpcError) as caught:
                host.call(method, name="llm.api_key", **more)
            assert caught.value.code == "keyring_unavailable"
            assert "MEMORYX_API_KEY" in caught.value.remedy
        server.key = None
        assert host.call("llm.test")["status"] == "ready"
        assert "authorization" not in server.requests[-1].headers
        host.call("settings.set", values={"llm.base_url": "https://llm.example.invalid/v1"})
        parts = {part["part"]: part for part in hello(host)["degraded"]}
        assert "MEMORYX_API_KEY" in parts["keyring"]["remedy"]


def test_a_key_of_the_environment_is_named_but_never_shown(host: HostProcess) -> None:
    status = host.call("secrets.status", name="llm.api_key")
    assert status == {"name": "llm.api_key", "stored": True, "where": "environment"}
    assert host.call("secrets.status", name="embedding.api_key")["where"] == "environment"


def test_the_endpoints_to_choose_from_are_listed(host: HostProcess) -> None:
    presets = {preset["name"]: preset for preset in host.call("llm.presets")["items"]}
    assert presets["Ollama"]["local"]
    assert presets["OpenAI"]["needs_key"]


def test_hello_is_answered_while_an_endpoint_hangs(host: HostProcess, server: OpenAIServer) -> None:
    set_up(host, server)
    server.script(s.hangs())
    testing = host.start("llm.test")
    s.wait_for(lambda: bool(server.requests))
    assert hello(host)["llm"]["status"] == "untried"
    assert testing.empty()
    assert host.close() == 0
