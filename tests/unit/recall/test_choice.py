"""Which memories come along: what may decide it, and what leaves one of two."""

import pytest

from memoryx.recall.types import IndexedMemory
from memoryx.text.tokens import names_in
from tests.unit.recall.support import TopicModel, memory
from tests.unit.recall.test_engine import NOISE, ask, engine, ids


@pytest.mark.parametrize(
    "text", ["Solve the equation 3x + 5 = 20 step by step", "证明这个定理：根号二是无理数"]
)
def test_a_writing_preference_stays_out_of_mathematics_and_comes_for_a_letter(text: str) -> None:
    tone = memory("tone", "Wants a plain tone", pinned=True, context_tags=("emails",))
    everywhere = memory("short", "Answers shall be short", pinned=True)
    made = engine(tone, everywhere, *NOISE)
    assert ids(ask(made, text)) == ["short"]
    assert set(ids(ask(made, "Draft an email to the landlord"))) == {"tone", "short"}


def test_a_standing_instruction_that_the_message_asks_for_comes_once() -> None:
    indent = memory("indent", "Indents Python with four spaces", type="preference", pinned=True)
    outcome = ask(engine(indent, *NOISE), "How do I indent my Python code?")
    assert ids(outcome) == ["indent"]
    assert outcome.context.count("four spaces") == 1


def test_a_traditional_question_finds_a_simplified_memory() -> None:
    chess = memory("go", "业余时间下围棋，已经三段")
    assert ids(ask(engine(chess, *NOISE), "我的圍棋水準怎麼提高")) == ["go"]


def test_a_title_speaks_for_a_memory_that_names_it_more_than_for_one_with_its_words() -> None:
    named = memory("named", "Saw The Night Watch with an uncle")
    words = memory("words", "Got a pocket watch from an uncle at night")
    trace = ask(engine(named, words, *NOISE), "who painted The Night Watch").trace
    relevance = {entry.id: entry.relevance for entry in trace}
    assert relevance["named"] > relevance["words"]
    assert names_in(words.text) == frozenset()
    assert "mara" in names_in("Mara plays the harp")


def test_what_may_not_come_has_no_say_in_what_does() -> None:
    secret = memory(
        "secret", "Takes sertraline against depression after the divorce", sensitive=True
    )
    weak = memory("weak", "Keeps notes on every divorce film")
    question = "Sertraline depression divorce"
    with_secret = ask(engine(secret, weak, *NOISE), question.replace("depression", ""))
    assert "secret" not in ids(with_secret)
    alone = ask(engine(weak, *NOISE), question.replace("depression", ""))
    assert ids(with_secret) == ids(alone)


def test_a_question_about_the_store_gets_all_that_stands_out() -> None:
    about = [
        memory("a", "Grows tomato plants on the roof"),
        memory("b", "Cares for a rose from the old house"),
        memory("c", "Sows beans every May"),
    ]
    outcome = ask(engine(*about, *NOISE), "My garden: first the tomato, the rose or the beans?")
    assert set(ids(outcome)) == {"a", "b", "c"}


PLAYS = memory("zh", "下班以后和同事打羽毛球", keywords=("work", "play", "colleague", "badminton"))
TRANSLATED = memory("en", "Plays badminton with colleagues after work")


@pytest.mark.parametrize(
    ("other", "left"),
    [
        (TRANSLATED, 1),
        (memory("en", "Plays badminton with 2 colleagues after work"), 2),
        (memory("en", "Never plays badminton with colleagues after work"), 2),
        (memory("en", "Bought a badminton racket and a tennis racket for the children"), 2),
    ],
)
def test_one_fact_in_two_languages_leaves_one(other: IndexedMemory, left: int) -> None:
    model = TopicModel({"羽毛球": 0, "badminton": 0})
    made = engine(PLAYS, other, *NOISE, model=model)
    found = ids(ask(made, "When do I play badminton with my colleagues?"))
    assert len({"zh", "en"}.intersection(found)) == left
