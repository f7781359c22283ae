import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import {
  extractedWords,
  hostLine,
  modelLine,
  pageLine,
  progressWords,
  understood,
} from "../../../extension/popup/words.js";

beforeEach(() => {
  const i18n = {
    getMessage: (/** @type {string} */ key, /** @type {string[]} */ values) =>
      values.length > 0 ? `${key}(${values.join(",")})` : key,
    getUILanguage: () => "en",
  };
  Object.assign(globalThis, { chrome: { i18n } });
});

/** @param {string | null} code @param {any} [more] @returns {any} */
const host = (code, more = {}) => ({
  status: code ? "failed" : "connected",
  error: code ? { code, message: "", remedy: null, retryable: false } : null,
  hello: code ? null : { llm: { status: "not_configured", model: null } },
  ...more,
});
/** @param {any} [status] @param {any} [pauses] */
const page = (status, pauses = {}) => ({
  site: "claude",
  status: status === null ? null : { kind: "conversation", layout: "x", conversation_id: "1", ...status },
  pauses: { tab: false, site: false, all: false, ...pauses },
});

test("a companion that is missing leads to the page that helps, another trouble to its command", () => {
  assert.equal(hostLine(host("host_not_found"), null).action?.name, "setup");
  const stopped = hostLine(host("host_exited"), { waiting: 2, refused: 0 });
  assert.deepEqual([stopped.action?.name, stopped.action?.value], ["copy", "memoryx doctor"]);
  assert.equal(stopped.more, "outbox_waiting(2)");
  assert.equal(hostLine(host("host_policy"), null).action?.name, "retry");
});

test("while it is tried again, what was wrong still stands", () => {
  const again = host("host_exited", { status: "connecting" });
  assert.equal(hostLine(again, null).tone, "bad");
  assert.equal(hostLine({ status: "connecting", error: null, hello: null }, null).tone, "idle");
});

test("a model that needs something leads to its settings, one that works leads nowhere", () => {
  assert.equal(modelLine(host(null)).action?.name, "model");
  for (const [status, action] of [["ready", undefined], ["untried", undefined], ["quota", "model"]]) {
    const line = modelLine(host(null, { hello: { llm: { status, model: "m" } } }));
    assert.equal(line.action?.name, action, status);
  }
});

test("each state of a page has its line and its one way on", () => {
  assert.equal(pageLine(null).tone, "idle");
  assert.equal(pageLine(page(null)).words, "error_reload_tab");
  assert.equal(pageLine({ ...page(null), silent: true }).words, "page_silent");
  assert.equal(pageLine(page(null)).action?.name, "reload");
  assert.equal(pageLine(page({}, { all: true })).action?.name, "resume");
  assert.equal(pageLine(page({ trouble: "no_composer" })).action?.name, "reload");
  assert.equal(pageLine(page({})).tone, "good");
});

test("an extraction is told by what came of it", () => {
  /** @param {any} result */
  const words = (result) => extractedWords({ added: 0, updated: 0, proposed: 0, extractor: "llm", ...result });
  assert.equal(words({}), "extract_nothing");
  assert.equal(words({ added: 1, updated: 2 }), "popup_added_one(1) · popup_updated_other(2)");
  assert.equal(words({ proposed: 1, extractor: "rules" }), "extract_proposed(1) · extract_basic");
});

test("progress is told in steps where there are several, and never beyond the last", () => {
  assert.equal(progressWords("busy", { done: 0, total: 1, phase: "x" }), "busy");
  assert.equal(progressWords("busy", { done: 0, total: null, phase: "x" }), "busy");
  assert.equal(progressWords("busy", { done: 1, total: 3, phase: "x" }), "popup_progress(busy,2,3)");
  assert.equal(progressWords("busy", { done: 3, total: 3, phase: "x" }), "popup_progress(busy,3,3)");
});

test("the context is offered where memory is not added by itself", () => {
  assert.equal(understood(null), true);
  assert.equal(understood(page({})), true);
  assert.equal(understood(page({ trouble: "unknown_layout" })), false);
  assert.equal(understood(page({ kind: "other" })), false);
  assert.equal(understood({ site: null, status: null, pauses: {} }), false);
});
