"""Prompts in Google Takeout's activity log of Gemini Apps, ``MyActivity.json``.

The log knows no conversations. Prompts that follow each other within half an hour are taken for
one: a guess, and the title says so. Answers are often absent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from memoryx.clock import from_rfc3339
from memoryx.markdown import html_to_markdown
from memoryx.transfer.chats import Chat, Said, Unusable, is_object, texts, timestamp, turns_of

#: Longest pause inside of what is taken for one conversation.
PAUSE = timedelta(minutes=30)
_URL = "https://gemini.google.com/app"
#: The English log's word before a prompt; other languages have their own, which stay.
_PROMPTED = "Prompted "
#: Entries of the log that are no prompts.
_OTHER = ("Used ", "Gave feedback", "Created ", "Viewed ", "Shared ", "Deleted ", "Selected ")


@dataclass(frozen=True, slots=True)
class Prompt:
    """One entry of the log."""

    at: str
    text: str
    answer: str


def fits(item: object) -> bool:
    """Tell whether an item is an entry of Gemini's log, and not of another product's."""
    if not is_object(item) or not isinstance(item.get("time"), str):
        return False
    names = " ".join([*texts(item.get("products")), *texts([item.get("header")])]).lower()
    return "gemini" in names or "bard" in names


def read(item: object) -> Prompt | None:
    """Read an entry; None for one that is no prompt, raises Unusable."""
    if not is_object(item):
        raise Unusable("it is not an object")
    at = timestamp(item.get("time"))
    title = item.get("title")
    if at is None:
        raise Unusable("it has no time")
    if not isinstance(title, str):
        raise Unusable("it has no title")
    if title.startswith(_OTHER):
        return None
    return Prompt(at, title.removeprefix(_PROMPTED), _answer(item))


def chats(prompts: Iterable[Prompt]) -> Iterator[Chat]:
    """Group prompts, in the log's order (either way), into what looks like conversations."""
    group: list[Prompt] = []
    for prompt in prompts:
        if group and abs(from_rfc3339(prompt.at) - from_rfc3339(group[-1].at)) > PAUSE:
            yield _chat(group)
            group = []
        group.append(prompt)
    if group:
        yield _chat(group)


def _chat(group: list[Prompt]) -> Chat:
    group = sorted(group, key=lambda prompt: prompt.at)
    first, last = group[0].at, group[-1].at
    return Chat(
        site="gemini",
        conversation_id=f"activity-{first}",
        url=_URL,
        title=f"Gemini, {first[:16].replace('T', ' ')} (grouped by time)",
        created_at=first,
        updated_at=last,
        turns=turns_of(_said(group), first),
    )


def _said(group: list[Prompt]) -> Iterator[Said]:
    for prompt in group:
        yield Said(prompt.at, "user", prompt.text, prompt.at)
        yield Said(f"{prompt.at}:answer", "assistant", prompt.answer, prompt.at)


def _answer(item: Mapping[str, Any]) -> str:
    parts = item.get("safeHtmlItem")
    pages = [p.get("html") for p in parts if is_object(p)] if isinstance(parts, list) else []
    return "\n\n".join(html_to_markdown(page) for page in texts(pages))
