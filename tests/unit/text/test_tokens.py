"""Cutting text into index terms."""

import pytest

from memoryx.text.tokens import analyse, terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I really like running marathons", ["like", "run", "marathon"]),
        ("喜欢吃辣", ["喜欢", "欢吃", "吃辣"]),
        ("Our children went home and bought mice", ["child", "go", "home", "buy", "mous"]),
        ("the child goes to buy a mouse", ["child", "go", "buy", "mous"]),
        ("猫", ["猫"]),
        ("成都馬拉松", ["成都", "都马", "马拉", "拉松"]),
        ("node.js", ["node.js", "node", "js"]),
        ("Python 3.11", ["python", "3.11"]),
        ("C++ and C#", ["c++", "c#"]),
        ("user_id", ["user_id", "user", "id"]),
        ("Škoda", ["skoda"]),
        ("Maya's kids", ["maya", "kid"]),
        ("ＡＢＣ１２３", ["abc123"]),
        ("the of and", []),
        ("的了吗", []),
        ("", []),
    ],
)
def test_text_becomes_these_terms(text: str, expected: list[str]) -> None:
    found = terms(text)
    assert [term for term in expected if term not in found] == []
    assert len(set(found) - set(expected)) <= 2


def test_traditional_and_simplified_give_the_same_terms() -> None:
    assert terms("手沖咖啡的水溫") == terms("手冲咖啡的水温")


def test_names_and_identifiers_are_marked() -> None:
    names = {
        term.text for term in analyse("Ask why Paperboy needs k8s v1.2.3 at Berlin") if term.name
    }
    assert names == {"paperboy", "k8s", "v1.2.3", "berlin"}


def test_a_capital_at_the_beginning_of_a_sentence_is_no_name() -> None:
    assert not any(term.name for term in analyse("Dinner was good. Lunch was better"))


# What is not linear would be at it for hours.
@pytest.mark.timeout(60)
@pytest.mark.parametrize("piece", ["a.", "中", "Aa", "_", "a'", "9-", "é", "[(", "\U0001f600"])
def test_cutting_is_linear_on_hostile_text(piece: str) -> None:
    terms(piece * 400_000)
