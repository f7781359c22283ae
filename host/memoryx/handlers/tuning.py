"""``recall.tune``"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from memoryx.clock import from_rfc3339
from memoryx.contract import recall as r
from memoryx.handlers.call import Call
from memoryx.models import Memory
from memoryx.recall.types import Weights
from memoryx.services import Services
from memoryx.store.records import RecallRow

if TYPE_CHECKING:
    from memoryx.recall.tuning import Judgement

#: Newest judged recalls that are looked at.
_RECALLS = 5_000
_SECONDS_A_DAY = 86_400.0


def tune(services: Services, params: r.TuneRecall, _call: Call) -> r.TunedRecall:
    """Propose weights from the log and what was said of it, and put them in force if asked."""
    from memoryx.recall.tuning import JudgedRecall, tune  # numpy: a rare request

    now = services.settings.current().recall
    weights = now.weights
    current = Weights(
        weights.semantic, weights.keyword, weights.recency, weights.level, now.half_life_days
    )
    rows = services.store.recalls.judged(limit=_RECALLS)
    ids = {hit["id"] for row in rows for hit in json.loads(row.hits)}
    memories = services.store.memories.get_many(sorted(ids))
    judged = [JudgedRecall(row.id, tuple(_judgements(row, memories))) for row in rows]
    found = tune(judged, current)
    apply = params.apply and found.weights is not None
    if apply and found.weights is not None:
        values = {
            "recall.weights.semantic": found.weights.semantic,
            "recall.weights.keyword": found.weights.keyword,
            "recall.weights.recency": found.weights.recency,
            "recall.weights.level": found.weights.level,
            "recall.half_life_days": found.weights.half_life_days,
        }
        services.settings.set(values)
        services.settings_changed(values)
    return r.TunedRecall(
        current=_shown(current),
        proposed=None if found.weights is None else _shown(found.weights),
        recalls=found.recalls,
        pairs=found.pairs,
        held_out=found.held_out,
        missing=found.missing,
        before=None if found.missing else round(found.before, 4),
        after=None if found.missing else round(found.after, 4),
        applied=apply,
    )


def _judgements(row: RecallRow, memories: dict[str, Memory]) -> Iterator[Judgement]:
    """What was said of a recall's memories; a memory taken out of the block was of no use."""
    from memoryx.recall.tuning import Judgement  # see tune

    for hit in json.loads(row.hits):
        memory = memories.get(hit["id"])
        verdict = row.feedback.get(hit["id"])
        if verdict is None and row.chosen is not None:
            verdict = "useful" if hit["id"] in row.chosen else "irrelevant"
        signals = hit["signals"]
        pinned = signals["semantic"] == signals["keyword"] == 0
        if memory is None or pinned or verdict in (None, "wrong"):
            continue  # what is wrong may have been found for good reasons
        age = from_rfc3339(row.at) - from_rfc3339(memory.created_at)
        yield Judgement(
            semantic=signals["semantic"],
            keyword=signals["keyword"],
            age_days=max(0.0, age.total_seconds() / _SECONDS_A_DAY),
            level=memory.level,
            confidence=memory.confidence,
            useful=verdict == "useful",
        )


def _shown(weights: Weights) -> r.RecallWeights:
    return r.RecallWeights(
        semantic=weights.semantic,
        keyword=weights.keyword,
        recency=weights.recency,
        level=weights.level,
        half_life_days=weights.half_life_days,
    )
