"""What a candidate carries besides its words."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryx.extraction.rules import extract
from memoryx.extraction.rules.segments import own_words
from memoryx.models import ExtractionMode
from tests.unit.extraction.rules_support import SAID_AT, said, texts, turn


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I love cilantro", "I hate cilantro"),
        ("I enjoy swimming", "I don't like to swim"),
        ("我喜欢吃香菜", "我讨厌香菜"),
        ("我喜歡喝咖啡", "我不喜欢咖啡了"),
        ("I live in Rome", "I moved to Oslo"),
        ("以后用英文回答", "From now on reply in Chinese"),
        ("Use four spaces for indentation", "Always indent with tabs"),
        ("我在读大三", "我在读研一"),
        ("I'm allergic to peanuts", "I'm not allergic to peanuts"),
    ],
)
def test_contradicting_statements_share_a_key(first: str, second: str) -> None:
    """So the newer one replaces the older."""
    (one,) = said(first)
    (other,) = said(second)
    assert one.key is not None
    assert one.key == other.key
    assert one.text != other.text


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I love tea", "I love coffee"),
        ("我喜欢猫", "我喜欢狗"),
        ("I hate running", "I love reading"),
    ],
)
def test_statements_on_different_things_have_different_keys(first: str, second: str) -> None:
    """So none of them replaces the other."""
    assert said(first)[0].key != said(second)[0].key


@pytest.mark.parametrize(
    "message",
    [
        "以后回答都用简体中文",
        "Always answer in English",
        "Please use four spaces for indentation",
        "From now on, keep code comments short.",
        "记住：我的车牌尾号是 88",
        "remember: my sister's birthday is May 3",
    ],
)
def test_standing_instructions_and_what_is_to_be_remembered_are_pinned(message: str) -> None:
    """They come with every fitting question."""
    (found,) = said(message)
    assert found.pinned


@pytest.mark.parametrize(
    ("message", "text", "category"),
    [
        ("记住：我的车牌尾号是 88", "车牌尾号是 88", "other"),
        ("请记住我是素食主义者", "是素食主义者", "preference"),
        ("記住：我對蝦過敏", "對蝦過敏", "health"),
        ("remember: my sister's birthday is May 3", "Sister's birthday is May 3", "personal"),
        ("Please remember that I'm left-handed.", "Left-handed", "health"),
        ("Remember: the porter has the gate code.", "The porter has the gate code", "other"),
    ],
)
def test_remember_takes_what_follows(message: str, text: str, category: str) -> None:
    """It is certain, whatever it is about."""
    (found,) = said(message)
    assert (found.text, found.category, found.confidence) == (text, category, 1.0)


@pytest.mark.parametrize(
    "message",
    [
        "怎么记住单词？",
        "你记住了吗？",
        "Remember when we talked about Rome?",
        "Do you remember me?",
    ],
)
def test_a_question_about_remembering_is_no_request(message: str) -> None:
    """Only a request to remember is one."""
    assert texts(message) == []


@pytest.mark.parametrize(
    ("message", "date"),
    [
        ("我打算下个月去西藏旅行", "2026年12月"),
        ("下个月8号我要去昆明出差", "2026年12月8日"),
        ("我去年十月搬到了青岛", "2025年10月"),
        ("我计划明年3月参加马拉松", "2027年3月"),
        ("I'm flying to Quito on June 4", "June 4, 2027"),
        ("I moved to Ghent in April", "April 2026"),
        ("I'm planning to visit Peru next summer", "summer 2027"),
        ("I quit smoking three years ago", "2023"),
    ],
)
def test_relative_dates_become_absolute(message: str, date: str) -> None:
    """A memory is read months later: its dates count from when it was said."""
    (found,) = said(message)
    assert date in found.text
    assert found.valid_from == SAID_AT


def test_a_birthday_gets_no_year() -> None:
    """It comes back every year."""
    assert texts("My birthday is May 3") == ["Birthday is May 3"]
    assert texts("我的生日是5月3日") == ["生日是5月3日"]


def test_scope_sets_the_level() -> None:
    """What is said for one chat or one project does not hold everywhere."""
    assert said("Respond only in French in this chat.")[0].level == "session"
    assert said("在这个项目里统一用 pnpm")[0].level == "project"
    assert said("I love tea")[0].level == "user"


def test_a_scoped_instruction_names_its_task() -> None:
    """Recall matches it against the kind of question."""
    (found,) = said("From now on list the allergens when you write me recipes.")
    assert found.context_tags == ("cooking",)


def test_keywords_come_in_both_languages() -> None:
    """So a question in the other language can find the memory by word."""
    assert {"peanut", "花生"} <= set(said("I'm allergic to peanuts")[0].keywords)
    assert {"peanut", "花生"} <= set(said("我对花生过敏")[0].keywords)


def test_the_same_words_twice_are_one_candidate_with_both_turns() -> None:
    """Saying it again makes no second memory."""
    (found,) = said("I love tea.", "What time is it?", "By the way, I love tea.")
    assert found.turn_keys == ("t1", "t3")


def test_order_is_that_of_speaking() -> None:
    """The later of two with one key is the newer."""
    assert texts("I love tea", "I hate tea") == ["Loves tea", "Hates tea"]


_FRAGMENTS = st.sampled_from(
    [
        "我喜欢喝茶，",
        "I love tea. ",
        "“我讨厌雨”",
        '"I hate rain" ',
        "```\n",
        "> ",
        "\n",
        "\n\n",
        "`",
        "如果",
        "If ",
        "记住：",
        "remember: ",
        "---\n[MemoryX",
        "翻译：",
        "Translate this: ",
        "，",
        "？",
        "。",
        "我",
        "I ",
        "my dog ",
        "每天",
        "next month ",
        "下个月",
        "’",
        "\ufffc",
        "😀",
        "喜歡",
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(_FRAGMENTS, max_size=24).map("".join), st.sampled_from(["auto", "manual"]))
def test_a_quote_is_a_verbatim_part_of_the_turn(text: str, mode: ExtractionMode) -> None:
    """Whatever the text, each candidate can be traced to the words that it came from."""
    for found in extract([turn(text)], mode=mode):
        assert found.quote
        assert found.quote in text
        assert found.text.strip()
        assert 0 < found.confidence <= 1


@given(st.text(max_size=300))
@settings(max_examples=200, deadline=None)
def test_masking_keeps_every_position(text: str) -> None:
    """A quote is cut by the places found in the masked text."""
    assert len(own_words(text)) == len(text)


# What is not linear would be at it for hours.
@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "unit",
    [
        "a",
        "我",
        " ",
        "\n",
        '"',
        "“",
        "「",
        "'",
        "`",
        ">",
        "<a",
        "，",
        ", ",
        ".",
        "。",
        "：",
        "-",
        "- ",
        "|",
        "如果",
        "每天",
        "I like ",
        "and I ",
        "我喜欢",
        "\n\n",
        "\n> ",
        "```\n",
        "---\n",
        "[MemoryX\n",
        "'a ",
        "\nI like cats.",
        "\n我喜欢猫",
        "translate this: ",
        "写",
        "please ",
        "1月",
        "https://a",
        " \n",
    ],
)
def test_a_hostile_turn_costs_linear_time(unit: str) -> None:
    said((unit * (400_000 // len(unit) + 1))[:400_000], mode="manual")
