// The words that a person reads: the same in all languages, all said, and nowhere but here.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { JSDOM } from "jsdom";
import { LANGUAGES } from "../../../extension/shared/options.js";

const EXTENSION = new URL("../../../extension/", import.meta.url);
/** @param {string} path */
const read = (path) => readFileSync(new URL(path, EXTENSION), "utf8");
/** @typedef {Record<string, { message: string }>} Catalogue */
/** @type {Record<string, Catalogue>} */
const CATALOGUES = Object.fromEntries(
  LANGUAGES.map((language) => [language, JSON.parse(read(`_locales/${language}/messages.json`))]),
);
const ENGLISH = /** @type {Catalogue} */ (CATALOGUES["en"]);
const KEYS = Object.keys(ENGLISH);

const FILES = readdirSync(EXTENSION, { recursive: true }).map(String);
/** Code without its comments, by path. */
const CODE = FILES.filter((path) => path.endsWith(".js")).map((path) => ({
  path,
  code: read(path).replace(/^\s*\/\/.*$|\/\*[^]*?\*\//gm, ""),
}));
const PAGES = FILES.filter((path) => path.endsWith(".html")).map((path) => ({
  path,
  page: new JSDOM(read(path)).window.document,
}));
/** What asks for words. How they are looked up, in i18n.js, names none; but its failures do. */
const ALL_CODE = CODE.map(({ code }) => code.replaceAll("`${key}_${form}`", "key")).join("\n");

/** Attributes that name a text, shared/i18n.js. */
const NAMING = ["data-text", "data-label", "data-placeholder", "data-title"];
/** Attributes and places that a person reads. */
const READ = ["title", "placeholder", "aria-label", "aria-description", "alt", "label"];

/** Keys that code or a page names whole: by `text("…")`, in an attribute, in the manifest. */
function namedKeys() {
  const said = [...ALL_CODE.matchAll(/\btext\(\s*"(\w+)"/g)];
  const counted = [...ALL_CODE.matchAll(/\bcount\(\s*"(\w+)"/g)];
  const manifest = [...read("manifest.json").matchAll(/__MSG_(\w+)__/g)];
  const inPages = PAGES.flatMap(({ page }) =>
    NAMING.flatMap((name) =>
      [...page.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ""),
    ),
  );
  return [
    ...[...said, ...manifest].map(([, key = ""]) => key),
    ...counted.flatMap(([, key = ""]) => [`${key}_one`, `${key}_other`]),
    ...inPages,
  ];
}

/** Patterns of keys that code puts together: text(`error_${code}`) names every error_…. */
function patterns() {
  const built = [...ALL_CODE.matchAll(/\b(text|count)\(\s*`([^`]+)`/g)];
  return built.map(([, how, template = ""]) => {
    const body = template.replace(/\$\{[^}]*\}/g, "\\w+");
    assert.match(template, /^[a-z]+_/, `a key that could be any: ${template}`);
    // A page's own prefix and anything: that would say all of its texts at once.
    const page = /^(popup|settings|welcome|library)_\$\{/;
    assert.doesNotMatch(template, page, "name a family of texts, not a page's");
    return new RegExp(how === "count" ? `^${body}_(one|other)$` : `^${body}$`);
  });
}

test("the catalogues of all languages have the same texts with the same places", () => {
  const places = (/** @type {string} */ text) => [...new Set(text.match(/\$\d/g) ?? [])].sort();
  for (const [language, catalogue] of Object.entries(CATALOGUES)) {
    assert.deepEqual(Object.keys(catalogue).sort(), [...KEYS].sort(), language);
    for (const [key, { message }] of Object.entries(ENGLISH)) {
      const own = catalogue[key]?.message ?? "";
      assert.ok(own.trim(), `${language} ${key}`);
      if (!key.endsWith("_one")) assert.deepEqual(places(own), places(message), `${language} ${key}`);
    }
  }
});

test("the keys of every catalogue are sorted, so that changes meet in one place", () => {
  for (const [language, catalogue] of Object.entries(CATALOGUES)) {
    assert.deepEqual(Object.keys(catalogue), Object.keys(catalogue).sort(), language);
  }
});

test("every text that is named is in the catalogue", () => {
  for (const key of namedKeys()) assert.ok(key in ENGLISH, key);
  for (const pattern of patterns()) assert.ok(KEYS.some((key) => pattern.test(key)), String(pattern));
});

test("every text of the catalogue is said", () => {
  const named = new Set(namedKeys());
  // A key may also travel as a value on its way to text().
  for (const [, key = ""] of ALL_CODE.matchAll(/"([a-z]\w*)"/g)) named.add(key);
  for (const key of [...named]) named.add(`${key}_one`).add(`${key}_other`);
  const built = patterns();
  for (const key of KEYS) {
    assert.ok(named.has(key) || built.some((pattern) => pattern.test(key)), `nobody says ${key}`);
  }
});

test("no page says anything of its own: each word is named, in text and in attributes", () => {
  const letters = /\p{L}/u;
  for (const { path, page } of PAGES) {
    for (const element of page.querySelectorAll("*")) {
      if (element.localName === "script" || element.localName === "style") continue;
      for (const node of element.childNodes) {
        const words = node.nodeType === 3 ? (node.textContent ?? "").trim() : "";
        assert.ok(!letters.test(words), `${path}: ${words}`);
      }
      for (const name of READ) {
        const words = element.getAttribute(name) ?? "";
        assert.ok(!letters.test(words), `${path}: ${name}="${words}"`);
      }
    }
  }
});

test("no code writes words of its own where a person reads them", () => {
  const shown = [
    /\.(?:textContent|innerText|placeholder|title|ariaLabel|alt)\s*=\s*(["'`])([^"'`]*)\1/g,
    /\bsetAttribute\(\s*["'](?:title|placeholder|aria-label|alt)["'],\s*(["'`])([^"'`]*)\1/g,
    /\b(?:text|title|placeholder|"aria-label"|label|words):\s*(["'`])([^"'`]*)\1/g,
    /\b(?:append|prepend|replaceChildren|createTextNode|alert|confirm|prompt)\(\s*(["'`])([^"'`]*)\1/g,
  ];
  // Content scripts compare with the labels of the sites' own buttons; those say nothing.
  for (const { path, code } of CODE) {
    for (const pattern of shown) {
      for (const [found, , words = ""] of code.matchAll(pattern)) {
        const own = words.replace(/\$\{[^}]*\}/g, "");
        assert.doesNotMatch(own, /\p{L}{2}/u, `${path}: ${found}`);
      }
    }
  }
});
