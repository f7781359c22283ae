// What a memory was before: each version with what changed, and the way back to it.

import { make } from "../shared/elements.js";
import { text } from "../shared/i18n.js";
import { difference } from "./difference.js";
import { act, line, moment } from "./parts.js";
import { reasonWords, valueWords } from "./words.js";

/** @typedef {import("../contract.d.ts").MemoryVersion} MemoryVersion */

/**
 * @param {MemoryVersion[]} versions  newest first
 * @param {import("../contract.d.ts").Memory} memory @param {(id: string) => string} projectName
 * @param {(version: number) => Promise<unknown>} revert @param {import("./library.js").Sight} sight
 */
export function drawHistory(versions, memory, projectName, revert, sight) {
  const items = versions.map((version) => {
    const newest = version.version === memory.version;
    const back = newest
      ? null
      : act(text("library_revert", version.version), sight, () => revert(version.version), "small");
    return make(
      "li",
      { class: "version" },
      make(
        "div",
        { class: "row" },
        line(text("library_version", version.version), reasonWords(version.reason), moment(version.at)),
        back,
      ),
      drawWords(version),
      make("ul", { class: "changes" }, ...version.changes.map((change) => drawChange(change, projectName))),
    );
  });
  return make("ol", { class: "versions" }, ...items);
}

/** @param {MemoryVersion} version */
function drawWords({ text: words, old_text: old }) {
  if (old === null) return make("p", { class: "version-words", text: words });
  const pieces = difference(old, words).map(({ kind, text: piece }) => {
    if (kind === "same") return document.createTextNode(piece);
    return make(kind === "gone" ? "del" : "ins", { text: piece });
  });
  return make("p", { class: "version-words" }, ...pieces);
}

/** @param {MemoryVersion["changes"][number]} change @param {(id: string) => string} projectName */
function drawChange({ field, old, new: now }, projectName) {
  return make(
    "li",
    { class: "quiet" },
    make("span", { class: "name", text: text(`library_changed_${field}`) }),
    make("del", { text: valueWords(field, old, projectName) }),
    make("span", { text: " → ", "aria-hidden": "true" }),
    make("ins", { text: valueWords(field, now, projectName) }),
  );
}
