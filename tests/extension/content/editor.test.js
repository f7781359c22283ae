import assert from "node:assert/strict";
import { test } from "node:test";
import { JSDOM } from "jsdom";
import { load } from "./load.js";

const { editor } = load("editor.js");

/** The first element of a body. @param {string} markup */
function element(markup) {
  const { window } = new JSDOM(`<body>${markup}</body>`);
  const first = window.document.body.firstElementChild;
  assert.ok(first instanceof window.HTMLElement);
  // No editing commands in jsdom: textareas take the way past the framework instead.
  window.document.execCommand = () => false;
  return /** @type {HTMLElement} */ (/** @type {unknown} */ (first));
}

/** @type {[string, string, string][]} */
const READINGS = [
  ["paragraphs are lines", "<div><p>a</p><p>b</p></div>", "a\nb"],
  ["an empty paragraph is an empty line", "<div><p>a</p><p><br></p><p>b</p></div>", "a\n\nb"],
  ["a br is a line break", "<div><p>a<br>b</p></div>", "a\nb"],
  [
    "an editor's trailing br says nothing",
    '<div><p>a<br class="ProseMirror-trailingBreak"></p></div>',
    "a",
  ],
  [
    "a line break at the end is kept beside the trailing br",
    '<div><p>a<br><br class="ProseMirror-trailingBreak"></p></div>',
    "a\n",
  ],
  ["list items are lines", "<div><ul><li><p>a</p></li><li><p>b</p></li></ul></div>", "a\nb"],
  ["inline marks are text", "<div><p>a <b>b</b><span>c</span></p></div>", "a bc"],
  ["no-break spaces are spaces", "<div><p>a\u00a0b\u200b</p></div>", "a b"],
  ["bare text is a line", "<div>a<div>b</div>c</div>", "a\nb\nc"],
  ["an empty editor is empty", "<div><p><br></p></div>", ""],
];
for (const [sentence, markup, expected] of READINGS) {
  test(sentence, () => {
    assert.equal(editor.read(element(markup)), expected);
  });
}

test("an editor that holds only placeholders is blank", () => {
  assert.equal(editor.blank(element('<div><p data-placeholder="Ask"><br></p></div>')), true);
  assert.equal(editor.blank(element("<div><p> \u00a0</p></div>")), true);
  assert.equal(editor.blank(element("<div><p>x</p></div>")), false);
});

test("a framework that keeps a textarea's value hears of an insertion", () => {
  const area = /** @type {HTMLTextAreaElement} */ (element("<textarea>ask</textarea>"));
  let heard = "";
  area.addEventListener("input", () => {
    heard = area.value;
  });
  editor.insert(area, "\n\nblock", "end", "text", "typed");
  assert.equal(heard, "ask\n\nblock");
  editor.insert(area, "start ", "start", "text", "typed");
  assert.equal(heard, "start ask\n\nblock");
});

/** What an editor is told to do by insertion, with what each command answers. @param {(command: string) => boolean} answer */
function told(answer) {
  const field = element('<div contenteditable="true"><p>ask</p></div>');
  /** @type {[string, string | undefined][]} */
  const commands = [];
  field.ownerDocument.execCommand = (/** @type {string} */ command, _ui, /** @type {string} */ value) => {
    commands.push([command, value]);
    return answer(command);
  };
  return { field, commands };
}

test("lines that follow a person's are put in by one command, as nothing but text", () => {
  const { field, commands } = told(() => true);
  editor.insert(field, "\n\n---\na < b & c", "end", "text", "at once");
  assert.deepEqual(commands, [["insertHTML", "<p><br></p><p>---</p><p>a &#60; b &#38; c</p>"]]);
});

test("where that does nothing, or is not allowed, the lines are typed", () => {
  const answers = [
    () => false,
    (/** @type {string} */ command) => {
      if (command === "insertHTML") throw new TypeError("This document requires TrustedHTML");
      return true;
    },
  ];
  for (const answer of answers) {
    const { field, commands } = told(answer);
    editor.insert(field, "\nblock", "end", "text", "at once");
    assert.deepEqual(commands.slice(1), [["insertText", "\nblock"]]);
  }
});

test("a text that goes before the person's, or begins in their line, is typed", () => {
  for (const [text, where] of /** @type {[string, "end" | "start"][]} */ ([["\nblock", "start"], ["block", "end"]])) {
    const { field, commands } = told(() => true);
    editor.insert(field, text, where, "text", "at once");
    assert.deepEqual(commands, [["insertText", text]]);
  }
});

test("a part of a textarea is taken out, and the rest stays", () => {
  const area = /** @type {HTMLTextAreaElement} */ (element("<textarea>ask BLOCK more</textarea>"));
  assert.equal(editor.remove(area, 3, 6), true);
  assert.equal(area.value, "ask more");
});

test("texts are the same but for what editors change on their own", () => {
  assert.equal(editor.same("a\u00a0b  \nc\n", "a b\nc"), true);
  assert.equal(editor.same("a\nb", "a\n\nb"), false);
  assert.equal(editor.same("a", "b"), false);
});
