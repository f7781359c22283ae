"""``projects.*``"""

from __future__ import annotations

from memoryx.clock import to_rfc3339
from memoryx.contract import conversations as c
from memoryx.contract.base import Id
from memoryx.handlers.call import Call
from memoryx.services import Services
from memoryx.store.records import ConversationKey, ProjectRow


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


def delete(services: Services, params: Id, _call: Call) -> c.Deleted:
    """Remove a project that holds no memories."""
    services.store.projects.delete(params.id)
    return c.Deleted(deleted=True)


def assign(services: Services, params: c.AssignProject, _call: Call) -> c.ProjectResult:
    """Put a conversation into a project."""
    key = ConversationKey(
        site=params.site, conversation_id=params.conversation_id, account=params.account
    )
    return c.ProjectResult(project=_project(services.store.projects.assign(params.id, key)))


def _project(row: ProjectRow) -> c.Project:
    return c.Project(
        id=row.id, name=row.name, conversations=row.conversations, memories=row.memories
    )
