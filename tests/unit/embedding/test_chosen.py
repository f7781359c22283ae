"""Which model is asked while the settings change under a running host."""

from __future__ import annotations

import pytest

from memoryx.embedding.chosen import Choice, ChosenEmbedder
from tests.unit.embedding.support import PlayedModel


class Scene:
    """Settings that the test changes, and the models that were made for them."""

    def __init__(self) -> None:
        self.choice = Choice("local")
        self.made: list[PlayedModel] = []
        self.chosen = ChosenEmbedder(lambda: self.choice, self._make)

    def _make(self, choice: Choice) -> PlayedModel | None:
        if choice.name == "off":
            return None
        self.made.append(PlayedModel(choice.model or choice.name))
        return self.made[-1]

    def choose(self, name: str, model: str = "") -> None:
        self.choice = Choice(name, model=model)

    @property
    def closed(self) -> list[bool]:
        """Which models were given back."""
        return [model.closed for model in self.made]

    @property
    def names(self) -> tuple[str | None, str | None]:
        """Who serves, and who is to."""
        serving, target = self.chosen.serving(), self.chosen.target()
        return (serving.label if serving else None), (target.label if target else None)


@pytest.fixture
def scene() -> Scene:
    """A host that runs with the built-in model."""
    made = Scene()
    assert made.names == ("local", "local")
    return made


def test_the_old_model_serves_until_the_new_one_is_ready(scene: Scene) -> None:
    scene.choose("openai", "a")
    assert scene.names == ("local", "a")
    assert scene.closed == [False, False]
    scene.chosen.settle(scene.made[1])
    assert scene.names == ("a", "a")
    assert scene.closed == [True, False]


def test_going_back_keeps_the_old_model_and_drops_the_other(scene: Scene) -> None:
    scene.choose("openai", "a")
    scene.chosen.target()
    scene.choose("local")
    assert scene.names == ("local", "local")
    assert scene.closed == [False, True]


def test_a_third_choice_drops_the_second(scene: Scene) -> None:
    scene.choose("openai", "a")
    scene.chosen.target()
    scene.choose("openai", "b")
    assert scene.names == ("local", "b")
    assert scene.closed == [False, True, False]


def test_a_model_that_is_no_longer_chosen_does_not_come_to_serve(scene: Scene) -> None:
    scene.choose("openai", "a")
    scene.chosen.target()
    late = scene.made[1]
    scene.choose("openai", "b")
    scene.chosen.target()
    scene.chosen.settle(late)
    assert scene.names == ("local", "b")


def test_off_is_at_once(scene: Scene) -> None:
    scene.choose("off")
    assert scene.names == (None, None)
    assert scene.closed == [True]


def test_from_off_the_new_model_serves_at_once(scene: Scene) -> None:
    scene.choose("off")
    scene.chosen.target()
    scene.choose("openai", "a")
    assert scene.names == ("a", "a")


def test_a_reset_is_for_the_chosen_model(scene: Scene) -> None:
    scene.choose("openai", "a")
    scene.chosen.reset()
    assert [model.resets for model in scene.made] == [0, 1]
