// What can be done with the page's chat: save it, take memories from it, go on elsewhere.

import { ask } from "../shared/ask.js";
import { busyWhile, make, part, say } from "../shared/elements.js";
import { asFailure } from "../shared/failure.js";
import { count, failureText, text } from "../shared/i18n.js";
import { openPlace } from "../shared/places.js";
import { extractedWords, progressWords, savedWords } from "./words.js";

/** @typedef {import("./popup.js").Known} Known */
/** @typedef {import("../contract.d.ts").Extraction} Extraction */

/** Changes that are shown one by one; the library has them all. */
const SHOWN = 5;

const save = part("save", HTMLButtonElement);
const extract = part("extract", HTMLButtonElement);
const pair = part("pair", HTMLDivElement);
const handoff = part("handoff", HTMLDivElement);
const result = part("result", HTMLParagraphElement);
const undo = part("undo", HTMLButtonElement);
const brief = part("brief", HTMLButtonElement);
const changes = part("changes", HTMLUListElement);
const targets = [...handoff.querySelectorAll("button")];

/** One memory that an extraction touched: its sentence, and what it said before. @param {string} id */
async function changeOf(id) {
  const [{ memory }, { versions }] = await Promise.all([
    ask("memories.get", { id }),
    ask("memories.history", { id, limit: 1 }),
  ]);
  const before = memory.version > 1 ? (versions[0]?.old_text ?? null) : null;
  return { memory, before };
}

/** @param {Awaited<ReturnType<typeof changeOf>>} change */
function drawChange({ memory, before }) {
  const kind = memory.status === "pending" ? "proposed" : memory.version > 1 ? "updated" : "added";
  return make(
    "li",
    { "data-kind": kind },
    make("span", { class: "kind", text: text(`popup_change_${kind}`) }),
    make(
      "span",
      {},
      make("span", { text: memory.text }),
      before ? make("span", { class: "before quiet", text: text("popup_change_before", before) }) : null,
    ),
  );
}

/** @param {Known} known @param {{ signal: AbortSignal, refresh: () => Promise<void>, draw: () => void }} page */
export function createActs(known, { signal, refresh, draw }) {
  let busy = false;
  /** @type {string | null} */
  let batch = null;
  let unplaced = "";

  function clear() {
    batch = null;
    undo.hidden = true;
    brief.hidden = true;
    changes.hidden = true;
    changes.replaceChildren();
  }

  /**
   * @param {HTMLButtonElement} button @param {string} meanwhile @param {() => Promise<void>} work
   */
  const run = (button, meanwhile, work) =>
    busyWhile(button, async () => {
      if (busy) return;
      busy = true;
      clear();
      say(result, meanwhile);
      draw();
      try {
        await work();
      } catch (error) {
        const failure = asFailure(error);
        say(result, failureText(failure), failure.code === "nothing_new" ? "good" : "bad");
      } finally {
        busy = false;
        await refresh();
      }
    });

  /** @param {Extraction} outcome */
  async function showChanges({ memories, batch: made, added, updated, proposed }) {
    if (added + updated + proposed === 0) return;
    const shown = await Promise.all(memories.slice(0, SHOWN).map(changeOf));
    changes.replaceChildren(...shown.map(drawChange));
    const rest = memories.length - shown.length;
    if (rest > 0) {
      const more = make("button", { type: "button", class: "link", text: count("popup_change_more", rest) });
      more.addEventListener("click", () => void openPlace("library", "#/memories"), { signal });
      changes.append(make("li", {}, more));
    }
    changes.hidden = shown.length === 0;
    batch = made;
    undo.hidden = made === null;
  }

  /** @param {string} markdown */
  async function copyBrief(markdown) {
    await navigator.clipboard.writeText(markdown);
    brief.hidden = true;
    say(result, text("popup_handoff_copied"), "good");
    await ask("worker.handoff.forget");
  }

  const work = {
    async save() {
      say(result, savedWords(await ask("worker.page.save", { tab: known.tab })), "good");
    },
    async extract() {
      /** @type {Extraction} */
      const outcome = await ask(
        "worker.page.extract",
        { tab: known.tab },
        { onProgress: (progress) => say(result, progressWords("busy_extracting", progress)) },
      );
      say(result, extractedWords(outcome), "good");
      await showChanges(outcome);
    },
    async undo() {
      if (batch === null) return;
      const { reverted } = await ask("conversations.undo", { batch });
      clear();
      say(result, count("popup_undone", reverted), "good");
      extract.focus();
      await refresh();
    },
    /** @param {string} to */
    async handoff(to) {
      /** @type {{ markdown: string, tab: number | null }} */
      const { markdown } = await ask(
        "worker.handoff",
        { tab: known.tab, to },
        { onProgress: (progress) => say(result, progressWords("popup_busy_handoff", progress)) },
      );
      if (to === "copy") await copyBrief(markdown);
      else say(result, text("popup_handoff_done"), "good");
    },
  };

  save.addEventListener("click", () => void run(save, text("busy_saving"), work.save), { signal });
  extract.addEventListener("click", () => void run(extract, text("busy_extracting"), work.extract), {
    signal,
  });
  undo.addEventListener(
    "click",
    () =>
      void busyWhile(undo, () =>
        work.undo().catch((error) => say(result, failureText(asFailure(error)), "bad")),
      ),
    { signal },
  );
  brief.addEventListener(
    "click",
    () =>
      void busyWhile(brief, () =>
        copyBrief(unplaced).catch((error) => say(result, failureText(asFailure(error)), "bad")),
      ),
    { signal },
  );
  for (const target of targets) {
    const to = target.dataset["to"] ?? "";
    const go = () => run(target, text("popup_busy_handoff"), () => work.handoff(to));
    target.addEventListener("click", () => void go(), { signal });
  }

  return {
    draw() {
      const { page, host } = known;
      // Where there is no chat to act on, what can be done there takes the room.
      handoff.hidden = pair.hidden = page !== null && !page.site;
      const here = Boolean(page?.status?.conversation_id) && !page?.status?.temporary;
      const connected = host?.status === "connected";
      const on = here && page?.status?.settings?.capture === true && !busy;
      save.disabled = !on;
      extract.disabled = !on || !connected;
      for (const target of targets) {
        target.hidden = target.dataset["to"] === page?.site;
        target.disabled = !here || busy || !connected;
      }
    },
    /** Says why the last brief did not get into its new chat, and offers it. */
    async lookForBrief() {
      const last = await ask("worker.handoff.last");
      // Over the chat that it did not get into, the page's line offers it.
      if (!last?.error || busy || known.page?.handoff) return;
      const site = text(`site_${last.to}`);
      const failure = { code: last.error, message: last.error, remedy: null, retryable: false };
      say(result, `${site}: ${failureText(failure)}`, "bad");
      brief.hidden = false;
      unplaced = last.brief;
    },
    /** Says what went wrong elsewhere on the page. @param {unknown} error */
    failed: (error) => say(result, failureText(asFailure(error)), "bad"),
  };
}
