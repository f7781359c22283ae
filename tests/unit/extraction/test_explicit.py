"""What a message asks to be remembered."""

from __future__ import annotations

import pytest

from memoryx.extraction.explicit import explicit_statement


@pytest.mark.parametrize(
    ("message", "statement"),
    [
        ("记住：我的车牌尾号是 88", "我的车牌尾号是 88"),
        ("請記住：我對花生過敏", "我對花生過敏"),
        ("帮我记住, 周三不开会", "周三不开会"),
        ("remember: my sister's birthday is May 3", "my sister's birthday is May 3"),
        ("Please remember this: I work\nat night", "I work at night"),
        ("记住：用四个空格\n\n然后帮我写个函数", "用四个空格"),
    ],
)
def test_a_request_that_opens_a_message_is_understood(message: str, statement: str) -> None:
    assert explicit_statement(message) == statement


@pytest.mark.parametrize(
    "message",
    [
        "I can't remember: was it May or June?",
        "Do you remember me?",
        "remember",
        "remember:",
        "你还记住我吗",
        "记住了吗？",
        "He said: remember: milk",
        "",
    ],
)
def test_whatever_else_has_the_word_is_no_request(message: str) -> None:
    assert explicit_statement(message) is None
