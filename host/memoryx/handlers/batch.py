"""``memories.batch``: one action of a person on several memories."""

from __future__ import annotations

from memoryx.clock import to_rfc3339
from memoryx.contract import memories as m
from memoryx.contract.base import Id
from memoryx.errors import MemoryXError
from memoryx.handlers import memories
from memoryx.handlers.call import Call
from memoryx.services import Services


def batch(services: Services, params: m.BatchMemories, call: Call) -> m.BatchResult:
    """Do the same to each memory, in one transaction; one that cannot be changed stays as it is."""
    project = params.project
    if params.action == "move" and project is not None:
        project = services.store.projects.ensure(project, to_rfc3339(services.clock()))
    changed = 0
    failed: list[m.BatchFailure] = []
    with services.store.transaction():
        for id_ in dict.fromkeys(params.ids):
            services.recaller.give_way()
            try:
                _apply(services, params.action, id_, project, call)
                changed += 1
            except MemoryXError as error:
                # Each action refuses before it writes, so that nothing of it is left behind.
                failed.append(m.BatchFailure(id=id_, code=error.code, message=str(error)))
    return m.BatchResult(changed=changed, failed=failed)


def _apply(
    services: Services, action: m.BatchAction, id_: str, project: str | None, call: Call
) -> None:
    match action:
        case "suspend":
            memories.suspend(services, Id(id=id_), call)
        case "restore":
            memories.restore(services, Id(id=id_), call)
        case "delete":
            memories.delete(services, Id(id=id_), call)
        case "pin" | "unpin":
            memories.update(services, m.UpdateMemory(id=id_, pinned=action == "pin"), call)
        case "move":
            memory = services.store.memories.get(id_)
            level = "project" if project is not None else memory.level
            if project is None and memory.level == "project":
                level = "user"
            memories.update(services, m.UpdateMemory(id=id_, project=project, level=level), call)
