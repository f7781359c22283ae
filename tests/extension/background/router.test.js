import assert from "node:assert/strict";
import { test } from "node:test";
import { createHandlers } from "../../../extension/background/handlers.js";
import { memoryArea } from "./fakes.js";
import { createMade } from "../../../extension/background/made.js";
import { createRouter } from "../../../extension/background/router.js";

const SELF = { id: "own-id", origin: "chrome-extension://own-id/" };
const TAB = { id: 7, url: "https://chatgpt.com/c/1" };

/** @param {object} [more] @returns {any} */
const fromSite = (more = {}) => ({ id: SELF.id, url: TAB.url, tab: TAB, frameId: 0, ...more });
/** @returns {any} */
const fromPopup = () => ({ id: SELF.id, url: `${SELF.origin}popup/popup.html` });

const SAVE = {
  site: "chatgpt",
  conversation_id: "1",
  url: TAB.url,
  trigger: "auto",
  turns: [],
  gaps: false,
};

function world() {
  /** @type {[string, any][]} */
  const asked = [];
  /** @type {any[]} */
  const kept = [];
  /** @type {any[]} */
  const told = [];
  const handlers = createHandlers(
    /** @type {any} */ ({
      browser: {
        broadcast: async (/** @type {any} */ message) => told.push(message),
        tabs: { get: async () => TAB, ask: async () => ({ ok: true, result: {} }) },
      },
      port: {
        request: async (
          /** @type {string} */ method,
          /** @type {any} */ params,
          /** @type {any} */ options,
        ) => {
          options?.onProgress?.({ done: 1, total: 2, phase: "reading" });
          asked.push([method, params]);
          if (method === "recall") return { recall_id: "r_made" };
          if (method === "recall.receipts") return { items: [{ recall_id: "r_shown" }] };
          return { values: {} };
        },
        ensure: async () => ({}),
        state: () => ({}),
      },
      outbox: {
        put: async (/** @type {any} */ save) => kept.push(save),
        answer: async () => ({ ok: true, result: {} }),
        flush: async () => {},
        state: async () => ({}),
        clear: async () => asked.push(["outbox.clear", null]),
        retryRefused: async () => {},
      },
      settings: {
        forPage: async () => ({}),
        pauses: async () => ({}),
        pause: async () => {},
        forgetMuted: async () => asked.push(["muted.clear", null]),
        mute: async (/** @type {any[]} */ ...given) => asked.push(["mute", given]),
        rememberHost: async () => {},
      },
      badge: { page: () => {} },
      pages: {},
      made: createMade({ session: memoryArea() }),
      handoff: { clear: async () => asked.push(["handoff.clear", null]), saved: async () => {}, take: async () => ({ brief: null }), placed: async () => {} },
      menus: { undo: async () => {} },
      tellPages: async () => {},
    }),
  );
  const route = createRouter({ handlers, self: SELF });
  return { route, handlers, asked, kept, told };
}

/** @param {any} reply */
const code = (reply) => (reply.ok ? "ok" : reply.error.code);

test("a tab saves its own site's conversation", async () => {
  const { route, kept } = world();
  const reply = await route({ method: "conversations.save", params: SAVE }, fromSite());
  assert.deepEqual([code(reply), kept], ["ok", [SAVE]]);
});

test("a tab saves no other site's conversation, and none under another site's address", async () => {
  const { route, kept } = world();
  const method = "conversations.save";
  for (const change of [{ site: "claude" }, { url: "https://claude.ai/chat/1" }, { url: "x" }]) {
    const reply = await route({ method, params: { ...SAVE, ...change } }, fromSite());
    assert.equal(code(reply), "not_allowed");
  }
  assert.deepEqual(kept, []);
});

test("a tab recalls for its own site alone, and with no params but the known ones", async () => {
  const { route, asked } = world();
  const ask = (/** @type {object} */ params) => route({ method: "recall", params }, fromSite());
  assert.equal(code(await ask({ text: "x", site: "chatgpt" })), "ok");
  assert.equal(code(await ask({ text: "x", site: "gemini" })), "not_allowed");
  assert.equal(code(await ask({ text: "x", limit: 20 })), "invalid_params");
  assert.equal(asked.length, 1);
});

test("a tab may ask for nothing but the short list", async () => {
  const { route, handlers, asked } = world();
  const allowed = Object.keys(handlers).filter((method) => handlers[method]?.from === "site");
  assert.deepEqual(allowed.sort(), [
    ...["chat.mute", "conversations.save", "handoff.placed", "handoff.take", "memories.create"],
    ...["memory.undo", "recall", "recall.choose", "recall.feedback", "recall.prepare"],
    ...["recall.receipt", "recall.receipts", "recall.used", "tab.hello", "tab.trouble"],
  ]);
  for (const method of Object.keys(handlers)) {
    if (allowed.includes(method)) continue;
    const reply = await route({ method, params: { tab: 7 } }, fromSite());
    assert.equal(code(reply), "not_allowed", method);
  }
  assert.deepEqual(asked, []);
});

test("a tab asks about the recalls that it made, and about those of the chat that it shows", async () => {
  const { route } = world();
  const other = { ...TAB, id: 8 };
  const ask = (/** @type {string} */ method, /** @type {object} */ params, tab = TAB) =>
    route({ method, params }, fromSite({ tab }));
  const receipt = async (/** @type {string} */ id, tab = TAB) =>
    code(await ask("recall.receipt", { recall_id: id }, tab));
  assert.equal(await receipt("r_made"), "not_allowed");
  await ask("recall", { text: "x", site: "chatgpt" });
  assert.equal(await receipt("r_made"), "ok");
  assert.equal(await receipt("r_made", other), "not_allowed");
  assert.equal(code(await ask("recall.choose", { recall_id: "r_other", ids: [] })), "not_allowed");
  const verdict = { recall_id: "r_other", memory_id: "m", verdict: "wrong" };
  assert.equal(code(await ask("recall.feedback", verdict)), "not_allowed");

  const chat = { site: "chatgpt", conversation_id: "1" };
  assert.equal(code(await ask("recall.receipts", { ...chat, conversation_id: "2" })), "not_allowed");
  assert.equal(await receipt("r_shown"), "not_allowed");
  assert.equal(code(await ask("recall.receipts", chat)), "ok");
  assert.equal(await receipt("r_shown"), "ok");
});

test("a tab mutes a chat of its own site, by name", async () => {
  const { route, asked } = world();
  const ask = async (/** @type {object} */ params) =>
    code(await route({ method: "chat.mute", params }, fromSite()));
  const chat = { site: "chatgpt", conversation_id: "1", muted: true };
  assert.equal(await ask(chat), "ok");
  assert.equal(await ask({ ...chat, site: "claude" }), "not_allowed");
  assert.equal(await ask({ ...chat, conversation_id: null }), "invalid_params");
  assert.deepEqual(asked, [["mute", ["chatgpt", "/1", true]]]);
});

test("the extension's own pages ask the host what the contract has", async () => {
  const { route, asked } = world();
  const params = { limit: 5 };
  assert.equal(code(await route({ method: "memories.list", params }, fromPopup())), "ok");
  assert.deepEqual(asked, [["memories.list", params]]);
});

test("deleting everything also takes what the extension keeps, once the host has done it", async () => {
  const { route, asked } = world();
  const params = { confirm: "delete" };
  assert.equal(code(await route({ method: "data.erase", params }, fromPopup())), "ok");
  assert.deepEqual(asked, [
    ["data.erase", params],
    ["outbox.clear", null],
    ["handoff.clear", null],
    ["muted.clear", null],
  ]);
});

test("nobody else is answered", () => {
  const { route } = world();
  const message = { method: "memories.list", params: {} };
  const strangers = [
    { ...fromPopup(), id: "other-extension" },
    { ...fromSite(), id: undefined },
    // A page of ours that is drawn in a site's tab, and a frame inside a tab.
    { ...fromPopup(), tab: TAB },
    fromSite({ frameId: 3 }),
    fromSite({ url: "https://chatgpt.com.evil.example/", tab: { id: 7 } }),
    fromSite({ url: "http://chatgpt.com/" }),
    fromSite({ tab: undefined }),
    { id: SELF.id, url: "chrome-extension://own-id-and-more/popup.html" },
  ];
  for (const sender of strangers) {
    assert.equal(route(message, /** @type {any} */ (sender)), null, JSON.stringify(sender));
  }
});

test("what is no method, or only a name of every object, is not found", async () => {
  const { route } = world();
  for (const method of ["memories.steal", "constructor", "__proto__", "hasOwnProperty"]) {
    assert.equal(code(await route({ method, params: {} }, fromPopup())), "method_not_found");
  }
  assert.equal(route({ params: {} }, fromPopup()), null);
  assert.equal(route(null, fromPopup()), null);
});

test("params that are no object are refused", async () => {
  const { route } = world();
  for (const params of [[1], "x", 3]) {
    assert.equal(code(await route({ method: "recall", params }, fromSite())), "invalid_params");
  }
});

test("a page that names its question is told how far it is, under that name", async () => {
  const { route, told } = world();
  await route({ method: "memories.list", params: {}, asked: "q1" }, fromPopup());
  await route({ method: "memories.list", params: {} }, fromPopup());
  const params = { what: "progress", asked: "q1", done: 1, total: 2, phase: "reading" };
  assert.deepEqual(told, [{ method: "worker.changed", params }]);
});
