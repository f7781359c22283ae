"""Reading ChatGPT's conversations."""

from __future__ import annotations

from typing import Any

import pytest

from memoryx.transfer import chatgpt
from memoryx.transfer.chats import Unusable
from tests.unit.transfer.support import gpt_chat, gpt_message


def said(item: Any) -> list[tuple[str, str, str]]:
    return [(turn.key, turn.role, turn.markdown) for turn in chatgpt.read(item).turns]


def test_a_conversation_is_read_with_its_times_and_its_address() -> None:
    chat = chatgpt.read(
        gpt_chat("c1", gpt_message("u1", "user", "Hi", 1_760_000_001), title="  Hello \n there ")
    )
    assert (chat.site, chat.conversation_id, chat.url) == (
        "chatgpt",
        "c1",
        "https://chatgpt.com/c/c1",
    )
    assert (chat.title, chat.created_at) == ("Hello there", "2025-10-09T08:53:20.500Z")
    assert chat.turns[0].created_at == "2025-10-09T08:53:21.000Z"


def test_what_is_not_part_of_the_talk_is_left_out() -> None:
    hidden: Any = {"metadata": {"is_visually_hidden_from_conversation": True}}
    item = gpt_chat(
        "c",
        gpt_message("s", "system", "Be kind"),
        gpt_message("ctx", "user", None, content={"content_type": "user_editable_context"}),
        gpt_message("h", "user", "hidden", **hidden),
        gpt_message("u", "user", "What is new?"),
        gpt_message("t", "assistant", None, content={"content_type": "thoughts", "thoughts": []}),
        gpt_message("q", "assistant", "search('news')", recipient="web"),
        gpt_message("r", "tool", "a page"),
        gpt_message("a", "assistant", "Not much\ue200cite\ue202turn0\ue201."),
    )
    assert said(item) == [("u", "user", "What is new?"), ("a", "assistant", "Not much.")]


def test_an_answer_in_several_messages_is_one_turn_under_the_last_key() -> None:
    item = gpt_chat(
        "c",
        gpt_message("u", "user", "Plot it"),
        gpt_message("a1", "assistant", "I will."),
        gpt_message("x", "tool", None, content={"content_type": "execution_output", "text": "1"}),
        gpt_message("a2", "assistant", "Done."),
    )
    assert said(item)[1] == ("a2", "assistant", "I will.\n\nDone.")


def test_the_branch_that_the_page_shows_is_read() -> None:
    item = gpt_chat(
        "c", gpt_message("u", "user", "Hi"), gpt_message("old", "assistant", "Old", 1.0)
    )
    item["mapping"]["new"] = {
        "id": "new",
        "parent": "u",
        "message": gpt_message("new", "assistant", "New", 2.0),
    }
    assert said(item)[1][0] == "old"
    for nowhere in (None, "gone", 7, "new"):
        item["current_node"] = nowhere
        assert said(item)[1][0] == "new"


def test_a_circle_of_parents_ends() -> None:
    item = gpt_chat("c", gpt_message("u", "user", "Hi"), gpt_message("a", "assistant", "Ho"))
    item["mapping"]["u"]["parent"] = "a"
    assert said(item) == [("u", "user", "Hi"), ("a", "assistant", "Ho")]


def test_parts_that_are_no_text_are_passed_over() -> None:
    picture = {"content_type": "image_asset_pointer", "asset_pointer": "sediment://x"}
    voice = {"content_type": "audio_transcription", "text": "and this"}
    content = {"content_type": "multimodal_text", "parts": [picture, "Look", voice, None]}
    only_file: Any = {"metadata": {"attachments": [{"name": "plan.pdf"}]}}
    item = gpt_chat(
        "c",
        gpt_message("u", "user", None, content=content),
        gpt_message("f", "user", "", **only_file),
        gpt_message("e", "user", ""),
    )
    assert said(item) == [("u", "user", "Look\n\nand this"), ("f", "user", "[plan.pdf]")]


def test_a_message_without_a_time_has_that_of_the_one_before_or_the_chats() -> None:
    chat = chatgpt.read(
        gpt_chat(
            "c",
            gpt_message("u", "user", "Hi"),
            gpt_message("a", "assistant", "Ho", 1_760_000_050),
            gpt_message("v", "user", "So"),
        )
    )
    assert [turn.created_at for turn in chat.turns] == [
        "2025-10-09T08:53:20.500Z",
        "2025-10-09T08:54:10.000Z",
        "2025-10-09T08:54:10.000Z",
    ]


def test_nulls_where_texts_should_be_are_no_reason_to_leave_a_chat_out() -> None:
    item = gpt_chat("c", gpt_message("u", "user", "Hi", metadata=None, recipient=None))
    item |= {"title": None, "create_time": None, "update_time": "soon", "current_node": None}
    chat = chatgpt.read(item)
    assert (chat.title, chat.created_at, chat.updated_at, len(chat.turns)) == (None, None, None, 1)


@pytest.mark.parametrize(
    ("item", "why"),
    [
        ([], "not an object"),
        ({"mapping": {}}, "no conversation_id or id"),
        ({"id": "c", "mapping": None}, "no messages"),
        ({"id": "c", "mapping": {}, "is_do_not_remember": True}, "not to be remembered"),
    ],
)
def test_what_cannot_be_a_conversation_says_why(item: Any, why: str) -> None:
    with pytest.raises(Unusable, match=why):
        chatgpt.read(item)
