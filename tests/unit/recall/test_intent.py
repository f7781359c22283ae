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
    ],
)
def test_a_question_about_the_persons_own_life_speaks_of_oneself(text: str) -> None:
    assert classify(text).personal
