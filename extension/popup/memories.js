// The memories in the popup: those to decide on and the newest, found as one types, and one typed by
// hand.

import { ask } from "../shared/ask.js";
import { busyWhile, part, say, write } from "../shared/elements.js";
import { asFailure } from "../shared/failure.js";
import { count, failureText, text } from "../shared/i18n.js";
import { memoryItem } from "../shared/memory.js";

/** @typedef {import("./popup.js").Known} Known */
/** @typedef {import("../contract.d.ts").MemoryList} MemoryList */

const NEWEST = 8;
const FOUND = 20;
const UNDECIDED = 3;
/** After the last key. Milliseconds. */
const SEARCH_PAUSE = 60;

const list = part("memories", HTMLUListElement);
const nothing = part("nothing", HTMLParagraphElement);
const result = part("memories-result", HTMLParagraphElement);
const search = part("search", HTMLInputElement);
const opener = part("remember", HTMLButtonElement);
const form = part("remember-form", HTMLFormElement);
const field = part("remember-text", HTMLTextAreaElement);
const cancel = part("remember-cancel", HTMLButtonElement);

/** @param {Known} known @param {{ signal: AbortSignal, changed: () => void }} page */
export function createMemories(known, { signal, changed }) {
  /** The lines by their memories' ids, so that one that did not change is left as it stands. */
  /** @type {Map<string, { said: string, item: HTMLLIElement }>} */
  let lines = new Map();
  /** What was found last, and the query that it answers. @type {{ query: string, list: MemoryList } | null} */
  let found = null;

  const query = () => search.value.trim();
  /** Nothing is drawn over a person who is editing a line, or has just pressed something in it. */
  const inUse = () => list.querySelector('form, [aria-busy="true"]') !== null;
  /** @param {unknown} error */
  const failed = (error) => say(result, failureText(asFailure(error)), "bad");
  const host = {
    signal,
    failed,
    /** @param {import("../shared/memory.js").Memory} memory */
    changed(memory) {
      const line = lines.get(memory.id);
      if (line) line.said = JSON.stringify(memory);
      changed();
    },
  };

  function shown() {
    if (query()) return found?.query === query() ? found.list.items : (found?.list.items ?? []);
    const pending = known.pending?.items ?? [];
    const ids = new Set(pending.map(({ id }) => id));
    const newest = known.memories?.items ?? [];
    return [...pending, ...newest.filter(({ id, status }) => !ids.has(id) && status !== "superseded")];
  }

  /** Why there is nothing to see. */
  function silence() {
    if (query()) return found?.query === query() ? text("popup_search_nothing") : "";
    return text(known.memories ? "memories_empty" : "memories_away");
  }

  /** @param {import("../shared/memory.js").Memory[]} items */
  function drawLines(items) {
    const next = items.map((memory) => {
      const said = JSON.stringify(memory);
      const before = lines.get(memory.id);
      const item = before?.said === said ? before.item : memoryItem(memory, host);
      return { id: memory.id, said, item };
    });
    lines = new Map(next.map(({ id, said, item }) => [id, { said, item }]));
    const order = next.map(({ item }) => item);
    if (order.length === list.children.length && order.every((item, i) => item === list.children[i])) {
      return;
    }
    const { activeElement } = document;
    list.replaceChildren(...order);
    if (activeElement instanceof HTMLElement && list.contains(activeElement)) activeElement.focus();
  }

  function draw() {
    const items = shown();
    if (!inUse()) drawLines(items);
    search.disabled = opener.disabled = known.host?.status !== "connected";
    nothing.hidden = items.length > 0;
    write(nothing, silence());
    if (query()) say(result, found?.query === query() ? count("popup_found", found.list.total) : "");
  }

  async function refresh() {
    if (known.host?.status !== "connected") return;
    const [newest, pending] = await Promise.all([
      ask("memories.list", { limit: NEWEST }),
      ask("memories.list", { limit: UNDECIDED, status: "pending" }),
    ]);
    known.memories = newest;
    known.pending = pending;
    if (query()) await look();
  }

  async function look() {
    const wanted = query();
    if (!wanted) {
      found = null;
      say(result, "");
      draw();
      return;
    }
    const answer = await ask("memories.list", { limit: FOUND, query: wanted });
    // A slower answer to an older question says nothing any more.
    if (wanted !== query()) return;
    found = { query: wanted, list: answer };
    draw();
  }

  /** @param {boolean} on */
  function writing(on) {
    form.hidden = !on;
    opener.setAttribute("aria-expanded", String(on));
    if (on) field.focus();
    else opener.focus();
  }

  async function remember() {
    const words = field.value.trim();
    if (!words) {
      field.focus();
      return;
    }
    try {
      const { decision, memory } = await ask("memories.create", { text: words, pinned: true });
      say(result, text(`popup_remembered_${decision}`, memory.text), "good");
      field.value = "";
      writing(false);
      changed();
    } catch (error) {
      failed(error);
    }
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let pause;
  search.addEventListener(
    "input",
    () => {
      clearTimeout(pause);
      pause = setTimeout(() => void look().catch(failed), SEARCH_PAUSE);
    },
    { signal },
  );
  opener.addEventListener("click", () => writing(Boolean(form.hidden)), { signal });
  cancel.addEventListener("click", () => writing(false), { signal });
  form.addEventListener(
    "submit",
    (event) => {
      event.preventDefault();
      void busyWhile(opener, remember);
    },
    { signal },
  );
  field.addEventListener(
    "keydown",
    (event) => {
      if (event.isComposing) return;
      if (event.key === "Enter" && !event.shiftKey) {
        event.preventDefault();
        void busyWhile(opener, remember);
      } else if (event.key === "Escape") {
        event.preventDefault();
        writing(false);
      }
    },
    { signal },
  );

  return { draw, refresh };
}
