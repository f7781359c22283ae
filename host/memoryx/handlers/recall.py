"""``recall`` and ``recall.*``"""

from __future__ import annotations

from memoryx.contract import recall as r
from memoryx.handlers.call import Call
from memoryx.recalling import Question
from memoryx.services import Services


def recall(services: Services, params: r.RecallParams, call: Call) -> r.RecallResult:
    """Find the memories that a message should carry: the send path."""
    id_, outcome = services.recaller.recall(
        _question(services, params, params.deadline_ms),
        services.settings.current(),
        call.received,
        call.replied,
    )
    return r.RecallResult(
        context=outcome.context,
        memories=[
            r.RecalledMemory.model_construct(
                id=hit.memory.id,
                type=hit.memory.type,
                text=hit.memory.text,
                score=hit.score,
                signals=r.Signals.model_construct(
                    semantic=hit.signals.semantic,
                    keyword=hit.signals.keyword,
                    recency=hit.signals.recency,
                    level=hit.signals.level,
                ),
            )
            for hit in outcome.hits
        ],
        mode=outcome.mode,
        skipped=outcome.skipped,
        recall_id=id_,
        took_ms=round(outcome.took_ms, 3),
    )


def prepare(services: Services, params: r.PrepareRecall, _call: Call) -> r.Empty:
    """Embed and answer a draft ahead, so that its recall finds all ready."""
    services.recaller.prepare(_question(services, params), services.settings.current())
    return r.Empty()


def used(services: Services, params: r.RecallUsed, _call: Call) -> r.Empty:
    """Note whether a message left with its block, and in which conversation."""
    services.recaller.used(
        params.recall_id,
        params.sent,
        site=params.site,
        conversation_id=params.conversation_id,
        turn_key=params.turn_key,
    )
    services.background.wake()
    return r.Empty()


def _question(
    services: Services, params: r.RecallQuestion, deadline_ms: int | None = None
) -> Question:
    return Question(
        text=params.text,
        site=params.site,
        conversation_id=params.conversation_id,
        project=services.project_of(params.project, params.site, params.conversation_id),
        limit=params.limit,
        budget_tokens=params.budget_tokens,
        deadline_ms=deadline_ms,
        previous_recalls=tuple(params.previous_recalls),
    )
