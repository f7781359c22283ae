import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { createPages } from "../../../extension/background/pages.js";
import { createSettings } from "../../../extension/background/settings.js";
import { memoryArea } from "./fakes.js";

/** @param {() => Promise<any>} ask  what the page's content scripts answer */
function pagesOver(ask) {
  const settings = createSettings({ local: memoryArea(), session: memoryArea(), catalogue: async () => ({}) });
  const browser = /** @type {any} */ ({ tabs: { get: async () => ({ url: "https://claude.ai/chat/1" }), ask } });
  return createPages({ browser, port: /** @type {any} */ ({}), settings });
}

test("a page tells of itself, with what is paused", async () => {
  const status = { conversation_id: "1" };
  const page = await pagesOver(async () => ({ ok: true, result: status })).of(7);
  assert.deepEqual(page, { site: "claude", status, pauses: { tab: false, site: false, all: false } });
});

test("a page without content scripts is known by its silence at once", async () => {
  const page = await pagesOver(() => Promise.reject(new Error("nobody listens"))).of(7);
  assert.equal(page.status, null);
  assert.equal("silent" in page, false);
});

test("a page that is stuck keeps nobody waiting", async (t) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.timers.reset());
  const asked = pagesOver(() => new Promise(() => {})).of(7);
  // The limit starts once what is paused is known.
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  mock.timers.tick(2_000);
  const page = await asked;
  assert.equal(page.status, null);
  assert.equal("silent" in page && page.silent, true);
});
