"""The hand-over of a conversation."""

from __future__ import annotations

import json

import pytest

from memoryx.errors import LlmBadReply
from memoryx.handoff.brief import Brief, main_language, write_brief
from memoryx.handoff.sections import NAMES, SaidTurn, clip
from memoryx.llm.protocol import ChatModel
from tests.support.scripted_model import Asked, Reply, ScriptedModel

CHAT = [
    SaidTurn("user", "Help me plan a trip to Kyoto in April. I'm allergic to peanuts."),
    SaidTurn(
        "assistant", "## Itinerary\n\n- [ ] Book the hotel\n- [x] Choose dates\n\nWhich budget?"
    ),
    SaidTurn("user", "About 2,000 euros. What about trains?"),
]
SECTIONS = {name: f"text of {name}" for name in NAMES}


def brief(
    turns: list[SaidTurn], model: ChatModel | None = None, language: str | None = None
) -> Brief:
    return write_brief(
        turns,
        title="Kyoto",
        conversation="c_1",
        language=language,
        model=model,
        facts=lambda _: ["Allergic to peanuts"],
        progress=lambda done, total, phase: None,
    )


def test_without_a_model_it_quotes_and_says_so() -> None:
    made = brief(CHAT)
    assert (made.summarizer, made.language) == ("rules", "en")
    assert set(made.sections) == set(NAMES)
    assert "Made without a model" in made.markdown
    assert "> Help me plan a trip to Kyoto" in made.sections["background"]
    assert "Allergic to peanuts" in made.sections["key_facts"]
    assert "trains" in made.sections["resume_point"]


def test_an_unanswered_question_is_open() -> None:
    assert "What about trains?" in brief(CHAT).sections["open_items"]


def test_unticked_items_and_the_assistants_questions_are_open_when_the_person_is_to_speak() -> None:
    items = brief(CHAT[:2]).sections["open_items"]
    assert "Book the hotel" in items
    assert "Which budget?" in items
    assert "Dates" not in items


def test_what_stands_in_code_is_no_open_item() -> None:
    turns = [SaidTurn("assistant", "```\n- [ ] not a task?\n```\nDone.")]
    assert brief(turns).sections["open_items"] == ""


@pytest.mark.parametrize(
    ("said", "language", "title"),
    [
        ("帮我规划一下四月去京都的旅行", "zh", "## 从哪里继续"),
        ("幫我規劃一下四月去京都的旅行，謝謝", "zh-Hant", "## 從哪裡繼續"),
        ("Help me plan a trip", "en", "## Where to resume"),
    ],
)
def test_the_titles_are_in_the_conversations_language(said: str, language: str, title: str) -> None:
    made = brief([SaidTurn("user", said), SaidTurn("assistant", "OK, fine with me, let us go")])
    assert made.language == language
    assert title in made.markdown


def test_an_empty_conversation_has_all_six_sections() -> None:
    made = brief([])
    assert made.markdown.count("## ") == 6
    assert made.markdown.count("(nothing)") == 4  # it has a title and a fact


def test_a_short_conversation_is_one_call_of_the_model() -> None:
    model = ScriptedModel(lambda _: json.dumps(SECTIONS))
    made = brief(CHAT, model)
    assert (made.summarizer, made.sections) == ("llm", SECTIONS)
    assert "without a model" not in made.markdown
    assert len(model.asked) == 1


def test_a_long_conversation_is_noted_part_by_part_first() -> None:
    def answer(asked: Asked) -> Reply:
        return "a note" if asked.schema is None else json.dumps(SECTIONS)

    model = ScriptedModel(answer)
    turns = [SaidTurn("user", "字" * 5_000 + f" number {i}") for i in range(6)]
    brief(turns, model)
    assert len(model.asked) > 3
    assert "Part 1:\na note" in model.asked[-1].user
    assert all("number" not in model.asked[-1].user for _ in turns)


def test_the_wanted_language_goes_to_the_model() -> None:
    model = ScriptedModel(lambda _: json.dumps(SECTIONS))
    brief(CHAT, model, "zh-Hant")
    assert "Traditional Chinese" in model.asked[0].system


@pytest.mark.parametrize("reply", ['{"mood": "good"}', '{"topic": ""}'])
def test_a_reply_without_sections_is_a_bad_reply(reply: str) -> None:
    with pytest.raises(LlmBadReply):
        brief(CHAT, ScriptedModel(lambda _: reply))


def test_lists_instead_of_texts_are_written_as_lists() -> None:
    model = ScriptedModel(lambda _: json.dumps(SECTIONS | {"open_items": ["a", "b", 3]}))
    assert brief(CHAT, model).sections["open_items"] == "- a\n- b"


def test_clipping_ends_at_a_word() -> None:
    assert clip("one two three four", 12) == "one two …"
    assert clip("short", 12) == "short"


def test_the_language_is_the_users_not_the_assistants() -> None:
    turns = [SaidTurn("user", "请用中文回答我的问题"), SaidTurn("assistant", "English " * 200)]
    assert main_language(turns) == "zh"


@pytest.mark.parametrize(
    ("texts", "language"),
    [
        (["Help me plan a trip to Kyoto", "我对花生过敏", "What about trains from Osaka?"], "en"),
        (["帮我规划一下四月去京都的旅行", "ok", "预算两万，住五晚"], "zh"),
        (["Why does this fail?\n" + "error: no such file\n" * 400, "帮我看看" * 60], "zh"),
        (["Aide-moi à écrire une lettre à mon propriétaire"], "en"),
        (["京都への旅行を計画してください", "ありがとう"], "und"),
        ([], "en"),
    ],
)
def test_the_language_is_that_of_most_of_what_the_user_wrote(
    texts: list[str], language: str
) -> None:
    """Turn by turn: neither one sentence nor one long paste decides."""
    assert main_language([SaidTurn("user", text) for text in texts]) == language


@pytest.mark.parametrize(
    ("text", "said", "language"),
    [
        ("京都への旅行を計画してください", "ja", "ja"),
        ("京都への旅行を計画してください", "Japanese!", "und"),
        ("Aide-moi à écrire une lettre", "fr", "fr"),
        ("Plan a trip for me", "en-GB", "en-GB"),
        ("Plan a trip for me", None, "en"),
    ],
)
def test_which_language_it_is_is_left_to_the_model_unless_it_is_chinese(
    text: str, said: str | None, language: str
) -> None:
    model = ScriptedModel(lambda _: json.dumps(SECTIONS | {"language": said}))
    made = brief([SaidTurn("user", text)], model)
    assert made.language == language
    assert "the language in which the user writes most" in model.asked[0].system
    assert set(made.sections) == set(NAMES)
