"""Which function serves which method."""

from __future__ import annotations

from memoryx.contract import METHODS
from memoryx.handlers import (
    conversations,
    data,
    memories,
    projects,
    proposals,
    recall,
    receipts,
    system,
)
from memoryx.handlers.call import Handler

HANDLERS: dict[str, Handler] = {
    "hello": system.hello,
    "conversations.save": conversations.save,
    "conversations.list": conversations.list_,
    "conversations.get": conversations.get,
    "conversations.markdown": conversations.markdown,
    "conversations.delete": conversations.delete,
    "conversations.extract": conversations.extract,
    "conversations.undo": conversations.undo,
    "conversations.link": conversations.link,
    "conversations.summarize": conversations.summarize,
    "recall": recall.recall,
    "recall.prepare": recall.prepare,
    "recall.used": recall.used,
    "recall.choose": receipts.choose,
    "recall.feedback": receipts.feedback,
    "recall.receipt": receipts.receipt,
    "recall.receipts": receipts.of_conversation,
    "recall.log": recall.log,
    "memories.create": memories.create,
    "memories.list": memories.list_,
    "memories.get": memories.get,
    "memories.history": memories.history,
    "memories.update": memories.update,
    "memories.suspend": memories.suspend,
    "memories.restore": memories.restore,
    "memories.revert": memories.revert,
    "memories.delete": memories.delete,
    "proposals.list": proposals.list_,
    "proposals.resolve": proposals.resolve,
    "projects.list": projects.list_,
    "projects.create": projects.create,
    "projects.update": projects.update,
    "projects.delete": projects.delete,
    "projects.assign": projects.assign,
    "settings.get": system.get_settings,
    "settings.set": system.set_settings,
    "secrets.set": system.set_secret,
    "secrets.delete": system.delete_secret,
    "secrets.status": system.secret_status,
    "llm.test": system.llm_test,
    "llm.presets": system.llm_presets,
    "outbound.log": system.outbound_log,
    "uploads.put": data.put_upload,
    "data.import": data.import_,
    "data.export": data.export,
    "data.erase": data.erase,
    "stats": system.stats,
}
if HANDLERS.keys() != METHODS.keys():
    raise RuntimeError(f"methods without a handler: {HANDLERS.keys() ^ METHODS.keys()}")
