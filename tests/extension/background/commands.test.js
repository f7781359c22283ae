import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createCommands } from "../../../extension/background/commands.js";
import { createMenus } from "../../../extension/background/menus.js";
import { createPages } from "../../../extension/background/pages.js";
import { createSettings } from "../../../extension/background/settings.js";
import { hostError } from "../../../extension/shared/failure.js";
import { memoryArea } from "./fakes.js";

const URLS = /** @type {Record<number, string>} */ ({ 7: "https://claude.ai/chat/1", 8: "https://example.org/" });
const manifest = JSON.parse(readFileSync(new URL("../../../extension/manifest.json", import.meta.url), "utf8"));

// The words themselves are the catalogue's: here each key speaks for itself.
Object.assign(globalThis, {
  chrome: {
    i18n: { getMessage: (/** @type {string} */ key, /** @type {string[]} */ values) => [key, ...values].join(" ").trim() },
    storage: { local: { get: async () => ({}) } },
  },
});

/** @param {{ status?: any, answers?: Record<string, any> }} [given] */
function world({ status = { conversation_id: "1", account: null }, answers = {} } = {}) {
  /** @type {any[]} */
  const asked = [];
  /** @type {any[]} */
  const notices = [];
  let popups = 0;
  /** @type {string[]} */
  const opened = [];
  const settings = createSettings({ local: memoryArea(), session: memoryArea(), catalogue: async () => ({}) });
  const browser = /** @type {any} */ ({
    tabs: {
      get: async (/** @type {number} */ tab) => ({ url: URLS[tab] }),
      async ask(/** @type {number} */ _tab, /** @type {any} */ { method }) {
        if (!status) throw new Error("nobody listens");
        return { ok: true, result: method === "page.status" ? status : answers[method] };
      },
      async tell(/** @type {number} */ _tab, /** @type {any} */ { params }) {
        if (!status) return null;
        notices.push(params);
        return { ok: true, result: null };
      },
    },
    openPopup: async () => void (popups += 1),
    pages: { open: async (/** @type {string} */ path) => opened.push(path) },
    menus: { replace: async () => {} },
  });
  const port = /** @type {any} */ ({
    async request(/** @type {string} */ method, /** @type {any} */ params) {
      asked.push([method, params]);
      if (answers[method] instanceof Error) throw answers[method];
      return answers[method];
    },
  });
  const pages = createPages({ browser, port, settings });
  const commands = createCommands({ browser, pages, settings, tellPages: async () => {} });
  const menus = createMenus({ browser, port, pages });
  const tab = (/** @type {number} */ id) => /** @type {any} */ ({ id, url: URLS[id] });
  const select = (/** @type {string} */ selectionText, id = 7) =>
    menus.clicked(/** @type {any} */ ({ menuItemId: "remember", selectionText }), tab(id));
  return { asked, notices, opened, settings, commands, menus, tab, select, popups: () => popups };
}

const SAVED = { ok: true, result: { new: 1, changed: 2, total: 3 } };
const CREATED = { memory: { id: "m_1", text: "Likes tea", version: 1 }, decision: "add" };
const KNOWN = { "conversations.get": { conversation: { id: "c_1" } } };

test("every command of the manifest does something, under at most four suggested keys", async () => {
  const keys = Object.values(manifest.commands).flatMap(({ suggested_key: key }) => (key ? [key.default] : []));
  assert.ok(keys.length <= 4 && new Set(keys).size === keys.length);
  const answers = { "page.save": SAVED, "conversations.extract": { added: 1, updated: 0, proposed: 0, extractor: "llm" } };
  for (const name of Object.keys(manifest.commands).filter((each) => !each.startsWith("_"))) {
    const { commands, notices, opened, tab } = world({ answers });
    await commands.run(name, tab(7));
    assert.ok(notices.length + opened.length > 0, name);
  }
});

test("saving says what was saved, and a failure says why", async () => {
  const { commands, notices, tab } = world({ answers: { "page.save": SAVED } });
  await commands.run("save", tab(7));
  assert.deepEqual(notices, [{ words: "saved_result 1 2 3" }]);
  const failing = world({ answers: { "page.save": { ok: false, error: { code: "temporary_chat", message: "" } } } });
  await failing.commands.run("save", failing.tab(7));
  assert.deepEqual(failing.notices, [{ words: "error_temporary_chat", tone: "bad" }]);
});

test("the pause of a tab goes on and off", async () => {
  const { commands, notices, settings, tab } = world();
  await commands.run("toggle-pause", tab(7));
  assert.equal((await settings.forPage("claude", 7)).inject, false);
  await commands.run("toggle-pause", tab(7));
  assert.equal((await settings.forPage("claude", 7)).inject, true);
  assert.deepEqual(notices.map(({ words }) => words), ["command_paused", "command_resumed"]);
});

test("elsewhere, and in a tab that is older than the extension, the popup opens", async () => {
  const { commands, popups, tab } = world({ answers: { "page.save": SAVED } });
  await commands.run("save", tab(8));
  assert.equal(popups(), 1);
  const old = world({ status: null });
  await old.commands.run("save", old.tab(7));
  assert.equal(old.popups(), 1);
});

test("what is selected is remembered with its chat, and can be taken back", async () => {
  const answers = { ...KNOWN, "memories.create": CREATED };
  const { asked, notices, menus, select } = world({ answers });
  await select("  Likes tea ");
  const source = { site: "claude", url: URLS[7], conversation: "c_1" };
  const params = { text: "Likes tea", source, pinned: true };
  assert.deepEqual(asked[1], ["memories.create", params]);
  assert.deepEqual(notices, [{ words: "menu_remembered Likes tea", undo: "m_1" }]);
  await assert.rejects(menus.undo(8, "m_1"), /nothing to take back/);
  await menus.undo(7, "m_1");
  assert.deepEqual(asked.at(-1), ["memories.suspend", { id: "m_1" }]);
  await assert.rejects(menus.undo(7, "m_1"), /nothing to take back/);
});

test("a chat that is not stored yet, and a temporary one, are no source", async () => {
  const answers = { "conversations.get": hostError("not_found", "none"), "memories.create": CREATED };
  const { asked, select } = world({ answers });
  await select("Likes tea");
  assert.deepEqual(asked.at(-1)[1].source, { site: "claude", url: URLS[7] });
  const temporary = world({ answers, status: { conversation_id: null, temporary: true } });
  await temporary.select("Likes tea");
  assert.deepEqual(temporary.asked.at(-1)[1].source, {});
});

test("what was known is said to be known, and an update is taken back as one", async () => {
  const known = world({ answers: { ...KNOWN, "memories.create": { ...CREATED, decision: "noop" } } });
  await known.select("Likes tea");
  assert.deepEqual(known.notices, [{ words: "menu_known Likes tea" }]);
  const updated = { memory: { ...CREATED.memory, version: 3 }, decision: "update" };
  const { asked, menus, select } = world({ answers: { ...KNOWN, "memories.create": updated } });
  await select("Likes tea");
  await menus.undo(7, "m_1");
  assert.deepEqual(asked.at(-1), ["memories.revert", { id: "m_1", version: 2 }]);
});

test("too much at once, and other pages, are refused", async () => {
  const { asked, notices, select } = world();
  await select("x".repeat(2_001));
  assert.deepEqual(notices, [{ words: "error_selection_too_long", tone: "bad" }]);
  await select("Likes tea", 8);
  assert.deepEqual(asked, []);
});
