// What waits for a person, one after the other: uncertain memories, conflicts, proposed deletions.

import { ask } from "../../shared/ask.js";
import { busyWhile, make } from "../../shared/elements.js";
import { day, text } from "../../shared/i18n.js";
import { act, attempt, chip, empty, head, line } from "../parts.js";
import { hashOf } from "../place.js";
import { drawQuotes } from "../quotes.js";
import { statusName, typeName } from "../words.js";

/** @typedef {import("../../contract.d.ts").Memory} Memory */
/** @typedef {{ id: string | null, kind: "low_confidence" | "conflict" | "deletion", memory: Memory, other: Memory | null }} Case */

/** Keys that decide, while the focus is in the case and in no field. */
const KEYS = Object.freeze(/** @type {const} */ ({ accept: "y", refuse: "n", edit: "e" }));

/** @type {import("../library.js").Show} */
export async function show(sight) {
  const { main, signal } = sight;
  const cases = await waiting();
  let at = 0;
  const box = make("div", { class: "case", tabindex: "-1", role: "region", "aria-label": text("library_case") });
  const where = make("span", { class: "quiet", role: "status" });
  const step = (/** @type {number} */ by) => {
    at = Math.max(0, Math.min(cases.length - 1, at + by));
    return draw(true);
  };
  const back = act(text("library_previous"), sight, () => step(-1));
  const on = act(text("library_next"), sight, () => step(1));

  /** @param {boolean} focus */
  async function draw(focus) {
    const one = cases[at];
    back.disabled = at === 0;
    on.disabled = at >= cases.length - 1;
    back.hidden = on.hidden = cases.length < 2;
    where.textContent = one ? text("library_case_place", at + 1, cases.length) : "";
    if (!one) {
      box.replaceChildren(empty(text("library_review_none"), text("library_review_none_hint")));
    } else box.replaceChildren(...(await drawCase(one, sight, settled)));
    if (focus) box.focus();
  }

  /** A case is done with: the next comes. @param {string} words */
  async function settled(words) {
    cases.splice(at, 1);
    at = Math.max(0, Math.min(at, cases.length - 1));
    await draw(true);
    sight.tell(words);
    sight.counted();
  }

  box.addEventListener(
    "keydown",
    (event) => {
      const field = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
      if (field || event.ctrlKey || event.metaKey || event.altKey) return;
      const button = box.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
      if (button instanceof HTMLButtonElement) button.click();
      else if (event.key === "ArrowRight" && at < cases.length - 1) void attempt(sight, () => step(1));
      else if (event.key === "ArrowLeft" && at > 0) void attempt(sight, () => step(-1));
      else return;
      event.preventDefault();
    },
    { signal },
  );
  main.append(head(text("library_view_review"), where, back, on), box);
  await draw(false);
  main.addEventListener("shown", () => box.focus({ preventScroll: true }), { signal, once: true });
}

/** All proposals, and what is pending without one. @returns {Promise<Case[]>} */
async function waiting() {
  const [proposals, pending] = await Promise.all([
    ask("proposals.list", { limit: 500 }),
    ask("memories.list", { status: "pending", limit: 500 }),
  ]);
  const known = new Set(proposals.items.map(({ memory }) => memory.id));
  const alone = pending.items.filter(({ id }) => !known.has(id));
  return [
    ...proposals.items,
    ...alone.map((memory) => ({ id: null, kind: /** @type {const} */ ("low_confidence"), memory, other: null })),
  ];
}

/**
 * @param {Case} one @param {import("../library.js").Sight} sight
 * @param {(words: string) => Promise<void>} settled
 */
async function drawCase(one, sight, settled) {
  const { kind, memory, other } = one;
  // The older statement stands on the left, whichever of the two the proposal is about.
  const [left, right] = kind === "deletion" ? [memory, other] : [other, memory];
  const panels = [left, right].filter((each) => each !== null);
  const titles = panels.length > 1 ? [text("library_case_known"), text("library_case_new")] : [text("library_case_new")];
  const drawn = await Promise.all(panels.map((each, i) => drawSide(each, titles[i] ?? "")));
  return [
    make("h2", { class: "case-question", text: text(`library_case_${kind}`) }),
    make("p", { class: "quiet", text: text(`library_case_${kind}_words`) }),
    make("div", { class: panels.length > 1 ? "sides" : "sides single" }, ...drawn),
    decisions(one, sight, settled),
  ];
}

/** @param {Memory} memory @param {string} title */
async function drawSide(memory, title) {
  const sources = await ask("memories.sources", { id: memory.id });
  return make(
    "article",
    { class: "panel side-memory" },
    make("h3", { class: "quiet", text: title }),
    make("p", { class: "saying" }, make("a", { href: hashOf("memory", [memory.id]), text: memory.text })),
    make("div", { class: "cluster" }, chip(typeName(memory.type)), chip(statusName(memory.status), memory.status)),
    line(day(memory.valid_from), text("library_confidence", Math.round(memory.confidence * 100))),
    drawQuotes(memory, sources),
  );
}

/** @param {Case} one @param {import("../library.js").Sight} sight @param {(words: string) => Promise<void>} settled */
function decisions(one, sight, settled) {
  const { kind, memory } = one;
  /** @param {string} label @param {string} key @param {() => Promise<void>} work @param {string} [style] */
  const button = (label, key, work, style = "") => {
    const made = act(label, sight, work, style);
    if (key) {
      made.dataset["key"] = key;
      made.setAttribute("aria-keyshortcuts", key);
      made.append(make("kbd", { text: key, "aria-hidden": "true" }));
    }
    return made;
  };
  /** @param {boolean} accept */
  const resolve = async (accept) => {
    if (one.id !== null) await ask("proposals.resolve", { id: one.id, accept });
    else await ask(accept ? "memories.restore" : "memories.suspend", { id: memory.id });
    await settled(text(accept ? "library_accepted" : "library_refused"));
  };
  const row = make("div", { class: "cluster decisions" });
  row.append(
    button(text(`library_case_${kind}_accept`), KEYS.accept, () => resolve(true), "main"),
    button(text(`library_case_${kind}_refuse`), KEYS.refuse, () => resolve(false)),
  );
  if (kind === "conflict") {
    row.append(
      button(text("library_case_both"), "b", async () => {
        await ask("memories.restore", { id: memory.id });
        await settled(text("library_accepted"));
      }),
    );
  }
  if (kind !== "deletion") {
    row.append(button(text("library_case_edit"), KEYS.edit, async () => edit(one, row, sight, resolve)));
  }
  return row;
}

/** @param {Case} one @param {HTMLElement} row @param {import("../library.js").Sight} sight @param {(accept: boolean) => Promise<void>} resolve */
function edit({ memory }, row, sight, resolve) {
  const words = make("textarea", { rows: 3, "aria-label": text("library_field_text") });
  words.value = memory.text;
  const keep = make("button", { type: "button", class: "main", text: text("library_case_keep_edited") });
  const cancel = make("button", { type: "button", text: text("action_cancel") });
  const form = make("div", { class: "case-edit" }, words, make("div", { class: "cluster" }, keep, cancel));
  const done = () => {
    form.replaceWith(row);
    row.querySelector("button")?.focus();
  };
  const save = () =>
    busyWhile(keep, () =>
      attempt(sight, async () => {
        if (words.value.trim() !== memory.text) await ask("memories.update", { id: memory.id, text: words.value });
        await resolve(true);
      }),
    );
  keep.addEventListener("click", () => void save(), { signal: sight.signal });
  cancel.addEventListener("click", done, { signal: sight.signal });
  words.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Escape") done();
      else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
    },
    { signal: sight.signal },
  );
  row.replaceWith(form);
  words.focus();
}
