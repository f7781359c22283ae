// Generated from the host's contract by memoryx.contract.generate. Do not edit.

/** Params of ``projects.assign``: put a conversation into a project. */
export interface AssignProject {
  id: string;
  site: "chatgpt" | "claude" | "gemini";
  conversation_id: string;
  account?: string | null;
}

/** A memory of a batch that stayed as it was, and why. */
export interface BatchFailure {
  id: string;
  code: string;
  message: string;
}

/**
 * Params of ``memories.batch``: one action on several memories.
 *
 * ``move`` takes them into ``project``, an id or a name, or out of any when it is null.
 */
export interface BatchMemories {
  ids: string[];
  action: "suspend" | "restore" | "pin" | "unpin" | "move" | "delete";
  project?: string | null;
}

/** Result of ``memories.batch``. */
export interface BatchResult {
  changed: number;
  failed: BatchFailure[];
}

/** One turn as a page shows it: ``html`` or ``markdown``, in page order. */
export interface CapturedTurn {
  key: string;
  role: "user" | "assistant";
  html?: string | null;
  markdown?: string | null;
  created_at?: string | null;
  complete: boolean;
  position?: number | null;
}

/** A half-open range of characters of a long text. */
export interface CharRange {
  start: number;
  end: number;
}

/** Params of ``recall.choose``: the memories of a recall that are to stay in its block. */
export interface ChooseRecalled {
  recall_id: string;
  ids: string[];
}

/** Result of ``recall.choose``: the block of these memories, or the empty string. */
export interface ChosenContext {
  context: string;
}

/** Who says hello. */
export interface Client {
  name: string;
  version: string;
  browser: string;
}

/**
 * A conversation in a list.
 *
 * ``turns`` and ``extracted`` are numbers of turns, ``memories`` of what was taken from it.
 * ``continues`` and ``continued_by`` are the conversations that it was handed over from and to.
 */
export interface ConversationItem {
  id: string;
  site: "chatgpt" | "claude" | "gemini";
  conversation_id: string;
  account: string | null;
  title: string | null;
  url: string;
  project: string | null;
  turns: number;
  extracted: number;
  memories: number;
  created_at: string;
  updated_at: string;
  continues: LinkedConversation | null;
  continued_by: LinkedConversation[];
}

/** Result of ``conversations.list``; ``total`` counts all that fit. */
export interface ConversationList {
  next_cursor: string | null;
  items: ConversationItem[];
  total: number;
}

/** Params of ``conversations.markdown``. */
export interface ConversationMarkdown {
  id?: string | null;
  site?: "chatgpt" | "claude" | "gemini" | null;
  conversation_id?: string | null;
  account?: string | null;
  range?: CharRange | null;
}

/** Result of ``projects.unassign``. */
export interface ConversationResult {
  conversation: ConversationItem;
}

/** Result of ``conversations.summarize``. */
export interface ConversationSummary {
  markdown: string;
  language: string;
  sections: SummarySections;
  summarizer: "llm" | "rules";
}

/** Result of ``conversations.get``. */
export interface ConversationTurns {
  next_cursor: string | null;
  conversation: ConversationItem;
  turns: Turn[];
}

/** Params of ``memories.create``: a memory that a person states. */
export interface CreateMemory {
  text: string;
  type?: "skill" | "preference" | "objective" | "context" | null;
  category?: "preference" | "personal" | "plan" | "activity" | "health" | "professional" | "other" | null;
  tags?: string[];
  keywords?: string[];
  context_tags?: string[];
  level?: "session" | "project" | "user" | null;
  project?: string | null;
  key?: string | null;
  pinned?: boolean | null;
  created_at?: string | null;
  expires_at?: string | null;
  source?: MemorySource | null;
}

/** Params of ``projects.create``. */
export interface CreateProject {
  name: string;
}

/** Result of ``memories.create``: ``noop`` names the memory that says it already. */
export interface CreatedMemory {
  memory: Memory;
  decision: "add" | "update" | "noop";
}

/** What the model endpoints were asked on one day (UTC). */
export interface DaySpending {
  day: string;
  requests: number;
  tokens: number;
}

/** A part that works less well than it could, why, and what a person can do. */
export interface Degraded {
  part: "llm" | "embedding" | "keyring" | "database" | "index";
  reason: string;
  remedy: string;
}

/** Params of ``conversations.delete``: what becomes of its memories. */
export interface DeleteConversation {
  id?: string | null;
  site?: "chatgpt" | "claude" | "gemini" | null;
  conversation_id?: string | null;
  account?: string | null;
  memories: "keep" | "suspend";
}

/**
 * Params of ``projects.delete``: what becomes of the project's memories.
 *
 * ``keep``: they hold everywhere from then on; ``suspend``: they leave recall and can be
 * restored, to hold everywhere. Without a word on it, only a project that holds none goes.
 */
export interface DeleteProject {
  id: string;
  memories?: "keep" | "suspend" | null;
}

/** Result of a deletion. */
export interface Deleted {
  deleted: boolean;
}

/** Result of ``conversations.delete``. */
export interface DeletedConversation {
  deleted: boolean;
  suspended: number;
}

/** Result of ``projects.delete``, with the numbers of memories that hold on and that do not. */
export interface DeletedProject {
  deleted: boolean;
  kept: number;
  suspended: number;
}

/**
 * Params of ``embedding.download``.
 *
 * ``base_url`` is a mirror of the model's host; what it gives is verified. ``use``: choose the
 * model when it is there.
 */
export interface DownloadEmbedding {
  base_url?: string | null;
  use?: boolean;
}

/** Result of ``embedding.download``: the model's folder, and whether it was fetched now. */
export interface DownloadedEmbedding {
  path: string;
  bytes: number;
  fetched: boolean;
  provider: string;
}

/**
 * A memory that was considered and left out; ``text`` as it is now, null when it is gone.
 *
 * ``relevance`` is the gate's estimate, 0 to 1, that it has to do with the message; it, ``score``
 * and ``signals`` are null in a log of an older version.
 */
export interface DroppedMemory {
  id: string;
  why: string;
  text: string | null;
  relevance: number | null;
  score: number | null;
  signals: Signals | null;
}

/**
 * The embedding's state; ``pending`` counts memories that have no vector of it yet.
 *
 * ``serving`` is the model that answers messages: after a change still the old one, until the
 * new one has all vectors. ``drafts`` tells whether drafts may be embedded ahead.
 */
export interface EmbeddingState {
  provider: string;
  model: string | null;
  status: "ready" | "loading" | "indexing" | "off" | "unavailable";
  pending: number;
  serving: string | null;
  drafts: boolean;
}

/** A result without fields. */
export interface Empty {
}

/** Params of ``data.erase``: everything goes but the settings and the keys. */
export interface EraseData {
  confirm: "delete";
}

/**
 * Result of ``data.erase``: what was deleted, in numbers.
 *
 * ``overwritten`` says that the database file holds no remains of it; it is false while another
 * program was reading, and then erasing once more completes it.
 */
export interface ErasedData {
  conversations: number;
  turns: number;
  memories: number;
  projects: number;
  proposals: number;
  recalls: number;
  requests: number;
  uploads: number;
  overwritten: boolean;
}

/** Params of ``data.export``: the next piece after ``cursor``, or the first one. */
export interface ExportData {
  format: "json" | "markdown";
  cursor?: string | null;
}

/**
 * Result of ``data.export``: the pieces one after the other are the document.
 *
 * All of them show one state of the data, that of the first call. ``length`` is the document's
 * size in bytes of UTF-8, ``next_cursor`` null at its end.
 */
export interface ExportedData {
  chunk: string;
  next_cursor: string | null;
  length: number;
}

/** Params of ``conversations.extract``. */
export interface ExtractConversation {
  id?: string | null;
  site?: "chatgpt" | "claude" | "gemini" | null;
  conversation_id?: string | null;
  account?: string | null;
  mode: "auto" | "manual";
}

/** Result of ``conversations.extract``: what became of the items found. */
export interface Extraction {
  added: number;
  updated: number;
  unchanged: number;
  proposed: number;
  rejected: Record<string, number>;
  extractor: "llm" | "rules";
  from_index: number;
  to_index: number;
  memories: string[];
  batch: string | null;
}

/** When the automatic extraction of a conversation is due; null when nothing waits. */
export interface ExtractionDue {
  due_at: string | null;
}

/** Result of ``recall.feedback``: the memory's status by now; null when it was deleted. */
export interface FeedbackTaken {
  status: "active" | "suspended" | "expired" | "superseded" | "pending" | null;
}

/** A field that a version changed, before and after. */
export interface FieldChange {
  field: string;
  old: string | boolean | number | string[] | null;
  new: string | boolean | number | string[] | null;
}

/** Params of ``conversations.get``: the turns come in pages. */
export interface GetConversation {
  limit?: number;
  cursor?: string | null;
  id?: string | null;
  site?: "chatgpt" | "claude" | "gemini" | null;
  conversation_id?: string | null;
  account?: string | null;
}

/** Params of ``settings.get``. */
export interface GetSettings {
}

/** Params of ``stats``. */
export interface GetStats {
}

/** Params of ``hello``. */
export interface Hello {
  client: Client;
  protocol: 1;
}

/** Result of ``hello``. */
export interface HelloResult {
  host_version: string;
  protocol: 1;
  llm: LlmState;
  embedding: EmbeddingState;
  degraded: Degraded[];
}

/** Params that name one thing. */
export interface Id {
  id: string;
}

/**
 * Params of ``data.import``: a whole upload, and which program wrote the file.
 *
 * ``extract`` makes the extraction of the imported conversations due at once; otherwise it waits
 * until a person asks for it.
 */
export interface ImportData {
  source: "memoryx" | "chatgpt" | "claude" | "gemini";
  upload: string;
  extract?: boolean;
}

/**
 * Result of ``data.import``: what is new, in numbers; zeros when all was here already.
 *
 * ``conversations`` counts those that are new or got turns. ``skipped`` shows at most the first
 * 500 of ``skipped_total`` items.
 */
export interface ImportedData {
  conversations: number;
  turns: number;
  memories: number;
  projects: number;
  proposals: number;
  settings: number;
  skipped: SkippedItem[];
  skipped_total: number;
}

/** Params of ``conversations.link``: ``id`` was handed over from the one that it continues. */
export interface LinkConversation {
  id: string;
  continues: string;
}

/** Result of ``conversations.link``: the conversation as it stands now. */
export interface Linked {
  conversation: ConversationItem;
}

/** A conversation at the other end of a hand-over. */
export interface LinkedConversation {
  id: string;
  site: "chatgpt" | "claude" | "gemini";
  title: string | null;
  url: string;
}

/** Params of ``conversations.list``; ``offset`` as in ``memories.list``. */
export interface ListConversations {
  limit?: number;
  cursor?: string | null;
  query?: string | null;
  site?: "chatgpt" | "claude" | "gemini" | null;
  project?: string | null;
  offset?: number | null;
}

/**
 * Params of ``memories.list``; ``source`` is a conversation's id.
 *
 * ``offset`` begins the page at that place of the list, for a list that is scrolled; it stands in
 * place of ``cursor``. ``statuses`` are any of these; ``status`` is one.
 */
export interface ListMemories {
  limit?: number;
  cursor?: string | null;
  query?: string | null;
  type?: "skill" | "preference" | "objective" | "context" | null;
  category?: "preference" | "personal" | "plan" | "activity" | "health" | "professional" | "other" | null;
  status?: "active" | "suspended" | "expired" | "superseded" | "pending" | null;
  statuses?: ("active" | "suspended" | "expired" | "superseded" | "pending")[];
  project?: string | null;
  level?: "session" | "project" | "user" | null;
  sensitive?: boolean | null;
  pinned?: boolean | null;
  source?: string | null;
  site?: "chatgpt" | "claude" | "gemini" | null;
  sort?: "changed" | "newest" | "oldest" | "used" | "confidence";
  offset?: number | null;
}

/** Params of ``outbound.log``. */
export interface ListOutbound {
  limit?: number;
  cursor?: string | null;
}

/** Params of ``llm.presets``. */
export interface ListPresets {
}

/** Params of ``projects.list``. */
export interface ListProjects {
  limit?: number;
  cursor?: string | null;
}

/** Params of ``proposals.list``. */
export interface ListProposals {
  limit?: number;
  cursor?: string | null;
}

/**
 * Params of ``recall.log``.
 *
 * ``memory`` leaves the recalls in which it came; ``sent`` those whose message left with its
 * block, or the others.
 */
export interface ListRecalls {
  limit?: number;
  cursor?: string | null;
  memory?: string | null;
  site?: "chatgpt" | "claude" | "gemini" | null;
  sent?: boolean | null;
}

/** Params of ``recall.receipts``: a conversation by the site's own id. */
export interface ListReceipts {
  site: "chatgpt" | "claude" | "gemini";
  conversation_id: string;
}

/** An endpoint that can be chosen by its name; ``local`` ones run on this machine. */
export interface LlmPreset {
  name: string;
  base_url: string;
  model: string;
  needs_key: boolean;
  local: boolean;
}

/** Result of ``llm.presets``. */
export interface LlmPresets {
  items: LlmPreset[];
}

/** The chat model's state. */
export interface LlmState {
  configured: boolean;
  model: string | null;
  base_url: string | null;
  status: "ready" | "not_configured" | "untried" | "unreachable" | "unauthorized" | "quota" | "paused";
}

/** Result of ``llm.test``: the endpoint's state after one small request. */
export interface LlmTest {
  status: "ready" | "not_configured" | "untried" | "unreachable" | "unauthorized" | "quota" | "paused";
  took_ms: number;
  error: Problem | null;
}

/** A memory that a message was given, why it came, and the words that both share. */
export interface LoggedMemory {
  id: string;
  type: "skill" | "preference" | "objective" | "context";
  text: string;
  score: number;
  signals: Signals;
  why: ("pinned" | "meaning" | "words" | "recent")[];
  words: string[];
}

/** A part of a Markdown text and the whole text's ``length`` in characters. */
export interface Markdown {
  markdown: string;
  length: number;
}

/** One memory as the contract shows it. */
export interface Memory {
  id: string;
  type: "skill" | "preference" | "objective" | "context";
  category: "preference" | "personal" | "plan" | "activity" | "health" | "professional" | "other";
  text: string;
  compact_text: string | null;
  tags: string[];
  keywords: string[];
  confidence: number;
  inferred: boolean;
  level: "session" | "project" | "user";
  project: string | null;
  key: string | null;
  context_tags: string[];
  status: "active" | "suspended" | "expired" | "superseded" | "pending";
  sensitive: boolean;
  pinned: boolean;
  source: MemorySource;
  origin: "auto" | "manual" | "explicit" | "import";
  created_at: string;
  updated_at: string;
  valid_from: string;
  expires_at: string | null;
  usage_count: number;
  last_used_at: string | null;
  version: number;
}

/** Params of ``memories.history``. */
export interface MemoryHistory {
  limit?: number;
  cursor?: string | null;
  id: string;
}

/** Result of ``memories.list``; ``total`` counts all that fit. */
export interface MemoryList {
  next_cursor: string | null;
  items: Memory[];
  total: number;
}

/** Result of the methods that give one memory. */
export interface MemoryResult {
  memory: Memory;
}

/** Where a memory was said; all fields are empty for one that a person typed. */
export interface MemorySource {
  conversation: string | null;
  turn_keys: string[];
  site: "chatgpt" | "claude" | "gemini" | null;
  url: string | null;
}

/** Result of ``memories.sources``: the chat and the exact turns, as far as they are stored. */
export interface MemorySources {
  conversation: ConversationItem | null;
  items: Quote[];
}

/**
 * One change of a memory; ``old_text`` is null where the text did not change.
 *
 * ``changes`` are the other fields that it changed.
 */
export interface MemoryVersion {
  version: number;
  text: string;
  old_text: string | null;
  at: string;
  actor: string;
  reason: string;
  changes: FieldChange[];
}

/** Result of ``memories.history``, newest first. */
export interface MemoryVersions {
  next_cursor: string | null;
  versions: MemoryVersion[];
}

/** Result of ``memories.get``; ``sensitive_kinds`` says what in its text is sensitive. */
export interface MemoryView {
  memory: Memory;
  sensitive_kinds: ("credential" | "card" | "identity" | "bank" | "phone" | "address" | "health")[];
}

/** Params of ``recall.receipt``. */
export interface NameRecall {
  recall_id: string;
}

/** Params of ``secrets.delete`` and ``secrets.status``. */
export interface NameSecret {
  name: "llm.api_key" | "embedding.api_key";
}

/** Result of ``outbound.log``, newest first. */
export interface OutboundLog {
  next_cursor: string | null;
  items: OutboundRequest[];
}

/**
 * One request that left the machine, with what it cost.
 *
 * ``endpoint`` is host and port, ``conversation`` our id; ``status`` is ``sent`` until the
 * outcome is known, then ``ok`` or an error's code.
 */
export interface OutboundRequest {
  at: string;
  endpoint: string;
  purpose: string;
  conversation: string | null;
  tokens: number;
  status: string;
}

/** Params of ``recall.prepare``: a draft, to be embedded and answered ahead. */
export interface PrepareRecall {
  text: string;
  site?: "chatgpt" | "claude" | "gemini" | null;
  conversation_id?: string | null;
  account?: string | null;
  project?: string | null;
  limit?: number | null;
  budget_tokens?: number | null;
  previous_recalls?: string[];
}

/** An error that is part of a result: its stable word, what happened, what a person can do. */
export interface Problem {
  code: string;
  message: string;
  remedy: string;
}

/** A project with the numbers of its conversations and memories. */
export interface Project {
  id: string;
  name: string;
  conversations: number;
  memories: number;
}

/** Result of ``projects.list``. */
export interface ProjectList {
  next_cursor: string | null;
  items: Project[];
}

/** Result of ``projects.create``, ``.update`` and ``.assign``. */
export interface ProjectResult {
  project: Project;
}

/** Something a person has to settle; ``other`` is the memory it stands against, if any. */
export interface Proposal {
  id: string;
  kind: "deletion" | "conflict" | "low_confidence";
  memory: Memory;
  other: Memory | null;
  reason: string;
  created_at: string;
}

/** Result of ``proposals.list``. */
export interface ProposalList {
  next_cursor: string | null;
  items: Proposal[];
  total: number;
}

/**
 * Params of ``uploads.put``: the bytes of a file from ``offset`` on, in base64.
 *
 * Pieces come in order; one that came before may come again. An empty piece that is not the
 * last asks how far the upload is.
 */
export interface PutUpload {
  upload: string;
  offset: number;
  data: string;
  last: boolean;
}

/**
 * A turn that a memory was taken from, with at most ``QUOTE_LENGTH`` characters of its text.
 *
 * ``length`` is the whole text's; ``replaced`` says that the turn reads otherwise by now.
 */
export interface Quote {
  turn_key: string;
  role: "user" | "assistant";
  text: string;
  length: number;
  at: string;
  replaced: boolean;
}

/** Params of ``recall.feedback``; the verdict null takes back what was said. */
export interface RecallFeedback {
  recall_id: string;
  memory_id: string;
  verdict: "useful" | "irrelevant" | "wrong" | "outdated" | null;
}

/** Result of ``recall.log``, newest first. */
export interface RecallLog {
  next_cursor: string | null;
  items: RecallLogItem[];
}

/**
 * One recall, with credentials, card and identity numbers of the question redacted.
 *
 * ``chosen`` are the memories that a person left in the block; null: all of them.
 */
export interface RecallLogItem {
  recall_id: string;
  at: string;
  site: "chatgpt" | "claude" | "gemini" | null;
  conversation: string | null;
  text: string;
  mode: "hybrid" | "embedding" | "bm25" | "none";
  skipped: string | null;
  memories: LoggedMemory[];
  dropped: DroppedMemory[];
  chosen: string[] | null;
  sent: boolean | null;
  feedback: Record<string, "useful" | "irrelevant" | "wrong" | "outdated">;
  took_ms: number;
}

/** Params of ``recall``: a message that is about to leave, and how long it may wait. */
export interface RecallParams {
  text: string;
  site?: "chatgpt" | "claude" | "gemini" | null;
  conversation_id?: string | null;
  account?: string | null;
  project?: string | null;
  limit?: number | null;
  budget_tokens?: number | null;
  previous_recalls?: string[];
  deadline_ms?: number | null;
}

/** Result of ``recall``: ``context`` is the block, or the empty string. */
export interface RecallResult {
  context: string;
  memories: RecalledMemory[];
  mode: "hybrid" | "embedding" | "bm25" | "none";
  skipped: string | null;
  recall_id: string;
  took_ms: number;
}

/** Params of ``recall.used``; the conversation and the message, where they are known since. */
export interface RecallUsed {
  recall_id: string;
  sent: boolean;
  site?: "chatgpt" | "claude" | "gemini" | null;
  conversation_id?: string | null;
  account?: string | null;
  turn_key?: string | null;
}

/** The weights of the score's parts, and the half-life of newness in days. */
export interface RecallWeights {
  semantic: number;
  keyword: number;
  recency: number;
  level: number;
  half_life_days: number;
}

/** A memory that goes into the message. */
export interface RecalledMemory {
  id: string;
  type: "skill" | "preference" | "objective" | "context";
  text: string;
  score: number;
  signals: Signals;
}

/** Result of ``recall.receipt``. */
export interface Receipt {
  recall_id: string;
  at: string;
  items: ReceiptItem[];
}

/**
 * A memory that a message carries: why it came, and where it was said.
 *
 * ``why`` begins with what weighed most; ``words`` are those that message and memory share.
 * ``status`` is null when the memory has been deleted since.
 */
export interface ReceiptItem {
  id: string;
  type: "skill" | "preference" | "objective" | "context";
  text: string;
  why: ("pinned" | "meaning" | "words" | "recent")[];
  words: string[];
  signals: Signals;
  site: "chatgpt" | "claude" | "gemini" | null;
  title: string | null;
  url: string | null;
  said_at: string | null;
  pinned: boolean;
  status: "active" | "suspended" | "expired" | "superseded" | "pending" | null;
  feedback: "useful" | "irrelevant" | "wrong" | "outdated" | null;
}

/** A message that carries memories: its key on the site, and how many they are. */
export interface ReceiptPlace {
  recall_id: string;
  turn_key: string;
  memories: number;
}

/** Result of ``recall.receipts``, in the order of sending: the newest 200. */
export interface ReceiptPlaces {
  items: ReceiptPlace[];
}

/** Result of ``memories.related``, the likest first. */
export interface Related {
  items: Memory[];
}

/** Params of ``memories.related``. */
export interface RelatedMemories {
  id: string;
  limit?: number;
}

/** A memory that a message asked for. */
export interface RememberedText {
  id: string;
  text: string;
}

/** Params of ``proposals.resolve``. */
export interface ResolveProposal {
  id: string;
  accept: boolean;
}

/** Result of ``proposals.resolve``: the memory as it stands now. */
export interface ResolvedProposal {
  memory: Memory;
}

/** Params of ``memories.revert``: back to the state of ``version``. */
export interface RevertMemory {
  id: string;
  version: number;
}

/** Params of ``conversations.save``. */
export interface SaveConversation {
  site: "chatgpt" | "claude" | "gemini";
  conversation_id: string;
  account?: string | null;
  url: string;
  title?: string | null;
  project?: string | null;
  trigger: "auto" | "manual";
  turns: CapturedTurn[];
  gaps?: boolean;
}

/**
 * Result of ``conversations.save``: numbers of turns.
 *
 * ``remembered`` are the memories that were stored at once, since a message asked for it.
 */
export interface SavedConversation {
  id: string;
  new: number;
  changed: number;
  unchanged: number;
  total: number;
  extraction: ExtractionDue;
  remembered: RememberedText[];
}

/** Where a secret is kept: ``keyring``, ``environment``, or null. Never the secret. */
export interface SecretStatus {
  name: "llm.api_key" | "embedding.api_key";
  stored: boolean;
  where: "keyring" | "environment" | null;
}

/** Params of ``secrets.set``. */
export interface SetSecret {
  name: "llm.api_key" | "embedding.api_key";
  value: string;
}

/** Params of ``settings.set``: dotted keys and their new values; null goes back to default. */
export interface SetSettings {
  values: Record<string, unknown>;
}

/**
 * Result of ``settings.get`` and ``.set``: all values by dotted keys, and their JSON Schema.
 *
 * ``environment`` has the keys that the environment sets, with the variables' names: they cannot
 * be set here. ``problems`` has a sentence for each value of the file or the environment that is
 * not used.
 */
export interface Settings {
  values: Record<string, unknown>;
  environment: Record<string, string>;
  problems: string[];
  schema: Record<string, unknown>;
}

/** The parts of a score, each between 0 and 1. */
export interface Signals {
  semantic: number;
  keyword: number;
  recency: number;
  level: number;
}

/**
 * What was left out of an import: its place in the file, what is the matter, and why.
 *
 * ``why`` says more than ``code``, in English.
 */
export interface SkippedItem {
  where: string;
  code: "empty" | "kept_here" | "malformed" | "memory_missing" | "not_taken_over" | "set_already" | "unreadable";
  why: string;
}

/**
 * Result of ``stats``.
 *
 * ``memories`` counts by status; ``types``, ``categories``, ``levels``, ``sites`` (``""``: typed
 * by hand), ``pinned``, ``sensitive`` and ``used`` (at least once) count active ones.
 */
export interface Stats {
  conversations: number;
  turns: number;
  memories: Record<string, number>;
  types: Record<string, number>;
  categories: Record<string, number>;
  levels: Record<string, number>;
  sites: Record<string, number>;
  pinned: number;
  sensitive: number;
  used: number;
  proposals: number;
  projects: number;
  recalls: number;
  database_bytes: number;
  spending: DaySpending[];
  growth: WeekGrowth[];
  uses: WeekUse[];
}

/** Params of ``conversations.summarize``. */
export interface SummarizeConversation {
  id?: string | null;
  site?: "chatgpt" | "claude" | "gemini" | null;
  conversation_id?: string | null;
  account?: string | null;
  language?: string | null;
}

/** The six sections of a hand-off, each Markdown. */
export interface SummarySections {
  background: string;
  topic: string;
  state: string;
  key_facts: string;
  open_items: string;
  resume_point: string;
}

/** Params of ``llm.test``: another address or model than those in the settings, to be tried. */
export interface TryLlm {
  base_url?: string | null;
  model?: string | null;
}

/** Params of ``recall.tune``; ``apply`` puts what is proposed into the settings. */
export interface TuneRecall {
  apply?: boolean;
}

/**
 * Result of ``recall.tune``.
 *
 * ``before`` and ``after`` are the shares of pairs, among those held out of the fit, in which the
 * useful memory stood above the other; null with too few judgements, when ``missing`` recalls
 * with one useful and one useless memory are still needed. ``proposed`` is null without a gain
 * that is more than chance.
 */
export interface TunedRecall {
  current: RecallWeights;
  proposed: RecallWeights | null;
  recalls: number;
  pairs: number;
  held_out: number;
  missing: number;
  before: number | null;
  after: number | null;
  applied: boolean;
}

/** A stored turn; ``gap_before`` says that turns before it are known to be missing. */
export interface Turn {
  index: number;
  key: string;
  role: "user" | "assistant";
  markdown: string;
  complete: boolean;
  gap_before: boolean;
  versions: number;
  created_at: string | null;
}

/** Params of ``projects.unassign``: take a conversation out of its project. */
export interface UnassignProject {
  site: "chatgpt" | "claude" | "gemini";
  conversation_id: string;
  account?: string | null;
}

/** Params of ``conversations.undo``. */
export interface UndoBatch {
  batch: string;
}

/** Result of ``conversations.undo``: number of memories put back. */
export interface Undone {
  reverted: number;
}

/** Params of ``memories.update``: only the fields that are given change. */
export interface UpdateMemory {
  id: string;
  text?: string | null;
  type?: "skill" | "preference" | "objective" | "context" | null;
  category?: "preference" | "personal" | "plan" | "activity" | "health" | "professional" | "other" | null;
  tags?: string[] | null;
  keywords?: string[] | null;
  level?: "session" | "project" | "user" | null;
  project?: string | null;
  key?: string | null;
  context_tags?: string[] | null;
  sensitive?: boolean | null;
  pinned?: boolean | null;
  expires_at?: string | null;
}

/** Params of ``projects.update``. */
export interface UpdateProject {
  id: string;
  name: string;
}

/** Result of ``uploads.put``: bytes that are here, which is the next piece's offset. */
export interface UploadState {
  received: number;
}

/** Memories added in one week, named by its Monday (UTC). */
export interface WeekGrowth {
  week: string;
  memories: number;
}

/** Messages of one week that left with memories, and how many memories these were. */
export interface WeekUse {
  week: string;
  recalls: number;
  memories: number;
}

/** Every method of the host, with its params and its result. */
export interface Methods {
  "hello": { params: Hello; result: HelloResult };
  "conversations.save": { params: SaveConversation; result: SavedConversation };
  "conversations.list": { params: ListConversations; result: ConversationList };
  "conversations.get": { params: GetConversation; result: ConversationTurns };
  "conversations.markdown": { params: ConversationMarkdown; result: Markdown };
  "conversations.delete": { params: DeleteConversation; result: DeletedConversation };
  "conversations.extract": { params: ExtractConversation; result: Extraction };
  "conversations.undo": { params: UndoBatch; result: Undone };
  "conversations.link": { params: LinkConversation; result: Linked };
  "conversations.summarize": { params: SummarizeConversation; result: ConversationSummary };
  "recall": { params: RecallParams; result: RecallResult };
  "recall.prepare": { params: PrepareRecall; result: Empty };
  "recall.used": { params: RecallUsed; result: Empty };
  "recall.choose": { params: ChooseRecalled; result: ChosenContext };
  "recall.feedback": { params: RecallFeedback; result: FeedbackTaken };
  "recall.receipt": { params: NameRecall; result: Receipt };
  "recall.receipts": { params: ListReceipts; result: ReceiptPlaces };
  "recall.tune": { params: TuneRecall; result: TunedRecall };
  "recall.log": { params: ListRecalls; result: RecallLog };
  "memories.create": { params: CreateMemory; result: CreatedMemory };
  "memories.list": { params: ListMemories; result: MemoryList };
  "memories.get": { params: Id; result: MemoryView };
  "memories.sources": { params: Id; result: MemorySources };
  "memories.related": { params: RelatedMemories; result: Related };
  "memories.batch": { params: BatchMemories; result: BatchResult };
  "memories.history": { params: MemoryHistory; result: MemoryVersions };
  "memories.update": { params: UpdateMemory; result: MemoryResult };
  "memories.suspend": { params: Id; result: MemoryResult };
  "memories.restore": { params: Id; result: MemoryResult };
  "memories.revert": { params: RevertMemory; result: MemoryResult };
  "memories.delete": { params: Id; result: Deleted };
  "proposals.list": { params: ListProposals; result: ProposalList };
  "proposals.resolve": { params: ResolveProposal; result: ResolvedProposal };
  "projects.list": { params: ListProjects; result: ProjectList };
  "projects.create": { params: CreateProject; result: ProjectResult };
  "projects.update": { params: UpdateProject; result: ProjectResult };
  "projects.delete": { params: DeleteProject; result: DeletedProject };
  "projects.assign": { params: AssignProject; result: ProjectResult };
  "projects.unassign": { params: UnassignProject; result: ConversationResult };
  "settings.get": { params: GetSettings; result: Settings };
  "settings.set": { params: SetSettings; result: Settings };
  "secrets.set": { params: SetSecret; result: SecretStatus };
  "secrets.delete": { params: NameSecret; result: SecretStatus };
  "secrets.status": { params: NameSecret; result: SecretStatus };
  "llm.test": { params: TryLlm; result: LlmTest };
  "llm.presets": { params: ListPresets; result: LlmPresets };
  "embedding.download": { params: DownloadEmbedding; result: DownloadedEmbedding };
  "outbound.log": { params: ListOutbound; result: OutboundLog };
  "uploads.put": { params: PutUpload; result: UploadState };
  "data.import": { params: ImportData; result: ImportedData };
  "data.export": { params: ExportData; result: ExportedData };
  "data.erase": { params: EraseData; result: ErasedData };
  "stats": { params: GetStats; result: Stats };
}

/** The stable words of errors, `error.data.code`. */
export type ErrorCode = "failed" | "frame_too_large" | "not_found" | "conflict" | "busy" | "database_unavailable" | "response_too_large" | "keyring_unavailable" | "invalid_upload" | "download_failed" | "llm_failed" | "llm_not_configured" | "llm_unreachable" | "llm_unauthorized" | "llm_quota" | "llm_model_not_found" | "llm_rate_limited" | "llm_bad_reply" | "llm_paused" | "invalid_request" | "method_not_found" | "invalid_params" | "internal" | "parse_error";
