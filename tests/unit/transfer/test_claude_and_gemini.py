"""Reading Claude's conversations and Gemini's activity."""

from __future__ import annotations

from typing import Any

import pytest

from memoryx.transfer import claude, gemini
from memoryx.transfer.chats import Unusable
from tests.unit.transfer.support import claude_chat, claude_message, gemini_entry


def test_claude_a_conversation_is_read() -> None:
    chat = claude.read(
        claude_chat(
            "c", claude_message("u", "human", "Hi"), claude_message("a", "assistant", "Ho", "u")
        )
    )
    assert (chat.site, chat.url, chat.title) == ("claude", "https://claude.ai/chat/c", "A chat")
    assert [(t.key, t.role, t.markdown) for t in chat.turns] == [
        ("u", "user", "Hi"),
        ("a", "assistant", "Ho"),
    ]
    assert chat.turns[0].created_at == "2026-03-01T10:00:00.000Z"


def test_claude_blocks_go_before_text_and_thoughts_and_tools_are_left_out() -> None:
    blocks = [
        {"type": "thinking", "thinking": "hm"},
        {"type": "text", "text": "One"},
        {"type": "tool_use", "name": "x", "input": {}},
        {"type": "text", "text": "Two"},
    ]
    chat = claude.read(
        claude_chat(
            "c",
            claude_message("u", "human", "", content=None, text="From text"),
            claude_message("a", "assistant", "", "u", content=blocks, text="One Two repeated"),
            claude_message("f", "human", "", "a", files=[{"file_name": "plan.pdf"}, {}]),
        )
    )
    assert [t.markdown for t in chat.turns] == ["From text", "One\n\nTwo", "[plan.pdf]"]


def test_claude_the_branch_of_the_last_message_counts() -> None:
    chat = claude.read(
        claude_chat(
            "c",
            claude_message("u", "human", "Hi"),
            claude_message("old", "assistant", "Old", "u"),
            claude_message("new", "assistant", "New", "u"),
        )
    )
    assert [t.key for t in chat.turns] == ["u", "new"]


def test_claude_messages_without_parents_count_in_their_order() -> None:
    messages = [
        claude_message("u", "human", "Hi", parent_message_uuid=None),
        claude_message("a", "assistant", "Ho", parent_message_uuid="gone"),
    ]
    assert [t.key for t in claude.read(claude_chat("c", *messages)).turns] == ["u", "a"]


def test_claude_a_chat_without_an_id_or_messages_says_why() -> None:
    with pytest.raises(Unusable, match="uuid"):
        claude.read(claude_chat("") | {"uuid": None})
    with pytest.raises(Unusable, match="chat_messages"):
        claude.read(claude_chat("c") | {"chat_messages": None})


def test_gemini_prompts_close_to_one_another_are_taken_for_a_conversation() -> None:
    entries = [  # the log begins with the newest
        gemini_entry("2026-03-02T09:00:00Z", "Prompted And tomorrow?"),
        gemini_entry("2026-03-01T10:10:00.5Z", "Prompted Second", "<p>Two <b>bold</b></p>"),
        gemini_entry("2026-03-01T10:00:00Z", "Prompted First", None),
    ]
    prompts = [gemini.read(entry) for entry in entries]
    chats = list(gemini.chats([p for p in prompts if p]))
    assert [c.conversation_id for c in chats] == [
        "activity-2026-03-02T09:00:00.000Z",
        "activity-2026-03-01T10:00:00.000Z",
    ]
    assert [(t.role, t.markdown) for t in chats[1].turns] == [
        ("user", "First"),
        ("user", "Second"),
        ("assistant", "Two **bold**"),
    ]
    assert chats[1].title == "Gemini, 2026-03-01 10:00 (grouped by time)"


def test_gemini_entries_that_are_no_prompts_are_passed_over() -> None:
    assert gemini.read(gemini_entry("2026-03-01T10:00:00Z", "Gave feedback: Good")) is None
    with pytest.raises(Unusable, match="no time"):
        gemini.read(gemini_entry("yesterday", "Prompted x"))
    with pytest.raises(Unusable, match="no title"):
        gemini.read(gemini_entry("2026-03-01T10:00:00Z", "") | {"title": None})


def test_gemini_other_products_logs_are_not_taken() -> None:
    assert gemini.fits(gemini_entry("2026-03-01T10:00:00Z", "Prompted x"))
    other: Any = {"header": "Search", "products": ["Search"]}
    assert not gemini.fits(gemini_entry("2026-03-01T10:00:00Z", "Searched for x", **other))
