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
const LINK_END = /^\]\(\s*<?([^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/;
const DEEPEST = 8;
/** Looks for an end that one text may cost: more than any prose needs; beyond it, marks are text. */
const LOOKS = 5_000;

/** @typedef {{ left: number }} Budget */

/** @param {string} source @returns {Inline[]} */
export const readInline = (source) => read(source, 0, { left: LOOKS });

/** @param {string} source @param {number} depth @param {Budget} budget @returns {Inline[]} */
function read(source, depth, budget) {
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
    const one = depth < DEEPEST && budget.left > 0 ? piece(source, mark, depth, budget) : null;
    if (one) {
      if (typeof one.inline === "string") text += one.inline;
      else {
        flush();
        found.push(one.inline);
      }
      at = one.end;
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
 * @param {string} source @param {RegExpExecArray} mark @param {number} depth @param {Budget} budget
 * @returns {{ inline: Inline | string, end: number } | null}
 */
function piece(source, mark, depth, budget) {
  const [whole, escaped, ticks, strong, struck, em, bracket, angled, bare] = mark;
  const start = mark.index + whole.length;
  if (escaped !== undefined) return { inline: escaped, end: start };
  if (ticks) return codeSpan(source, ticks, start, budget);
  if (strong) return span(source, mark.index, strong, "strong", depth, budget);
  if (struck) return span(source, mark.index, struck, "del", depth, budget);
  if (em) return span(source, mark.index, em, "em", depth, budget);
  if (bracket) return link(source, mark.index, bracket, depth, budget);
  const address = angled ?? bare;
  if (address) {
    return { inline: { type: "link", address, inline: [{ type: "text", text: address }] }, end: start };
  }
  return { inline: { type: "break" }, end: start };
}

/** The next place of a mark, as long as there is something left to look with. @param {string} source @param {string} mark @param {number} from @param {Budget} budget */
function look(source, mark, from, budget) {
  budget.left -= 1;
  return budget.left > 0 ? source.indexOf(mark, from) : -1;
}

/** @param {string} source @param {string} ticks @param {number} start @param {Budget} budget */
function codeSpan(source, ticks, start, budget) {
  let end = look(source, ticks, start, budget);
  // A longer run of ticks is none of the end.
  while (end >= 0 && (source[end + ticks.length] === "`" || source[end - 1] === "`")) {
    end = look(source, ticks, end + ticks.length, budget);
  }
  if (end < 0) return null;
  const inner = source.slice(start, end).replaceAll("\n", " ");
  const text = /^ .*\S.* $/.test(inner) ? inner.slice(1, -1) : inner;
  return { inline: /** @type {Inline} */ ({ type: "code", text }), end: end + ticks.length };
}

/**
 * @param {string} source @param {number} index @param {string} mark
 * @param {"strong" | "em" | "del"} type @param {number} depth @param {Budget} budget
 */
function span(source, index, mark, type, depth, budget) {
  const inWord = /[\p{L}\p{N}]/u;
  // Underscores inside a word are part of it: snake_case_names.
  if (mark.startsWith("_") && inWord.test(source[index - 1] ?? "")) return null;
  const start = index + mark.length;
  let end = look(source, mark, start + 1, budget);
  while (end >= 0) {
    const closes = /\S/.test(source[end - 1] ?? "") && source[end - 1] !== "\\";
    const whole = mark.length > 1 || (source[end + 1] !== mark && source[end - 1] !== mark);
    const outside = !mark.startsWith("_") || !inWord.test(source[end + mark.length] ?? "");
    if (closes && whole && outside) {
      const inline = read(source.slice(start, end), depth + 1, budget);
      return { inline: /** @type {Inline} */ ({ type, inline }), end: end + mark.length };
    }
    end = look(source, mark, end + mark.length, budget);
  }
  return null;
}

/**
 * @param {string} source @param {number} index @param {string} bracket @param {number} depth
 * @param {Budget} budget
 */
function link(source, index, bracket, depth, budget) {
  const start = index + bracket.length;
  const close = look(source, "](", start, budget);
  if (close < 0) return null;
  const words = source.slice(start, close);
  const end = LINK_END.exec(source.slice(close, close + 4_000));
  if (!end || words.includes("\n\n")) return null;
  const address = end[1] ?? "";
  const inline = read(words || address, depth + 1, budget);
  const after = close + end[0].length;
  // An address that is not followed from here is still to be read.
  if (!SAFE.test(address)) return { inline: `${words} (${address})`, end: after };
  return { inline: /** @type {Inline} */ ({ type: "link", address, inline }), end: after };
}
