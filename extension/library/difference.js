// What changed between two short texts, word by word, and character by character where words have no
// spaces between them.

/** @typedef {{ kind: "same" | "gone" | "new", text: string }} Piece */

const PIECE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|\s+/gu;
/** Beyond this many pieces the comparison would be felt; then old and new stand whole. */
const LONGEST = 1_200;

/** @param {string} before @param {string} after @returns {Piece[]} */
export function difference(before, after) {
  const old = before.match(PIECE) ?? [];
  const now = after.match(PIECE) ?? [];
  if (old.length > LONGEST || now.length > LONGEST) {
    return joined([
      { kind: "gone", text: before },
      { kind: "new", text: after },
    ]);
  }
  const lengths = common(old, now);
  /** @type {Piece[]} */
  const pieces = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < now.length) {
    const one = old[i];
    const other = now[j];
    if (one !== undefined && one === other) {
      pieces.push({ kind: "same", text: one });
      i += 1;
      j += 1;
    } else if (other === undefined || (one !== undefined && at(lengths, i + 1, j) >= at(lengths, i, j + 1))) {
      pieces.push({ kind: "gone", text: one ?? "" });
      i += 1;
    } else {
      pieces.push({ kind: "new", text: other });
      j += 1;
    }
  }
  return joined(pieces);
}

/** @param {Uint16Array[]} lengths @param {number} i @param {number} j */
const at = (lengths, i, j) => lengths[i]?.[j] ?? 0;

/** Lengths of the longest common subsequence of what follows each pair. @param {string[]} old @param {string[]} now */
function common(old, now) {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const row = /** @type {Uint16Array} */ (lengths[i]);
      row[j] =
        old[i] === now[j]
          ? at(lengths, i + 1, j + 1) + 1
          : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1));
    }
  }
  return lengths;
}

/** @param {Piece[]} pieces @returns {Piece[]} */
function joined(pieces) {
  /** @type {Piece[]} */
  const runs = [];
  for (const { kind, text } of pieces) {
    const last = runs.at(-1);
    if (last?.kind === kind) last.text += text;
    else if (text) runs.push({ kind, text });
  }
  return runs;
}
