"""What the wording of a message says of its need of memories."""

import pytest

from memoryx.recall.intent import classify


@pytest.mark.parametrize(
    "text",
    [
        "How do I reverse a list in place?",
        "how can we measure the distance to a star",
        "Tighten this paragraph: I hope my letter finds you well and that we can meet.",
        "把这段话翻译成英文：我昨天去了我父母家",
        "想知道潮汐是怎么形成的",
        "想用 Python 写个贪吃蛇",
        "想象一个没有月亮的地球",
        "国家里哪个最小",
        "怎么理解面向对象",
    ],
)
def test_a_question_that_anybody_asks_does_not_speak_of_oneself(text: str) -> None:
    assert not classify(text).personal


@pytest.mark.parametrize(
    "text",
    [
        "How do I deal with my neighbour's noise?",
        "Where do I live?",
        "I can't sleep, how do I fall asleep sooner?",
        "我该怎么准备下周的面试",
        # Chinese says neither "I" nor "my" where it is understood.
        "想换个离公司近点的房子",
        "最近也想学游泳，从哪儿开始",
        "下周打算去趟大理，带什么",
        "给老婆挑个生日礼物",
        "爸妈要来住几天，怎么安排",
        "手底下的人总迟到怎么办",
    ],
)
def test_a_question_about_the_persons_own_life_speaks_of_oneself(text: str) -> None:
    assert classify(text).personal


@pytest.mark.parametrize(
    "text",
    [
        "A coat costs $120, then 30% off and another $10 off. Final price?",
        "甲队单独做要12天，乙队要15天，一起做4天后还剩多少？",
    ],
)
def test_a_sum_in_words_brings_its_own_material(text: str) -> None:
    assert classify(text).material == "arithmetic"


@pytest.mark.parametrize(
    "text",
    [
        "Which departure is better: 06:40, 13:15 or 23:55?",
        "I slept 5, 6 and 4 hours this week, what should I change?",
        "2026年10月3日到10月7日杭州天气怎么样？",
        "What changed between 3.10.1, 3.11.2 and 3.12.0?",
    ],
)
def test_times_versions_and_a_persons_numbers_are_no_sum(text: str) -> None:
    assert classify(text).material == "none"
