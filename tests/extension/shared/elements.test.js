import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { busyWhile, make, part, say, write } from "../../../extension/shared/elements.js";
import { JSDOM } from "jsdom";

beforeEach(() => {
  const { window } = new JSDOM('<button id="go"></button>');
  const { document, HTMLButtonElement, HTMLInputElement } = window;
  Object.assign(globalThis, { document, HTMLButtonElement, HTMLInputElement });
});

test("an element gets its text and its attributes; what is nothing is none", () => {
  const child = make("b", { text: "<i>" });
  const made = make("p", { class: "x", hidden: true, title: null, lang: undefined }, child, null);
  assert.equal(made.outerHTML, '<p class="x" hidden=""><b>&lt;i&gt;</b></p>');
});

test("no style and no handler comes in by an attribute", () => {
  for (const name of ["style", "onclick", "onload"]) {
    assert.throws(() => make("p", { [name]: "x" }), TypeError);
  }
});

test("a part of another kind, or none, is an error", () => {
  assert.equal(part("go", HTMLButtonElement).id, "go");
  assert.throws(() => part("go", HTMLInputElement), TypeError);
  assert.throws(() => part("nowhere", HTMLButtonElement), TypeError);
});

test("only what changed is written, so that only that is read out", () => {
  const line = make("p", { text: "said" });
  const before = line.firstChild;
  write(line, "said");
  assert.equal(line.firstChild, before);
  say(line, "other", "bad");
  assert.deepEqual([line.textContent, line.dataset["tone"]], ["other", "bad"]);
});

test("a button that works is busy, does its work once at a time, and is free after a failure", async () => {
  const button = make("button");
  let runs = 0;
  /** @type {(() => void) | undefined} */
  let end;
  const work = () =>
    new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
      runs += 1;
      end = resolve;
    });
  const first = busyWhile(button, work);
  await busyWhile(button, work);
  assert.deepEqual([runs, button.getAttribute("aria-busy")], [1, "true"]);
  end?.();
  await first;
  assert.equal(button.hasAttribute("aria-busy"), false);
  await assert.rejects(busyWhile(button, () => Promise.reject(new Error("no"))));
  assert.equal(button.hasAttribute("aria-busy"), false);
});
