"""What is found in a model's reply, whole or not, well formed or not."""

from __future__ import annotations

import contextlib
import json
import string
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryx.errors import LlmBadReply
from memoryx.llm.reply import REPLY_LIMIT, Items, read_items

TWO: list[dict[str, object]] = [{"text": "a"}, {"text": "b", "tags": ["x"]}]


def read(text: str) -> Items:
    """Read a reply's memories."""
    return read_items(text, "memories")


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"memories": TWO}),
        json.dumps(TWO),
        json.dumps({"result": {"memories": TWO}}),
        f"Here you are:\n```json\n{json.dumps({'memories': TWO})}\n```\nAnything else? [1] {{x}}",
        f"```\n{json.dumps(TWO)}\n```",
        '```json\n{"text": "a"}\n```\nand\n```json\n{"text": "b", "tags": ["x"]}\n```',
        '{"text": "a"}\n{"text": "b", "tags": ["x"]}',
        '{"memories": [{"text": "a"}]} {"memories": [{"text": "b", "tags": ["x"]}]}',
        '<think>maybe {"memories": [{"text": "no"}]}</think>' + json.dumps(TWO),
        'first I think {"no": 1}</think>\n' + json.dumps({"memories": TWO}),
        '{"memories": [{"text": "a",}, {"text": "b", "tags": ["x",],},],}',
        '{"memories": [{"text": "a"} {"text": "b"\n "tags": ["x"]}]}',
        '// all\n{"memories": [/* one */ {"text": "a"}, // two\n {"text": "b", "tags": ["x"]}]}',
        "{'memories': [{'text': 'a'}, {'text': 'b', 'tags': ['x']}]}",
        "{memories: [{text: 'a'}, {text: 'b', tags: ['x']}]}",
        "{“memories”: [{“text”: “a”}, {“text”: “b”, “tags”: [“x”]}]}",
        '\ufeff {"memories" : [ {"text":"a"} , {"text":"b","tags":["x"]} ] } ',
        '{"note": "x", "memories": [{"text": "a"}, {"text": "a"}, {"text": "b", "tags": ["x"]}]}',
    ],
)
def test_items_are_found_however_the_reply_is_written(text: str) -> None:
    assert read(text) == Items(TWO, cut=False)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r'[{"t": "it\'s"}]', "it's"),
        ("[{'t': 'the user's cat, then the users' dog'}]", "the user's cat, then the users' dog"),
        ('[{"t": "he said "hi", then left"}]', 'he said "hi", then left'),
        ('[{"t": "two\nlines"}]', "two\nlines"),
        (r'[{"t": "\ud83d\ude00 \ud800 \u0000 \q"}]', "😀 � � \\q"),
        ('[{"t": "喜欢“冰美式”，不加糖"}]', "喜欢“冰美式”，不加糖"),
        ('[{"t": None}]', None),
        ('[{"t": -1.5e3}]', -1500.0),
        ('[{"t": 12}]', 12),
        ('[{"t": True}]', True),
        ('[{"t": "// no comment /* here"}]', "// no comment /* here"),
    ],
)
def test_values_are_read_as_they_were_meant(text: str, value: object) -> None:
    assert read(text).items == [{"t": value}]


@pytest.mark.parametrize(
    ("text", "items", "cut", "skipped"),
    [
        ('{"memories": []}', [], False, 0),
        ("[]", [], False, 0),
        ("```json\n[]\n```", [], False, 0),
        ('{"memories": null}', [], False, 0),
        ('{"memories": [{"a": 1}, {"b": ', [{"a": 1}], True, 0),
        ('```json\n[{"a": 1}, {"b": "tex', [{"a": 1}], True, 0),
        ('[{"a": 1}, {"b": 1', [{"a": 1}], True, 0),
        ('{"mem', [], True, 0),
        ('[{"a": 1}, {"b": -', [{"a": 1}], True, 0),
        ('[{"a": 1}, {"b": 1.5e', [{"a": 1}], True, 0),
        ('{"memories": ["x", 3, {"a": 1}]}', [{"a": 1}], False, 2),
        ('{"memories": [{"a": 1}, {"b": oops}, {"c": 1}]}', [{"a": 1}, {"c": 1}], False, 1),
        ('{"memories": {"a": 1}}', [{"a": 1}], False, 0),
        ('[{"a": NaN}, {"b": 1}]', [{"b": 1}], False, 1),
        ('[{"a": 1e999}, {"b": 1}]', [{"b": 1}], False, 1),
    ],
)
def test_what_is_whole_is_kept_and_the_rest_is_counted(
    text: str, items: list[dict[str, object]], cut: bool, skipped: int
) -> None:
    assert read(text) == Items(items, cut=cut, skipped=skipped)


@pytest.mark.parametrize(
    "text",
    ["", "Nothing to remember.", "- [ ] a task", "see [1]", "<think>so {", "{}", "42", "{x y}"],
)
def test_a_reply_without_items_is_a_bad_one(text: str) -> None:
    with pytest.raises(LlmBadReply):
        read(text)


JSON_VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.floats(allow_nan=False, allow_infinity=False, width=32)
    | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
ITEMS = st.lists(
    st.dictionaries(st.text(string.ascii_letters, min_size=1, max_size=6), JSON_VALUES, max_size=4),
    max_size=4,
    unique_by=repr,
)


def storable(value: object) -> object:
    """Return a value as it is read: NUL cannot be kept as text."""
    return json.loads(json.dumps(value).replace("\\u0000", "\\ufffd"))


@settings(deadline=None)
@given(items=ITEMS, spaced=st.sampled_from([None, 1]), ascii_=st.booleans())
def test_valid_json_is_read_as_json_reads_it(
    items: list[dict[str, Any]], spaced: int | None, ascii_: bool
) -> None:
    text = json.dumps({"memories": items}, indent=spaced, ensure_ascii=ascii_)
    found = read(text)
    assert (found.cut, found.skipped) == (False, 0)
    assert repr(found.items) == repr(storable(items))


@settings(deadline=None)
@given(items=ITEMS, bare=st.booleans(), share=st.floats(0, 1))
def test_any_beginning_of_a_valid_reply_gives_a_beginning_of_its_items(
    items: list[dict[str, Any]], bare: bool, share: float
) -> None:
    text = json.dumps(items if bare else {"memories": items}, ensure_ascii=False)
    part = text[: int(len(text) * share)]
    try:
        found = read(part)
    except LlmBadReply:
        assert not part
        return
    assert found.skipped == 0
    assert found.cut == (len(part) < len(text))
    whole = storable(items)
    assert isinstance(whole, list)
    assert repr(found.items) == repr(whole[: len(found.items)])


@settings(deadline=None, max_examples=300)
@given(st.text(st.sampled_from("{}[]\"'“”:,\\/*`\n abmemories1-e.nulltrue<think>\ud800\0")))
def test_nothing_but_a_bad_reply_is_ever_raised(text: str) -> None:
    try:
        found = read(text)
    except LlmBadReply:
        return
    json.dumps(found.items, allow_nan=False).encode()


HOSTILE = {
    "open lists": "[" * 19_000,
    "open objects": '{"a":' * 19_000,
    "brackets": "[" * REPLY_LIMIT,
    "quotes": "{'" + "' " * 520_000,
    "double quotes": '{"' + '" ' * 520_000,
    "blanks": '{"a":' + " " * 1_000_000,
    "quotes before blanks": ("{'a'" + " " * 1_000) * 1_000,
    "comments": "{" + "/* " * 340_000,
    "closed comments": "{" + "/**/" * 260_000,
    "digits": "[" + "1" * 1_000_000,
    "backslashes": '{"' + "\\" * 1_000_000,
    "line ends": '{"' + '"\n' * 500_000,
    "members": '{"memories":{' + '"a":1,' * 170_000,
    "nested keys": ('[[[[[[{"memories":[]}]]]]]]') * 2_500,
    "thoughts": "<think>" * 140_000,
    "fences": "```" * 340_000,
    "small lists": "[]," * 9_000 + " " * 900_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_reply_takes_time_in_proportion_to_its_length(text: str) -> None:
    assert len(text) <= REPLY_LIMIT
    short, long = (min(spent(text[: len(text) // n]) for _ in range(2)) for n in (20, 5))
    # Four times the text: a quadratic reader takes 16 times as long, and minutes for all of it.
    assert long < 10 * short + 0.1


def spent(text: str) -> float:
    """Return the processor seconds of this thread that reading takes."""
    began = time.thread_time()
    with contextlib.suppress(LlmBadReply):
        read(text)
    return time.thread_time() - began


def test_a_reply_that_is_too_long_or_has_too_many_parts_is_a_bad_one() -> None:
    for text in (" " * (REPLY_LIMIT + 1), "[" + "{}," * 20_001):
        with pytest.raises(LlmBadReply):
            read(text)
