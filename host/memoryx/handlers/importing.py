"""Taking in a file: which export it is, and how its conversations are saved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from pydantic import JsonValue

from memoryx.clock import to_rfc3339
from memoryx.contract.data import ImportSource
from memoryx.errors import InvalidUpload, NotFound
from memoryx.handlers.saving import Capture, save_turns
from memoryx.services import Services
from memoryx.settings.schema import Settings
from memoryx.store.records import ConversationKey, ConversationRow
from memoryx.transcript import all_turns
from memoryx.transfer.align import align
from memoryx.transfer.archive import File, Upload, open_upload
from memoryx.transfer.chats import Chat
from memoryx.transfer.own import OwnImport
from memoryx.transfer.tally import Progress, Saved, Tally
from memoryx.transfer.vendor import files_by_source, import_chats

_NAMES: Mapping[ImportSource, str] = {
    "memoryx": "MemoryX",
    "chatgpt": "ChatGPT",
    "claude": "Claude",
    "gemini": "Gemini",
}


def import_file(
    services: Services, path: Path, source: ImportSource, extract: bool, progress: Progress
) -> Tally:
    """Take in a file; raises InvalidUpload when it is not what it is said to be."""
    with open_upload(path) as upload:
        files = _files(upload, source)
        sink = Saves(services, extract=extract)
        if source != "memoryx":
            return import_chats(upload, files, source, sink, progress)
        own = OwnImport(
            services.store.restore,
            sink,
            settings=services.settings.current().flat(),
            defaults=Settings().flat(),
            change=lambda values: _change_settings(services, values),
        )
        return own.run(upload, files[0], progress)


def source_of(path: Path) -> ImportSource:
    """Return whose export a file is; raises InvalidUpload when that cannot be told."""
    with open_upload(path) as upload:
        found = files_by_source(upload)
        if len(found) == 1:
            return next(iter(found))
        raise _unknown(upload, "an export of MemoryX, ChatGPT, Claude or Gemini")


class Saves:
    """Saves an export's conversations as a page's are, beside what was captured of them."""

    def __init__(self, services: Services, *, extract: bool) -> None:
        self._services = services
        self._extract = extract

    def save(self, chat: Chat, *, remember: bool) -> Saved:
        """See memoryx.transfer.tally.Sink."""
        services = self._services
        services.recaller.give_way()
        key = ConversationKey(
            site=chat.site, conversation_id=chat.conversation_id, account=chat.account
        )
        try:
            row, stored = all_turns(services.store.conversations, key)
        except NotFound:
            pass
        else:
            # The page's own address and title stand, and what it showed keeps its keys.
            chat = replace(
                chat,
                url=row.url,
                title=None if row.title else chat.title,
                turns=tuple(align(stored, chat.turns, older=_older(chat, row))),
            )
        saved, remembered = save_turns(
            services,
            Capture(
                key=key,
                url=chat.url,
                title=chat.title,
                project=None,
                turns=chat.turns,
                gaps=False,
                due_at=to_rfc3339(services.clock()) if self._extract else None,
                origin="import" if remember else None,
                created_at=chat.created_at,
                updated_at=chat.updated_at,
            ),
        )
        return Saved(saved.new + saved.changed, len(remembered))


def _older(chat: Chat, row: ConversationRow) -> bool:
    return chat.updated_at is None or chat.updated_at < row.updated_at


def _change_settings(services: Services, values: Mapping[str, JsonValue]) -> None:
    services.settings.set(values)
    services.settings_changed(values)


def _files(upload: Upload, source: ImportSource) -> list[File]:
    found = files_by_source(upload)
    if source in found:
        return found[source]
    if found:
        other = next(iter(found))
        raise InvalidUpload(
            f"this is an export of {_NAMES[other]}, not of {_NAMES[source]}",
            remedy=f"Choose {_NAMES[other]} as its source.",
        )
    raise _unknown(upload, f"an export of {_NAMES[source]}")


def _unknown(upload: Upload, wanted: str) -> InvalidUpload:
    names = [name.lower() for name in upload.names]
    if any(name.endswith("activity.html") for name in names):
        return InvalidUpload(
            "the activity in this archive is HTML",
            remedy="Ask Google Takeout for My Activity, Gemini Apps, again, with the format JSON.",
        )
    if any(name.endswith(".zip") for name in names):
        return InvalidUpload(
            "this archive holds other archives",
            remedy="Unpack it, then import the archives in it one by one.",
        )
    return InvalidUpload(
        f"this is not {wanted}",
        remedy="Choose the archive that the site gave you, or the JSON file in it.",
    )
