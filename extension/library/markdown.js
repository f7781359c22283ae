// Reads the Markdown that the host keeps of a conversation: headings, paragraphs, lists, quotes, code,
// tables, rules. The result is data; draw.js makes nodes of it. What is not understood is text.

import { readInline } from "./inline.js";

/** @typedef {import("./inline.js").Inline} Inline */
/**
 * @typedef {{ type: "heading", level: number, inline: Inline[] }
 *   | { type: "paragraph", inline: Inline[] }
 *   | { type: "code", language: string, text: string }
 *   | { type: "list", ordered: boolean, start: number, items: Block[][] }
 *   | { type: "quote", blocks: Block[] }
 *   | { type: "table", head: Inline[][], rows: Inline[][][] }
 *   | { type: "rule" }} Block
 */

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([^\s`]*)/;
const HEADING = /^ {0,3}(#{1,6})\s(.*)$/;
const RULE = /^ {0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])( {1,4}|$)(.*)$/;
const DELIMITERS = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;
/** Quotes and lists inside one another, deeper than anybody writes, are text. */
const DEEPEST = 12;

/** @param {string} markdown @returns {Block[]} */
export const readMarkdown = (markdown) => read(markdown.replace(/\r\n?/g, "\n").split("\n"), 0);

/** @param {string[]} lines @param {number} depth @returns {Block[]} */
function read(lines, depth) {
  /** @type {Block[]} */
  const blocks = [];
  let i = 0;
  while (i < lines.length) {
    const line = lines[i] ?? "";
    if (!line.trim()) {
      i += 1;
      continue;
    }
    const [block, next] =
      code(lines, i) ?? heading(line, i) ?? (depth < DEEPEST ? nested(lines, i, depth) : null) ??
      table(lines, i) ?? paragraph(lines, i, depth);
    blocks.push(block);
    i = next;
  }
  return blocks;
}

/** @typedef {[Block, number]} Found  a block, and the line after it */

/** @param {string[]} lines @param {number} i @returns {Found | null} */
function code(lines, i) {
  const open = FENCE.exec(lines[i] ?? "");
  if (!open) return null;
  const [, fence = "", language = ""] = open;
  const close = new RegExp(`^ {0,3}\\${fence[0]}{${fence.length},}\\s*$`);
  let end = i + 1;
  while (end < lines.length && !close.test(lines[end] ?? "")) end += 1;
  const text = lines.slice(i + 1, end).join("\n");
  return [{ type: "code", language, text }, end + 1];
}

/** @param {string} line @param {number} i @returns {Found | null} */
function heading(line, i) {
  const found = HEADING.exec(line);
  if (found) {
    const [, marks = "", words = ""] = found;
    return [{ type: "heading", level: marks.length, inline: readInline(words.trim().replace(/(?:^|\s)#+$/, "")) }, i + 1];
  }
  return RULE.test(line) ? [{ type: "rule" }, i + 1] : null;
}

/** @param {string[]} lines @param {number} i @param {number} depth @returns {Found | null} */
function nested(lines, i, depth) {
  const line = lines[i] ?? "";
  if (QUOTE.test(line)) {
    let end = i;
    while (end < lines.length && QUOTE.test(lines[end] ?? "")) end += 1;
    const inner = lines.slice(i, end).map((each) => each.replace(QUOTE, ""));
    return [{ type: "quote", blocks: read(inner, depth + 1) }, end];
  }
  return ITEM.test(line) ? list(lines, i, depth) : null;
}

/** @param {string[]} lines @param {number} i @param {number} depth @returns {Found} */
function list(lines, i, depth) {
  const [, , first = ""] = ITEM.exec(lines[i] ?? "") ?? [];
  const ordered = /\d/.test(first);
  /** @type {Block[][]} */
  const items = [];
  let next = i;
  while (next < lines.length) {
    const found = ITEM.exec(lines[next] ?? "");
    if (!found || /\d/.test(found[2] ?? "") !== ordered || RULE.test(lines[next] ?? "")) break;
    const [, indent = "", mark = "", gap = "", words = ""] = found;
    const width = indent.length + mark.length + Math.max(1, gap.length);
    const inner = [words];
    next += 1;
    while (next < lines.length && belongs(lines, next, width)) {
      inner.push((lines[next] ?? "").replace(new RegExp(`^ {0,${width}}`), ""));
      next += 1;
    }
    items.push(read(inner, depth + 1));
    while (next < lines.length && !lines[next]?.trim() && ITEM.test(lines[next + 1] ?? "")) next += 1;
  }
  return [{ type: "list", ordered, start: Number.parseInt(first, 10) || 1, items }, next];
}

/** Whether a line goes on with an item. @param {string[]} lines @param {number} i @param {number} width */
function belongs(lines, i, width) {
  const line = lines[i] ?? "";
  const indented = (/** @type {string} */ each) => /^ */.exec(each)?.[0].length ?? 0;
  if (line.trim()) return indented(line) >= Math.min(width, 2) || !(starts(line) || !lines[i - 1]?.trim());
  const after = lines[i + 1] ?? "";
  return after.trim() !== "" && indented(after) >= Math.min(width, 2);
}

/** Whether a line ends a paragraph by what it begins. @param {string} line */
const starts = (line) =>
  FENCE.test(line) || HEADING.test(line) || RULE.test(line) || QUOTE.test(line) || ITEM.test(line);

/** @param {string[]} lines @param {number} i @returns {Found | null} */
function table(lines, i) {
  const head = lines[i] ?? "";
  if (!head.includes("|") || !DELIMITERS.test(lines[i + 1] ?? "") || !lines[i + 1]?.includes("-")) {
    return null;
  }
  const columns = cells(head);
  if (cells(lines[i + 1] ?? "").length !== columns.length) return null;
  let end = i + 2;
  while (end < lines.length && lines[end]?.includes("|") && lines[end]?.trim()) end += 1;
  const rows = lines.slice(i + 2, end).map((line) => {
    const row = cells(line).slice(0, columns.length);
    return [...row, ...Array(columns.length - row.length).fill("")].map((cell) => readInline(cell));
  });
  return [{ type: "table", head: columns.map((cell) => readInline(cell)), rows }, end];
}

/** @param {string} line @returns {string[]} */
function cells(line) {
  const inner = line.trim().replace(/^\|/, "").replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/** @param {string[]} lines @param {number} i @param {number} depth @returns {Found} */
function paragraph(lines, i, depth) {
  const ends = (/** @type {string} */ line) => !line.trim() || (depth < DEEPEST && starts(line));
  let end = i + 1;
  while (end < lines.length && !ends(lines[end] ?? "")) end += 1;
  const words = lines.slice(i, end).map((line) => line.trimStart()).join("\n");
  return [{ type: "paragraph", inline: readInline(words) }, end];
}
