"""Why a memory came, in words."""

from __future__ import annotations

import pytest

from memoryx.recall.reasons import reasons, shared_words


@pytest.mark.parametrize(
    ("question", "memory", "words"),
    [
        ("Are there peanuts in it?", "Allergic to peanuts", ("peanuts",)),
        ("Cooking with a peanut", "Allergic to peanuts", ("peanuts",)),
        ("推荐一个川菜馆，晚饭吃什么好", "喜欢吃川菜馆子的晚饭", ("川菜馆", "晚饭")),
        ("推薦川菜館", "喜欢川菜馆", ("川菜馆",)),
        ("给我的 TypeScript 项目起名", "偏好 TypeScript 编程", ("TypeScript",)),
        ("What is the weather?", "Allergic to peanuts", ()),
        ("Is this the one?", "This is the one", ()),
        ("a b c d e f1 f2 f3 f4 f5 f6", "f1 f2 f3 f4 f5 f6", ("f1", "f2", "f3", "f4", "f5")),
    ],
)
def test_shared_words_are_those_of_both(question: str, memory: str, words: tuple[str, ...]) -> None:
    assert shared_words(question, memory) == words


def test_what_weighs_most_comes_first() -> None:
    question, memory = "peanuts for dinner", "Allergic to peanuts"
    by_words = reasons(question, memory, semantic=0.3, keyword=0.6, recency=0.1, pinned=False)
    assert by_words.why == ("words", "meaning")
    by_meaning = reasons(question, memory, semantic=0.8, keyword=0.6, recency=0.9, pinned=False)
    assert by_meaning.why == ("meaning", "words", "recent")


def test_there_is_always_a_reason() -> None:
    found = reasons("dinner", "Vegan", semantic=0.1, keyword=0.0, recency=0.0, pinned=False)
    assert found.why == ("meaning",)
    pinned = reasons("dinner", "Vegan", semantic=0.0, keyword=0.0, recency=1.0, pinned=True)
    assert pinned.why == ("pinned",)
