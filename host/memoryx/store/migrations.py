"""The schema, as an append-only list of migrations.

A migration is committed together with its number (``PRAGMA user_version``), under a write lock
and after the number has been read again, so that two hosts which start at once apply it once.
A migration that has been released is never changed.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable

from memoryx.errors import DatabaseUnavailable
from memoryx.store.connection import Database
from memoryx.store.terms import searchable

_FIRST = """
CREATE TABLE counters (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- 'change' numbers every change of a memory or of its vectors; an index follows it.
INSERT INTO counters (name, value) VALUES ('change', 0);

CREATE TABLE projects (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE conversations (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  site TEXT NOT NULL,
  account TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  url TEXT NOT NULL,
  title TEXT,
  project INTEGER REFERENCES projects (pk) ON DELETE SET NULL,
  turn_count INTEGER NOT NULL DEFAULT 0 CHECK (turn_count >= 0),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  UNIQUE (site, conversation_id, account)
) STRICT;
CREATE INDEX conversations_by_update ON conversations (updated_at DESC, pk DESC);
CREATE INDEX conversations_by_project ON conversations (project);

-- A turn is a place in a conversation. Its text may be edited or generated again: the newest
-- stands here, the older ones in turn_versions. rank orders the places, with gaps to insert into.
CREATE TABLE turns (
  pk INTEGER PRIMARY KEY,
  conversation INTEGER NOT NULL REFERENCES conversations (pk) ON DELETE CASCADE,
  key TEXT NOT NULL,
  rank INTEGER NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
  markdown TEXT NOT NULL,
  complete INTEGER NOT NULL CHECK (complete IN (0, 1)),
  position INTEGER,
  gap_before INTEGER NOT NULL DEFAULT 0 CHECK (gap_before IN (0, 1)),
  created_at TEXT,
  captured_at TEXT NOT NULL,
  revision INTEGER NOT NULL DEFAULT 1,
  extracted_revision INTEGER NOT NULL DEFAULT 0,
  UNIQUE (conversation, key)
) STRICT;
CREATE INDEX turns_in_order ON turns (conversation, rank);
CREATE INDEX turns_by_position ON turns (conversation, position) WHERE position IS NOT NULL;
CREATE INDEX turns_unextracted ON turns (conversation, rank) WHERE revision > extracted_revision;

CREATE TABLE turn_versions (
  pk INTEGER PRIMARY KEY,
  turn INTEGER NOT NULL REFERENCES turns (pk) ON DELETE CASCADE,
  key TEXT NOT NULL,
  markdown TEXT NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('edit', 'regeneration')),
  replaced_at TEXT NOT NULL
) STRICT;
CREATE INDEX turn_versions_of ON turn_versions (turn);

CREATE TABLE extraction_jobs (
  conversation INTEGER PRIMARY KEY REFERENCES conversations (pk) ON DELETE CASCADE,
  due_at TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  lease_owner TEXT,
  lease_until TEXT,
  error TEXT
) STRICT;
CREATE INDEX extraction_jobs_due ON extraction_jobs (due_at);

CREATE TABLE memories (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  category TEXT NOT NULL,
  text TEXT NOT NULL,
  compact_text TEXT,
  tags TEXT NOT NULL,
  keywords TEXT NOT NULL,
  glosses TEXT,
  context_tags TEXT NOT NULL,
  confidence REAL NOT NULL CHECK (confidence BETWEEN 0 AND 1),
  inferred INTEGER NOT NULL CHECK (inferred IN (0, 1)),
  level TEXT NOT NULL,
  project INTEGER REFERENCES projects (pk) ON DELETE SET NULL,
  key TEXT,
  status TEXT NOT NULL,
  sensitive INTEGER NOT NULL CHECK (sensitive IN (0, 1)),
  pinned INTEGER NOT NULL CHECK (pinned IN (0, 1)),
  conversation INTEGER REFERENCES conversations (pk) ON DELETE SET NULL,
  turn_keys TEXT NOT NULL,
  site TEXT,
  url TEXT,
  origin TEXT NOT NULL,
  extractor TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  valid_from TEXT NOT NULL,
  expires_at TEXT,
  superseded_by TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  change INTEGER NOT NULL
) STRICT;
CREATE INDEX memories_by_change ON memories (change);
CREATE INDEX memories_by_update ON memories (updated_at DESC, pk DESC);
CREATE INDEX memories_by_key ON memories (key) WHERE key IS NOT NULL;
CREATE INDEX memories_by_status ON memories (status, updated_at DESC);
CREATE INDEX memories_by_conversation ON memories (conversation) WHERE conversation IS NOT NULL;
CREATE INDEX memories_by_project ON memories (project) WHERE project IS NOT NULL;
CREATE INDEX memories_without_glosses ON memories (pk) WHERE glosses IS NULL;
CREATE INDEX memories_by_expiry ON memories (expires_at) WHERE expires_at IS NOT NULL;

-- Words as memoryx.text cuts them, joined by spaces: SQLite's own tokenizers cannot cut Chinese.
CREATE VIRTUAL TABLE memory_terms USING fts5 (terms, tokenize = 'unicode61');

CREATE TABLE memory_removals (
  change INTEGER PRIMARY KEY,
  memory TEXT NOT NULL
) STRICT;

CREATE TABLE memory_versions (
  memory INTEGER NOT NULL REFERENCES memories (pk) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  old_text TEXT,
  state TEXT NOT NULL,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (memory, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE memory_usage (
  memory INTEGER PRIMARY KEY REFERENCES memories (pk) ON DELETE CASCADE,
  count INTEGER NOT NULL,
  last_used_at TEXT NOT NULL
) STRICT;

CREATE TABLE vectors (
  memory INTEGER NOT NULL REFERENCES memories (pk) ON DELETE CASCADE,
  model TEXT NOT NULL,
  vector BLOB NOT NULL,
  change INTEGER NOT NULL,
  PRIMARY KEY (memory, model)
) STRICT, WITHOUT ROWID;
CREATE INDEX vectors_by_change ON vectors (model, change);

-- Memories that a conversation carries already, written when a message with them was sent. By the
-- site's own id, since the first message leaves before the conversation is saved.
CREATE TABLE presence (
  site TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  memory INTEGER NOT NULL REFERENCES memories (pk) ON DELETE CASCADE,
  PRIMARY KEY (site, conversation_id, memory)
) STRICT, WITHOUT ROWID;
CREATE INDEX presence_of ON presence (memory);

CREATE TABLE recalls (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  at TEXT NOT NULL,
  site TEXT,
  conversation_id TEXT,
  text TEXT NOT NULL,
  mode TEXT NOT NULL,
  skipped TEXT,
  hits TEXT NOT NULL,
  dropped TEXT NOT NULL,
  sent INTEGER CHECK (sent IN (0, 1)),
  feedback TEXT NOT NULL DEFAULT '{}',
  took_ms REAL NOT NULL
) STRICT;
CREATE INDEX recalls_in_conversation ON recalls (site, conversation_id)
  WHERE conversation_id IS NOT NULL;

CREATE TABLE proposals (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  memory INTEGER NOT NULL REFERENCES memories (pk) ON DELETE CASCADE,
  other INTEGER REFERENCES memories (pk) ON DELETE CASCADE,
  reason TEXT NOT NULL,
  created_at TEXT NOT NULL,
  resolved_at TEXT
) STRICT;
CREATE INDEX proposals_open ON proposals (created_at DESC, pk DESC) WHERE resolved_at IS NULL;
CREATE INDEX proposals_of ON proposals (memory);

-- What one extraction did, so that it can be undone: [[memory id, version before or null], …].
CREATE TABLE batches (
  id TEXT PRIMARY KEY,
  conversation INTEGER REFERENCES conversations (pk) ON DELETE SET NULL,
  changes TEXT NOT NULL,
  created_at TEXT NOT NULL,
  undone_at TEXT
) STRICT, WITHOUT ROWID;

-- What left the machine. A conversation's id stays when the conversation is deleted.
CREATE TABLE outbound (
  pk INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  endpoint TEXT NOT NULL,
  purpose TEXT NOT NULL,
  conversation TEXT,
  tokens INTEGER NOT NULL,
  status TEXT NOT NULL
) STRICT;

CREATE TABLE spending (
  day TEXT PRIMARY KEY,
  requests INTEGER NOT NULL,
  tokens INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
"""

_RECEIPTS_AND_LINKS = """
-- The site's key of the message that carries the block; null until the page has told it.
ALTER TABLE recalls ADD COLUMN turn_key TEXT;
-- JSON list of the memories that a person left in the block; null: all of them.
ALTER TABLE recalls ADD COLUMN chosen TEXT;

-- A conversation that was handed over: the later one begins with a brief of the earlier.
CREATE TABLE conversation_links (
  later INTEGER PRIMARY KEY REFERENCES conversations (pk) ON DELETE CASCADE,
  earlier INTEGER NOT NULL REFERENCES conversations (pk) ON DELETE CASCADE,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX conversation_links_of ON conversation_links (earlier);
"""

_LIBRARY = """
-- What the search box looks in: whole words and single characters, see memoryx.text.words.
CREATE VIRTUAL TABLE memory_words USING fts5 (
  words, tokenize = "unicode61 remove_diacritics 0 tokenchars '+#'", prefix = '1 2 3'
);
CREATE INDEX memories_by_said ON memories (valid_from, pk);
CREATE INDEX memories_by_confidence ON memories (confidence, pk);

-- In which recalls a memory came, read out of their hits.
CREATE TABLE recall_hits (
  memory TEXT NOT NULL,
  recall INTEGER NOT NULL REFERENCES recalls (pk) ON DELETE CASCADE,
  PRIMARY KEY (memory, recall)
) STRICT, WITHOUT ROWID;
CREATE INDEX recall_hits_of ON recall_hits (recall);
INSERT OR IGNORE INTO recall_hits (memory, recall)
  SELECT json_extract(h.value, '$.id'), r.pk FROM recalls r, json_each(r.hits) h;
"""


def _statements(script: str) -> list[str]:
    """Split a script into statements; executescript would commit by itself."""
    statements: list[str] = []
    pending = ""
    for line in script.splitlines():
        if line.lstrip().startswith("--"):
            continue
        pending += line + "\n"
        if sqlite3.complete_statement(pending):
            statements.append(pending.strip())
            pending = ""
    return statements


def _first(connection: sqlite3.Connection) -> None:
    for statement in _statements(_FIRST):
        connection.execute(statement)


def _receipts_and_links(connection: sqlite3.Connection) -> None:
    """Where a recall's message stands, what was chosen of it, and chats that go on elsewhere."""
    for statement in _statements(_RECEIPTS_AND_LINKS):
        connection.execute(statement)


def _lives(connection: sqlite3.Connection) -> None:
    """Keep what decides on a memory's end, beside the end that follows from it.

    An end that lies one of the former fixed lives (3 days of a session, 180 of a preference) after
    one of the memory's changes was its kind's; any other was given, as was none where the kind has
    one.
    """
    connection.execute("ALTER TABLE memories ADD COLUMN life_since TEXT")
    connection.execute("ALTER TABLE memories ADD COLUMN life_until TEXT")
    connection.execute(
        "UPDATE memories SET life_since = created_at"
        " WHERE expires_at IS NULL AND level != 'session' AND type != 'preference'"
    )
    connection.execute(
        "UPDATE memories SET life_since = (SELECT max(v.at) FROM memory_versions v"
        " WHERE v.memory = memories.pk AND strftime('%Y-%m-%dT%H:%M:%fZ', v.at,"
        " CASE level WHEN 'session' THEN '+3 days' ELSE '+180 days' END) = expires_at)"
        " WHERE expires_at IS NOT NULL AND (level = 'session' OR type = 'preference')"
    )
    connection.execute("UPDATE memories SET life_until = expires_at WHERE life_since IS NULL")


def _leases(connection: sqlite3.Connection) -> None:
    """Work that one host at a time does, beside extraction, whose jobs have their own leases."""
    connection.execute(
        "CREATE TABLE leases (name TEXT PRIMARY KEY, owner TEXT NOT NULL, until TEXT NOT NULL)"
        " STRICT, WITHOUT ROWID"
    )


def _library(connection: sqlite3.Connection) -> None:
    for statement in _statements(_LIBRARY):
        connection.execute(statement)
    rows = connection.execute("SELECT pk, text, compact_text, key, tags, keywords FROM memories")
    for row in rows.fetchall():
        words = (row["text"], row["compact_text"] or "", row["key"] or "")
        listed = (*json.loads(row["tags"]), *json.loads(row["keywords"]))
        connection.execute(
            "INSERT INTO memory_words (rowid, words) VALUES (?, ?)",
            (row["pk"], searchable("\n".join((*words, *listed)))),
        )


def _stored_terms(connection: sqlite3.Connection) -> None:
    """Which version of the index terms each memory's are of; those of before are made anew."""
    connection.execute("ALTER TABLE memories ADD COLUMN terms_version INTEGER NOT NULL DEFAULT 0")
    connection.execute("CREATE INDEX memories_by_terms ON memories (terms_version)")
    connection.execute("CREATE INDEX memories_pinned ON memories (updated_at) WHERE pinned = 1")


def _said_last(connection: sqlite3.Connection) -> None:
    """When what a memory says was last said; null while that is ``valid_from``."""
    connection.execute("ALTER TABLE memories ADD COLUMN said_last TEXT")


#: Number n brings a database from version n to n + 1.
MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (
    _first,
    _receipts_and_links,
    _lives,
    _leases,
    _library,
    _stored_terms,
    _said_last,
)


def migrate(database: Database) -> int:
    """Bring the database to the newest version and return it.

    Raises DatabaseUnavailable for a database of a newer MemoryX.
    """
    newest = len(MIGRATIONS)
    version = _version(database.connection())
    while version < newest:
        with database.transaction() as connection:
            version = _version(connection)  # another host may have been faster
            if version >= newest:
                break
            MIGRATIONS[version](connection)
            version += 1
            connection.execute(f"PRAGMA user_version={version}")
    if version > newest:
        raise DatabaseUnavailable(
            f"the memory database has version {version}; this MemoryX knows versions to {newest}",
            remedy="Update MemoryX: the data was written by a newer one.",
        )
    return version


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
