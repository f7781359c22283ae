import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { saidInPages } from "../../../extension/background/settings.js";
import { load } from "./load.js";

const { words } = load("words.js");
const CATALOGUES = new URL("../../../extension/_locales/", import.meta.url);

/** @param {string} name */
function speak(name) {
  const catalogue = JSON.parse(readFileSync(new URL(`${name}/messages.json`, CATALOGUES), "utf8"));
  words.speak({ language: name.replace("_", "-"), messages: saidInPages(catalogue) });
}

test("a chosen language is spoken, with numbers and plurals in their places", () => {
  speak("en");
  assert.equal(words.count("receipt_added", 1), "1 memory added");
  assert.equal(words.count("receipt_added", 3), "3 memories added");
  speak("zh_CN");
  assert.equal(words.count("receipt_added", 3), "已添加 3 条记忆");
  speak("zh_TW");
  assert.equal(words.count("preview_title", 2), "此訊息將附帶 2 則記憶");
});

test("words in a row stay apart in every language", () => {
  for (const [language, row] of [["en", "dinner, 花生"], ["zh_CN", "dinner、花生"], ["zh_TW", "dinner、花生"]]) {
    speak(String(language));
    assert.equal(words.list(["dinner", "花生"]), row);
  }
});

test("a day of another year names the year", () => {
  speak("en");
  assert.equal(words.day("2020-03-05T12:00:00Z"), "Mar 5, 2020");
  assert.doesNotMatch(words.day(new Date().toISOString()), /\d{4}/);
});

test("without a chosen language the browser's own catalogue speaks", () => {
  words.speak(null);
  Object.assign(globalThis, { chrome: { i18n: { getMessage: (/** @type {any[]} */ ...given) => given.join("|"), getUILanguage: () => "en" } } });
  assert.equal(words.text("receipt_why_words", "tea"), "receipt_why_words|tea");
});

test("every word that a page says is among those that come with a chosen language", () => {
  const FOLDER = new URL("../../../extension/content/", import.meta.url);
  const files = JSON.parse(readFileSync(new URL("../manifest.json", FOLDER), "utf8")).content_scripts[0].js;
  const catalogue = JSON.parse(readFileSync(new URL("en/messages.json", CATALOGUES), "utf8"));
  const given = saidInPages(catalogue);
  let named = 0;
  for (const file of files) {
    const code = readFileSync(new URL(`../${file}`, FOLDER), "utf8");
    for (const [, key = ""] of code.matchAll(/\btext\(\s*"(\w+)"/g)) {
      named += 1;
      assert.ok(key in given, `${file}: ${key}`);
    }
  }
  assert.ok(named > 20);
});
