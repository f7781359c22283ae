"""A small life to look at in the library: memories of all kinds, chats, recalls, questions."""

from __future__ import annotations

from typing import Any

from tests.support.host_process import HostProcess

ANSWER = """\
Here is a plan for **three days**:

1. Walk through *Alfama* in the morning
2. Take the `28E` tram
   - sit on the right
3. Eat at a [tasca](https://example.com/tasca)

| Day | Where | Cost |
| --- | --- | ---: |
| Fri | Belém | €20 |
| Sat | Sintra | €35 |

> Bring a light jacket.

```python
def days(trip: list[str]) -> int:
    return len(trip)
```
"""
MEMORIES: tuple[dict[str, Any], ...] = (
    {"text": "Allergic to peanuts and shrimp", "type": "context", "category": "health"},
    {"text": "以后回答都用简体中文", "type": "preference", "pinned": True},
    {
        "text": "Building a browser extension that keeps one memory across chats",
        "type": "objective",
    },
    {"text": "会用 TypeScript 和 Python", "type": "skill", "created_at": "2026-10-03T09:00:00Z"},
    {"text": "Lives in Lisbon", "type": "context", "created_at": "2026-11-02T09:00:00Z"},
    {"text": "Phone is 415-555-0132", "type": "context", "category": "personal"},
    {"text": "偏好短的回答", "type": "preference", "tags": ["style"]},
    {"text": "Deploys with make ship on Fridays", "type": "context", "project": "Atlas"},
    {
        "text": "Prefers PostgreSQL over MySQL for side projects",
        "type": "preference",
        "project": "Atlas",
    },
    {"text": "每周三和周五晚上去游泳", "type": "context", "category": "activity"},
)


def fill_library(host: HostProcess) -> dict[str, str]:
    """Put it into a host's store; returns the ids of a memory with a source and of its chat."""
    ids = [host.call("memories.create", **memory)["memory"]["id"] for memory in MEMORIES]
    chat = {"site": "claude", "conversation_id": "trip"}
    host.call(
        "conversations.save",
        **chat,
        url="https://claude.ai/chat/trip",
        title="Three days in Lisbon",
        trigger="manual",
        turns=[
            turn("u1", "user", "I'm going to Lisbon in May. I love night trains. Plan three days?"),
            turn("a1", "assistant", ANSWER),
            turn("u2", "user", "My name is Ana, by the way, and I work as a nurse."),
            turn("a2", "assistant", "Nice to meet you, Ana!"),
        ],
    )
    host.call("conversations.extract", **chat, mode="manual")
    host.say("food", "我喜欢吃辣，晚饭吃什么好？", site="chatgpt", title="晚饭")
    host.say("code", "How do I index a table?", site="gemini", project="Atlas", title="Indexes")
    host.call("settings.set", values={"extraction.min_confidence_auto": 1.0})
    host.say("later", "I hate night trains.", "I work at Acme as a nurse.", title="Later")
    host.call("conversations.extract", site="claude", conversation_id="later", mode="auto")
    conversation = host.call("conversations.get", **chat)["conversation"]
    taken = host.call("memories.list", source=conversation["id"])["items"]
    memory = next(each for each in taken if "nurse" in each["text"])
    host.call(
        "memories.update",
        id=memory["id"],
        text=memory["text"] + " in Europe",
        tags=[*memory["tags"], "travel"],
    )
    host.call("memories.suspend", id=ids[6])
    for text, site in (
        ("Are there peanuts in satay? I want to cook it tonight.", "chatgpt"),
        ("Which database should I take for a side project?", "claude"),
        ("hello", "gemini"),
    ):
        recall = host.call("recall", text=text, site=site, conversation_id="food")
        if recall["context"]:
            host.call("recall.used", recall_id=recall["recall_id"], sent=True)
    return {"memory": memory["id"], "conversation": conversation["id"]}


def turn(key: str, role: str, text: str) -> dict[str, Any]:
    """A turn as a page would send it."""
    return {
        "key": key,
        "role": role,
        "markdown": text,
        "complete": True,
        "created_at": "2026-11-20T10:00:00Z",
    }
