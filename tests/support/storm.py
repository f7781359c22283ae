"""What is said in a storm of kills, and what must be stored after it."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.support.scripted_model import decisions, memories, memory

#: Turns of a conversation that a page shows, and so that a save carries.
_WINDOW = 6
_FACT = re.compile(r"I'm allergic to (\w+)")
_TASTE = re.compile(r"I (love|hate) (\w+)")
_NEW = "New turns, the only source of notes:"


@dataclass
class Chat:
    """One conversation as its page shows it.

    ``said`` are all texts that a turn has had; ``acknowledged`` is what a host has taken for sure.
    """

    name: str
    keys: list[str] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    said: dict[str, list[str]] = field(default_factory=dict)
    times: dict[str, str] = field(default_factory=dict)
    acknowledged: dict[str, str] = field(default_factory=dict)

    def put(self, key: str, text: str) -> None:
        """Let a turn say something, else than before if it is there."""
        self.texts[key] = text
        self.said.setdefault(key, []).append(text)

    def may_stand(self, key: str) -> list[str]:
        """Return what may be stored of an acknowledged turn: that, or what was sent since."""
        said = self.said[key]
        return said[said.index(self.acknowledged[key]) :]

    def window(self) -> dict[str, str]:
        """Return the turns that a save carries: those on the page, and all that wait for a host."""
        waiting = [key for key in self.keys if self.acknowledged.get(key) != self.texts[key]]
        first = min((self.keys.index(key) for key in waiting), default=len(self.keys))
        start = max(0, min(first, len(self.keys) - _WINDOW))
        return {key: self.texts[key] for key in self.keys[start:]}

    def params(self, window: dict[str, str]) -> dict[str, Any]:
        """Return the params of the save of a window."""
        return {
            "site": "claude",
            "conversation_id": self.name,
            "url": f"https://example.test/{self.name}",
            "trigger": "auto",
            "turns": [
                {
                    "key": key,
                    "role": "user",
                    "markdown": text,
                    "complete": True,
                    "created_at": self.times[key],
                }
                for key, text in window.items()
            ],
        }


class Script:
    """Says things, by chance but the same for the same seed."""

    def __init__(self, chance: random.Random, chats: int) -> None:
        self._chance = chance
        self._time = datetime(2026, 3, 1, tzinfo=UTC)
        self.chats = [Chat(f"chat-{i}") for i in range(chats)]
        #: The allergies that stand in some turn, and those that an edit took out again.
        self.facts: set[str] = set()
        self.edited: set[str] = set()
        #: What was asked to be remembered.
        self.requests: set[str] = set()
        #: The newest word on each thing that is loved or hated.
        self.tastes: dict[str, str] = {}

    def say(self, chats: Sequence[Chat]) -> Chat:
        """Let one of some chats go on, or its last turn be edited; return the chat."""
        chat = self._chance.choice(chats)
        last = chat.texts[chat.keys[-1]] if chat.keys else ""
        if self._chance.random() < 0.1 and (told := _FACT.search(last)):
            self._withdraw(told[1], chat.keys[-1])
            chat.put(chat.keys[-1], self._fact(self._word()))
            return chat
        key = f"{chat.name}-{len(chat.keys)}"
        self._time += timedelta(seconds=1)
        chat.times[key] = self._time.isoformat()
        chat.keys.append(key)
        chat.put(key, self._text())
        return chat

    def _text(self) -> str:
        kind = self._chance.random()
        if kind < 0.5:
            return self._fact(self._word())
        if kind < 0.65 and self.facts:
            return self._fact(self._chance.choice(sorted(self.facts)))
        if kind < 0.85:
            thing = f"thing{self._chance.choice('abcdefghij')}o"
            verb = self._chance.choice(("love", "hate"))
            self.tastes[thing] = f"{verb.capitalize()}s {thing}"
            return f"I {verb} {thing}"
        word = self._word()
        self.requests.add(f"the {word} door opens at dawn")
        return f"Remember: the {word} door opens at dawn"

    def _fact(self, word: str) -> str:
        self.facts.add(word)
        self.edited.discard(word)
        return f"I'm allergic to {word}"

    def _withdraw(self, word: str, key: str) -> None:
        elsewhere = any(
            _FACT.search(text) and word in text
            for chat in self.chats
            for other, text in chat.texts.items()
            if other != key
        )
        if not elsewhere:
            self.facts.discard(word)
            self.edited.add(word)

    def _word(self) -> str:
        syllables = ("ba", "do", "fi", "gu", "ka", "lo", "mi", "nu", "po", "ra", "su", "ti", "vo")
        return "".join(self._chance.choice(syllables) for _ in range(6)) + "o"


def understand(messages: list[dict[str, Any]]) -> str:
    """Answer as a model would that understands just what the script says."""
    said = messages[-1]["content"]
    if "Known notes:" in said:
        return _decide(said)
    items = []
    for line in said.split(_NEW)[-1].strip().splitlines():
        turn = json.loads(line)
        if told := _FACT.search(turn["text"]):
            fact = f"Allergic to {told[1]}"
            items.append(memory(fact, turn["turn"], type="context", key=f"allergy:{told[1]}"))
        elif told := _TASTE.search(turn["text"]):
            text = f"{told[1].capitalize()}s {told[2]}"
            items.append(memory(text, turn["turn"], key=f"likes:{told[2]}"))
    return memories(*items)


def _decide(said: str) -> str:
    known_part, new_part = said.removeprefix("Known notes:").split("New notes:")
    known = [json.loads(line) for line in known_part.strip().splitlines()]
    decided: list[tuple[str, str, str | None, str | None]] = []
    for line in new_part.strip().splitlines():
        note = json.loads(line)
        thing = note["text"].split()[-1]
        about = [k for k in known if k["text"].split()[-1] == thing]
        if not about:
            decided.append((note["id"], "ADD", None, None))
        elif about[0]["text"] == note["text"]:
            decided.append((note["id"], "NOOP", about[0]["id"], None))
        else:
            decided.append((note["id"], "UPDATE", about[0]["id"], note["text"]))
    return decisions(*decided)
