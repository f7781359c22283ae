import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, test } from "node:test";
import { count, fill, language, speak, speakAsChosen, text } from "../../../extension/shared/i18n.js";
import { JSDOM } from "jsdom";

const EXTENSION = new URL("../../../extension/", import.meta.url);
/** @param {string} key @param {string[]} values */
const browsers = (key, values) => `${key}(${values.join(",")})`;
let stored = /** @type {Record<string, unknown>} */ ({});

beforeEach(() => {
  const browser = {
    i18n: { getMessage: browsers, getUILanguage: () => "en-US" },
    runtime: { getURL: (/** @type {string} */ path) => String(new URL(path, EXTENSION)) },
    storage: { local: { get: async () => stored } },
  };
  const read = async (/** @type {string} */ url) => new Response(readFileSync(new URL(url)));
  Object.assign(globalThis, { chrome: browser, fetch: read });
});

afterEach(async () => {
  stored = {};
  await speak("auto");
});

test("without a choice the browser's own catalogue and language hold", async () => {
  await speakAsChosen();
  assert.equal(text("model_ready", 3), "model_ready(3)");
  assert.equal(language(), "en-US");
});

test("a chosen language goes before the browser's, with its values put in", async () => {
  stored = { options: { language: "zh_TW" } };
  await speakAsChosen();
  assert.equal(text("popup_memories"), "記憶");
  assert.equal(text("saved_result", 1, 2, 3), "已儲存：新增 1，更新 2，共 3");
  assert.equal(text("no_such_text"), "");
  assert.equal(language(), "zh-TW");
});

test("a value that looks like a place is put in as it stands", async () => {
  await speak("en");
  assert.equal(text("error_unknown", "$1 costs $2"), "That did not work ($1 costs $2).");
});

test("a number takes the form of its language", async () => {
  assert.equal(count("things", 1), "things_one(1)");
  assert.equal(count("things", 1200), "things_other(1,200)");
});

test("a page is filled: texts, labels, placeholders and its language", async () => {
  const { window } = new JSDOM('<p data-text="popup_memories"></p><input data-placeholder="pinned">');
  Object.assign(globalThis, { Document: window.Document });
  await speak("zh_CN");
  fill(window.document);
  assert.equal(window.document.querySelector("p")?.textContent, "记忆");
  assert.ok(window.document.querySelector("input")?.placeholder);
  assert.equal(window.document.documentElement.lang, "zh-CN");
});
