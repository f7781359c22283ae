"""``uploads.put`` and ``data.*``"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from memoryx import __version__
from memoryx.clock import to_rfc3339
from memoryx.contract import data as d
from memoryx.errors import Busy, InvalidUpload
from memoryx.handlers.call import Call
from memoryx.services import Services
from memoryx.store.paging import decode_cursor, encode_cursor


def put_upload(services: Services, params: d.PutUpload, _call: Call) -> d.UploadState:
    """Keep a piece of a file."""
    received = services.uploads.put(params.upload, params.offset, params.data, last=params.last)
    return d.UploadState(received=received)


def import_(services: Services, params: d.ImportData, call: Call) -> d.ImportedData:
    """Take in a file, and delete the upload once it is done with."""
    from memoryx.handlers.importing import import_file  # its formats: seldom used, not for a start

    path = services.uploads.whole(params.upload)
    with _alone(services):
        try:
            tally = import_file(services, path, params.source, params.extract, call.progress)
        except InvalidUpload:
            services.uploads.remove(params.upload)
            raise
    services.uploads.remove(params.upload)
    services.background.wake()
    return d.ImportedData(
        conversations=tally.conversations,
        turns=tally.turns,
        memories=tally.memories,
        projects=tally.projects,
        proposals=tally.proposals,
        settings=tally.settings,
        skipped=[
            d.SkippedItem(where=item.where, code=item.code, why=item.why) for item in tally.skipped
        ],
        skipped_total=tally.skipped_total,
    )


def document(services: Services, form: d.ExportFormat) -> Iterator[str]:
    """Write everything as a document, piece by piece."""
    # Seldom used, not for a start.
    from memoryx.transfer.export import About, as_json, as_markdown

    about = About(
        host_version=__version__,
        exported_at=to_rfc3339(services.clock()),
        settings=services.settings.current().flat(),
    )
    write = as_json if form == "json" else as_markdown
    return write(services.store, about)


def export(services: Services, params: d.ExportData, _call: Call) -> d.ExportedData:
    """Give the next piece of everything; the first call decides the state that is shown."""
    if params.cursor is None:
        name, offset = services.spool.write(document(services, params.format)), 0
    else:
        name, offset = decode_cursor(params.cursor, str, int)
    piece = services.spool.read(name, offset)
    after = None if piece.next_offset is None else encode_cursor(name, piece.next_offset)
    return d.ExportedData(chunk=piece.text, next_cursor=after, length=piece.length)


def erase(services: Services, _params: d.EraseData, _call: Call) -> d.ErasedData:
    """Delete everything but the settings and the keys."""
    with _alone(services):
        erased, uploads = services.erase()
    return d.ErasedData(
        conversations=erased.conversations,
        turns=erased.turns,
        memories=erased.memories,
        projects=erased.projects,
        proposals=erased.proposals,
        recalls=erased.recalls,
        requests=erased.requests,
        uploads=uploads,
        overwritten=erased.overwritten,
    )


@contextmanager
def _alone(services: Services) -> Iterator[None]:
    """Keep imports and erasing apart: what an import still brings would outlive the erasing."""
    if not services.moving_data.acquire(blocking=False):
        raise Busy(
            "data is being imported or deleted just now", remedy="Try again when it has ended."
        )
    try:
        yield
    finally:
        services.moving_data.release()
