"""``projects.*``"""

from __future__ import annotations

from typing import Any

from memoryx.clock import to_rfc3339
from memoryx.contract import conversations as c
from memoryx.handlers.call import Call
from memoryx.handlers.conversations import conversation_item
from memoryx.services import Services
from memoryx.store.records import ConversationKey, ProjectRow

#: What is recalled, or may be when a person says so.
_IN_FORCE = ("active", "pending")


def list_(services: Services, params: c.ListProjects, _call: Call) -> c.ProjectList:
    """List projects by name."""
    rows, cursor = services.store.projects.page(limit=params.limit, cursor=params.cursor)
    return c.ProjectList(items=[_project(row) for row in rows], next_cursor=cursor)


def create(services: Services, params: c.CreateProject, _call: Call) -> c.ProjectResult:
    """Make a project."""
    now = to_rfc3339(services.clock())
    return c.ProjectResult(project=_project(services.store.projects.create(params.name, now)))


def update(services: Services, params: c.UpdateProject, _call: Call) -> c.ProjectResult:
    """Give a project another name."""
    return c.ProjectResult(project=_project(services.store.projects.rename(params.id, params.name)))


def delete(services: Services, params: c.DeleteProject, _call: Call) -> c.DeletedProject:
    """Remove a project, with what is said to become of its memories; its chats stay."""
    now = to_rfc3339(services.clock())
    kept = suspended = 0
    with services.store.transaction():
        members = services.store.memories.of_project(params.id) if params.memories else []
        for memory in members:
            values: dict[str, Any] = {"project": None}
            if memory.level == "project":
                values["level"] = "user"
            if memory.status in _IN_FORCE:
                if params.memories == "suspend":
                    values["status"] = "suspended"
                    services.store.proposals.resolve_for(memory.id, now)
                    suspended += 1
                else:
                    kept += 1
            services.store.memories.change(
                memory.id, values, now=now, actor="user", reason="its project was deleted"
            )
        services.store.projects.delete(params.id)
    services.background.wake()
    return c.DeletedProject(deleted=True, kept=kept, suspended=suspended)


def assign(services: Services, params: c.AssignProject, _call: Call) -> c.ProjectResult:
    """Put a conversation into a project."""
    key = ConversationKey(
        site=params.site, conversation_id=params.conversation_id, account=params.account
    )
    return c.ProjectResult(project=_project(services.store.projects.assign(params.id, key)))


def unassign(services: Services, params: c.UnassignProject, _call: Call) -> c.ConversationResult:
    """Take a conversation out of its project; its memories stay where they are."""
    key = ConversationKey(
        site=params.site, conversation_id=params.conversation_id, account=params.account
    )
    services.store.projects.unassign(key)
    return c.ConversationResult(
        conversation=conversation_item(services, services.store.conversations.find(key))
    )


def _project(row: ProjectRow) -> c.Project:
    return c.Project(
        id=row.id, name=row.name, conversations=row.conversations, memories=row.memories
    )
