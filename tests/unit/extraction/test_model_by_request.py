"""What a person who asks for an extraction by a model gets beyond what is taken by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from memoryx.models import ExtractionMode
from memoryx.store.merge import IncomingTurn
from tests.support.scripted_model import decisions, memories, memory
from tests.unit.extraction.model_world import World, answers


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


@pytest.mark.parametrize(
    ("mode", "confidence", "status"),
    [
        ("auto", 0.75, "active"),
        ("auto", 0.6, "pending"),
        ("auto", 0.4, None),
        ("manual", 0.6, "active"),
        ("manual", 0.4, None),
    ],
)
def test_what_is_less_certain_is_taken_only_on_request(
    world: World, mode: ExtractionMode, confidence: float, status: str | None
) -> None:
    world.say("Perhaps I should drink more tea")
    outcome = world.run(answers(memories(memory("Likes tea", "t0", confidence=confidence))), mode)
    found = [s for s in ("active", "pending") if world.texts(s)]
    assert found == ([status] if status else [])
    assert outcome.rejected == ({} if status else {"low_confidence": 1})


@pytest.mark.parametrize("mode", ["auto", "manual"])
def test_both_thresholds_are_settings(world: World, mode: ExtractionMode) -> None:
    sure, unsure = memory("Likes tea", "t0", confidence=0.9), memory("Rows", "t0", confidence=0.3)
    world.settings.set({f"extraction.min_confidence_{mode}": 0.95})
    world.say("I like tea, and I row a bit")
    world.run(answers(memories(sure, unsure)), mode)
    assert world.texts() == set()
    world.settings.set({f"extraction.min_confidence_{mode}": 0.2})
    world.say("As I said: tea, and rowing")
    world.run(answers(memories(sure | {"turns": ["t1"]}, unsure | {"turns": ["t1"]})), mode)
    assert world.texts() == {"Likes tea", "Rows"}


def test_the_model_is_told_that_a_person_asked(world: World) -> None:
    world.say("I like tea")
    world.run(answers(memories()), "auto")
    world.run(answers(memories()), "manual")
    automatic, asked_for = (asked.system for asked in world.model.asked)
    assert asked_for.startswith(automatic)
    assert "in passing" in asked_for
    assert "in passing" not in automatic


def test_turns_that_were_gone_through_are_gone_through_again_without_doubling(
    world: World,
) -> None:
    tea = memory("Likes tea", "t0", key="likes:tea")
    world.say("I like tea and row every Sunday")
    world.run(answers(memories(tea)))
    outcome = world.run(
        answers(
            memories(tea, memory("Rows every Sunday", "t0")),
            decisions(("n0", "NOOP", "k0", None), ("n1", "ADD", None, None)),
        ),
        "manual",
    )
    assert (outcome.added, outcome.unchanged) == (1, 1)
    assert world.texts() == {"Likes tea", "Rows every Sunday"}
    assert {m.version for m in world.memories()} == {1}


def test_an_answer_that_was_generated_again_doubles_nothing(world: World) -> None:
    """It is gone through as every new turn, and nothing in it is the user's."""
    world.capture(
        IncomingTurn("q", "user", "I like tea. Which one?", True),
        IncomingTurn("a1", "assistant", "Oolong.", True),
    )
    reply = answers(memories(memory("Likes tea", "t0", key="likes:tea")))
    world.run(reply)
    world.capture(
        IncomingTurn("q", "user", "I like tea. Which one?", True),
        IncomingTurn("a2", "assistant", "You like sencha.", True),
    )
    outcome = world.run(reply)
    assert (outcome.from_index, outcome.to_index) == (1, 2)
    assert (outcome.added, outcome.updated) == (0, 0)
    assert [m.version for m in world.memories()] == [1]
    assert world.run(reply).to_index == 2


def test_all_that_is_like_something_known_is_ruled_on_in_one_call(world: World) -> None:
    world.say("I like tea and own two cats")
    world.run(answers(memories(memory("Likes tea", "t0"), memory("Owns two cats", "t0"))))
    world.say("I do not like tea any more, and own three cats")
    before = len(world.model.asked)
    world.run(
        answers(
            memories(memory("Likes tea no more", "t1"), memory("Owns three cats", "t1")),
            decisions(("n0", "UPDATE", "k0", "Likes tea no more"), ("n1", "UPDATE", "k1", None)),
        )
    )
    assert [asked.purpose for asked in world.model.asked[before:]] == ["extraction", "dedupe"]
    assert world.texts() == {"Likes tea no more", "Owns three cats"}


@pytest.mark.parametrize("where", ["keywords", "tags"])
def test_what_is_known_in_the_other_language_is_found_by_its_words(
    world: World, where: str
) -> None:
    """The model gives words of both languages, so that a change of language doubles nothing."""
    world.say("我喜欢喝茶")
    world.run(answers(memories(memory("喜欢喝茶", "t0", **{where: ["喝茶", "tea"]}))))
    world.say("I do not care for it any more")
    world.run(
        answers(
            memories(memory("Does not care for it any more", "t1", **{where: ["tea", "喝茶"]})),
            decisions(("n0", "UPDATE", "k0", None)),
        )
    )
    assert world.model.asked[-1].purpose == "dedupe"
    assert world.texts() == {"Does not care for it any more"}
