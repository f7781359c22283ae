// Reads what stands inside a line of Markdown: code, strong, emphasis, struck words, links, addresses.

/**
 * @typedef {{ type: "text" | "code", text: string }
 *   | { type: "strong" | "em" | "del", inline: Inline[] }
 *   | { type: "link", address: string, inline: Inline[] }
 *   | { type: "break" }} Inline
 */

/** Every alternative begins with another character, so that reading stays linear. */
const MARK =
  /\\([!-/:-@[-`{-~])|(`+)|(\*\*|__)(?=\S)|(~~)(?=\S)|([*_])(?=\S)|(!?\[)|<(https?:\/\/[^\s<>]+)>|(https?:\/\/[^\s<>()*`]+[^\s<>()*`.,;:!?'"，。；：！？])|( {2,}|\\)?\n/g;
/** What may be followed from a page of ours. */
const SAFE = /^(?:https?|mailto):/i;
const LINK_END = /^\]\(\s*<?([^\s<>)]*(?:\([^\s<>)]*\)[^\s<>)]*)?)>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/;
const DEEPEST = 8;

/** @param {string} source @param {number} [depth] @returns {Inline[]} */
export function readInline(source, depth = 0) {
  /** @type {Inline[]} */
  const found = [];
  let text = "";
  let at = 0;
  const flush = () => {
    if (text) found.push({ type: "text", text });
    text = "";
  };
  const marks = new RegExp(MARK);
  for (let mark = marks.exec(source); mark; mark = marks.exec(source)) {
    text += source.slice(at, mark.index);
    const read = depth < DEEPEST ? piece(source, mark, depth) : null;
    if (read) {
      if (typeof read.inline === "string") text += read.inline;
      else {
        flush();
        found.push(read.inline);
      }
      at = read.end;
    } else {
      text += mark[0];
      at = mark.index + mark[0].length;
    }
    marks.lastIndex = at;
  }
  text += source.slice(at);
  flush();
  return found;
}

/**
 * @param {string} source @param {RegExpExecArray} mark @param {number} depth
 * @returns {{ inline: Inline | string, end: number } | null}
 */
function piece(source, mark, depth) {
  const [whole, escaped, ticks, strong, struck, em, bracket, angled, bare] = mark;
  const start = mark.index + whole.length;
  if (escaped !== undefined) return { inline: escaped, end: start };
  if (ticks) return codeSpan(source, ticks, start);
  if (strong) return span(source, mark.index, strong, "strong", depth);
  if (struck) return span(source, mark.index, struck, "del", depth);
  if (em) return span(source, mark.index, em, "em", depth);
  if (bracket) return link(source, mark.index, bracket, depth);
  const address = angled ?? bare;
  if (address) {
    return { inline: { type: "link", address, inline: [{ type: "text", text: address }] }, end: start };
  }
  return { inline: { type: "break" }, end: start };
}

/** @param {string} source @param {string} ticks @param {number} start */
function codeSpan(source, ticks, start) {
  let end = source.indexOf(ticks, start);
  // A longer run of ticks is none of the end.
  while (end >= 0 && (source[end + ticks.length] === "`" || source[end - 1] === "`")) {
    end = source.indexOf(ticks, end + ticks.length);
  }
  if (end < 0) return null;
  const inner = source.slice(start, end).replaceAll("\n", " ");
  const text = /^ .*\S.* $/.test(inner) ? inner.slice(1, -1) : inner;
  return { inline: /** @type {Inline} */ ({ type: "code", text }), end: end + ticks.length };
}

/**
 * @param {string} source @param {number} index @param {string} mark
 * @param {"strong" | "em" | "del"} type @param {number} depth
 */
function span(source, index, mark, type, depth) {
  const inWord = /[\p{L}\p{N}]/u;
  // Underscores inside a word are part of it: snake_case_names.
  if (mark.startsWith("_") && inWord.test(source[index - 1] ?? "")) return null;
  const start = index + mark.length;
  let end = source.indexOf(mark, start + 1);
  while (end >= 0) {
    const closes = /\S/.test(source[end - 1] ?? "") && source[end - 1] !== "\\";
    const whole = mark.length > 1 || (source[end + 1] !== mark && source[end - 1] !== mark);
    const outside = !mark.startsWith("_") || !inWord.test(source[end + mark.length] ?? "");
    if (closes && whole && outside) {
      const inline = readInline(source.slice(start, end), depth + 1);
      return { inline: /** @type {Inline} */ ({ type, inline }), end: end + mark.length };
    }
    end = source.indexOf(mark, end + mark.length);
  }
  return null;
}

/** @param {string} source @param {number} index @param {string} bracket @param {number} depth */
function link(source, index, bracket, depth) {
  const start = index + bracket.length;
  const close = source.indexOf("](", start);
  if (close < 0) return null;
  const words = source.slice(start, close);
  const end = LINK_END.exec(source.slice(close, close + 4_000));
  if (!end || words.includes("\n\n")) return null;
  const address = end[1] ?? "";
  const inline = readInline(words || address, depth + 1);
  const after = close + end[0].length;
  // An address that is not followed from here is still to be read.
  if (!SAFE.test(address)) return { inline: `${words} (${address})`, end: after };
  return { inline: /** @type {Inline} */ ({ type: "link", address, inline }), end: after };
}
