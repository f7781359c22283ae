"""Which addresses of an endpoint are taken."""

from __future__ import annotations

import pytest

from memoryx.errors import LlmNotConfigured
from memoryx.llm.address import normal_base_url
from memoryx.llm.presets import PRESETS


@pytest.mark.parametrize(
    "address",
    [
        "https://api.example.com/v1",
        "http://localhost:11434/v1",
        "http://127.0.0.1:1234/v1",
        "http://[::1]:1234/v1",
        "http://192.168.1.20:8000/v1",
        "http://10.0.0.5/v1",
        "http://[fd00::5]/v1",
        "https://host",
    ],
)
def test_https_anywhere_and_http_nearby_are_taken(address: str) -> None:
    assert normal_base_url(address) == address


@pytest.mark.parametrize(
    ("address", "normal"),
    [
        (" https://api.example.com/v1/ ", "https://api.example.com/v1"),
        ("https://api.example.com/v1/chat/completions", "https://api.example.com/v1"),
    ],
)
def test_what_people_copy_with_an_address_is_taken_off(address: str, normal: str) -> None:
    assert normal_base_url(address) == normal


@pytest.mark.parametrize(
    "address",
    [
        "http://api.example.com/v1",
        "http://8.8.8.8/v1",
        "http://localhost.example.com/v1",
        "http://[::ffff:8.8.8.8]/v1",
        "http://127.0.0.1.example.com/v1",
        "ftp://127.0.0.1/v1",
        "file:///etc/passwd",
        "api.example.com/v1",
        "https://",
        "https://user:secret@api.example.com/v1",
        "https://api.example.com/v1?key=secret",
        "https://api.example.com/v1#x",
        "https://api.example.com:99999/v1",
        "https://[::1/v1",
        "https://exa mple.com/v1",
        "https://api.example.com/\nv1",
    ],
)
def test_other_addresses_are_refused_with_what_to_do_and_without_secrets(address: str) -> None:
    with pytest.raises(LlmNotConfigured) as caught:
        normal_base_url(address)
    assert caught.value.remedy
    assert "secret" not in f"{caught.value} {caught.value.remedy}"


def test_the_addresses_that_we_suggest_are_taken() -> None:
    assert len({preset.name for preset in PRESETS}) == len(PRESETS) == 8
    for preset in PRESETS:
        assert normal_base_url(preset.base_url) == preset.base_url
        assert preset.model
        assert preset.local == preset.base_url.startswith("http:") == (not preset.needs_key)
