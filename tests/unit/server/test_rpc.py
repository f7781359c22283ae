"""JSON-RPC requests and replies."""

from __future__ import annotations

import json
from typing import Any

import pytest

from memoryx.server import rpc


def refused(body: bytes) -> dict[str, Any] | None:
    """Return the answer to a body that must be refused."""
    with pytest.raises(rpc.Refused) as caught:
        rpc.parse(body)
    return None if caught.value.reply is None else json.loads(caught.value.reply)


def request(**fields: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": 7, **fields}).encode()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'{"a": NaN}',
        b'{"a": -Infinity}',
        b"[" * 100_000,
        b'{"a": ' + b"9" * 10_000 + b"}",
        b"hello",
    ],
)
def test_what_is_not_json_is_a_parse_error_without_id(body: bytes) -> None:
    reply = refused(body)
    assert reply is not None
    assert (reply["error"]["code"], reply["id"]) == (-32700, None)


@pytest.mark.parametrize(
    ("body", "id_"),
    [
        (b"[]", None),
        (b"3", None),
        (b'[{"jsonrpc":"2.0","id":1,"method":"stats"}]', None),
        (b'{"id":7,"method":"stats"}', 7),
        (b'{"jsonrpc":"1.0","id":7,"method":"stats"}', 7),
        (b'{"jsonrpc":"2.0","id":7}', 7),
        (b'{"jsonrpc":"2.0","id":7,"method":3}', 7),
        (b'{"jsonrpc":"2.0","id":true,"method":"stats"}', None),
        (b'{"jsonrpc":"2.0","id":[1],"method":"stats"}', None),
        (b'{"jsonrpc":"2.0","id":1.5,"method":"stats"}', None),
        (b"{}", None),
    ],
)
def test_what_is_no_request_is_an_invalid_request(body: bytes, id_: object) -> None:
    reply = refused(body)
    assert reply is not None
    assert (reply["error"]["code"], reply["id"]) == (-32600, id_)


def test_an_unknown_method_is_named_as_such() -> None:
    reply = refused(request(method="conversations.burn"))
    assert reply is not None
    assert reply["error"]["code"] == -32601
    assert reply["error"]["data"]["code"] == "method_not_found"


@pytest.mark.parametrize(
    "params",
    [
        [],
        None,
        "x",
        {},
        {"id": 3},
        {"id": "m", "extra": 1},
    ],
)
def test_params_that_do_not_fit_are_invalid_params(params: object) -> None:
    reply = refused(request(method="memories.get", params=params))
    assert reply is not None
    assert (reply["error"]["code"], reply["id"]) == (-32602, 7)
    assert reply["error"]["data"]["remedy"]


def test_an_unknown_param_inside_a_turn_is_refused_with_its_place() -> None:
    turn = {"key": "a", "role": "user", "markdown": "x", "complete": True, "color": "red"}
    params = {
        "site": "claude",
        "conversation_id": "c",
        "url": "u",
        "trigger": "auto",
        "turns": [turn],
    }
    reply = refused(request(method="conversations.save", params=params))
    assert reply is not None
    assert reply["error"]["code"] == -32602
    assert "turns[0].color" in reply["error"]["message"]


def test_a_turn_has_html_or_markdown_and_not_both() -> None:
    for texts in ({}, {"html": "a", "markdown": "a"}):
        turn = {"key": "a", "role": "user", "complete": True, **texts}
        params = {
            "site": "claude",
            "conversation_id": "c",
            "url": "u",
            "trigger": "auto",
            "turns": [turn],
        }
        reply = refused(request(method="conversations.save", params=params))
        assert reply is not None
        assert "html or markdown" in reply["error"]["message"]


def test_a_notification_gets_no_answer_even_when_it_is_wrong() -> None:
    assert refused(b'{"jsonrpc":"2.0","method":"memories.get","params":{}}') is None
    assert refused(b'{"jsonrpc":"2.0","method":"nothing"}') is None


def test_missing_params_are_empty_params() -> None:
    parsed = rpc.parse(request(method="stats"))
    assert (parsed.id, parsed.notification, parsed.method.name) == (7, False, "stats")


def test_lone_surrogates_and_nul_become_characters_that_can_be_stored() -> None:
    head = b'{"jsonrpc":"2.0","id":1,"method":"recall","params":{"text":'
    body = head + rb'"a\ud800b\u0000c\ud83d\ude00"}}'
    text = rpc.parse(body).params.text  # type: ignore[attr-defined]  # the params of recall
    assert text == "a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}c\N{GRINNING FACE}"
    text.encode()


def test_an_unexpected_exception_is_an_internal_error_without_its_text() -> None:
    reply = json.loads(rpc.error_body(1, ValueError("the secret is 42")))
    assert reply["error"]["code"] == -32603
    assert "42" not in json.dumps(reply)
