import assert from "node:assert/strict";
import { test } from "node:test";
import { createSettings, DEFAULTS, fromHost } from "../../../extension/background/settings.js";
import { memoryArea } from "./fakes.js";

const CATALOGUE = { receipt_label: { message: "记忆" }, settings_title: { message: "设置" } };
const areas = () => ({
  local: memoryArea(),
  session: memoryArea(),
  catalogue: async (/** @type {string} */ language) => (language === "zh_CN" ? CATALOGUE : {}),
});
const world = () => createSettings(areas());

test("without anything said the defaults hold", async () => {
  assert.deepEqual(await world().forPage("claude", 1), DEFAULTS);
});

test("a paused tab neither saves nor adds, and no other tab minds", async () => {
  const settings = world();
  await settings.pause({ scope: "tab", tab: 1, paused: true });
  const { capture, inject } = await settings.forPage("claude", 1);
  assert.deepEqual([capture, inject], [false, false]);
  assert.deepEqual(await settings.forPage("claude", 2), DEFAULTS);
  await settings.forgetTab(1);
  assert.deepEqual(await settings.forPage("claude", 1), DEFAULTS);
});

test("a paused site pauses its tabs, all paused pauses every one, and both can be taken back", async () => {
  const settings = world();
  await settings.pause({ scope: "site", site: "claude", paused: true });
  assert.equal((await settings.forPage("claude", 1)).inject, false);
  assert.equal((await settings.forPage("gemini", 1)).inject, true);
  await settings.pause({ scope: "site", site: "claude", paused: false });
  await settings.pause({ scope: "all", paused: true });
  assert.equal((await settings.forPage("gemini", 1)).inject, false);
  assert.deepEqual(await settings.pauses("claude", 1), { tab: false, site: false, all: true });
});

test("the host's settings hold while it is away", async () => {
  const kept = areas();
  await createSettings(kept).rememberHost({
    "recall.deadline_ms": 250,
    "recall.position": "start",
    "sites.gemini.capture": true,
    "sites.gemini.inject": false,
  });
  const later = createSettings(kept);
  const { inject, capture, deadline_ms: deadline, position } = await later.forPage("gemini", 1);
  assert.deepEqual([inject, capture, deadline, position], [false, true, 250, "start"]);
});

test("a deadline that is no time falls back, one out of bounds is brought in", () => {
  assert.equal(fromHost({}).deadline_ms, 400);
  assert.equal(fromHost({ "recall.deadline_ms": "soon" }).deadline_ms, 400);
  assert.equal(fromHost({ "recall.deadline_ms": 3_600_000 }).deadline_ms, 5_000);
  assert.equal(fromHost({ "recall.deadline_ms": 1 }).deadline_ms, 20);
});

test("drafts go to the host only where the embedding runs on this machine", async () => {
  const settings = world();
  const drafts = async () => (await settings.forPage("claude", 1)).drafts;
  await settings.rememberEmbedding({ embedding: { drafts: true } });
  assert.equal(await drafts(), true);
  await settings.rememberEmbedding({ embedding: { drafts: false } });
  assert.equal(await drafts(), false);
  await settings.rememberEmbedding(null);
  assert.equal(await drafts(), false);
});

test("options begin at their defaults, are kept, reach pages, and take no value that there is not", async () => {
  const settings = world();
  assert.deepEqual(await settings.options(), { language: "auto", receipt: true, preview: false });
  await settings.setOptions({ preview: true, receipt: false });
  const { receipt, preview } = await settings.forPage("claude", 1);
  assert.deepEqual([receipt, preview], [false, true]);
  await assert.rejects(settings.setOptions({ preview: "yes" }));
  assert.equal((await settings.options()).preview, true);
});

test("a muted chat is its own site's, and can be heard again", async () => {
  const settings = world();
  await settings.mute("claude", "/1", true);
  await settings.mute("claude", "0/2", true);
  await settings.mute("claude", "/1", true);
  assert.deepEqual((await settings.forPage("claude", 1)).muted, ["0/2", "/1"]);
  assert.deepEqual((await settings.forPage("gemini", 1)).muted, []);
  await settings.mute("claude", "0/2", false);
  assert.deepEqual((await settings.forPage("claude", 1)).muted, ["/1"]);
});

test("a chosen language comes to the pages with the words that pages say", async () => {
  const settings = world();
  await settings.setOptions({ language: "zh_CN" });
  const { words } = await settings.forPage("claude", 1);
  assert.deepEqual(words, { language: "zh-CN", messages: { receipt_label: "记忆" } });
  await settings.setOptions({ language: "auto" });
  assert.equal((await settings.forPage("claude", 1)).words, null);
});
