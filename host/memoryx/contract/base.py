"""What all params and results of the contract share."""

from __future__ import annotations

from typing import Annotated, Protocol, Self, TypeVar

from pydantic import Field, StringConstraints, model_validator

from memoryx.models import Model, Name, Site

LIST_LIMIT_DEFAULT = 50
LIST_LIMIT_MAX = 500

Cursor = Annotated[str, StringConstraints(min_length=1, max_length=512)]

#: A place in a list, from 0.
Offset = Annotated[int, Field(ge=0, le=10_000_000)]


class Params(Model):
    """Base of a method's params, given by name."""


class Result(Model):
    """Base of a method's result. Fields that can be empty are present as null."""


class Page(Params):
    """Params of every list: at most ``limit`` items from ``cursor`` on."""

    limit: int = Field(default=LIST_LIMIT_DEFAULT, ge=1, le=LIST_LIMIT_MAX)
    cursor: Cursor | None = None


class _Placed(Protocol):
    cursor: str | None
    offset: int | None


P = TypeVar("P", bound=_Placed)


def one_place(page: P) -> P:
    """Check that a page begins at one place: after ``cursor``, or at ``offset``."""
    if page.cursor is not None and page.offset is not None:
        raise ValueError("give cursor or offset, one of the two")
    return page


class Paged(Result):
    """Result of every list: ``next_cursor`` is null at the end."""

    next_cursor: str | None


class Id(Params):
    """Params that name one thing."""

    id: Name


class ConversationName(Params):
    """A conversation, by its ``id`` or by ``site`` + ``conversation_id`` (+ ``account``)."""

    id: Name | None = None
    site: Site | None = None
    conversation_id: Name | None = None
    account: Name | None = None

    @model_validator(mode="after")
    def _named_once(self) -> Self:
        by_site = self.site is not None and self.conversation_id is not None
        if (self.id is not None) == by_site:
            raise ValueError("name the conversation by id, or by site and conversation_id")
        return self


class CharRange(Params):
    """A half-open range of characters of a long text."""

    start: int = Field(ge=0)
    end: int = Field(ge=0)

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.end < self.start:
            raise ValueError("end lies before start")
        return self
