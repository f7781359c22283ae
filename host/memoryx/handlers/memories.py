"""``memories.*``"""

from __future__ import annotations

from typing import Any

from memoryx.block import strip_blocks
from memoryx.clock import to_rfc3339
from memoryx.contract import conversations as c
from memoryx.contract import memories as m
from memoryx.contract.base import Id
from memoryx.errors import Conflict, InvalidParams
from memoryx.handlers.call import Call
from memoryx.handlers.conversations import conversation_item
from memoryx.lifecycle import kept, promoted
from memoryx.models import Status
from memoryx.sensitive import is_sensitive, kinds
from memoryx.services import Services
from memoryx.store.records import ConversationKey, MemoryFilter


def create(services: Services, params: m.CreateMemory, _call: Call) -> m.CreatedMemory:
    """Store what a person states: at once, with full confidence."""
    text = " ".join(strip_blocks(params.text).split())
    if not text:
        raise InvalidParams("text: it holds nothing but a context block")
    statement = services.statement(
        text,
        type_=params.type,
        category=params.category,
        tags=params.tags,
        keywords=params.keywords,
        context_tags=params.context_tags,
        level=params.level,
        project=params.project,
        key=params.key,
        pinned=params.pinned,
        said_at=params.created_at,
        expires_at=params.expires_at,
        source=params.source,
    )
    remembered = services.remember(statement)
    services.background.wake()
    return m.CreatedMemory(memory=remembered.memory, decision=remembered.decision)


def list_(services: Services, params: m.ListMemories, _call: Call) -> m.MemoryList:
    """List memories, the newest change first unless another order is asked for."""
    project = params.project and services.store.projects.resolve(params.project)
    if params.project and project is None:
        return m.MemoryList(items=[], total=0, next_cursor=None)
    status = [params.status] if params.status is not None else []
    wanted = MemoryFilter(
        query=params.query,
        type=params.type,
        category=params.category,
        statuses=tuple(dict.fromkeys((*params.statuses, *status))),
        project=project,
        level=params.level,
        sensitive=params.sensitive,
        pinned=params.pinned,
        source=params.source,
        site=params.site,
    )
    items, total, cursor = services.store.memories.page(
        wanted,
        limit=params.limit,
        cursor=params.cursor,
        offset=params.offset or 0,
        sort=params.sort,
    )
    return m.MemoryList(items=items, total=total, next_cursor=cursor)


def get(services: Services, params: Id, _call: Call) -> m.MemoryView:
    """Return one memory, and what in it is sensitive."""
    memory = services.store.memories.get(params.id)
    return m.MemoryView(
        memory=memory, sensitive_kinds=[kind.value for kind in sorted(kinds(memory.text))]
    )


def sources(services: Services, params: Id, _call: Call) -> m.MemorySources:
    """Return the turns that a memory was taken from."""
    conversation, quotes = services.store.provenance.quotes(params.id)
    row = None
    if conversation is not None:
        row = services.store.conversations.find(ConversationKey(id=conversation))
    return m.MemorySources(
        conversation=conversation_item(services, row) if row is not None else None,
        items=[
            m.Quote(
                turn_key=quote.turn_key,
                role=quote.role,
                text=quote.markdown[: m.QUOTE_LENGTH],
                length=len(quote.markdown),
                at=quote.at,
                replaced=quote.replaced,
            )
            for quote in quotes
        ],
    )


def related(services: Services, params: m.RelatedMemories, _call: Call) -> m.Related:
    """Return memories that share words with one."""
    return m.Related(items=services.store.provenance.related(params.id, limit=params.limit))


def history(services: Services, params: m.MemoryHistory, _call: Call) -> m.MemoryVersions:
    """Return a memory's versions, newest first."""
    versions, cursor = services.store.memories.history(
        params.id, limit=params.limit, cursor=params.cursor
    )
    return m.MemoryVersions(
        versions=[
            m.MemoryVersion(
                version=v.version,
                text=v.text,
                old_text=v.old_text,
                at=v.at,
                actor=v.actor,
                reason=v.reason,
                changes=[
                    m.FieldChange(field=field, old=old, new=new) for field, old, new in v.changes
                ],
            )
            for v in versions
        ],
        next_cursor=cursor,
    )


def update(services: Services, params: m.UpdateMemory, _call: Call) -> m.MemoryResult:
    """Change the given fields of a memory, as a person asked.

    Its life begins anew, and one of a session that is pinned is promoted.
    """
    # Only what was given: null is a value for the fields that can be empty.
    values: dict[str, Any] = {
        name: getattr(params, name) for name in params.model_fields_set if name != "id"
    }
    for name in ("text", "type", "category", "tags", "keywords", "level", "context_tags"):
        if name in values and values[name] is None:
            raise InvalidParams(f"{name}: it cannot be empty")
    if "text" in values:
        values["text"] = " ".join(strip_blocks(values["text"]).split())
        if not values["text"]:
            raise InvalidParams("text: it holds nothing but a context block")
        values["compact_text"] = None
        values.setdefault("sensitive", is_sensitive(values["text"]))
    for name in ("sensitive", "pinned"):
        if values.get(name, False) is None:
            raise InvalidParams(f"{name}: true or false")
    if values.get("project") is not None:
        values["project"] = services.store.projects.ensure(
            values["project"], to_rfc3339(services.clock())
        )
    with services.store.transaction():
        memory = services.store.memories.get(params.id)
        level = values.get("level", memory.level)
        if level == "project" and values.get("project", memory.project) is None:
            raise InvalidParams("project: a memory of level project names its project")
        if values.get("pinned") and "level" not in values:
            values["level"] = promoted(memory)
        return _change(services, params.id, values, reason="edited", anew=True)


def suspend(services: Services, params: Id, _call: Call) -> m.MemoryResult:
    """Take a memory out of recall, without deleting it."""
    return _set_status(services, params.id, "suspended", reason="suspended")


def restore(services: Services, params: Id, _call: Call) -> m.MemoryResult:
    """Bring a suspended, expired, superseded or pending memory back, with a fresh life."""
    with services.store.transaction():
        memory = services.store.memories.get(params.id)
        result = _change(services, params.id, kept(memory), reason="restored", anew=True)
        services.store.proposals.resolve_for(params.id, to_rfc3339(services.clock()))
    return result


def revert(services: Services, params: m.RevertMemory, _call: Call) -> m.MemoryResult:
    """Bring back an earlier version, as a new one with a fresh life."""
    memory = services.store.memories.revert(
        params.id,
        params.version,
        now=to_rfc3339(services.clock()),
        actor="user",
        reason=f"reverted to version {params.version}",
        anew=True,
    )
    services.background.wake()
    return m.MemoryResult(memory=memory)


def delete(services: Services, params: Id, _call: Call) -> c.Deleted:
    """Remove a memory for good."""
    services.store.memories.delete(params.id)
    return c.Deleted(deleted=True)


def _set_status(services: Services, id_: str, status: Status, *, reason: str) -> m.MemoryResult:
    with services.store.transaction():
        memory = services.store.memories.get(id_)
        if memory.status == "superseded" and status == "suspended":
            raise Conflict(
                "a superseded memory is out of recall already",
                remedy="Restore it first, or delete it.",
            )
        result = _change(services, id_, {"status": status}, reason=reason)
        services.store.proposals.resolve_for(id_, to_rfc3339(services.clock()))
    return result


def _change(
    services: Services, id_: str, values: dict[str, Any], *, reason: str, anew: bool = False
) -> m.MemoryResult:
    memory = services.store.memories.change(
        id_, values, now=to_rfc3339(services.clock()), actor="user", reason=reason, anew=anew
    )
    services.background.wake()
    return m.MemoryResult(memory=memory)
