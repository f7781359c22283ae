"""Cutting a JSON file into its elements."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memoryx.errors import InvalidUpload
from memoryx.transfer import items
from memoryx.transfer.items import Element, elements

#: A busy machine draws slowly; what is tested does not depend on time.
UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abc"), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


class Dripping(io.RawIOBase):
    """A stream that gives a few bytes at a time."""

    def __init__(self, data: bytes, step: int) -> None:
        self._data = io.BytesIO(data)
        self._step = step

    def read(self, size: int = -1) -> bytes:
        return self._data.read(self._step)


def read(text: str | bytes, step: int = 1 << 20) -> list[Element]:
    data = text.encode() if isinstance(text, str) else text
    return list(elements(Dripping(data, step)))  # type: ignore[arg-type]  # read is all that is used


@UNHURRIED
@given(st.lists(JSON, max_size=6), st.integers(1, 9), st.booleans())
def test_an_array_comes_apart_into_its_elements(value: list[Any], step: int, ascii_: bool) -> None:
    text = json.dumps(value, ensure_ascii=ascii_, indent=step % 3)
    assert [element.value for element in read(text, step)] == value


@UNHURRIED
@given(st.dictionaries(st.text("abcé"), JSON, max_size=5), st.integers(1, 9))
def test_an_object_comes_apart_into_its_members(value: dict[str, Any], step: int) -> None:
    found: dict[str, Any] = {}
    for element in read(json.dumps(value, ensure_ascii=False), step):
        assert element.member is not None
        if element.index is None:
            found[element.member] = element.value
        else:
            found.setdefault(element.member, []).append(element.value)
    assert found == {name: member for name, member in value.items() if member != []}


def test_a_byte_order_mark_is_no_content() -> None:
    assert [e.value for e in read(b"\xef\xbb\xbf [1]")] == [1]


def test_a_broken_element_spoils_nothing_else() -> None:
    found = read('[{"a": 1}, {"a": NaN}, {"a" 1}, {"b": [,]}, 2]')
    assert [e.broken is None for e in found] == [True, False, False, False, True]
    assert found[-1].value == 2


def test_a_hostile_nesting_is_one_broken_element() -> None:
    (deep,) = read("[" + "[" * 200_000 + "]" * 200_000 + "]")
    assert deep.broken == "nested too deeply"


def test_an_element_that_is_too_long_is_gone_past(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(items, "ELEMENT_LIMIT", 100)
    monkeypatch.setattr(items, "_READ", 16)
    first, second = read(json.dumps([["ab"] * 200, "short"]), 16)
    assert first.broken is not None
    assert second.value == "short"
    with pytest.raises(InvalidUpload, match="without an end"):
        read('["' + "x" * 1_000, 16)


@pytest.mark.parametrize("text", ["", "  ", "[1, 2", '{"a": [1', '[{"a": "b', "7", "[1] 2"[:2]])
def test_a_file_that_ends_too_early_says_so(text: str) -> None:
    with pytest.raises(InvalidUpload):
        read(text)


def test_what_comes_before_the_end_of_a_cut_file_is_given() -> None:
    stream = elements(io.BytesIO(b'[{"a": 1}, {"a": 2'))
    assert next(stream).value == {"a": 1}
    with pytest.raises(InvalidUpload):
        next(stream)


def test_text_that_cannot_be_stored_is_replaced() -> None:
    assert (
        read(r'["\ud800x\u0000"]')[0].value == "\N{REPLACEMENT CHARACTER}x\N{REPLACEMENT CHARACTER}"
    )


def test_what_is_not_utf_8_is_refused() -> None:
    with pytest.raises(InvalidUpload, match="UTF-8"):
        read(b'["\xff"]')
