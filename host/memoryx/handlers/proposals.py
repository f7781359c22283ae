"""``proposals.*``"""

from __future__ import annotations

from memoryx.clock import to_rfc3339
from memoryx.contract import memories as m
from memoryx.handlers.call import Call
from memoryx.lifecycle import kept
from memoryx.services import Services


def list_(services: Services, params: m.ListProposals, _call: Call) -> m.ProposalList:
    """List what a person has to settle, newest first."""
    rows, total, cursor = services.store.proposals.page(limit=params.limit, cursor=params.cursor)
    ids = {row.memory for row in rows} | {row.other for row in rows if row.other}
    memories = services.store.memories.get_many(sorted(ids))
    return m.ProposalList(
        items=[
            m.Proposal(
                id=row.id,
                kind=row.kind,
                memory=memories[row.memory],
                other=memories.get(row.other) if row.other else None,
                reason=row.reason,
                created_at=row.created_at,
            )
            for row in rows
            if row.memory in memories  # deleted between the two reads
        ],
        total=total,
        next_cursor=cursor,
    )


def resolve(services: Services, params: m.ResolveProposal, _call: Call) -> m.ResolvedProposal:
    """Settle a proposal.

    ``low_confidence``: accepted, the memory becomes active; refused, it is suspended.
    ``conflict``: accepted, it replaces the other, which is superseded; refused, it is suspended.
    ``deletion``: accepted, the memory stays suspended; refused, it is active again.
    What a person keeps has a fresh life, and is no longer of one session.
    """
    now = to_rfc3339(services.clock())
    store = services.store
    with store.transaction():
        proposal = store.proposals.resolve(params.id, now)
        if params.accept and proposal.kind == "conflict" and proposal.other is not None:
            store.memories.change(
                proposal.other,
                {"status": "superseded", "superseded_by": proposal.memory},
                now=now,
                actor="user",
                reason="a conflict was settled",
            )
        keep = params.accept != (proposal.kind == "deletion")
        memory = store.memories.change(
            proposal.memory,
            kept(store.memories.get(proposal.memory)) if keep else {"status": "suspended"},
            now=now,
            actor="user",
            reason=f"{proposal.kind} {'accepted' if params.accept else 'refused'}",
            anew=keep,
        )
    services.background.wake()
    return m.ResolvedProposal(memory=memory)
