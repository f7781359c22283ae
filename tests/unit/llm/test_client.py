"""The client against a real server that misbehaves in every way we know of."""

from __future__ import annotations

import json
import logging
import socket
import threading

import pytest

from memoryx.errors import (
    Busy,
    LlmBadReply,
    LlmError,
    LlmModelNotFound,
    LlmQuota,
    LlmRateLimited,
    LlmUnauthorized,
    LlmUnreachable,
)
from memoryx.llm.wire import Limits
from tests.support import openai_server as s
from tests.support.openai_server import OpenAIServer
from tests.unit.llm.support import KEY, SCHEMA, Asker, Row, Rows

SHORT = Limits(connect_s=5, silence_s=20, total_s=0.5)


def failure(asker: Asker, **more: object) -> LlmError:
    """Ask and return the error, with every word of it checked for the key and the prompt."""
    with pytest.raises(LlmError) as caught:
        asker.ask("PRIVATE-PROMPT", **more)  # type: ignore[arg-type]
    shown = f"{caught.value!s} {caught.value!r} {caught.value.remedy}"
    assert KEY not in shown
    assert "PRIVATE-PROMPT" not in shown
    return caught.value


def test_a_reply_comes_with_its_tokens_and_form(server: OpenAIServer) -> None:
    server.answer(lambda messages: f"{len(messages)} messages")
    asker = Asker(server.base_url)
    completion = asker.ask("Hello", max_tokens=77)
    assert (completion.text, completion.form, completion.cut) == ("2 messages", "schema", False)
    assert completion.input_tokens > 0
    assert completion.output_tokens > 0
    (request,) = server.chats()
    assert request.body["temperature"] == 0
    assert request.body["max_tokens"] == 77
    assert request.body["response_format"]["json_schema"]["schema"] == SCHEMA.schema
    assert request.headers["authorization"] == f"Bearer {KEY}"
    total = completion.input_tokens + completion.output_tokens
    assert asker.ledger.rows == [
        Row(request.headers["host"], "extraction", "c1", total, "ok", total)
    ]


def test_only_what_the_request_needs_is_in_its_headers(
    server: OpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_ORG_ID", "org-private")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "project-private")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Own: own-private")
    monkeypatch.setenv("OPENAI_API_KEY", "key-private")
    Asker(server.base_url, key=None).ask()
    (request,) = server.chats()
    assert "authorization" not in request.headers
    assert "private" not in server.everything()
    assert not [n for n in request.headers if "arch" in n or "runtime" in n or n.endswith("os")]


def test_a_request_without_a_schema_asks_for_no_form(server: OpenAIServer) -> None:
    server.script(s.says("OK"))
    completion = Asker(server.base_url).ask(schema=None)
    assert (completion.text, completion.form) == ("OK", "text")
    assert "response_format" not in server.chats()[0].body


@pytest.mark.parametrize(
    ("formats", "extras", "form", "asked"),
    [
        ({"json_object"}, True, "json", ["json_schema", "json_object+"]),
        ({"json_object"}, False, "json", ["json_schema", "json_object+", "json_object"]),
        (set(), True, "text", ["json_schema", "json_object+", "json_object", "none"]),
    ],
)
def test_a_refused_form_is_asked_for_in_the_next_way_and_remembered(
    server: OpenAIServer, formats: set[str], extras: bool, form: str, asked: list[str]
) -> None:
    server.formats, server.format_extras = formats, extras
    asker = Asker(server.base_url)
    assert asker.ask().form == form
    assert [way(r.body) for r in server.chats()] == asked
    assert asker.ledger.statuses == ["llm_failed"] * (len(asked) - 1) + ["ok"]
    assert asker.ask().form == form
    assert [way(r.body) for r in server.chats()] == [*asked, asked[-1]]
    assert "JSON Schema" in server.chats()[-1].body["messages"][0]["content"]
    asker.model = "another"
    asker.ask()
    assert way(server.chats()[len(asked) + 1].body) == "json_schema"


def way(body: dict[str, object]) -> str:
    """Name the way in which a request asks for JSON."""
    form = body.get("response_format")
    if not isinstance(form, dict):
        return "none"
    return str(form["type"]) + ("+" if form["type"] == "json_object" and "schema" in form else "")


def test_parameters_that_newer_models_refuse_are_left_out(server: OpenAIServer) -> None:
    server.refused_parameters = {"max_tokens", "temperature"}
    asker = Asker(server.base_url)
    asker.ask(max_tokens=55)
    last = server.chats()[-1].body
    assert last["max_completion_tokens"] == 55
    assert not {"max_tokens", "temperature"} & last.keys()
    assert last["response_format"]["type"] == "json_schema"
    count = len(server.chats())
    asker.ask()
    assert len(server.chats()) == count + 1


def test_a_refusal_that_nothing_helps_ends_after_finitely_many_requests(
    server: OpenAIServer,
) -> None:
    everything = "response_format max_completion_tokens temperature"
    server.script(*[s.refuses(400, message=everything)] * 20)
    assert type(failure(Asker(server.base_url))) is LlmError
    assert len(server.chats()) == 6


@pytest.mark.parametrize(
    ("behaviour", "error", "billed"),
    [
        (s.unauthorized(), LlmUnauthorized, False),
        (s.forbidden(), LlmUnauthorized, False),
        (s.model_missing(), LlmModelNotFound, False),
        (s.rate_limited(), LlmRateLimited, False),
        (s.out_of_quota(), LlmQuota, False),
        (s.fails(500), LlmUnreachable, False),
        (s.fails(503), LlmUnreachable, False),
        (s.endless_refusal(), LlmUnreachable, False),
        (s.no_choices(), LlmBadReply, True),
        (s.not_json(), LlmBadReply, True),
        (s.huge(1_000_001), LlmBadReply, True),
        (s.sends(200, b"[" * 100_000), LlmBadReply, True),
        (s.sends(200, []), LlmBadReply, True),
        (s.sends(200, {"choices": [{"message": None}]}), LlmBadReply, True),
        (s.sends(200, {"choices": "x"}), LlmBadReply, True),
        (s.sends(200, {"error": {"code": 402, "message": "credits"}}), LlmQuota, False),
        (s.sends(200, {"error": {"code": "x", "message": "?"}}), LlmUnreachable, False),
        (s.says(""), LlmBadReply, True),
        (s.says("no", finish="content_filter"), LlmBadReply, True),
        (s.hangs_up(), LlmUnreachable, True),
        (s.sends(204, b""), LlmBadReply, True),
    ],
)
def test_each_misbehaviour_is_an_error_of_its_kind_and_is_written_down(
    server: OpenAIServer, behaviour: s.Behaviour, error: type[LlmError], billed: bool
) -> None:
    server.script(behaviour)
    asker = Asker(server.base_url)
    assert type(failure(asker)) is error
    assert asker.ledger.statuses == [error.code]
    (row,) = asker.ledger.rows
    assert row.tokens > 0
    assert row.billed == (row.tokens if billed else 0)
    assert len(server.chats()) == 1
    assert asker.ask().text == '{"memories": []}'


@pytest.mark.parametrize(
    "behaviour", [s.hangs(), s.drips(), s.drips_headers()], ids=["hang", "drip", "headers"]
)
def test_an_answer_that_does_not_come_in_time_is_cut_off_for_good(
    server: OpenAIServer, behaviour: s.Behaviour
) -> None:
    server.script(behaviour)
    asker = Asker(server.base_url, limits=SHORT)
    error = failure(asker)
    assert isinstance(error, LlmUnreachable)
    assert "within 0.5 s" in str(error)
    assert asker.ledger.rows[0].billed == asker.ledger.rows[0].tokens > 0
    s.wait_for(lambda: not any(thread.name == "llm" for thread in threading.enumerate()))


def test_silence_ends_a_request_before_its_whole_time(server: OpenAIServer) -> None:
    server.script(s.hangs())
    error = failure(Asker(server.base_url, limits=Limits(5, 0.3, 60)))
    assert isinstance(error, LlmUnreachable)
    assert "no word from" in str(error)
    assert "too slow" in error.remedy


def test_an_address_where_nobody_listens_is_unreachable_and_nothing_left() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, but not listening
        asker = Asker(f"http://127.0.0.1:{taken.getsockname()[1]}/v1")
        assert isinstance(failure(asker), LlmUnreachable)
    assert (asker.ledger.rows[0].tokens, asker.ledger.rows[0].billed) == (0, 0)


def test_a_redirection_is_not_followed(server: OpenAIServer) -> None:
    with OpenAIServer() as elsewhere:
        server.script(s.redirects(elsewhere.base_url + "/chat/completions"))
        error = failure(Asker(server.base_url))
        assert isinstance(error, LlmUnreachable)
        assert "final address" in error.remedy
        assert not elsewhere.requests


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("7", 7),
        ("Sun, 01 Mar 2026 12:01:30 GMT", 90),
        ("Sun, 01 Mar 2026 11:00:00 GMT", 0),
        ("soon", None),
        ("nan", None),
        ("1e300", 86_400),
        (None, None),
    ],
)
def test_retry_after_is_read_as_seconds_or_as_a_date(
    server: OpenAIServer, value: str | None, seconds: float | None
) -> None:
    server.script(s.rate_limited(value))
    assert failure(Asker(server.base_url)).retry_after == seconds


def test_a_reply_cut_at_its_limit_says_so(server: OpenAIServer) -> None:
    server.script(s.cut('{"memories": [{"text": "a"}, {"te'))
    assert Asker(server.base_url).ask().cut


def test_a_reply_in_parts_is_joined_and_counts_that_make_no_sense_are_estimated(
    server: OpenAIServer,
) -> None:
    message = {"content": [{"type": "text", "text": "a\ud800"}, {"type": "text", "text": "b\0"}, 7]}
    usage = {"prompt_tokens": -5, "completion_tokens": 10**12}
    server.script(s.sends(200, {"choices": [{"message": message}], "usage": usage}))
    completion = Asker(server.base_url).ask()
    assert completion.text == "a�b�"
    assert 0 < completion.input_tokens < 1_000
    assert completion.output_tokens == 1  # four characters


def test_nothing_leaves_when_it_cannot_be_written_down(server: OpenAIServer) -> None:
    class Full(Rows):
        def begin(self, **_: object) -> Row:
            raise Busy("locked")

    with pytest.raises(Busy):
        Asker(server.base_url, ledger=Full()).ask()
    assert not server.requests


def test_a_reply_is_kept_when_its_outcome_cannot_be_written_down(server: OpenAIServer) -> None:
    class Stuck(Row):
        def finish(self, status: str, *, tokens: int, billed: int) -> None:
            raise Busy("locked")

    class OneWay(Rows):
        def begin(
            self, *, endpoint: str, purpose: str, conversation: str | None, tokens: int
        ) -> Row:
            return Stuck(endpoint, purpose, conversation, tokens)

    assert Asker(server.base_url, ledger=OneWay()).ask().text == '{"memories": []}'


def test_neither_key_nor_prompt_nor_reply_is_logged(
    server: OpenAIServer, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    libraries = ("openai", "httpx", "httpx2", "httpcore", "httpcore2")
    for name in libraries:
        # What OPENAI_LOG=debug in the environment does when the library is imported.
        monkeypatch.setattr(logging.getLogger(name), "level", logging.DEBUG)
        logging.getLogger(name).setLevel(logging.DEBUG)
    caplog.set_level(logging.DEBUG)
    server.answer(lambda _: json.dumps({"memories": ["PRIVATE-REPLY"]}))
    asker = Asker(server.base_url)
    asker.ask("PRIVATE-PROMPT")
    server.script(s.unauthorized(), s.hangs_up())
    failure(asker)
    failure(asker)
    logged = caplog.text + "".join(str(record.__dict__) for record in caplog.records)
    assert KEY not in logged
    assert "PRIVATE" not in logged
    assert not [record for record in caplog.records if record.name.split(".")[0] in libraries]


def test_two_requests_at_once_do_not_touch_each_other(server: OpenAIServer) -> None:
    server.answer(lambda messages: messages[-1]["content"])
    server.script(s.hangs())
    slow = threading.Thread(target=lambda: failure(Asker(server.base_url, limits=SHORT)))
    slow.start()
    s.wait_for(lambda: len(server.chats()) == 1)
    assert Asker(server.base_url).ask("second").text == "second"
    slow.join()
