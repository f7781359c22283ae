// A question before something that cannot be taken back.

import { make } from "./elements.js";
import { text } from "./i18n.js";

/**
 * Asks, and resolves with whether the person agreed. Escape and "Cancel" say no.
 * @param {object} question
 * @param {string} question.title
 * @param {string} question.words
 * @param {string} question.action  the label of the button that agrees
 * @param {boolean} [question.danger]
 * @param {{ label: string, word: string }} [question.typed]  what has to be typed before one can agree
 * @returns {Promise<boolean>}
 */
export function confirmed({ title, words, action, danger = false, typed }) {
  const closing = new AbortController();
  const { signal } = closing;
  const agree = make("button", { type: "button", class: danger ? "main danger" : "main", text: action });
  const cancel = make("button", { type: "button", text: text("action_cancel") });
  const input = make("input", { type: "text", autocomplete: "off", spellcheck: "false" });
  const field = typed
    ? make("label", { class: "field" }, make("span", { text: typed.label }), input)
    : null;
  const dialog = make(
    "dialog",
    { "aria-labelledby": "dialog-title", "aria-describedby": "dialog-words" },
    make("h2", { id: "dialog-title", text: title }),
    make("p", { id: "dialog-words", text: words }),
    field,
    make("div", { class: "choices" }, cancel, agree),
  );
  const ready = () => !typed || input.value.trim().toLowerCase() === typed.word.toLowerCase();
  const finish = () => {
    if (ready()) dialog.close("agreed");
  };
  agree.disabled = !ready();
  input.addEventListener("input", () => void (agree.disabled = !ready()), { signal });
  input.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Enter" && !event.isComposing) finish();
    },
    { signal },
  );
  agree.addEventListener("click", finish, { signal });
  cancel.addEventListener("click", () => dialog.close(""), { signal });
  document.body.append(dialog);
  dialog.showModal();
  (typed ? input : cancel).focus();
  return new Promise((resolve) => {
    dialog.addEventListener(
      "close",
      () => {
        closing.abort();
        dialog.remove();
        resolve(dialog.returnValue === "agreed");
      },
      { signal },
    );
  });
}
