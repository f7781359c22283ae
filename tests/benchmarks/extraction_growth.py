"""Tokens that a chat costs which grows turn by turn, by the real pipeline and a scripted model."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from memoryx.clock import to_rfc3339
from memoryx.extraction.llm.extractor import ModelExtractor
from memoryx.extraction.pipeline import Extraction
from memoryx.extraction.remember import Rememberer
from memoryx.settings import SettingsFile
from memoryx.store import Store
from memoryx.store.merge import IncomingTurn
from memoryx.store.records import ConversationKey
from memoryx.text.budget import count_tokens
from tests.support.scripted_model import Asked, ScriptedModel, memories, memory

_KEY = ConversationKey(site="claude", conversation_id="c")
_QUESTION = "Day {n}: I went on with the garden, and planted row {n} with another kind of bean."
_ANSWER = "Row {n} sounds good. " + "Water it in the morning, and keep the soil loose. " * 6
_NEW = re.compile(r'"turn": "(t\d+)", "role": "user"')


def tokens_by_turn(exchanges: int) -> list[int]:
    """Return the tokens sent until after each exchange, extracting after every one.

    Every tenth exchange gives a memory, so that filing beside known ones is part of the cost.
    """
    sent: list[int] = []
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "memory.sqlite3")
        settings = SettingsFile(Path(folder) / "config.toml", {})
        model = ScriptedModel(_answer)
        time = datetime(2025, 1, 1, 9, tzinfo=UTC)
        extractor = ModelExtractor(model)
        extraction = Extraction(
            store, Rememberer(store), lambda _: extractor, lambda: time, "growth"
        )
        total = counted = 0
        for number in range(exchanges):
            time += timedelta(minutes=5)
            store.conversations.save(
                _KEY,
                url="https://claude.ai/chat/c",
                title=None,
                project=None,
                turns=_exchange(number),
                gaps=False,
                now=to_rfc3339(time),
                due_at=to_rfc3339(time),
            )
            extraction.run_due(settings.current())
            total += sum(
                count_tokens(q.system) + count_tokens(q.user) for q in model.asked[counted:]
            )
            counted = len(model.asked)
            sent.append(total)
        store.close()
    return sent


def resending(exchanges: int, prompt: int) -> list[int]:
    """Return what sending the whole chat anew after each exchange would have cost."""
    sent: list[int] = []
    chat = total = 0
    for number in range(exchanges):
        chat += sum(count_tokens(turn.markdown) for turn in _exchange(number))
        total += prompt + chat
        sent.append(total)
    return sent


def slope(sent: Sequence[int], first: int, last: int) -> float:
    """Return tokens for each exchange from ``first`` to ``last`` (from 1)."""
    return (sent[last - 1] - sent[first - 1]) / (last - first)


def _exchange(number: int) -> list[IncomingTurn]:
    return [
        IncomingTurn(f"u{number}", "user", _QUESTION.format(n=number), True),
        IncomingTurn(f"a{number}", "assistant", _ANSWER.format(n=number), True),
    ]


def _answer(asked: Asked) -> str:
    if asked.purpose != "extraction":
        return '{"decisions": []}'
    label = _NEW.findall(asked.user)[-1]
    number = int(label[1:]) // 2
    if number % 10:
        return memories()
    return memories(memory(f"Planted row {number} of the garden with beans", label))
