"""The one table of methods: name, params, result, and the lane that serves it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from memoryx.contract import conversations as c
from memoryx.contract import data as d
from memoryx.contract import embedding as e
from memoryx.contract import memories as m
from memoryx.contract import recall as r
from memoryx.contract import system as s
from memoryx.contract.base import Id, Params, Result

__all__ = ["METHODS", "Lane", "Method", "Params", "Result"]


class Lane(StrEnum):
    """Which thread serves a method.

    ``RECALL`` is the send path and serves nothing else. ``QUICK`` reads and writes the database
    in milliseconds. ``WORK`` may take long: extraction, summaries, calls to a model.
    """

    RECALL = "recall"
    QUICK = "quick"
    WORK = "work"


@dataclass(frozen=True, slots=True)
class Method:
    """One row of the contract."""

    name: str
    params: type[Params]
    result: type[Result]
    lane: Lane = Lane.QUICK


_ROWS = (
    Method("hello", s.Hello, s.HelloResult),
    Method("conversations.save", c.SaveConversation, c.SavedConversation),
    Method("conversations.list", c.ListConversations, c.ConversationList),
    Method("conversations.get", c.GetConversation, c.ConversationTurns),
    Method("conversations.markdown", c.ConversationMarkdown, c.Markdown),
    Method("conversations.delete", c.DeleteConversation, c.DeletedConversation),
    Method("conversations.extract", c.ExtractConversation, c.Extraction, Lane.WORK),
    Method("conversations.undo", c.UndoBatch, c.Undone),
    Method("conversations.link", c.LinkConversation, c.Linked),
    Method("conversations.summarize", c.SummarizeConversation, c.ConversationSummary, Lane.WORK),
    Method("recall", r.RecallParams, r.RecallResult, Lane.RECALL),
    Method("recall.prepare", r.PrepareRecall, r.Empty, Lane.RECALL),
    Method("recall.used", r.RecallUsed, r.Empty),
    # After the question's log entry, which this lane writes too.
    Method("recall.choose", r.ChooseRecalled, r.ChosenContext),
    Method("recall.feedback", r.RecallFeedback, r.FeedbackTaken),
    Method("recall.receipt", r.NameRecall, r.Receipt),
    Method("recall.receipts", r.ListReceipts, r.ReceiptPlaces),
    Method("recall.tune", r.TuneRecall, r.TunedRecall, Lane.WORK),
    Method("recall.log", r.ListRecalls, r.RecallLog),
    Method("memories.create", m.CreateMemory, m.CreatedMemory),
    Method("memories.list", m.ListMemories, m.MemoryList),
    Method("memories.get", Id, m.MemoryView),
    Method("memories.sources", Id, m.MemorySources),
    Method("memories.related", m.RelatedMemories, m.Related),
    Method("memories.batch", m.BatchMemories, m.BatchResult),
    Method("memories.history", m.MemoryHistory, m.MemoryVersions),
    Method("memories.update", m.UpdateMemory, m.MemoryResult),
    Method("memories.suspend", Id, m.MemoryResult),
    Method("memories.restore", Id, m.MemoryResult),
    Method("memories.revert", m.RevertMemory, m.MemoryResult),
    Method("memories.delete", Id, c.Deleted),
    Method("proposals.list", m.ListProposals, m.ProposalList),
    Method("proposals.resolve", m.ResolveProposal, m.ResolvedProposal),
    Method("projects.list", c.ListProjects, c.ProjectList),
    Method("projects.create", c.CreateProject, c.ProjectResult),
    Method("projects.update", c.UpdateProject, c.ProjectResult),
    Method("projects.delete", c.DeleteProject, c.DeletedProject),
    Method("projects.assign", c.AssignProject, c.ProjectResult),
    Method("projects.unassign", c.UnassignProject, c.ConversationResult),
    Method("settings.get", s.GetSettings, s.Settings),
    Method("settings.set", s.SetSettings, s.Settings),
    # The keyring may keep a caller waiting for seconds.
    Method("secrets.set", s.SetSecret, s.SecretStatus, Lane.WORK),
    Method("secrets.delete", s.NameSecret, s.SecretStatus, Lane.WORK),
    Method("secrets.status", s.NameSecret, s.SecretStatus, Lane.WORK),
    Method("llm.test", s.TryLlm, s.LlmTest, Lane.WORK),
    Method("llm.presets", s.ListPresets, s.LlmPresets),
    Method("embedding.download", e.DownloadEmbedding, e.DownloadedEmbedding, Lane.WORK),
    Method("outbound.log", s.ListOutbound, s.OutboundLog),
    Method("uploads.put", d.PutUpload, d.UploadState),
    Method("data.import", d.ImportData, d.ImportedData, Lane.WORK),
    Method("data.export", d.ExportData, d.ExportedData, Lane.WORK),
    Method("data.erase", d.EraseData, d.ErasedData, Lane.WORK),
    Method("stats", s.GetStats, s.Stats),
)

#: Every method of the contract by its name.
METHODS: dict[str, Method] = {row.name: row for row in _ROWS}
if len(METHODS) != len(_ROWS):
    raise RuntimeError("a method is listed twice")
