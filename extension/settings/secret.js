// A key: given once, kept in the system's keyring, never shown again.

import { ask } from "../shared/ask.js";
import { confirmed } from "../shared/dialog.js";
import { busyWhile, make, say, write } from "../shared/elements.js";
import { asFailure } from "../shared/failure.js";
import { failureText, text } from "../shared/i18n.js";
import { secretWords, titleOf } from "./words.js";

/** @typedef {import("../contract.d.ts").SecretStatus} SecretStatus */

/** @param {SecretStatus["name"]} name @param {{ signal: AbortSignal, changed: () => void }} page */
export function createSecret(name, { signal, changed }) {
  const id = `secret-${name.replaceAll(".", "-")}`;
  const input = make("input", {
    id,
    type: "password",
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": `${id}-where ${id}-said`,
  });
  const where = make("p", { id: `${id}-where`, class: "quiet" });
  const said = make("span", { id: `${id}-said`, class: "status", role: "status" });
  const keep = make("button", { type: "submit", text: text("settings_secret_save") });
  const forget = make("button", {
    type: "button",
    class: "link danger",
    hidden: true,
    text: text("settings_secret_forget"),
  });
  const form = make("form", { class: "line" }, input, keep);
  const element = make(
    "div",
    { class: "setting", "data-key": name },
    make("div", { class: "about" }, make("label", { for: id, text: titleOf(name) }), where),
    make("div", { class: "control" }, form),
    make("div", { class: "after" }, said, forget),
  );

  /** @param {SecretStatus} status */
  function draw(status) {
    write(where, secretWords(status));
    // The environment goes before the keyring: a key given here would not be used.
    input.disabled = keep.disabled = status.where === "environment";
    forget.hidden = status.where !== "keyring";
  }

  /** @param {() => Promise<SecretStatus>} work @param {string} words */
  async function settle(work, words) {
    try {
      draw(await work());
      input.value = "";
      say(said, words, "good");
      changed();
    } catch (error) {
      const failure = asFailure(error);
      const advice = failure.code === "invalid_params" ? text("settings_secret_shape") : failureText(failure);
      say(said, advice, "bad");
    }
  }

  form.addEventListener(
    "submit",
    (event) => {
      event.preventDefault();
      const value = input.value.trim();
      if (!value) input.focus();
      else {
        const work = () => ask("secrets.set", { name, value });
        void busyWhile(keep, () => settle(work, text("settings_secret_saved")));
      }
    },
    { signal },
  );
  forget.addEventListener(
    "click",
    () =>
      void busyWhile(forget, async () => {
        const sure = await confirmed({
          title: text("settings_secret_forget_title"),
          words: text("settings_secret_forget_words"),
          action: text("settings_secret_forget"),
          danger: true,
        });
        if (!sure) return;
        await settle(() => ask("secrets.delete", { name }), text("settings_secret_forgotten"));
        input.focus();
      }),
    { signal },
  );

  return {
    element,
    focus: () => input.focus(),
    /** Looks where the key is. The keyring may take seconds, so nothing waits for it. */
    async refresh() {
      try {
        const status = await ask("secrets.status", { name });
        draw(status);
        return status.stored;
      } catch (error) {
        write(where, failureText(asFailure(error)));
        return false;
      }
    },
  };
}
