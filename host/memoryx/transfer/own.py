"""Importing our own export: everything under the ids that it had.

What is here already stays: a conversation gets the turns that it lacks, a memory that differs is
left out and named. The addresses of endpoints are not taken over, since they decide where a
person's text is sent; nor are paths, which mean nothing on another machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from pydantic import JsonValue, ValidationError

from memoryx.errors import InvalidUpload, MemoryXError
from memoryx.store.merge import IncomingTurn
from memoryx.store.restore import Restore
from memoryx.transfer import format as form
from memoryx.transfer.archive import File, Upload
from memoryx.transfer.chats import Chat
from memoryx.transfer.export import FORMAT_VERSION
from memoryx.transfer.items import Element, elements
from memoryx.transfer.tally import Progress, Sink, Tally
from memoryx.transfer.vendor import ReadBytes

P = TypeVar("P", bound=form.Part | form.MemoryPart)

#: Settings that belong to one machine, or say where text is sent.
_NOT_TAKEN = ("base_url", "path")


class OwnImport:
    """One import of our own export."""

    def __init__(
        self,
        restore: Restore,
        sink: Sink,
        settings: Mapping[str, JsonValue],
        defaults: Mapping[str, JsonValue],
        change: Callable[[Mapping[str, JsonValue]], object],
    ) -> None:
        self._restore = restore
        self._sink = sink
        self._settings = settings
        self._defaults = defaults
        self._change = change
        self._projects: dict[str, str] = {}
        self._conversations: dict[str, str] = {}
        self._tally = Tally()
        self._take: Mapping[str, Callable[[str, object], None]] = {
            "projects": self._project,
            "conversations": self._conversation,
            "links": self._link,
            "memories": self._memory,
            "proposals": self._proposal,
        }

    def run(self, upload: Upload, file: File, progress: Progress) -> Tally:
        """Take in a file; raises InvalidUpload for one of a later version."""
        read = ReadBytes(file.size, progress)
        try:
            with upload.open(file) as stream:
                for element in elements(read.counted(stream)):
                    self._element(file.place(element.member, element.index), element)
        except _Later:
            raise InvalidUpload(
                "this export is of a newer MemoryX", remedy="Update MemoryX, then import it."
            ) from None
        except InvalidUpload as error:
            self._tally.skip(file.place(None, None), "unreadable", str(error))
        read.finish()
        return self._tally

    def _element(self, place: str, element: Element) -> None:
        if element.broken is not None:
            self._tally.skip(place, "malformed", element.broken)
        elif element.member == "version":
            if not isinstance(element.value, int) or element.value > FORMAT_VERSION:
                raise _Later
        elif element.member == "settings":
            self._take_settings(place, element.value)
        elif element.index is not None and element.member is not None:
            take = self._take.get(element.member, _leave)  # a later minor version may have more
            try:
                take(place, element.value)
            except ValidationError as error:
                first = error.errors(include_url=False, include_input=False)[0]
                field = ".".join(map(str, first["loc"]))
                self._tally.skip(
                    place, "malformed", f"{field}: {first['msg']}" if field else first["msg"]
                )

    def _take_settings(self, place: str, values: object) -> None:
        if not isinstance(values, dict):
            self._tally.skip(place, "malformed", "it is not an object")
            return
        for name, value in values.items():
            present = self._settings.get(name)
            if value == present:
                continue
            where = f"{place}.{name}"
            if name.rpartition(".")[2] in _NOT_TAKEN:
                self._tally.skip(
                    where, "not_taken_over", "addresses and paths are not taken over: enter it anew"
                )
            elif present != self._defaults.get(name):
                self._tally.skip(where, "set_already", "it is set here already")
            else:
                self._set(where, name, value)

    def _set(self, where: str, name: str, value: JsonValue) -> None:
        try:
            self._change({name: value})
        except MemoryXError as error:
            self._tally.skip(where, "malformed", str(error))
        else:
            self._tally.settings += 1

    def _project(self, _place: str, value: object) -> None:
        part = form.ProjectPart.model_validate(value)
        self._projects[part.id], added = self._restore.project(part.model_dump())
        self._tally.projects += added

    def _conversation(self, _place: str, value: object) -> None:
        part = form.ConversationPart.model_validate(value)
        row = part.model_dump() | {"project": self._project_here(part.project)}
        self._conversations[part.id], added = self._restore.conversation(row)
        if added:
            self._tally.conversations += 1
            self._tally.turns += len(part.turns)
            return
        saved = self._sink.save(_chat(part), remember=False)
        self._tally.conversations += bool(saved.turns)
        self._tally.turns += saved.turns

    def _link(self, _place: str, value: object) -> None:
        part = form.LinkPart.model_validate(value)
        later, earlier = (self._conversations.get(id_) for id_ in (part.later, part.earlier))
        if later is not None and earlier is not None and later != earlier:
            self._restore.link(later, earlier, part.created_at)

    def _memory(self, place: str, value: object) -> None:
        part = form.MemoryPart.model_validate(value)
        row = part.model_dump()
        self._move(row)
        for version, checked in zip(row["versions"], part.versions, strict=True):
            version["state"] = checked.state.model_dump(exclude_unset=True)
            self._move(version["state"])
        outcome = self._restore.memory(row)
        self._tally.memories += outcome == "added"
        if outcome == "differs":
            self._tally.skip(
                place, "kept_here", f"memory {part.id} is here otherwise, and stays as it is here"
            )

    def _proposal(self, place: str, value: object) -> None:
        part = form.ProposalPart.model_validate(value)
        outcome = self._restore.proposal(part.model_dump())
        self._tally.proposals += outcome == "added"
        if outcome == "homeless":
            self._tally.skip(place, "memory_missing", "a memory that it is about is not here")

    def _move(self, row: dict[str, Any]) -> None:
        """Let a memory, or a version's state, refer to the projects and conversations here."""
        row["project"] = self._project_here(row["project"])
        if row["project"] is None and row["level"] == "project":
            row["level"] = "user"
        source = row.get("source")
        if source is not None:
            source["conversation"] = self._conversations.get(source["conversation"])

    def _project_here(self, id_: str | None) -> str | None:
        return None if id_ is None else self._projects.get(id_)


class _Later(Exception):
    """The file's version is not known."""


def _leave(_place: str, _value: object) -> None:
    """Leave an element of an unknown list aside."""


def _chat(part: form.ConversationPart) -> Chat:
    return Chat(
        site=part.site,
        conversation_id=part.conversation_id,
        account=part.account,
        url=part.url,
        title=part.title,
        created_at=part.created_at,
        updated_at=part.updated_at,
        turns=tuple(
            IncomingTurn(
                turn.key,
                turn.role,
                turn.markdown,
                complete=turn.complete,
                position=turn.position,
                created_at=turn.created_at,
            )
            for turn in part.turns
        ),
    )
