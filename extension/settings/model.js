// The chat model's section: known endpoints by name, the key, a test, and what leaves the machine.

import { ask } from "../shared/ask.js";
import { busyWhile, make, say, write } from "../shared/elements.js";
import { asFailure } from "../shared/failure.js";
import { failureText, text } from "../shared/i18n.js";
import { createSecret } from "./secret.js";
import { leavingWords, testWords } from "./words.js";

/** @typedef {import("../contract.d.ts").LlmPreset} LlmPreset */

/**
 * @param {object} page
 * @param {(values: Record<string, unknown>) => Promise<void>} page.setAll
 * @param {AbortSignal} page.signal
 */
export function createModel({ setAll, signal }) {
  /** @type {LlmPreset[]} */
  let presets = [];
  const choice = make("select", { id: "preset", "aria-describedby": "preset-hint preset-said" });
  const said = make("span", { id: "preset-said", class: "status", role: "status" });
  const leaving = make("p", { class: "leaving" });
  const test = make("button", { type: "button", id: "test", text: text("settings_test") });
  const outcome = make("span", { id: "test-said", class: "status", role: "status" });
  const secret = createSecret("llm.api_key", { signal, changed: () => say(outcome, "") });

  const presetRow = make(
    "div",
    { class: "setting" },
    make(
      "div",
      { class: "about" },
      make("label", { for: "preset", text: text("settings_preset") }),
      make("p", { id: "preset-hint", class: "quiet", text: text("settings_preset_hint") }),
    ),
    make("div", { class: "control" }, choice),
    make("div", { class: "after" }, said),
  );
  const testRow = make("div", { class: "cluster testing" }, test, outcome);

  /** @param {LlmPreset} preset */
  async function use(preset) {
    try {
      await setAll({ "llm.base_url": preset.base_url, "llm.model": preset.model });
      const stored = preset.needs_key ? await secret.refresh() : true;
      say(said, text(stored ? "settings_preset_ready" : "settings_preset_key"), "good");
      say(outcome, "");
      if (!stored) secret.focus();
    } catch (error) {
      say(said, failureText(asFailure(error)), "bad");
    }
  }

  async function tryOut() {
    say(outcome, text("settings_testing"));
    try {
      const result = await ask("llm.test", {});
      say(outcome, testWords(result), result.status === "ready" ? "good" : "bad");
    } catch (error) {
      say(outcome, failureText(asFailure(error)), "bad");
    }
  }

  choice.addEventListener(
    "change",
    () => {
      const preset = presets.find(({ name }) => name === choice.value);
      if (preset) void use(preset);
    },
    { signal },
  );
  test.addEventListener("click", () => void busyWhile(test, tryOut), { signal });

  return {
    before: [leaving, presetRow],
    after: [secret.element, testRow],

    /** Fetches what stands still. */
    async begin() {
      presets = (await ask("llm.presets")).items;
      choice.replaceChildren(
        make("option", { value: "", text: text("settings_preset_own") }),
        ...presets.map(({ name, local }) =>
          make("option", { value: name, text: local ? text("settings_preset_local", name) : name }),
        ),
      );
      void secret.refresh();
    },

    /** @param {Record<string, unknown>} values @param {boolean} usable */
    draw(values, usable) {
      const address = String(values["llm.base_url"] ?? "");
      const known = presets.find(({ base_url: base }) => base === address);
      if (document.activeElement !== choice) choice.value = known?.name ?? "";
      choice.disabled = !usable;
      test.disabled = !usable || !address;
      write(leaving, values["llm.enabled"] === false ? text("settings_leaving_off") : leavingWords(address));
    },
  };
}
