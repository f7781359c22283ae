import assert from "node:assert/strict";
import { test } from "node:test";
import {
  changedOptions,
  DEFAULT_OPTIONS,
  readOptions,
  storedOptions,
} from "../../../extension/shared/options.js";

test("nothing stored, or rubbish, reads as the defaults", () => {
  for (const stored of [undefined, null, 7, "x", [], {}]) {
    assert.deepEqual(readOptions(stored), DEFAULT_OPTIONS);
  }
});

test("what is stored comes back, and only values that can be used", () => {
  const options = { ...DEFAULT_OPTIONS, language: /** @type {const} */ ("zh_TW"), receipt: false };
  assert.deepEqual(readOptions(storedOptions(options)), options);
  assert.deepEqual(
    readOptions({ language: "klingon", receipt: "no", preview: true, colour: "red" }),
    { ...DEFAULT_OPTIONS, preview: true },
  );
});

test("options of an older version go through each step that they have not been through", () => {
  const steps = Object.freeze([
    (/** @type {Record<string, unknown>} */ { show, ...rest }) => ({ ...rest, receipts: show }),
    (/** @type {Record<string, unknown>} */ { receipts, ...rest }) => ({ ...rest, receipt: receipts }),
  ]);
  const off = { ...DEFAULT_OPTIONS, receipt: false };
  assert.deepEqual(readOptions({ show: false }, steps), off);
  assert.deepEqual(readOptions({ receipts: false, version: 1 }, steps), off);
  assert.deepEqual(readOptions({ receipt: false, show: true, version: 2 }, steps), off);
  assert.equal(storedOptions(off, steps).version, 2);
});

test("a change takes known names and values, all or none", () => {
  const changed = changedOptions({ ...DEFAULT_OPTIONS }, { preview: true });
  assert.deepEqual(changed, { ...DEFAULT_OPTIONS, preview: true });
  assert.equal(changedOptions({ ...DEFAULT_OPTIONS }, { preview: true, receipt: 1 }), null);
  assert.equal(changedOptions({ ...DEFAULT_OPTIONS }, { toString: true }), null);
});
