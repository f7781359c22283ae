import assert from "node:assert/strict";
import { test } from "node:test";
import { readInline } from "../../../extension/library/inline.js";
import { readMarkdown } from "../../../extension/library/markdown.js";

/** @typedef {import("../../../extension/library/markdown.js").Block} Block */
/** @typedef {import("../../../extension/library/inline.js").Inline} Inline */

/** A short way to write what was read. @param {Inline[]} found @returns {string} */
const said = (found) =>
  found
    .map((one) => {
      if (one.type === "text") return one.text;
      if (one.type === "break") return "⏎";
      if (one.type === "code") return `[code ${one.text}]`;
      if (!("inline" in one)) return "";
      if (one.type === "link") return `[${said(one.inline)} → ${one.address}]`;
      return `[${one.type} ${said(one.inline)}]`;
    })
    .join("");

const INLINE = [
  ["**bold** and *em* and ~~gone~~", "[strong bold] and [em em] and [del gone]"],
  ["snake_case_name and 2*3*4", "snake_case_name and 2[em 3]4"],
  ["`a * b` and ``x ` y``", "[code a * b] and [code x ` y]"],
  ["[here](https://a.test/x_(y)) now", "[here → https://a.test/x_(y)] now"],
  ["see https://a.test/p?q=1。", "see [https://a.test/p?q=1 → https://a.test/p?q=1]。"],
  ["[x](javascript:alert(1))", "x (javascript:alert(1))"],
  ["![pic](data:image/png;base64,AA)", "pic (data:image/png;base64,AA)"],
  ["\\*not em\\*", "*not em*"],
  ["**open", "**open"],
  ["one  \ntwo", "one⏎two"],
  ["<script>alert(1)</script>", "<script>alert(1)</script>"],
];

test("what stands inside a line is read, and what is not understood is text", () => {
  for (const [source = "", expected] of INLINE) assert.equal(said(readInline(source)), expected, source);
});

test("no address but those of the web and of mail can be followed", () => {
  for (const address of ["javascript:x", "data:text/html,x", "file:///etc", "chrome://x", "/x", "//x"]) {
    const found = readInline(`[a](${address})`);
    assert.ok(found.every(({ type }) => type === "text"), address);
  }
});

test("blocks are read: headings, lists in lists, quotes, code, tables, rules", () => {
  const source = [
    ...["# Title #", "", "Words", "more words", "", "- one", "  - inner", "- two", "", "  still two", ""],
    ...["3. three", "4. four", "", "> quoted", "> > twice", "", "```js", "# no title", "```", "", "---"],
    ...["| a | b |", "|---|:-:|", "| 1 | `x\\|y` |", "| 2 |"],
  ].join("\n");
  const blocks = readMarkdown(source);
  assert.deepEqual(
    blocks.map(({ type }) => type),
    ["heading", "paragraph", "list", "list", "quote", "code", "rule", "table"],
  );
  const [, , list, numbered, quote, code, , table] = /** @type {any[]} */ (blocks);
  assert.equal(list.items.length, 2);
  assert.equal(list.items[0][1].type, "list");
  assert.equal(list.items[1].length, 2);
  assert.deepEqual([numbered.ordered, numbered.start, numbered.items.length], [true, 3, 2]);
  assert.equal(quote.blocks[1].type, "quote");
  assert.deepEqual([code.language, code.text], ["js", "# no title"]);
  assert.deepEqual(table.rows.map((/** @type {Inline[][]} */ row) => row.map(said)), [
    ["1", "[code x|y]"],
    ["2", ""],
  ]);
});

test("an open fence takes the rest, as it does while an answer is being written", () => {
  const [block] = readMarkdown("~~~py\nx = 1\n\n# still code");
  assert.deepEqual(block, { type: "code", language: "py", text: "x = 1\n\n# still code" });
});

test("nothing makes reading slow or deep", () => {
  // Far below what any of these took when each mark looked through all that followed (half a minute).
  const began = process.cpuUsage();
  for (const piece of ["*", "[", "`", "> ", "- ", "**a", "![](", "| ", "_a", "~~x", "# ", "    "]) {
    readMarkdown(piece.repeat(4_000));
    readMarkdown(`${piece}\n`.repeat(2_000));
  }
  const { user } = process.cpuUsage(began);
  assert.ok(user < 5_000_000, `${user / 1e6} s`);
});
