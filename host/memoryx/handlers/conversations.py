"""``conversations.*``"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from memoryx.block import strip_blocks
from memoryx.clock import to_rfc3339
from memoryx.contract import conversations as c
from memoryx.contract.base import ConversationName
from memoryx.errors import InvalidParams
from memoryx.handlers.call import Call
from memoryx.handlers.saving import Capture, save_turns
from memoryx.handoff.sections import SaidTurn
from memoryx.markdown import html_to_markdown
from memoryx.services import Services
from memoryx.store.merge import IncomingTurn
from memoryx.store.records import (
    ConversationKey,
    ConversationRow,
    LinkedConversation,
    Links,
)
from memoryx.transcript import all_turns, conversation_markdown

#: A page of turns stays below this many bytes, so that the answer fits into a frame.
_TURNS_BYTES = 700_000
#: Characters of Markdown in one answer: at most 3 bytes each in UTF-8, and JSON's escapes.
MARKDOWN_PIECE = 200_000


def save(services: Services, params: c.SaveConversation, _call: Call) -> c.SavedConversation:
    """Merge captured turns into a conversation and move its extraction's due time."""
    settings = services.settings.current()
    now = services.clock()
    due_at = None
    if settings.extraction.auto:
        due_at = to_rfc3339(now + timedelta(seconds=settings.extraction.delay_s))
    project = None
    if params.project is not None:
        project = services.store.projects.ensure(params.project, to_rfc3339(now))
    turns: list[IncomingTurn] = []
    for turn in params.turns:
        services.recaller.give_way()
        turns.append(_incoming(turn))
    key = ConversationKey(
        site=params.site, conversation_id=params.conversation_id, account=params.account
    )
    saved, remembered = save_turns(
        services,
        Capture(
            key=key,
            url=params.url,
            title=params.title,
            project=project,
            turns=turns,
            gaps=params.gaps,
            due_at=due_at,
        ),
    )
    return c.SavedConversation(
        id=saved.id,
        new=saved.new,
        changed=saved.changed,
        unchanged=saved.unchanged,
        total=saved.total,
        extraction=c.ExtractionDue(due_at=saved.due_at),
        remembered=[c.RememberedText(id=memory.id, text=memory.text) for memory in remembered],
    )


def list_(services: Services, params: c.ListConversations, _call: Call) -> c.ConversationList:
    """List conversations, the newest change first."""
    project = params.project and services.store.projects.resolve(params.project)
    if params.project and project is None:
        return c.ConversationList(items=[], total=0, next_cursor=None)
    rows, total, cursor = services.store.conversations.page(
        query=params.query,
        site=params.site,
        project=project,
        limit=params.limit,
        cursor=params.cursor,
        offset=params.offset or 0,
    )
    return c.ConversationList(items=_items(services, rows), total=total, next_cursor=cursor)


def get(services: Services, params: c.GetConversation, _call: Call) -> c.ConversationTurns:
    """Return a page of turns; fewer than asked for when they are long."""
    limit = params.limit
    while True:
        row, turns, cursor = services.store.conversations.turns(
            key_of(params), limit=limit, cursor=params.cursor
        )
        size = sum(len(turn.markdown.encode()) for turn in turns)
        if size <= _TURNS_BYTES or limit == 1:
            break
        limit = max(1, limit // 2)
    return c.ConversationTurns(
        conversation=conversation_item(services, row),
        turns=[
            c.Turn(
                index=turn.index,
                key=turn.key,
                role=turn.role,
                markdown=turn.markdown,
                complete=turn.complete,
                gap_before=turn.gap_before,
                versions=turn.versions,
                created_at=turn.created_at,
            )
            for turn in turns
        ],
        next_cursor=cursor,
    )


def markdown(services: Services, params: c.ConversationMarkdown, _call: Call) -> c.Markdown:
    """Return the whole conversation, or a range of it, as Markdown."""
    text = conversation_markdown(services.store.conversations, key_of(params))
    start, end = (params.range.start, params.range.end) if params.range else (0, len(text))
    if params.range is not None and start > len(text):
        raise InvalidParams(f"range.start: the text has {len(text)} characters")
    end = min(end, len(text), start + MARKDOWN_PIECE)
    return c.Markdown(markdown=text[start:end], length=len(text))


def delete(services: Services, params: c.DeleteConversation, _call: Call) -> c.DeletedConversation:
    """Delete a conversation, keeping or suspending the memories that came from it."""
    now = to_rfc3339(services.clock())
    suspended = 0
    with services.store.transaction():
        row = services.store.conversations.find(key_of(params))
        if params.memories == "suspend":
            for id_ in services.store.memories.in_force_from(row.id):
                services.store.proposals.resolve_for(id_, now)
                services.store.memories.change(
                    id_,
                    {"status": "suspended"},
                    now=now,
                    actor="user",
                    reason="its conversation was deleted",
                )
                suspended += 1
        services.store.conversations.delete(ConversationKey(id=row.id))
    return c.DeletedConversation(deleted=True, suspended=suspended)


def extract(services: Services, params: c.ExtractConversation, call: Call) -> c.Extraction:
    """Extract memories from a conversation at once."""
    outcome = services.extraction.run_now(
        key_of(params), params.mode, services.settings.current(), call.progress
    )
    services.background.wake()
    return c.Extraction(
        added=outcome.added,
        updated=outcome.updated,
        unchanged=outcome.unchanged,
        proposed=outcome.proposed,
        rejected=outcome.rejected,
        extractor=outcome.extractor,
        from_index=outcome.from_index,
        to_index=outcome.to_index,
        memories=outcome.memories,
        batch=outcome.batch,
    )


def undo(services: Services, params: c.UndoBatch, _call: Call) -> c.Undone:
    """Put back what an extraction did."""
    return c.Undone(reverted=services.extraction.undo(params.batch))


def link(services: Services, params: c.LinkConversation, _call: Call) -> c.Linked:
    """Note that a conversation was handed over from another."""
    store = services.store
    store.conversations.link(params.id, params.continues, to_rfc3339(services.clock()))
    row = store.conversations.find(ConversationKey(id=params.id))
    return c.Linked(conversation=_items(services, [row])[0])


def summarize(
    services: Services, params: c.SummarizeConversation, call: Call
) -> c.ConversationSummary:
    """Write the hand-over of a conversation for another assistant."""
    row, turns = all_turns(services.store.conversations, key_of(params))
    brief = services.hand_over(
        [SaidTurn(turn.role, turn.markdown) for turn in turns],
        title=row.title,
        conversation=row.id,
        language=params.language,
        progress=call.progress,
    )
    return c.ConversationSummary(
        markdown=brief.markdown,
        language=brief.language,
        sections=c.SummarySections(**brief.sections),
        summarizer=brief.summarizer,
    )


def key_of(params: ConversationName) -> ConversationKey:
    """Return the store's key for a conversation that params name."""
    return ConversationKey(
        id=params.id,
        site=params.site,
        conversation_id=params.conversation_id,
        account=params.account,
    )


def _incoming(turn: c.CapturedTurn) -> IncomingTurn:
    text = html_to_markdown(turn.html) if turn.html is not None else turn.markdown
    assert text is not None
    return IncomingTurn(
        key=turn.key,
        role=turn.role,
        markdown=strip_blocks(text).strip("\n"),
        complete=turn.complete,
        position=turn.position,
        created_at=turn.created_at,
    )


def conversation_item(services: Services, row: ConversationRow) -> c.ConversationItem:
    """Return a stored conversation as the contract shows it."""
    return _items(services, [row])[0]


def _items(services: Services, rows: Sequence[ConversationRow]) -> list[c.ConversationItem]:
    links = services.store.conversations.links([row.id for row in rows])
    return [_item(row, links.get(row.id, Links())) for row in rows]


def _item(row: ConversationRow, links: Links) -> c.ConversationItem:
    return c.ConversationItem(
        id=row.id,
        site=row.site,
        conversation_id=row.conversation_id,
        account=row.account,
        title=row.title,
        url=row.url,
        project=row.project,
        turns=row.turns,
        extracted=row.extracted,
        memories=row.memories,
        created_at=row.created_at,
        updated_at=row.updated_at,
        continues=_linked(links.continues) if links.continues else None,
        continued_by=[_linked(other) for other in links.continued_by],
    )


def _linked(other: LinkedConversation) -> c.LinkedConversation:
    return c.LinkedConversation(id=other.id, site=other.site, title=other.title, url=other.url)
