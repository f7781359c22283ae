"""``hello``, ``settings.*`` and ``stats``."""

from __future__ import annotations

from memoryx import __version__
from memoryx.contract import system as s
from memoryx.handlers.call import Call
from memoryx.services import Services
from memoryx.settings import json_schema

_STATS_DAYS = 90
_STATS_WEEKS = 26


def hello(services: Services, _params: s.Hello, _call: Call) -> s.HelloResult:
    """Tell who we are, and what works less well than it could."""
    return s.HelloResult(
        host_version=__version__,
        protocol=1,
        llm=services.llm_state(),
        embedding=services.embedding_state(),
        degraded=services.degraded(),
    )


def get_settings(services: Services, _params: s.GetSettings, _call: Call) -> s.Settings:
    """Return all settings with their JSON Schema."""
    return s.Settings(
        values=services.settings.current().flat(),
        problems=services.settings.problems(),
        schema=json_schema(),
    )


def set_settings(services: Services, params: s.SetSettings, call: Call) -> s.Settings:
    """Change settings, all of the given or none."""
    services.settings.set(params.values)
    services.settings_changed()
    return get_settings(services, s.GetSettings(), call)


def stats(services: Services, _params: s.GetStats, _call: Call) -> s.Stats:
    """Count what there is."""
    store = services.store
    conversations, turns = store.conversations.counts()
    return s.Stats(
        conversations=conversations,
        turns=turns,
        memories=store.statistics.memories_by("status"),
        types=store.statistics.memories_by("type"),
        projects=store.statistics.projects(),
        recalls=store.recalls.count(),
        database_bytes=store.statistics.database_bytes(),
        spending=[
            s.DaySpending(day=d.day, requests=d.requests, tokens=d.tokens)
            for d in store.statistics.spending(_STATS_DAYS)
        ],
        growth=[
            s.WeekGrowth(week=week, memories=count)
            for week, count in store.statistics.growth(_STATS_WEEKS)
        ],
    )
