import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { carries, createHandoff } from "../../../extension/background/handoff.js";
import { hostError } from "../../../extension/shared/failure.js";
import { NEW_CHATS } from "../../../extension/shared/sites.js";
import { openFile } from "../adapters/page.js";
import { memoryArea, settle } from "./fakes.js";

const BRIEF = "This hands over a conversation with another assistant. Please continue from it.\n\n## Topic\n\nTea\n";
const NAME = { site: "claude", conversation_id: "1" };

/** @param {{ session?: any, saved?: () => Promise<any> }} [given] */
function world({ session = memoryArea(), saved = async () => NAME } = {}) {
  /** @type {any[]} */
  const asked = [];
  /** @type {any[]} */
  const badges = [];
  const handoff = createHandoff(
    /** @type {any} */ ({
      browser: { session, tabs: { open: async () => 9 } },
      port: {
        request: async (/** @type {string} */ method, /** @type {any} */ params) => {
          asked.push([method, params]);
          return method === "conversations.get"
            ? { conversation: { id: "c_1" } }
            : { markdown: BRIEF };
        },
      },
      pages: { saved },
      badge: { page: (/** @type {any[]} */ ...given) => badges.push(given) },
    }),
  );
  return { handoff, asked, badges, session };
}

/** @param {string} text @param {string} [form] @returns {any} */
const save = (text, form = "markdown") => ({
  site: "chatgpt",
  turns: [{ key: "u", role: "user", complete: true, [form]: text }],
});
const stored = Promise.resolve(/** @type {any} */ ({ ok: true, result: { id: "c_2" } }));

test("the brief waits for the page that was opened for it, and for no other", async () => {
  const { handoff, asked } = world();
  assert.deepEqual(await handoff.start(7, "chatgpt"), { markdown: BRIEF, tab: 9 });
  assert.deepEqual(asked[0], ["conversations.summarize", NAME]);
  assert.deepEqual(await handoff.take(8, "chatgpt"), { brief: null });
  assert.deepEqual(await handoff.take(9, "claude"), { brief: null });
  assert.deepEqual(await handoff.take(9, "chatgpt"), { brief: BRIEF });
  await handoff.placed(9, null);
  assert.deepEqual(await handoff.take(9, "chatgpt"), { brief: null });
});

test("copying opens nothing", async () => {
  const { handoff } = world();
  assert.deepEqual(await handoff.start(7, "copy"), { markdown: BRIEF, tab: null });
  await assert.rejects(handoff.start(7, "elsewhere"), /to: a site/);
});

test("what cannot be saved is not handed over", async () => {
  const saved = async () => {
    throw hostError("temporary_chat", "a temporary chat");
  };
  const { handoff, asked } = world({ saved });
  await assert.rejects(handoff.start(7, "chatgpt"), /temporary/);
  assert.deepEqual(asked, []);
});

test("the two chats are linked when the one with the brief has been stored, once", async () => {
  const { handoff, asked } = world();
  await handoff.start(7, "chatgpt");
  await handoff.placed(9, null);
  await handoff.saved(9, save("something else"), stored);
  await handoff.saved(8, save(BRIEF), stored);
  await handoff.saved(9, { ...save(BRIEF), site: "gemini" }, stored);
  await handoff.saved(9, save(BRIEF), Promise.resolve(/** @type {any} */ ({ ok: false })));
  const links = () => asked.filter(([method]) => method === "conversations.link");
  assert.deepEqual(links(), []);
  await handoff.saved(9, save(BRIEF), stored);
  await handoff.saved(9, save(BRIEF), stored);
  assert.deepEqual(links(), [["conversations.link", { id: "c_2", continues: "c_1" }]]);
});

test("a worker that was ended in between goes on", async () => {
  const { handoff, session } = world();
  await handoff.start(7, "chatgpt");
  const later = world({ session });
  assert.deepEqual(await later.handoff.take(9, "chatgpt"), { brief: BRIEF });
  await later.handoff.forgetTab(9);
  assert.deepEqual(await later.handoff.take(9, "chatgpt"), { brief: null });
});

test("a brief that did not get there is kept, with the reason, and its tab marked", async () => {
  const { handoff, badges } = world();
  await handoff.start(7, "chatgpt");
  assert.deepEqual(await handoff.last(), { to: "chatgpt", brief: BRIEF, error: null });
  await handoff.placed(9, "handoff_draft");
  assert.deepEqual(await handoff.last(), { to: "chatgpt", brief: BRIEF, error: "handoff_draft" });
  assert.deepEqual(badges, [[9, "handoff_draft"]]);
  assert.deepEqual(await handoff.failed(9), { brief: BRIEF, error: "handoff_draft" });
  assert.equal(await handoff.failed(8), null);
  await handoff.clear();
  assert.deepEqual([await handoff.failed(9), await handoff.last()], [null, null]);
});

test("a page from which nobody answers is given up", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { handoff, badges } = world();
  await handoff.start(7, "chatgpt");
  context.mock.timers.tick(45_000);
  await settle();
  assert.deepEqual(badges, [[9, "handoff_no_page"]]);
});

test("a brief is known by its first sentence, as text and as a page draws it", () => {
  assert.ok(carries(save(`My words.\n\n${BRIEF}`), BRIEF));
  const drawn = "<p>This hands over a conversation with another assistant. <em>Please</em> continue from it.</p>";
  assert.ok(carries(save(drawn, "html"), BRIEF));
  assert.ok(!carries(save("Please continue."), BRIEF));
  const answer = { ...save(BRIEF).turns[0], role: "assistant" };
  assert.ok(!carries({ ...save(""), turns: [answer] }, BRIEF));
});

test("a new chat's address is one to its site's adapter", () => {
  const { memoryx } = openFile("claude-hub");
  for (const adapter of memoryx.adapters) {
    assert.equal(adapter.locate(new URL(NEW_CHATS[adapter.site])).kind, "new", adapter.site);
  }
});

test("every way in which a hand-over fails has words", () => {
  const read = (/** @type {string} */ path) => readFileSync(new URL(`../../../extension/${path}`, import.meta.url), "utf8");
  const catalogue = JSON.parse(read("_locales/en/messages.json"));
  const code = read("content/handoff.js") + read("background/handoff.js");
  const named = [...code.matchAll(/"(handoff_(?:no_\w+|draft|refused))"/g)].map(([, name]) => name);
  assert.ok(new Set(named).size === 4);
  for (const name of named) assert.ok(catalogue[`error_${name}`], name);
});
