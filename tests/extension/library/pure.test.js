import assert from "node:assert/strict";
import { test } from "node:test";
import { difference } from "../../../extension/library/difference.js";
import { hashOf, readPlace } from "../../../extension/library/place.js";
import { BLOCK, createRows } from "../../../extension/library/rows.js";
import { createSelection } from "../../../extension/library/selection.js";
import { mondayOf, withoutGaps } from "../../../extension/library/weeks.js";

test("a place is read from the address that was made of it", () => {
  const query = { q: "50% & 茶", type: "skill" };
  const hash = hashOf("conversation", ["claude", "a/b?c#d"], query);
  assert.deepEqual(readPlace(hash), { view: "conversation", path: ["claude", "a/b?c#d"], query });
  assert.equal(hashOf("memories", [], { q: "", type: undefined }), "#/memories");
  for (const hash_ of ["", "#", "#/nowhere", "#main"]) assert.equal(readPlace(hash_).view, "memories");
  assert.deepEqual(readPlace("#/memory/100%").path, ["100%"]);
});

test("a difference names what is gone and what is new, in words and in characters", () => {
  const kinds = (/** @type {string} */ before, /** @type {string} */ after) =>
    difference(before, after).map(({ kind, text }) => `${kind}:${text}`);
  assert.deepEqual(kinds("Likes green tea", "Likes black tea"), [
    ...["same:Likes ", "gone:green", "new:black", "same: tea"],
  ]);
  assert.deepEqual(kinds("住在上海", "住在北京"), ["same:住在", "gone:上海", "new:北京"]);
  assert.deepEqual(kinds("same", "same"), ["same:same"]);
  assert.deepEqual(kinds("", "new"), ["new:new"]);
});

test("a difference holds both texts whole, however they differ", () => {
  for (const [before, after] of /** @type {[string, string][]} */ ([
    ["a b c d e", "e d c b a"],
    ["x ".repeat(2_000), "y ".repeat(2_000)],
    ["  two  spaces ", "two spaces"],
  ])) {
    const pieces = difference(before, after);
    const without = (/** @type {string} */ kind) =>
      pieces.filter((piece) => piece.kind !== kind).map(({ text }) => text).join("");
    assert.equal(without("new"), before);
    assert.equal(without("gone"), after);
  }
});

/** A list of that many numbers, with what was asked of it. @param {number} total */
function numbers(total) {
  /** @type {number[]} */
  const asked = [];
  const fetchRows = async (/** @type {number} */ offset, /** @type {number} */ limit) => {
    asked.push(offset);
    const length = Math.max(0, Math.min(limit, total - offset));
    return { total, items: Array.from({ length }, (_, i) => offset + i) };
  };
  return { asked, fetchRows };
}

test("rows are fetched where they come into sight, and only there", async () => {
  const { asked, fetchRows } = numbers(10_000);
  /** @type {() => void} */
  let seen = () => undefined;
  const came = () =>
    new Promise((resolve) => {
      seen = () => resolve(null);
    });
  const rows = createRows(fetchRows, () => seen(), assert.ifError);
  await rows.begin(0);
  assert.deepEqual([rows.total, rows.at(3), rows.at(BLOCK)], [10_000, 3, undefined]);
  const next = came();
  rows.want(9_000, 9_020);
  await next;
  assert.equal(rows.at(9_010), 9_010);
  assert.deepEqual(asked, [0, 9_000]);
});

test("a list that became shorter is shown from its end", async () => {
  const { fetchRows } = numbers(70);
  const rows = createRows(fetchRows, () => undefined, assert.ifError);
  await rows.begin(500);
  assert.equal(rows.at(69), 69);
});

test("a failed fetch is told once, and nothing more is asked until something is wanted", async () => {
  let calls = 0;
  const failed = new Promise((resolve) => {
    const rows = createRows(
      async (offset) => {
        calls += 1;
        if (offset > 0) throw new Error("away");
        return { items: [1], total: 500 };
      },
      () => undefined,
      resolve,
    );
    void rows.begin(0).then(() => rows.want(100, 120));
  });
  assert.equal(String(await failed), "Error: away");
  assert.equal(calls, 2);
});

test("a range is chosen from where the last choice was made", () => {
  const selection = createSelection(() => undefined);
  const idAt = (/** @type {number} */ place) => (place < 6 ? `m${place}` : undefined);
  selection.toggle("m2", 2);
  selection.extend(4, idAt);
  assert.deepEqual(selection.ids(), ["m2", "m3", "m4"]);
  selection.extend(0, idAt);
  assert.equal(selection.size, 5);
  selection.toggle("m2", 2);
  assert.equal(selection.has("m2"), false);
  selection.clear();
  assert.equal(selection.size, 0);
});

test("weeks without anything are there too, and begin on Mondays", () => {
  assert.equal(mondayOf(new Date("2026-03-01T23:59:59Z")), "2026-02-23");
  assert.equal(mondayOf(new Date("2026-03-02T00:00:00Z")), "2026-03-02");
  const given = [{ at: "2026-02-16", value: 2 }];
  assert.deepEqual(withoutGaps(given, { last: "2026-03-02", step: 7, least: 2 }), [
    ...[{ at: "2026-02-16", value: 2 }, { at: "2026-02-23", value: 0 }, { at: "2026-03-02", value: 0 }],
  ]);
});
