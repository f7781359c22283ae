// A memory as a line: its sentence, what is to be known about it, and what a person can do with it.

import { ask } from "./ask.js";
import { busyWhile, make, within } from "./elements.js";
import { day, text } from "./i18n.js";

/** @typedef {import("../contract.d.ts").Memory} Memory */

/**
 * @typedef {object} MemoryHost  where the lines stand
 * @property {AbortSignal} signal
 * @property {(memory: Memory) => void} changed  the memory as it is now
 * @property {(error: unknown) => void} failed
 */

/** Type, day, and whatever is out of the ordinary. @param {Memory} memory */
export function aboutMemory({ type, status, pinned, sensitive, valid_from: said, created_at: made }) {
  const parts = [text(`type_${type}`)];
  // One that waits for a decision has three choices beside it, and is new anyway.
  if (status !== "pending") parts.push(day(said ?? made));
  if (pinned) parts.push(text("pinned"));
  if (sensitive) parts.push(text("sensitive"));
  if (status !== "active") parts.push(text(`status_${status}`));
  return parts.filter(Boolean).join(" · ");
}

/** What can be done with a memory in this state, in order: the action's name and its method. */
const CHOICES = Object.freeze(
  /** @type {Record<Memory["status"], readonly (readonly [string, "memories.restore" | "memories.suspend" | null])[]>} */ ({
    active: [["edit", null], ["suspend", "memories.suspend"]],
    pending: [["keep", "memories.restore"], ["edit", null], ["discard", "memories.suspend"]],
    suspended: [["restore", "memories.restore"], ["edit", null]],
    expired: [["restore", "memories.restore"], ["edit", null]],
    superseded: [["restore", "memories.restore"]],
  }),
);

/**
 * A list item for a memory, with its choices. Editing happens in place: Enter keeps, Escape gives up.
 * @param {Memory} memory @param {MemoryHost} host
 */
export function memoryItem(memory, host) {
  const item = make("li", { class: "memory", "data-id": memory.id, "data-status": memory.status });
  showMemory(item, memory, host);
  return item;
}

/** @param {HTMLLIElement} item @param {Memory} memory @param {MemoryHost} host */
function showMemory(item, memory, host) {
  const buttons = CHOICES[memory.status].map(([name, method]) => {
    const button = make("button", {
      type: "button",
      class: "link",
      "data-choice": name,
      text: text(`memory_${name}`),
      "aria-label": text(`memory_${name}_this`, memory.text),
    });
    const run = () => {
      if (method === null) editMemory(item, memory, host);
      else void busyWhile(button, () => choose(item, memory, method, host));
    };
    button.addEventListener("click", run, { signal: host.signal });
    return button;
  });
  item.dataset["status"] = memory.status;
  item.replaceChildren(
    make("p", { class: "text", text: memory.text }),
    make(
      "div",
      { class: "row" },
      make("span", { class: "quiet", text: aboutMemory(memory) }),
      make("span", { class: "choices" }, ...buttons),
    ),
  );
}

/**
 * @param {HTMLLIElement} item @param {Memory} memory
 * @param {"memories.restore" | "memories.suspend"} method @param {MemoryHost} host
 */
async function choose(item, memory, method, host) {
  try {
    const result = await ask(method, { id: memory.id });
    settle(item, result.memory, host);
  } catch (error) {
    host.failed(error);
  }
}

/** Draws a changed memory where it stands, and leaves the focus there. @param {HTMLLIElement} item @param {Memory} memory @param {MemoryHost} host */
function settle(item, memory, host) {
  const had = item.contains(document.activeElement);
  showMemory(item, memory, host);
  if (had) within(item, "button:not([data-choice='edit'])", HTMLButtonElement).focus();
  host.changed(memory);
}

/** @param {HTMLLIElement} item @param {Memory} memory @param {MemoryHost} host */
function editMemory(item, memory, host) {
  const editing = new AbortController();
  const signal = AbortSignal.any([editing.signal, host.signal]);
  const field = make("textarea", { rows: 2, maxlength: 2000, "aria-label": text("memory_edit_label") });
  field.value = memory.text;
  const keep = make("button", { type: "submit", class: "small main", text: text("memory_save") });
  const cancel = make("button", { type: "button", class: "small", text: text("action_cancel") });
  const form = make("form", { class: "writing" }, field, make("div", { class: "choices" }, cancel, keep));
  const close = () => {
    editing.abort();
    showMemory(item, memory, host);
    within(item, "[data-choice='edit']", HTMLButtonElement).focus();
  };
  const submit = () =>
    busyWhile(keep, async () => {
      const words = field.value.trim();
      if (!words || words === memory.text) {
        close();
        return;
      }
      try {
        const result = await ask("memories.update", { id: memory.id, text: words });
        editing.abort();
        settle(item, result.memory, host);
      } catch (error) {
        host.failed(error);
      }
    });
  form.addEventListener(
    "submit",
    (event) => {
      event.preventDefault();
      void submit();
    },
    { signal },
  );
  field.addEventListener(
    "keydown",
    (event) => {
      if (event.isComposing) return;
      if (event.key === "Enter" && !event.shiftKey) {
        event.preventDefault();
        void submit();
      } else if (event.key === "Escape") {
        event.preventDefault();
        close();
      }
    },
    { signal },
  );
  cancel.addEventListener("click", close, { signal });
  item.replaceChildren(form);
  field.focus();
  field.select();
}
