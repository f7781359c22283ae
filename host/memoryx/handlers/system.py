"""``hello``, ``settings.*``, ``secrets.*``, ``llm.*``, ``outbound.log`` and ``stats``."""

from __future__ import annotations

import time

from memoryx import __version__
from memoryx.contract import system as s
from memoryx.handlers.call import Call
from memoryx.llm.presets import PRESETS
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
        embedding=services.embedding.state(),
        degraded=services.degraded(),
    )


def get_settings(services: Services, _params: s.GetSettings, _call: Call) -> s.Settings:
    """Return all settings with their JSON Schema."""
    return s.Settings(
        values=services.settings.current().flat(),
        environment=services.settings.forced(),
        problems=services.settings.problems(),
        schema=json_schema(),
    )


def set_settings(services: Services, params: s.SetSettings, call: Call) -> s.Settings:
    """Change settings, all of the given or none."""
    services.settings.set(params.values)
    services.settings_changed(params.values)
    return get_settings(services, s.GetSettings(), call)


def set_secret(services: Services, params: s.SetSecret, _call: Call) -> s.SecretStatus:
    """Keep a key in the system's keyring."""
    services.secrets.set(params.name, params.value)
    services.secret_changed(params.name)
    return _secret(services, params.name)


def delete_secret(services: Services, params: s.NameSecret, _call: Call) -> s.SecretStatus:
    """Take a key out of the system's keyring."""
    services.secrets.delete(params.name)
    services.secret_changed(params.name)
    return _secret(services, params.name)


def secret_status(services: Services, params: s.NameSecret, _call: Call) -> s.SecretStatus:
    """Tell where a key is kept."""
    return _secret(services, params.name)


def _secret(services: Services, name: s.SecretName) -> s.SecretStatus:
    where = services.secrets.status(name)
    return s.SecretStatus(name=name, stored=where is not None, where=where)


def llm_test(services: Services, params: s.TryLlm, _call: Call) -> s.LlmTest:
    """Ask the chat model for a word."""
    began = time.monotonic()
    state = services.gateway.test(params.base_url, params.model)
    took_ms = (time.monotonic() - began) * 1000
    if services.gateway.state().status == "ready":
        services.extraction_may_go_on()
    problem = None
    if state.error is not None:
        problem = s.Problem(
            code=state.error.code, message=str(state.error), remedy=state.error.remedy
        )
    return s.LlmTest(status=state.status, took_ms=round(took_ms, 1), error=problem)


def llm_presets(_services: Services, _params: s.ListPresets, _call: Call) -> s.LlmPresets:
    """List endpoints that can be chosen by their names."""
    return s.LlmPresets(
        items=[
            s.LlmPreset(
                name=preset.name,
                base_url=preset.base_url,
                model=preset.model,
                needs_key=preset.needs_key,
                local=preset.local,
            )
            for preset in PRESETS
        ]
    )


def outbound_log(services: Services, params: s.ListOutbound, _call: Call) -> s.OutboundLog:
    """List what left the machine, newest first."""
    rows, cursor = services.store.outbound.page(limit=params.limit, cursor=params.cursor)
    return s.OutboundLog(
        items=[
            s.OutboundRequest(
                at=row.at,
                endpoint=row.endpoint,
                purpose=row.purpose,
                conversation=row.conversation,
                tokens=row.tokens,
                status=row.status,
            )
            for row in rows
        ],
        next_cursor=cursor,
    )


def stats(services: Services, _params: s.GetStats, _call: Call) -> s.Stats:
    """Count what there is."""
    store = services.store
    conversations, turns = store.conversations.counts()
    active = store.statistics.active()
    return s.Stats(
        conversations=conversations,
        turns=turns,
        memories=store.statistics.by_status(),
        types=active["type"],
        categories=active["category"],
        levels=active["level"],
        sites=active["site"],
        pinned=active["marks"]["pinned"],
        sensitive=active["marks"]["sensitive"],
        used=active["marks"]["used"],
        proposals=store.statistics.open_proposals(),
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
        uses=[
            s.WeekUse(week=week, recalls=recalls, memories=memories)
            for week, recalls, memories in store.statistics.uses(_STATS_WEEKS)
        ],
    )
