"""Params and results of ``conversations.*`` and ``projects.*``."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from memoryx.contract.base import (
    CharRange,
    ConversationName,
    Id,
    Offset,
    Page,
    Paged,
    Params,
    Result,
    one_place,
)
from memoryx.models import ExtractionMode, Extractor, Model, Name, Role, Site, Timestamp, Trigger

#: More turns than any page holds; a longer conversation is saved in parts.
TURNS_PER_SAVE = 20_000

Url = Annotated[str, StringConstraints(max_length=4_096)]
Title = Annotated[str, StringConstraints(max_length=2_000)]
Language = Annotated[str, StringConstraints(min_length=2, max_length=35)]


class CapturedTurn(Params):
    """One turn as a page shows it: ``html`` or ``markdown``, in page order."""

    key: Name
    role: Role
    html: str | None = None
    markdown: str | None = None
    created_at: Timestamp | None = None
    complete: bool
    position: int | None = Field(default=None, ge=0)

    @model_validator(mode="after")
    def _one_text(self) -> Self:
        if (self.html is None) == (self.markdown is None):
            raise ValueError("give html or markdown, one of the two")
        return self


class SaveConversation(Params):
    """Params of ``conversations.save``."""

    site: Site
    conversation_id: Name
    account: Name | None = None
    url: Url
    title: Title | None = None
    project: Name | None = None
    trigger: Trigger
    turns: list[CapturedTurn] = Field(max_length=TURNS_PER_SAVE)
    gaps: bool = False


class ExtractionDue(Model):
    """When the automatic extraction of a conversation is due; null when nothing waits."""

    due_at: Timestamp | None


class RememberedText(Model):
    """A memory that a message asked for."""

    id: str
    text: str


class SavedConversation(Result):
    """Result of ``conversations.save``: numbers of turns.

    ``remembered`` are the memories that were stored at once, since a message asked for it.
    """

    id: str
    new: int
    changed: int
    unchanged: int
    total: int
    extraction: ExtractionDue
    remembered: list[RememberedText]


class ListConversations(Page):
    """Params of ``conversations.list``; ``offset`` as in ``memories.list``."""

    query: str | None = Field(default=None, max_length=1_000)
    site: Site | None = None
    project: Name | None = None
    offset: Offset | None = None

    _one_place = model_validator(mode="after")(one_place)


class LinkedConversation(Model):
    """A conversation at the other end of a hand-over."""

    id: str
    site: Site
    title: str | None
    url: str


class ConversationItem(Model):
    """A conversation in a list.

    ``turns`` and ``extracted`` are numbers of turns, ``memories`` of what was taken from it.
    ``continues`` and ``continued_by`` are the conversations that it was handed over from and to.
    """

    id: str
    site: Site
    conversation_id: str
    account: str | None
    title: str | None
    url: str
    project: str | None
    turns: int
    extracted: int
    memories: int
    created_at: Timestamp
    updated_at: Timestamp
    continues: LinkedConversation | None
    continued_by: list[LinkedConversation]


class ConversationList(Paged):
    """Result of ``conversations.list``; ``total`` counts all that fit."""

    items: list[ConversationItem]
    total: int


class GetConversation(ConversationName, Page):
    """Params of ``conversations.get``: the turns come in pages."""


class Turn(Model):
    """A stored turn; ``gap_before`` says that turns before it are known to be missing."""

    index: int
    key: str
    role: Role
    markdown: str
    complete: bool
    gap_before: bool
    versions: int
    created_at: Timestamp | None


class ConversationTurns(Paged):
    """Result of ``conversations.get``."""

    conversation: ConversationItem
    turns: list[Turn]


class ConversationMarkdown(ConversationName):
    """Params of ``conversations.markdown``."""

    range: CharRange | None = None


class Markdown(Result):
    """A part of a Markdown text and the whole text's ``length`` in characters."""

    markdown: str
    length: int


class DeleteConversation(ConversationName):
    """Params of ``conversations.delete``: what becomes of its memories."""

    memories: Literal["keep", "suspend"]


class DeletedConversation(Result):
    """Result of ``conversations.delete``."""

    deleted: bool
    suspended: int


class ExtractConversation(ConversationName):
    """Params of ``conversations.extract``."""

    mode: ExtractionMode


class Extraction(Result):
    """Result of ``conversations.extract``: what became of the items found."""

    added: int
    updated: int
    unchanged: int
    proposed: int
    rejected: dict[str, int]
    extractor: Extractor
    from_index: int
    to_index: int
    memories: list[str]
    batch: str | None


class UndoBatch(Params):
    """Params of ``conversations.undo``."""

    batch: Name


class Undone(Result):
    """Result of ``conversations.undo``: number of memories put back."""

    reverted: int


class LinkConversation(Id):
    """Params of ``conversations.link``: ``id`` was handed over from the one that it continues."""

    continues: Name

    @model_validator(mode="after")
    def _two(self) -> Self:
        if self.id == self.continues:
            raise ValueError("a conversation does not continue itself")
        return self


class Linked(Result):
    """Result of ``conversations.link``: the conversation as it stands now."""

    conversation: ConversationItem


class SummarizeConversation(ConversationName):
    """Params of ``conversations.summarize``."""

    language: Language | None = None


class SummarySections(Model):
    """The six sections of a hand-off, each Markdown."""

    background: str
    topic: str
    state: str
    key_facts: str
    open_items: str
    resume_point: str


class ConversationSummary(Result):
    """Result of ``conversations.summarize``."""

    markdown: str
    language: str
    sections: SummarySections
    summarizer: Extractor


class ListProjects(Page):
    """Params of ``projects.list``."""


class Project(Model):
    """A project with the numbers of its conversations and memories."""

    id: str
    name: str
    conversations: int
    memories: int


class ProjectList(Paged):
    """Result of ``projects.list``."""

    items: list[Project]


class CreateProject(Params):
    """Params of ``projects.create``."""

    name: Name


class UpdateProject(Id):
    """Params of ``projects.update``."""

    name: Name


class DeleteProject(Id):
    """Params of ``projects.delete``: what becomes of the project's memories.

    ``keep``: they hold everywhere from then on; ``suspend``: they leave recall and can be
    restored, to hold everywhere. Without a word on it, only a project that holds none goes.
    """

    memories: Literal["keep", "suspend"] | None = None


class DeletedProject(Result):
    """Result of ``projects.delete``, with the numbers of memories that hold on and that do not."""

    deleted: bool
    kept: int
    suspended: int


class AssignProject(Id):
    """Params of ``projects.assign``: put a conversation into a project."""

    site: Site
    conversation_id: Name
    account: Name | None = None


class UnassignProject(Params):
    """Params of ``projects.unassign``: take a conversation out of its project."""

    site: Site
    conversation_id: Name
    account: Name | None = None


class ConversationResult(Result):
    """Result of ``projects.unassign``."""

    conversation: ConversationItem


class ProjectResult(Result):
    """Result of ``projects.create``, ``.update`` and ``.assign``."""

    project: Project


class Deleted(Result):
    """Result of a deletion."""

    deleted: bool
