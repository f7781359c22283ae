import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.js";

const { policy } = load("editor.js", "policy.js");

const CONTEXT =
  "\n\n---\n[MemoryX context · 1 memory]\n- [Preference·Mar] Prefers **TypeScript** (a+b)\n" +
  "(Background about the user. Answer the question directly; use it only where relevant.)\n---";

/** @type {MemoryX.PageSettings} */
const SETTINGS = {
  capture: true,
  inject: true,
  deadline_ms: 400,
  position: "end",
  drafts: false,
  marks: false,
  receipt: true,
  preview: false,
  muted: [],
  words: null,
};

/** @param {Partial<MemoryX.SendFacts>} changes @returns {MemoryX.SendFacts} */
const facts = (changes = {}) => ({
  kind: "enter",
  trusted: true,
  modified: false,
  composing: false,
  sinceComposition: Infinity,
  ours: true,
  inFlight: false,
  settings: SETTINGS,
  trouble: null,
  layout: "classic",
  kindOfPlace: "new",
  temporary: false,
  muted: false,
  menuOpen: false,
  role: "send",
  disabled: false,
  text: "plan a dinner",
  ...changes,
});

test("a plain Enter in the composer is held", () => {
  assert.deepEqual(policy.verdict(facts()), { act: "intercept", reason: "send" });
});

test("a click on the send control is held, whatever keys are down", () => {
  assert.equal(policy.verdict(facts({ kind: "click", modified: true })).act, "intercept");
});

test("Enter is held where no send control is drawn yet, a click is not", () => {
  assert.equal(policy.verdict(facts({ role: "none" })).act, "intercept");
  assert.equal(policy.verdict(facts({ kind: "click", role: "none" })).act, "pass");
});

/** @type {[string, Partial<MemoryX.SendFacts>][]} */
const PASSES = [
  ["untrusted", { trusted: false }],
  ["not-ours", { ours: false }],
  ["modified", { modified: true }],
  ["composing", { composing: true }],
  ["composition-ended", { sinceComposition: 10 }],
  ["starting", { settings: null }],
  ["paused", { settings: { ...SETTINGS, inject: false } }],
  ["unknown-layout", { layout: null }],
  ["trouble", { trouble: "send_unconfirmed" }],
  ["not-a-chat", { kindOfPlace: "other" }],
  ["temporary", { temporary: true }],
  ["muted", { muted: true }],
  ["menu-open", { menuOpen: true }],
  ["stop-state", { role: "stop" }],
  ["stop-state", { kind: "click", role: "stop" }],
  ["send-disabled", { disabled: true }],
  ["no-text", { text: " \n " }],
  ["has-block", { text: `hello${CONTEXT}` }],
];
for (const [reason, changes] of PASSES) {
  test(`passes untouched: ${reason} ${JSON.stringify(changes).slice(0, 60)}`, () => {
    assert.deepEqual(policy.verdict(facts(changes)), { act: "pass", reason });
  });
}

test("while a send is under way, a second Enter and a click on send go nowhere", () => {
  assert.equal(policy.verdict(facts({ inFlight: true })).act, "swallow");
  assert.equal(policy.verdict(facts({ inFlight: true, kind: "click" })).act, "swallow");
});

test("while a send is under way, Shift+Enter, an input method, a menu and stop stay the person's", () => {
  for (const changes of [{ modified: true }, { composing: true }, { menuOpen: true }]) {
    assert.equal(policy.verdict(facts({ inFlight: true, ...changes })).act, "pass");
  }
  assert.equal(policy.verdict(facts({ inFlight: true, kind: "click", role: "stop" })).act, "pass");
});

test("the block is found in a text whatever blank space an editor put between its lines", () => {
  const loose = CONTEXT.replaceAll("\n", "\n \n");
  const found = policy.findBlock(`my question${loose}`, CONTEXT);
  assert.equal(found?.rest, "my question");
});

test("a block that stands twice, in part or not at all is not found", () => {
  assert.equal(policy.findBlock(`x${CONTEXT}${CONTEXT}`, CONTEXT), null);
  assert.equal(policy.findBlock(`x${CONTEXT.slice(0, -40)}`, CONTEXT), null);
  assert.equal(policy.findBlock("x", CONTEXT), null);
  assert.equal(policy.findBlock("x", ""), null);
});

test("a message is delivered only when it is the person's text and the block, and nothing else", () => {
  assert.equal(policy.delivered(`a\n\nb${CONTEXT}`, "a\n\nb", CONTEXT), true);
  assert.equal(policy.delivered(`a\nb${CONTEXT}`, "a\n\nb", CONTEXT), false);
  assert.equal(policy.delivered(`a${CONTEXT}b`, "a", CONTEXT), false);
  assert.equal(policy.delivered("a", "a", CONTEXT), false);
  assert.equal(policy.delivered(CONTEXT, "a", CONTEXT), false);
});

test("a block at the start stands before the text, a blank line between them", () => {
  const block = policy.placed(CONTEXT, "start");
  assert.match(block, /^---\n\[MemoryX[^]*---\n\n$/);
  assert.equal(policy.delivered(`${block}my question`, "my question", CONTEXT), true);
});

test("any block of ours is recognised by its first lines", () => {
  assert.equal(policy.carriesBlock(`x\n---\n[MemoryX 上下文 · 3 条记忆]\n- y`), true);
  assert.equal(policy.carriesBlock("I like [MemoryX context · 1 memory] a lot"), false);
});

/** @param {Partial<MemoryX.Situation>} [changes] @returns {MemoryX.Situation} */
const at = (changes = {}) => ({
  url: "https://site/c/1",
  conversationId: "1",
  turns: 3,
  text: "hello",
  ...changes,
});

test("a text or an address that changed while the host was asked takes no block", () => {
  assert.equal(policy.afterWait(at(), at()), "inject");
  assert.equal(policy.afterWait(at(), at({ text: "hello you" })), "send");
  assert.equal(policy.afterWait(at(), at({ url: "https://site/c/1?model=x" })), "send");
});

test("an emptied composer and another chat's composer are not sent from", () => {
  assert.equal(policy.afterWait(at(), at({ text: "" })), "abort");
  assert.equal(policy.afterWait(at(), at({ text: null })), "abort");
  const other = { url: "https://site/c/2", conversationId: "2" };
  assert.equal(policy.afterWait(at(), at(other)), "abort");
});

test("a chat that gets its name meanwhile is the same chat, a chat that was opened is not", () => {
  const unnamed = at({ url: "https://site/", conversationId: null, turns: 1 });
  assert.equal(policy.afterWait(unnamed, at({ turns: 1 })), "send");
  assert.equal(policy.afterWait(unnamed, at({ turns: 4 })), "abort");
  assert.equal(policy.afterWait({ ...unnamed, turns: 0 }, at({ turns: 0 })), "abort");
});

test("looking for the block takes no longer than the text is long", () => {
  const started = performance.now();
  policy.findBlock(`${" \n".repeat(100_000)}${CONTEXT}`, CONTEXT);
  policy.findBlock("---\n".repeat(50_000), CONTEXT);
  policy.carriesBlock("---\n".repeat(50_000));
  policy.carriesBlock(`---${"\n".repeat(100_000)}`);
  policy.carriesBlock(`${" ".repeat(100_000)}x`);
  assert.ok(performance.now() - started < 1_000);
});
