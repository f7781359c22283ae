"""The main job, done once by the installed host in a store that is thrown away afterwards."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memoryx.installing.problems import InstallProblem
from memoryx.installing.session import HostSession

CHAT = (
    ("user", "I'm allergic to peanuts"),
    ("assistant", "Thanks for telling me. I will keep that in mind."),
    ("user", "以后回答都用简体中文"),
    ("assistant", "好的，以后都用简体中文回答。"),
)
QUESTIONS = ("晚饭吃什么好", "plan a dinner")
FACT = "peanut"
INSTRUCTION = "简体中文"

_CALL_LIMIT_S = 30.0
_EMBEDDING_LIMIT_S = 60.0
_INDEX_LIMIT_S = 10.0


@dataclass(frozen=True, slots=True)
class Proof:
    """What was seen: each question with the block that would leave with it, and times."""

    host_version: str
    memories: int
    embedding: str
    blocks: tuple[tuple[str, str], ...]
    first_reply_s: float
    exit_s: float


def prove(launcher: Path, origin: str, environ: Mapping[str, str]) -> Proof:
    """Save a chat "on Claude", take its memories, ask "on ChatGPT".

    ``environ`` is what the host inherits; MEMORYX_… in it is replaced, so that neither the
    person's data nor an endpoint is touched. Raises InstallProblem with what went wrong.
    """
    with tempfile.TemporaryDirectory(prefix="memoryx-proof-", ignore_cleanup_errors=True) as home:
        clean = {k: v for k, v in environ.items() if not k.startswith("MEMORYX_")}
        began = time.monotonic()
        with HostSession(launcher, origin, clean | {"MEMORYX_HOME": home}) as host:
            hello = host.call("hello", _hello(), limit_s=_CALL_LIMIT_S)
            first_reply_s = time.monotonic() - began
            memories = _make_memories(host)
            embedding = _wait_for_embedding(host)
            blocks = tuple((question, _ask(host, question, embedding)) for question in QUESTIONS)
            exit_s = host.close()
    _judge(blocks, embedding)
    return Proof(hello["host_version"], memories, embedding, blocks, first_reply_s, exit_s)


def _hello() -> dict[str, Any]:
    return {
        "client": {"name": "memoryx-installer", "version": "1", "browser": "none"},
        "protocol": 1,
    }


def _make_memories(host: HostSession) -> int:
    name = {"site": "claude", "conversation_id": "memoryx-proof"}
    turns = [
        {"key": f"turn-{n}", "role": role, "markdown": text, "complete": True}
        for n, (role, text) in enumerate(CHAT)
    ]
    saved = host.call(
        "conversations.save",
        {**name, "url": "https://claude.ai/chat/proof", "trigger": "manual", "turns": turns},
        limit_s=_CALL_LIMIT_S,
    )
    if saved["total"] != len(CHAT):
        raise InstallProblem(f"{len(CHAT)} turns were sent and {saved['total']} were saved")
    extracted = host.call(
        "conversations.extract", {**name, "mode": "manual"}, limit_s=_CALL_LIMIT_S
    )
    if not extracted["memories"]:
        raise InstallProblem(
            f"no memory came of the test chat (rejected: {extracted['rejected'] or 'none'})"
        )
    return len(extracted["memories"])


def _wait_for_embedding(host: HostSession) -> str:
    """Return the embedding's status once it is neither loading nor indexing."""
    ends = time.monotonic() + _EMBEDDING_LIMIT_S
    while True:
        state = host.call("hello", _hello(), limit_s=_CALL_LIMIT_S)["embedding"]
        status: str = state["status"]
        if status not in ("loading", "indexing") or time.monotonic() > ends:
            return status
        time.sleep(0.1)


def _ask(host: HostSession, question: str, embedding: str) -> str:
    """Ask as a page does: the draft is announced while it is typed, then the message leaves.

    A host that has just started answers by words until its index has taken the vectors over;
    what is shown here is the host as it is from then on.
    """
    host.call("recall.prepare", {"text": question}, limit_s=_CALL_LIMIT_S)
    ends = time.monotonic() + _INDEX_LIMIT_S
    while True:
        answer = host.call(
            "recall",
            {"site": "chatgpt", "text": question, "deadline_ms": 10_000},
            limit_s=_CALL_LIMIT_S,
        )
        by_words = embedding == "ready" and answer["mode"] == "bm25"
        if not by_words or time.monotonic() > ends:
            break
        time.sleep(0.1)
    context: str = answer["context"]
    if not context:
        raise InstallProblem(
            f"nothing was remembered for {question!r} (skipped: {answer['skipped']})"
        )
    return context


def _judge(blocks: tuple[tuple[str, str], ...], embedding: str) -> None:
    """Check what came. Without an embedding, only the standing instruction is sure to come:
    "dinner" and "peanuts" have no word in common.
    """
    wanted = (FACT, INSTRUCTION) if embedding == "ready" else (INSTRUCTION,)
    for question, block in blocks:
        for text in wanted:
            if text not in block:
                raise InstallProblem(f"{text!r} is missing in what came for {question!r}: {block}")
