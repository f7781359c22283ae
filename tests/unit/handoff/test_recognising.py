"""Recognising a hand-over in a message."""

from __future__ import annotations

import pytest

from memoryx.brief import OPENINGS, strip_briefs
from memoryx.handoff.sections import NAMES, write
from memoryx.markdown import html_to_markdown

SECTIONS = dict.fromkeys(NAMES, "I live in Oslo.")


def brief(language: str) -> str:
    return write(SECTIONS, language, outline=True)


@pytest.mark.parametrize("language", list(OPENINGS))
def test_only_the_persons_own_words_are_left(language: str) -> None:
    text = f"Hello.\n\n{brief(language)}\nPlease go on."
    assert strip_briefs(text).split() == ["Hello.", "Please", "go", "on."]


@pytest.mark.parametrize("language", list(OPENINGS))
def test_a_page_may_have_drawn_it(language: str) -> None:
    paragraphs = "".join(f"<p>{part}</p>" for part in brief(language).strip().split("\n\n"))
    drawn = html_to_markdown(f"{paragraphs}<p>Please go on.</p>")
    assert strip_briefs(drawn).split() == ["Please", "go", "on."]


def test_without_its_end_it_reaches_to_the_end() -> None:
    cut = brief("en").rpartition("(End")[0]
    assert strip_briefs(f"Mine.\n\n{cut}").split() == ["Mine."]


def test_two_briefs_leave_what_stands_between_them() -> None:
    assert strip_briefs(f"{brief('zh')}\nmine\n{brief('en')}").split() == ["mine"]


def test_other_text_comes_back_unchanged() -> None:
    for text in ("", "This hands over nothing.", "以下是我的问题"):
        assert strip_briefs(text) == text
