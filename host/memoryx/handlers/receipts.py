"""``recall.choose``, ``.feedback``, ``.receipt(s)``, ``.log``: what a person sees of a recall."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from memoryx.block import BlockLine, format_block
from memoryx.clock import from_rfc3339, to_rfc3339
from memoryx.contract import recall as r
from memoryx.errors import InvalidParams, NotFound
from memoryx.handlers.call import Call
from memoryx.models import Memory, MemorySource, Status, Verdict
from memoryx.services import Services
from memoryx.store.records import ConversationKey, RecallRow
from memoryx.text.language import detect

if TYPE_CHECKING:
    from memoryx.recall.reasons import Reasons

#: What a verdict makes of a memory, beside what ranking learns from it. All can be undone.
_STATUS_AFTER: dict[Verdict, Status] = {"wrong": "suspended", "outdated": "expired"}
#: Most messages of one conversation that are told of.
_PLACES = 200


def choose(services: Services, params: r.ChooseRecalled, _call: Call) -> r.ChosenContext:
    """Write the block of a recall anew, with the memories that a person left in it."""
    row = services.store.recalls.get(params.recall_id)
    wanted = set(params.ids)
    known = [hit["id"] for hit in json.loads(row.hits)]
    if not wanted <= set(known):
        raise InvalidParams("ids: they are not all of this recall")
    memories = services.store.memories.get_many(sorted(wanted))
    # One that was suspended or deleted while the person looked at it stays out.
    chosen = [id_ for id_ in known if id_ in memories and memories[id_].status == "active"]
    services.recaller.choose(params.recall_id, chosen)
    lines = [_line(memories[id_]) for id_ in chosen]
    return r.ChosenContext(context=format_block(lines, detect(row.text), services.clock()))


def feedback(services: Services, params: r.RecallFeedback, _call: Call) -> r.FeedbackTaken:
    """Note what a person says of one memory of a recall.

    A wrong memory is suspended and an outdated one expires. Another verdict, or null, takes back
    what the one before did, as long as nothing else has changed the memory since.
    """
    now = to_rfc3339(services.clock())
    store = services.store
    with store.transaction():
        before = store.recalls.set_feedback(params.recall_id, params.memory_id, params.verdict)
        try:
            memory = store.memories.get(params.memory_id)
        except NotFound:
            return r.FeedbackTaken(status=None)
        if before is not None and before != params.verdict and _did(services, memory, before):
            memory = store.memories.change(
                memory.id,
                {"status": "active"},
                now=now,
                actor="user",
                reason=f"no longer called {before}",
            )
        status = _STATUS_AFTER.get(params.verdict) if params.verdict is not None else None
        if status is not None and memory.status == "active":
            memory = store.memories.change(
                memory.id,
                {"status": status},
                now=now,
                actor="user",
                reason=f"called {params.verdict}",
            )
    services.background.wake()
    return r.FeedbackTaken(status=memory.status)


def receipt(services: Services, params: r.NameRecall, _call: Call) -> r.Receipt:
    """Say which memories a message carries, why each came, and where it was said."""
    row = services.store.recalls.get(params.recall_id)
    hits = [hit for hit in json.loads(row.hits) if row.chosen is None or hit["id"] in row.chosen]
    memories = services.store.memories.get_many([hit["id"] for hit in hits])
    return r.Receipt(
        recall_id=row.id,
        at=row.at,
        items=[_item(services, row, hit, memories.get(hit["id"])) for hit in hits],
    )


def of_conversation(services: Services, params: r.ListReceipts, _call: Call) -> r.ReceiptPlaces:
    """Name the messages of a conversation that carry memories."""
    rows = services.store.recalls.of_conversation(
        params.site, params.conversation_id, limit=_PLACES
    )
    return r.ReceiptPlaces(
        items=[
            r.ReceiptPlace(recall_id=row.id, turn_key=row.turn_key, memories=_count(row))
            for row in rows
            if row.turn_key is not None and _count(row) > 0
        ]
    )


def log(services: Services, params: r.ListRecalls, _call: Call) -> r.RecallLog:
    """List recalls, newest first."""
    rows, cursor = services.store.recalls.page(
        limit=params.limit,
        cursor=params.cursor,
        memory=params.memory,
        site=params.site,
        sent=params.sent,
    )
    dropped = {row.id: json.loads(row.dropped) for row in rows}
    hits = {row.id: json.loads(row.hits) for row in rows}
    memories = services.store.memories.get_many(
        sorted({hit["id"] for some in hits.values() for hit in some})
    )
    texts = services.store.memories.texts({d["id"] for some in dropped.values() for d in some})
    return r.RecallLog(
        items=[
            r.RecallLogItem(
                recall_id=row.id,
                at=row.at,
                site=row.site,
                conversation=row.conversation_id,
                text=row.text,
                mode=row.mode,
                skipped=row.skipped,
                memories=[_logged(row, hit, memories.get(hit["id"])) for hit in hits[row.id]],
                dropped=[
                    r.DroppedMemory(
                        id=d["id"],
                        why=d["why"],
                        text=texts.get(d["id"]),
                        relevance=d.get("relevance"),
                        score=d.get("score"),
                        signals=r.Signals(**d["signals"]) if "signals" in d else None,
                    )
                    for d in dropped[row.id]
                ],
                chosen=row.chosen,
                sent=row.sent,
                feedback=row.feedback,
                took_ms=row.took_ms,
            )
            for row in rows
        ],
        next_cursor=cursor,
    )


def _count(row: RecallRow) -> int:
    return len(json.loads(row.hits) if row.chosen is None else row.chosen)


def _did(services: Services, memory: Memory, verdict: Verdict) -> bool:
    """Whether a verdict was the last thing that happened to a memory."""
    if memory.status != _STATUS_AFTER.get(verdict):
        return False
    versions, _ = services.store.memories.history(memory.id, limit=1, cursor=None)
    return bool(versions) and versions[0].reason == f"called {verdict}"


def _line(memory: Memory) -> BlockLine:
    return BlockLine(
        memory.type, memory.compact_text or memory.text, from_rfc3339(memory.valid_from)
    )


def _reasons(row: RecallRow, hit: dict[str, Any], memory: Memory | None) -> Reasons:
    from memoryx.recall.reasons import reasons  # its patterns take 10 ms: not for a start

    signals = hit["signals"]
    return reasons(
        row.text,
        hit["text"],
        semantic=signals["semantic"],
        keyword=signals["keyword"],
        recency=signals["recency"],
        pinned=memory is not None and memory.pinned,
    )


def _logged(row: RecallRow, hit: dict[str, Any], memory: Memory | None) -> r.LoggedMemory:
    found = _reasons(row, hit, memory)
    return r.LoggedMemory.model_validate(
        {**hit, "why": list(found.why), "words": list(found.words)}
    )


def _item(
    services: Services, row: RecallRow, hit: dict[str, Any], memory: Memory | None
) -> r.ReceiptItem:
    found = _reasons(row, hit, memory)
    source = memory.source if memory is not None else MemorySource()
    return r.ReceiptItem(
        id=hit["id"],
        type=hit["type"],
        text=hit["text"],
        why=list(found.why),
        words=list(found.words),
        signals=r.Signals.model_validate(hit["signals"]),
        site=source.site,
        title=_title(services, source.conversation),
        url=source.url,
        said_at=memory.valid_from if memory is not None else None,
        pinned=memory is not None and memory.pinned,
        status=memory.status if memory is not None else None,
        feedback=row.feedback.get(hit["id"]),
    )


def _title(services: Services, conversation: str | None) -> str | None:
    if conversation is None:
        return None
    try:
        return services.store.conversations.find(ConversationKey(id=conversation)).title
    except NotFound:
        return None
