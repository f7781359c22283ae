"""What is sensitive, and what is redacted."""

from __future__ import annotations

import pytest

from memoryx.sensitive import REDACTED, Kind, holds_secret, is_sensitive, kinds, redact


@pytest.mark.parametrize(
    ("text", "kind", "left"),
    [
        ("card 4111 1111 1111 1111 please", Kind.CARD, f"card {REDACTED} please"),
        ("卡号 6222021234567890128。", Kind.CARD, f"卡号 {REDACTED}。"),
        ("我的身份证是11010519491231002X", Kind.IDENTITY, f"我的身份证是{REDACTED}"),
        ("SSN 536-90-4399 is mine", Kind.IDENTITY, f"SSN {REDACTED} is mine"),
        ("pay DE89 3704 0044 0532 0130 00", Kind.BANK, f"pay {REDACTED}"),
        ("use sk-proj-abcdefghijklmnop1234 here", Kind.CREDENTIAL, f"use {REDACTED} here"),
        ("key AKIAIOSFODNN7EXAMPLE", Kind.CREDENTIAL, f"key {REDACTED}"),
        ("my password is hunter2!", Kind.CREDENTIAL, f"my {REDACTED}"),
        ("我的密码是abc123，别说", Kind.CREDENTIAL, f"我的{REDACTED}，别说"),
    ],
)
def test_secrets_are_found_and_redacted(text: str, kind: Kind, left: str) -> None:
    assert kind in kinds(text)
    assert holds_secret(text)
    assert redact(text) == left


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("call me at +1 415 555 2671", Kind.PHONE),
        ("我的手机是 13812345678", Kind.PHONE),
        ("我住在中山路12号", Kind.ADDRESS),
        ("I live at 12 Baker Street", Kind.ADDRESS),
        ("确诊高血压", Kind.HEALTH),
        ("I take sertraline every morning", Kind.HEALTH),
    ],
)
def test_what_is_sensitive_but_no_secret_is_marked_and_kept(text: str, kind: Kind) -> None:
    assert kind in kinds(text)
    assert not holds_secret(text)
    assert redact(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "I'm allergic to peanuts",
        "对花生过敏",
        "吃素三年了",
        "Runs 10 km every morning",
        "order number 1234567890123456",
        "1111 1111 1111 1111",
        "记住：我的车牌尾号是 88",
        "Prefers TypeScript 5.4 for programming",
        "The password manager of the team is good",
        "ISBN 978-3-16-148410-0",
        "commit 3f2a9c7d8e",
    ],
)
def test_ordinary_statements_are_not_sensitive(text: str) -> None:
    assert not is_sensitive(text), kinds(text)
    assert redact(text) == text


def test_a_long_text_is_read_in_linear_time() -> None:
    for piece in ("1 ", "a-", "-----BEGIN ", "中", "+1 "):
        redact(piece * 30_000)
