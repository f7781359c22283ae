// Where a page is not understood: the block for a question, to be pasted by hand.

import { ask } from "../shared/ask.js";
import { busyWhile, part, say } from "../shared/elements.js";
import { asFailure } from "../shared/failure.js";
import { count, failureText, text } from "../shared/i18n.js";
import { understood } from "./words.js";

/** @typedef {import("./popup.js").Known} Known */

/** Pasting is no send: the block may take longer than one waits for. Milliseconds. */
const PATIENCE = 5_000;

const section = part("context", HTMLElement);
const form = part("context-form", HTMLFormElement);
const question = part("context-question", HTMLInputElement);
const result = part("context-result", HTMLParagraphElement);
const block = part("context-block", HTMLPreElement);
const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));

async function copy() {
  const words = question.value.trim();
  if (!words) {
    question.focus();
    return;
  }
  try {
    const { context, memories } = await ask("recall", { text: words, deadline_ms: PATIENCE });
    block.hidden = context === "";
    block.textContent = context.trim();
    if (context === "") {
      say(result, text("popup_context_nothing"));
      return;
    }
    await navigator.clipboard.writeText(context.trim());
    say(result, count("popup_context_copied", memories.length), "good");
  } catch (error) {
    say(result, failureText(asFailure(error)), "bad");
  }
}

/** @param {AbortSignal} signal */
export function createContext(signal) {
  form.addEventListener(
    "submit",
    (event) => {
      event.preventDefault();
      void busyWhile(button, copy);
    },
    { signal },
  );
  return {
    /** @param {Known} known */
    draw({ page, host }) {
      section.hidden = understood(page) || host?.status !== "connected";
    },
  };
}
