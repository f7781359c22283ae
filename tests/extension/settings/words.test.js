import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { base64 } from "../../../extension/settings/base64.js";
import { GROUPS, keysOf, strayKeys } from "../../../extension/settings/groups.js";
import {
  boundsWords,
  importedWords,
  leavingWords,
  refusalWords,
  secretWords,
  skippedWords,
  testWords,
  valueWords,
  wordOf,
} from "../../../extension/settings/words.js";

const FAILURE = { code: "invalid_params", message: "", remedy: null, retryable: false };

beforeEach(() => {
  const i18n = {
    getMessage: (/** @type {string} */ key, /** @type {string[]} */ values) =>
      values.length > 0 ? `${key}(${values.join(",")})` : key,
    getUILanguage: () => "en",
  };
  Object.assign(globalThis, { chrome: { i18n } });
});

test("a setting's name in the catalogues is its key; the sites share theirs", () => {
  assert.equal(wordOf("recall.weights.semantic"), "recall_weights_semantic");
  assert.equal(wordOf("sites.claude.inject"), "sites_inject");
});

test("each key belongs to one group, and one that the page does not know is left over", () => {
  const keys = ["recall.limit", "sites.gemini.inject", "recall.weights.level", "new.thing"];
  for (const key of keys.slice(0, -1)) {
    assert.equal(GROUPS.filter((group) => keysOf(group, keys).includes(key)).length, 1, key);
  }
  assert.deepEqual(strayKeys(keys), ["new.thing"]);
});

test("a refused number is told its bounds, a refused text the host's own words", () => {
  const number = { type: "integer", minimum: 1, maximum: 20 };
  assert.equal(
    refusalWords("recall.limit", number, { ...FAILURE, message: "values.recall.limit: no" }),
    "settings_bounds(1,20) settings_whole",
  );
  assert.equal(boundsWords({ type: "number" }), "settings_number");
  const message = "values.llm.model: string should have at most 2000 characters";
  assert.equal(
    refusalWords("llm.model", { type: "string" }, { ...FAILURE, message }),
    "string should have at most 2000 characters",
  );
  assert.equal(refusalWords("llm.model", {}, { ...FAILURE, code: "busy" }), "error_busy()");
});

test("values are said as a person reads them", () => {
  assert.equal(valueWords("a.b", { type: "boolean" }, false), "settings_off");
  assert.equal(valueWords("a.b", { type: "string" }, ""), "settings_empty");
  assert.equal(valueWords("a.b", { type: "integer" }, 12000), "12,000");
  assert.equal(valueWords("a.b", { enum: ["end"] }, "end"), "settings_choice_a_b_end");
});

test("it is said where chats go: nowhere, no further than this machine, or to whom", () => {
  assert.equal(leavingWords(""), "settings_leaving_nothing");
  for (const own of ["http://127.0.0.1:11434/v1", "http://localhost:1/v1", "http://[::1]:1/v1"]) {
    assert.match(leavingWords(own), /^settings_leaving_local/);
  }
  assert.equal(leavingWords("https://api.example/v1"), "settings_leaving_remote(api.example)");
  assert.match(leavingWords("https://localhost.example/"), /^settings_leaving_remote/);
});

test("where a key is, and how a test went, is said in words", () => {
  const name = /** @type {const} */ ("embedding.api_key");
  assert.equal(
    secretWords({ name, stored: true, where: "environment" }),
    "settings_secret_environment(MEMORYX_EMBEDDING_API_KEY)",
  );
  assert.equal(secretWords({ name, stored: false, where: null }), "settings_secret_none");
  assert.equal(testWords({ status: "ready", took_ms: 840, error: null }), "settings_test_ready(0.8)");
  const error = { code: "llm_unauthorized", message: "", remedy: "" };
  assert.equal(testWords({ status: "unauthorized", took_ms: 1, error }), "error_llm_unauthorized()");
  assert.equal(
    testWords({ status: "not_configured", took_ms: 1, error: null }),
    "settings_test_not_configured",
  );
});

test("the pieces of a file are base64, whatever their length", () => {
  for (const length of [0, 1, 2, 32_768, 100_001]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 31) % 256);
    assert.deepEqual(new Uint8Array(Buffer.from(base64(bytes), "base64")), bytes);
  }
});

test("an import tells of what is new, or that nothing is, and of what was left out", () => {
  const nothing = { conversations: 0, turns: 0, memories: 0, projects: 0, proposals: 0, settings: 0 };
  const none = { skipped: [], skipped_total: 0 };
  assert.equal(importedWords({ ...nothing, ...none }), "settings_import_nothing");
  const some = importedWords({ ...nothing, memories: 2, settings: 1, skipped: [], skipped_total: 3 });
  assert.equal(
    some,
    "settings_import_memories_other(2) · settings_import_others_one(1) · settings_import_skipped_other(3)",
  );
});

test("why something was left out is said in our words; details of a broken form follow", () => {
  const item = /** @type {const} */ ({ where: "a.json[1]", code: "empty", why: "it has no messages" });
  assert.equal(skippedWords(item), "a.json[1]: skip_empty");
  const broken = /** @type {const} */ ({ where: "b", code: "malformed", why: "no text" });
  assert.equal(skippedWords(broken), "b: skip_malformed (no text)");
});
