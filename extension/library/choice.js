// A question with more than yes and no, before something that cannot be taken back.

import { make } from "../shared/elements.js";
import { text } from "../shared/i18n.js";

/**
 * Resolves with the value of the chosen answer, or null. Escape and "Cancel" are null.
 * @param {object} question
 * @param {string} question.title
 * @param {string} question.words
 * @param {[string, string][]} question.answers  value and words; the first is chosen at first
 * @param {string} question.action
 * @param {boolean} [question.danger]
 * @returns {Promise<string | null>}
 */
export function answered({ title, words, answers, action, danger = false }) {
  const closing = new AbortController();
  const { signal } = closing;
  const agree = make("button", { type: "button", class: danger ? "main danger" : "main", text: action });
  const cancel = make("button", { type: "button", text: text("action_cancel") });
  const inputs = answers.map(([value], i) =>
    make("input", { type: "radio", name: "answer", value, checked: i === 0 }),
  );
  const choices = inputs.map((input, i) =>
    make("label", { class: "radio" }, input, make("span", { text: answers[i]?.[1] })),
  );
  const dialog = make(
    "dialog",
    { "aria-labelledby": "answer-title" },
    make("h2", { id: "answer-title", text: title }),
    make("fieldset", {}, make("legend", { text: words }), ...choices),
    make("div", { class: "choices" }, cancel, agree),
  );
  const chosen = () => inputs.find(({ checked }) => checked)?.value ?? "";
  agree.addEventListener("click", () => dialog.close(chosen()), { signal });
  cancel.addEventListener("click", () => dialog.close(""), { signal });
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener(
      "close",
      () => {
        closing.abort();
        dialog.remove();
        resolve(dialog.returnValue || null);
      },
      { signal },
    );
  });
}
