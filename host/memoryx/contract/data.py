"""Params and results of ``uploads.put`` and ``data.*``."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from memoryx.contract.base import Cursor, Params, Result
from memoryx.models import Model, SkipCode

#: Longest piece of an upload in base64 characters: with its envelope below a frame's 8 MiB.
PIECE_LIMIT = 8_000_000

ImportSource = Literal["memoryx", "chatgpt", "claude", "gemini"]
ExportFormat = Literal["json", "markdown"]
#: What the sender calls an upload: a name, never a path.
UploadName = Annotated[
    str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$", max_length=128)
]


class PutUpload(Params):
    """Params of ``uploads.put``: the bytes of a file from ``offset`` on, in base64.

    Pieces come in order; one that came before may come again. An empty piece that is not the
    last asks how far the upload is.
    """

    upload: UploadName
    offset: int = Field(ge=0)
    data: str = Field(max_length=PIECE_LIMIT)
    last: bool


class UploadState(Result):
    """Result of ``uploads.put``: bytes that are here, which is the next piece's offset."""

    received: int


class ImportData(Params):
    """Params of ``data.import``: a whole upload, and which program wrote the file.

    ``extract`` makes the extraction of the imported conversations due at once; otherwise it waits
    until a person asks for it.
    """

    source: ImportSource
    upload: UploadName
    extract: bool = False


class SkippedItem(Model):
    """What was left out of an import: its place in the file, what is the matter, and why.

    ``why`` says more than ``code``, in English.
    """

    where: str
    code: SkipCode
    why: str


class ImportedData(Result):
    """Result of ``data.import``: what is new, in numbers; zeros when all was here already.

    ``conversations`` counts those that are new or got turns. ``skipped`` shows at most the first
    500 of ``skipped_total`` items.
    """

    conversations: int
    turns: int
    memories: int
    projects: int
    proposals: int
    settings: int
    skipped: list[SkippedItem]
    skipped_total: int


class ExportData(Params):
    """Params of ``data.export``: the next piece after ``cursor``, or the first one."""

    format: ExportFormat
    cursor: Cursor | None = None


class ExportedData(Result):
    """Result of ``data.export``: the pieces one after the other are the document.

    All of them show one state of the data, that of the first call. ``length`` is the document's
    size in bytes of UTF-8, ``next_cursor`` null at its end.
    """

    chunk: str
    next_cursor: str | None
    length: int


class EraseData(Params):
    """Params of ``data.erase``: everything goes but the settings and the keys."""

    confirm: Literal["delete"]


class ErasedData(Result):
    """Result of ``data.erase``: what was deleted, in numbers.

    ``overwritten`` says that the database file holds no remains of it; it is false while another
    program was reading, and then erasing once more completes it.
    """

    conversations: int
    turns: int
    memories: int
    projects: int
    proposals: int
    recalls: int
    requests: int
    uploads: int
    overwritten: bool
