// The lines that say how it stands with the companion, the page and the model, each with the one action
// that mends it.

import { ask } from "../shared/ask.js";
import { part, within, write } from "../shared/elements.js";
import { count, numeral, text } from "../shared/i18n.js";
import { openPlace } from "../shared/places.js";
import { hostLine, modelLine, pageLine } from "./words.js";

/** @typedef {import("./popup.js").Known} Known */

/** @param {string} id @param {import("./words.js").Line} line */
function drawLine(id, { tone, words, command, more, action }) {
  const row = part(id, HTMLDivElement);
  row.dataset["tone"] = tone;
  for (const [name, content] of Object.entries({ words, command, more })) {
    write(within(row, `.${name}`, HTMLElement), content);
  }
  const button = within(row, "button", HTMLButtonElement);
  button.hidden = action === null;
  button.dataset["mend"] = action?.name ?? "";
  button.dataset["value"] = action?.value ?? "";
  if (action && button.dataset["said"] !== action.label) write(button, action.label);
}

/** @param {Known} known */
export function drawState({ host, outbox, page }) {
  drawLine("host", hostLine(host, outbox));
  drawLine("page", pageLine(page));
  drawLine("model", modelLine(host));
}

/** What is spent today, where there is something to say of it. @param {Known} known */
export function drawSpending({ spending }) {
  const line = part("spending", HTMLParagraphElement);
  line.hidden = !spending || (spending.tokens === 0 && spending.cap === 0);
  if (!spending) return;
  const { tokens, cap } = spending;
  write(line, cap > 0 ? text("popup_spent_of", numeral(tokens), numeral(cap)) : count("popup_spent", tokens));
  line.dataset["tone"] = cap > 0 && tokens >= cap ? "warn" : "";
}

/** @param {Known} known  changes as things are learned @param {AbortSignal} signal */
function mends(known, signal) {
  /** @type {Record<string, (button: HTMLButtonElement) => Promise<unknown> | void>} */
  const table = {
    async copy(button) {
      await navigator.clipboard.writeText(button.dataset["value"] ?? "");
      if (known.page?.handoff?.brief === button.dataset["value"]) await ask("worker.handoff.forget");
      const label = button.textContent ?? "";
      button.dataset["said"] = label;
      button.textContent = text("action_copied");
      const timer = setTimeout(() => {
        button.dataset["said"] = "";
        button.textContent = label;
      }, 2_000);
      signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
    },
    async reload() {
      if (known.tab !== null) await chrome.tabs.reload(known.tab);
      window.close();
    },
    resume: () => ask("worker.pause", { scope: "all", paused: false }),
    unmute: () => ask("worker.page.mute", { tab: known.tab, muted: false }),
    flush: () => ask("worker.flush"),
    setup: () => openPlace("welcome"),
    model: () => openPlace("settings", "#model"),
    retry: () => {},
  };
  return table;
}

/**
 * Lets the lines' buttons do what they say.
 * @param {Known} known
 * @param {{ attempt: (work: Promise<unknown>) => void, refresh: () => Promise<void>, signal: AbortSignal }} page
 */
export function serveMending(known, { attempt, refresh, signal }) {
  const table = mends(known, signal);
  document.addEventListener(
    "click",
    ({ target }) => {
      const mend = target instanceof HTMLButtonElement ? table[target.dataset["mend"] ?? ""] : undefined;
      if (mend && target instanceof HTMLButtonElement) {
        attempt(Promise.resolve(mend(target)).then(refresh));
      }
    },
    { signal },
  );
}
