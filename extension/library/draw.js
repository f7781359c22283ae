// Makes nodes of what markdown.js read. Nothing of a conversation ever becomes markup.

import { make } from "../shared/elements.js";
import { readMarkdown } from "./markdown.js";

/** @typedef {import("./markdown.js").Block} Block */
/** @typedef {import("./inline.js").Inline} Inline */

/** Headings of a turn stand below the turn's own: # is a third level. */
const HEADINGS = /** @type {const} */ (["h3", "h4", "h5"]);

/** @param {string} markdown */
export function drawMarkdown(markdown) {
  return make("div", { class: "markdown" }, ...readMarkdown(markdown).map(drawBlock));
}

/** @param {Block} block @returns {HTMLElement} */
function drawBlock(block) {
  switch (block.type) {
    case "heading":
      return make(HEADINGS[Math.min(block.level, 3) - 1] ?? "h5", {}, ...inlines(block.inline));
    case "paragraph":
      return make("p", {}, ...inlines(block.inline));
    case "code":
      return make("pre", { tabindex: "0", "data-language": block.language }, make("code", { text: block.text }));
    case "quote":
      return make("blockquote", {}, ...block.blocks.map(drawBlock));
    case "list": {
      const items = block.items.map((item) => make("li", {}, ...drawItem(item)));
      if (!block.ordered) return make("ul", {}, ...items);
      return make("ol", { start: block.start === 1 ? null : block.start }, ...items);
    }
    case "table":
      return drawTable(block.head, block.rows);
    case "rule":
      return make("hr");
  }
}

/** An item of one paragraph is that paragraph's words. @param {Block[]} blocks @returns {Node[]} */
function drawItem(blocks) {
  const [first, ...rest] = blocks;
  if (first?.type !== "paragraph") return blocks.map(drawBlock);
  return [...inlines(first.inline), ...rest.map(drawBlock)];
}

/** @param {Inline[][]} head @param {Inline[][][]} rows */
function drawTable(head, rows) {
  const top = make("tr", {}, ...head.map((cell) => make("th", { scope: "col" }, ...inlines(cell))));
  const lines = rows.map((row) => make("tr", {}, ...row.map((cell) => make("td", {}, ...inlines(cell)))));
  const table = make("table", {}, make("thead", {}, top), make("tbody", {}, ...lines));
  return make("div", { class: "wide", tabindex: "0" }, table);
}

/** @param {Inline[]} found @returns {Node[]} */
const inlines = (found) => found.map(drawInline);

/** @param {Inline} one @returns {Node} */
function drawInline(one) {
  switch (one.type) {
    case "text":
      return document.createTextNode(one.text);
    case "code":
      return make("code", { text: one.text });
    case "break":
      return make("br");
    case "link": {
      const rel = "noopener noreferrer nofollow";
      return make("a", { href: one.address, target: "_blank", rel }, ...inlines(one.inline));
    }
    default:
      return make(one.type, {}, ...inlines(one.inline));
  }
}
