// The keyboard shortcuts as they are set now, and the way to the browser's own page that changes them.

import { make } from "../shared/elements.js";
import { text } from "../shared/i18n.js";

/** Where Chromium lets a person change them. */
const BROWSERS_PAGE = "chrome://extensions/shortcuts";

/** @param {AbortSignal} signal */
export function shortcutRows(signal) {
  const list = make("dl", { class: "shortcuts" });
  const change = make("button", { type: "button", text: text("settings_shortcuts_change") });
  change.addEventListener("click", () => void chrome.tabs.create({ url: BROWSERS_PAGE }), { signal });
  const row = make(
    "div",
    { class: "setting stacked", hidden: true },
    make(
      "div",
      { class: "about" },
      make("h3", { text: text("settings_shortcuts") }),
      make("p", { class: "quiet", text: text("settings_shortcuts_hint") }),
    ),
    list,
    make("div", { class: "cluster" }, change),
  );
  void chrome.commands?.getAll().then((commands) => {
    row.hidden = commands.length === 0;
    for (const { name, description, shortcut } of commands) {
      const words = description || (name === "_execute_action" ? text("settings_shortcut_popup") : name);
      list.append(
        make("dt", { text: words ?? "" }),
        make("dd", {}, make("kbd", { text: shortcut || text("settings_shortcut_none") })),
      );
    }
  });
  return [row];
}
