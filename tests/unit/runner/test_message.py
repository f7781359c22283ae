"""The browser tests' own reading of a message lets no malformed or second block pass."""

from __future__ import annotations

import pytest

from tests.browser.harness.message import Message, take_apart

ENGLISH = (
    "\n\n---\n[MemoryX context · 1 memory]\n- [Preference·Mar] Allergic to peanuts\n"
    "(Background about the user. Answer the question directly; use it only where relevant.)\n---"
)
CHINESE = (
    "\n\n---\n[MemoryX 上下文 · 2 条记忆]\n- [偏好·3月] 对花生过敏\n- [技能·2月] 会用 Vim\n"
    "(以上是用户背景信息，请直接回答问题，仅在相关时参考上下文。)\n---"
)


def test_a_message_without_a_block_is_the_persons_own() -> None:
    """A text that only mentions the product, or has rules of its own, is left as it is."""
    for text in ("hello", "what is MemoryX?", "a\n---\nb", "---\ntitle: x\n---\n"):
        assert take_apart(text) == Message(text)


def test_the_agreed_blocks_are_recognised() -> None:
    """Both languages' blocks come apart into the person's words and the memories."""
    assert take_apart(f"plan a dinner{ENGLISH}").memories == ("Allergic to peanuts",)
    assert take_apart(f"晚饭{CHINESE}").memories == ("对花生过敏", "会用 Vim")
    assert take_apart(f"a\n\nb{CHINESE}").own == "a\n\nb"


@pytest.mark.parametrize(
    "text",
    [
        "hi" + ENGLISH + ENGLISH,
        "hi" + ENGLISH + "\nmore",
        "hi" + ENGLISH.replace("1 memory", "2 memories"),
        "hi" + ENGLISH[:-4],
        "hi" + ENGLISH.replace("\n- [", "\n* ["),
        "hi" + ENGLISH.replace("\n", " "),
        "hi" + ENGLISH.replace("\n", "\n\n"),
        "hi" + ENGLISH.replace("\n\n", "\n"),
        "hi" + ENGLISH + "\n",
        "hi" + ENGLISH.lstrip("\n"),
    ],
)
def test_a_malformed_or_doubled_block_is_an_error(text: str) -> None:
    """Whatever is not exactly one block at the end fails the test that meets it."""
    with pytest.raises(AssertionError):
        take_apart(text)
