"""The embedding model that the settings name, and the one that serves until that is ready."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from memoryx.embedding.protocol import Provider


@dataclass(frozen=True, slots=True)
class Choice:
    """What the settings say of the embedding; ``name`` is one of their providers."""

    name: str
    base_url: str = ""
    model: str = ""
    path: str = ""


class ChosenEmbedder:
    """Follows the settings while the host runs. For several threads.

    ``target`` is what the settings name. ``serving`` answers messages: after a change it is still
    the old model, until ``settle`` says that the new one has all that it needs.
    """

    def __init__(
        self, choice: Callable[[], Choice], make: Callable[[Choice], Provider | None]
    ) -> None:
        self._choice = choice
        self._make = make
        self._lock = threading.Lock()
        #: Called when a model's state may have become another.
        self.on_change: Callable[[], None] = _nothing
        self._target: tuple[Choice, Provider | None] | None = None
        self._serving: tuple[Choice, Provider | None] | None = None

    def target(self) -> Provider | None:
        """Return the model that the settings name now; None for none."""
        return self._follow()[1]

    def serving(self) -> Provider | None:
        """Return the model that answers messages; None for none."""
        return self._follow()[0]

    @property
    def name(self) -> str:
        """The provider's name in the settings."""
        return self._choice().name

    def reset(self) -> None:
        """Let the model try again what was refused: a key or a file was changed."""
        target = self.target()
        if target is not None:
            target.reset()

    def settle(self, ready: Provider) -> None:
        """Let ``ready`` serve and give the old model back, if ``ready`` is still the target."""
        with self._lock:
            if self._target is None or self._target[1] is not ready:
                return
            old, self._serving = self._serving, self._target
        if old is not None and old[1] is not None and old[1] is not ready:
            old[1].close()

    def _follow(self) -> tuple[Provider | None, Provider | None]:
        choice = self._choice()
        with self._lock:
            if self._target is None or self._target[0] != choice:
                self._change(choice)
            serving, target = self._serving, self._target
        return (serving[1] if serving else None), (target[1] if target else None)

    def _change(self, choice: Choice) -> None:
        dropped = self._target
        if self._serving is not None and self._serving[0] == choice:
            self._target = self._serving  # the person has gone back
        else:
            self._target = (choice, self._make(choice))
        if dropped is not None and dropped is not self._serving and dropped[1] is not None:
            dropped[1].close()
        nobody = self._serving is None or self._serving[1] is None
        if nobody or self._target[1] is None:
            old, self._serving = self._serving, self._target
            if old is not None and old[1] is not None:
                old[1].close()


def _nothing() -> None:
    """Tell nobody."""
