"""A real host, a real HTTP server: memories by a model, and what a person hears of its failures."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.host_process import HostProcess, RpcError
from tests.support.openai_server import (
    Behaviour,
    OpenAIServer,
    cut,
    drips,
    fails,
    hangs,
    hangs_up,
    huge,
    model_missing,
    no_choices,
    not_json,
    out_of_quota,
    rate_limited,
    says,
    unauthorized,
)
from tests.support.scripted_model import decisions, memories, memory

CHAT = {"site": "claude", "conversation_id": "c"}


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer() as running:
        yield running


def start(home: Path, server: OpenAIServer, **settings: str) -> HostProcess:
    return HostProcess(
        home,
        {
            "MEMORYX_EMBEDDING_PROVIDER": "off",
            "MEMORYX_LLM_BASE_URL": server.base_url,
            "MEMORYX_LLM_MODEL": "test-model",
            "MEMORYX_API_KEY": "sk-proj-key-of-the-test-0123456789",
            "MEMORYX_EXTRACTION_AUTO": "false",
            **settings,
        },
    )


def scripted(messages: list[dict[str, Any]]) -> str:
    """Answer as a model would that understands two sentences."""
    said = messages[-1]["content"]
    if "Known notes" in said:
        return decisions(("n0", "UPDATE", "k0", "Moved from Berlin to Madrid"))
    if "Madrid" in said.split("New turns")[-1]:
        return memories(memory("Lives in Madrid now, not in Berlin", "t1", type="context"))
    return memories(memory("Lives in Berlin", "t0", type="context"))


def test_a_model_makes_the_memory_and_later_updates_it(
    tmp_path: Path, server: OpenAIServer
) -> None:
    server.answer(scripted)
    with start(tmp_path, server) as host:
        host.say("c", "I live in Berlin")
        first = host.call("conversations.extract", **CHAT, mode="manual")
        assert (first["extractor"], first["added"]) == ("llm", 1)
        host.say("c", "I have moved to Madrid")
        second = host.call("conversations.extract", **CHAT, mode="auto")
        assert (second["updated"], second["from_index"], second["to_index"]) == (1, 1, 2)
        (only,) = host.call("memories.list")["items"]
        assert (only["text"], only["version"]) == ("Moved from Berlin to Madrid", 2)


def test_secrets_never_reach_the_endpoint(tmp_path: Path, server: OpenAIServer) -> None:
    server.answer(lambda _: memories())
    with start(tmp_path, server) as host:
        host.say("c", "My card is 4111 1111 1111 1111 and my password is hunter2! I like tea")
        host.call("conversations.extract", **CHAT, mode="manual")
    sent = server.everything()
    assert "I like tea" in sent
    assert "4111" not in sent
    assert "hunter2" not in sent


@pytest.mark.parametrize(
    ("behaviour", "code"),
    [
        (unauthorized(), "llm_unauthorized"),
        (out_of_quota(), "llm_quota"),
        (model_missing(), "llm_model_not_found"),
        (rate_limited(), "llm_rate_limited"),
        (rate_limited("60"), "llm_rate_limited"),
        (fails(500), "llm_unreachable"),
        (hangs_up(), "llm_unreachable"),
        (no_choices(), "llm_bad_reply"),
        (not_json(), "llm_bad_reply"),
        (huge(1_200_000), "llm_bad_reply"),
        (says("I would rather talk about the weather."), "llm_bad_reply"),
        (says('{"mood": "sunny"}'), "llm_bad_reply"),
    ],
)
def test_a_person_who_asks_hears_what_is_wrong_and_nothing_is_marked(
    tmp_path: Path, server: OpenAIServer, behaviour: Behaviour, code: str
) -> None:
    server.answer(lambda _: memories(memory("Likes tea", "t0")))
    with start(tmp_path, server) as host:
        host.say("c", "I like tea")
        server.script(behaviour)
        with pytest.raises(RpcError) as caught:
            host.call("conversations.extract", **CHAT, mode="manual")
        assert caught.value.code == code
        assert caught.value.remedy
        assert host.call("conversations.list")["items"][0]["extracted"] == 0
        again = host.call("conversations.extract", **CHAT, mode="manual")
        assert (again["added"], again["from_index"], again["to_index"]) == (1, 0, 1)


@pytest.mark.parametrize(
    "reply",
    [
        "Sure! Here you are:\n```json\n{}\n```\nAnything else?",
        "<think>Hmm, {tea}?</think>{}",
        "{}",
    ],
)
def test_prose_and_fences_round_the_json_do_no_harm(
    tmp_path: Path, server: OpenAIServer, reply: str
) -> None:
    server.script(says(reply.replace("{}", memories(memory("Likes tea", "t0")))))
    with start(tmp_path, server) as host:
        host.say("c", "I like tea")
        assert host.call("conversations.extract", **CHAT, mode="manual")["added"] == 1


def test_of_a_cut_reply_the_whole_items_are_kept_and_the_pointer_stays(
    tmp_path: Path, server: OpenAIServer
) -> None:
    whole = memories(memory("Likes tea", "t0"), memory("Likes long walks", "t0"))
    server.script(cut(whole[: whole.index("Likes long")]))
    server.answer(lambda messages: decisions() if "Known" in messages[-1]["content"] else whole)
    with start(tmp_path, server) as host:
        host.say("c", "I like tea and long walks")
        first = host.call("conversations.extract", **CHAT, mode="manual")
        assert (first["added"], first["from_index"], first["to_index"]) == (1, 0, 0)
        second = host.call("conversations.extract", **CHAT, mode="manual")
        assert (second["added"], second["unchanged"], second["to_index"]) == (1, 1, 1)


def test_invented_turns_are_rejected_and_counted(tmp_path: Path, server: OpenAIServer) -> None:
    server.script(says(memories(memory("Likes tea", "t0"), memory("Is 104 years old", "t77"))))
    with start(tmp_path, server) as host:
        host.say("c", "I like tea")
        result = host.call("conversations.extract", **CHAT, mode="manual")
        assert (result["added"], result["rejected"]) == (1, {"unknown_turn": 1})


def test_recalls_go_on_while_a_model_hangs_or_drips(tmp_path: Path, server: OpenAIServer) -> None:
    with start(tmp_path, server) as host:
        host.call("memories.create", text="Allergic to peanuts")
        host.say("c", "I like tea")
        server.script(hangs(), drips())
        host.start("conversations.extract", **CHAT, mode="manual")
        while not server.chats():
            time.sleep(0.01)
        assert "peanuts" in host.call("recall", text="Which peanuts may I eat?")["context"]
        assert host.call("memories.list")["total"] == 1
        began = time.monotonic()
        assert host.close() == 0
        assert time.monotonic() - began < 2


def test_an_unattended_extraction_tells_of_a_missing_quota_and_goes_on_when_it_is_mended(
    tmp_path: Path, server: OpenAIServer
) -> None:
    server.answer(lambda _: memories(memory("Likes tea", "t0")))
    server.script(out_of_quota())
    settings = {"MEMORYX_EXTRACTION_AUTO": "true", "MEMORYX_EXTRACTION_DELAY_S": "0"}
    with start(tmp_path, server, **settings) as host:
        host.say("c", "I like tea")
        degraded = host.notification("status.changed")["degraded"]
        told = next(part for part in degraded if part["part"] == "llm")
        assert told["remedy"]
        assert host.call("memories.list")["total"] == 0
        assert host.call("llm.test")["status"] == "ready"
        assert host.notification("extraction.finished")["added"] == 1


def test_a_host_killed_during_a_call_loses_and_repeats_nothing(
    tmp_path: Path, server: OpenAIServer
) -> None:
    server.answer(lambda _: memories(memory("Likes tea", "t0")))
    with start(tmp_path, server) as host:
        host.say("c", "I like tea")
        server.script(hangs())
        host.start("conversations.extract", **CHAT, mode="manual")
        while not server.chats():
            time.sleep(0.01)
        host.kill()
    with start(tmp_path, server) as host:
        result = None
        while result is None:
            try:
                result = host.call("conversations.extract", **CHAT, mode="manual")
            except RpcError as error:
                if error.code != "busy":
                    raise
                time.sleep(0.2)  # the dead host's lease has not ended yet
        assert (result["added"], result["from_index"]) == (1, 0)
        assert [m["text"] for m in host.call("memories.list")["items"]] == ["Likes tea"]


def test_a_hand_over_is_written_by_the_model(tmp_path: Path, server: OpenAIServer) -> None:
    names = ("background", "topic", "state", "key_facts", "open_items", "resume_point")
    server.answer(lambda _: json.dumps({name: f"about {name}" for name in names}))
    with start(tmp_path, server) as host:
        host.say("c", "帮我规划一次去京都的旅行")
        brief = host.call("conversations.summarize", **CHAT)
        assert (brief["summarizer"], brief["language"]) == ("llm", "zh")
        assert "## 主题\n\nabout topic" in brief["markdown"]


def test_a_hand_over_without_a_model_quotes(tmp_path: Path) -> None:
    with HostProcess(tmp_path, {"MEMORYX_EMBEDDING_PROVIDER": "off"}) as host:
        host.say("c", "Plan a trip to Kyoto", title="Kyoto")
        brief = host.call("conversations.summarize", **CHAT)
        assert brief["summarizer"] == "rules"
        assert set(brief["sections"]) == {
            "background",
            "topic",
            "state",
            "key_facts",
            "open_items",
            "resume_point",
        }
        assert "> Plan a trip to Kyoto" in brief["markdown"]
