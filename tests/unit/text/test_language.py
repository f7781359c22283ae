"""The language of a message, folding and the token estimate."""

import pytest

from memoryx.text.budget import count_tokens
from memoryx.text.fold import fold
from memoryx.text.language import detect, written_in_chinese


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("晚饭吃什么好", "zh-Hans"),
        ("我還住在杭州嗎", "zh-Hant"),
        ("plan a dinner", "en"),
        ('How would a native speaker say "事半功倍" in English?', "en"),
        ("npm ERR! code ERESOLVE unable to resolve dependency tree\n怎么解决", "zh-Hans"),
        ("```python\nprint('hello world, this is a test')\n```\n这段是什么意思", "zh-Hans"),
        ("用 React 和 TypeScript 写一个 hook", "zh-Hans"),
        ("お先に失礼しますはどういう意味ですか", "other"),
        ("Привет, как дела?", "other"),
        ("17*23", "other"),
        ("", "other"),
    ],
)
def test_the_language_is_that_of_the_one_who_asks(text: str, language: str) -> None:
    assert detect(text) == language


def test_a_text_is_chinese_by_its_characters() -> None:
    assert written_in_chinese("用 Python 写爬虫")
    assert not written_in_chinese("Learn the word 你好")
    assert not written_in_chinese("")


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("abc", 1), ("abcd", 1), ("abcde", 2), ("中文", 2), ("中a", 2)]
)
def test_a_chinese_character_is_a_token_and_four_others_are_one(text: str, tokens: int) -> None:
    assert count_tokens(text) == tokens


def test_folding_keeps_case_and_simplifies() -> None:
    assert fold("ＴｙｐｅＳｃｒｉｐｔ 繁體") == "TypeScript 繁体"
