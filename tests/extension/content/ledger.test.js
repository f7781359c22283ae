import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.js";

const { ledger: ledgers } = load("ledger.js");

/** @param {string} key @param {Partial<MemoryX.CapturedTurn>} [more] @returns {MemoryX.CapturedTurn} */
const turn = (key, more = {}) => ({
  key,
  role: key.startsWith("u") ? "user" : "assistant",
  markdown: `text of ${key}`,
  complete: true,
  ...more,
});
/** @param {MemoryX.CapturedTurn[]} turns */
const keys = (turns) => turns.map(({ key }) => key);

/** A ledger that has seen and saved these turns. @param {MemoryX.CapturedTurn[]} turns */
function settled(turns) {
  const ledger = ledgers.create();
  ledger.observe("/A", turns, 0);
  ledger.observe("/A", turns, 1_500);
  ledger.acknowledge("/A", turns);
  return ledger;
}

test("a turn is saved once it stood for a second, not before", () => {
  const ledger = ledgers.create();
  const turns = [turn("u1")];
  ledger.observe("/A", turns, 0);
  assert.deepEqual(ledger.due("/A", turns, 0, "settled"), []);
  assert.equal(ledger.unsettled("/A", turns, 0), true);
  ledger.observe("/A", turns, 1_000);
  assert.deepEqual(keys(ledger.due("/A", turns, 1_000, "settled")), ["u1"]);
  assert.equal(ledger.unsettled("/A", turns, 1_000), false);
});

test("a turn that was drawn and taken away is never saved, also when it is drawn again", () => {
  const ledger = ledgers.create();
  const turns = [turn("u1", { complete: false })];
  ledger.observe("/A", turns, 0);
  ledger.observe("/A", [], 800);
  ledger.observe("/A", turns, 1_600);
  assert.deepEqual(ledger.due("/A", turns, 1_600, "settled"), []);
});

test("only what is new goes, with a known neighbour on each side", () => {
  const old = ["u1", "a1", "u2", "a2", "u3", "a3"].map((key) => turn(key));
  const ledger = settled(old);
  const edited = old.map((each) => (each.key === "u2" ? turn("u2", { markdown: "edited" }) : each));
  const now = [...edited, turn("u4")];
  ledger.observe("/A", now, 3_000);
  ledger.observe("/A", now, 4_500);
  assert.deepEqual(keys(ledger.due("/A", now, 4_500, "settled")), ["a1", "u2", "a2", "a3", "u4"]);
});

test("nothing goes when nothing changed", () => {
  const turns = [turn("u1"), turn("a1")];
  const ledger = settled(turns);
  ledger.observe("/A", turns, 3_000);
  assert.deepEqual(ledger.due("/A", turns, 3_000, "settled"), []);
});

test("an answer that grows goes again, and once more when it is complete", () => {
  const started = [turn("u1"), turn("a1", { complete: false, markdown: "Half" })];
  const ledger = settled(started);
  const grown = [turn("u1"), turn("a1", { complete: false, markdown: "Half an answer" })];
  ledger.observe("/A", grown, 3_000);
  assert.deepEqual(keys(ledger.due("/A", grown, 3_000, "settled")), ["u1", "a1"]);
  ledger.acknowledge("/A", grown);
  const done = [turn("u1"), turn("a1", { markdown: "Half an answer" })];
  ledger.observe("/A", done, 4_500);
  assert.deepEqual(keys(ledger.due("/A", done, 4_500, "settled")), ["u1", "a1"]);
});

test("what was not acknowledged is due again", () => {
  const ledger = ledgers.create();
  const turns = [turn("u1")];
  ledger.observe("/A", turns, 0);
  ledger.observe("/A", turns, 1_500);
  assert.equal(ledger.due("/A", turns, 1_500, "settled").length, 1);
  assert.equal(ledger.due("/A", turns, 3_000, "settled").length, 1);
});

test("a save by hand takes every turn of the page at once", () => {
  const ledger = settled([turn("u1"), turn("a1")]);
  const turns = [turn("u1"), turn("a1"), turn("u2")];
  ledger.observe("/A", turns, 3_000);
  assert.deepEqual(keys(ledger.due("/A", turns, 3_000, "all")), ["u1", "a1", "u2"]);
});

test("turns of a chat without a name are saved as soon as it has one", () => {
  const ledger = ledgers.create();
  const turns = [turn("u1")];
  ledger.observe(null, turns, 0);
  ledger.observe("/A", turns, 1_400);
  assert.deepEqual(keys(ledger.due("/A", turns, 1_400, "settled")), ["u1"]);
});

test("turns of the chat before, still drawn after a navigation, are not taken for the new chat's", () => {
  const old = [turn("u1"), turn("a1")];
  const ledger = settled(old);
  ledger.observe("/B", old, 3_000);
  ledger.observe("/B", old, 4_500);
  assert.deepEqual(ledger.due("/B", old, 4_500, "all"), []);
  const fresh = [turn("u7")];
  ledger.observe("/B", fresh, 5_000);
  ledger.observe("/B", fresh, 6_500);
  assert.deepEqual(keys(ledger.due("/B", fresh, 6_500, "settled")), ["u7"]);
});

test("turns that stay under another address are that chat's after a while, as in a branch", () => {
  const old = [turn("u1")];
  const ledger = settled(old);
  for (const now of [3_000, 5_000, 8_100]) ledger.observe("/B", old, now);
  assert.deepEqual(keys(ledger.due("/B", old, 8_100, "settled")), ["u1"]);
});

test("what a temporary chat showed is never saved, wherever it is still drawn", () => {
  const ledger = ledgers.create();
  const turns = [turn("u1")];
  ledger.observe("!", turns, 0);
  ledger.observe("!", [], 1_000);
  for (const now of [2_000, 5_000, 9_000]) ledger.observe("/A", turns, now);
  assert.deepEqual(ledger.due("/A", turns, 9_000, "all"), []);
});

test("a visit to a temporary chat leaves a saved chat's turns its own", () => {
  const old = [turn("u1")];
  const ledger = settled(old);
  ledger.observe("!", old, 3_000);
  const edited = [turn("u1", { markdown: "edited" })];
  ledger.observe("/A", edited, 6_000);
  assert.deepEqual(keys(ledger.due("/A", edited, 6_000, "settled")), ["u1"]);
});

test("who leaves the page takes along what has an answer, and not a turn that may be refused", () => {
  const ledger = ledgers.create();
  const turns = [turn("u1"), turn("a1"), turn("u2", { complete: true })];
  ledger.observe("/A", turns, 0);
  assert.deepEqual(keys(ledger.due("/A", turns, 0, "settled")), []);
  assert.deepEqual(keys(ledger.due("/A", turns, 0, "leaving")), ["u1", "a1"]);
});
