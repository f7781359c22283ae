// One setting: a label, a line that explains it, a control, and what became of the last change.

import { make, say, write } from "../shared/elements.js";
import { asFailure } from "../shared/failure.js";
import { text } from "../shared/i18n.js";
import { boundsWords, choiceOf, hintOf, refusalWords, titleOf, valueWords } from "./words.js";

/** @typedef {import("./words.js").Schema} Schema */
/** @typedef {HTMLInputElement | HTMLSelectElement} Control */

/**
 * @typedef {object} FieldParts
 * @property {string} key
 * @property {Schema} schema
 * @property {(key: string, value: unknown) => Promise<void>} set  null goes back to the default
 * @property {AbortSignal} signal
 */

/** @typedef {{ element: HTMLElement, draw: (value: unknown, forcedBy: string | undefined, usable: boolean) => void }} Field */

/** @param {string} key @param {Schema} schema @param {string} id @returns {Control} */
function controlOf(key, schema, id) {
  const about = { id, "aria-describedby": `${id}-hint ${id}-said` };
  if (schema.type === "boolean") return make("input", { ...about, type: "checkbox", role: "switch" });
  if (schema.enum) {
    const choices = schema.enum.map((value) =>
      make("option", { value: String(value), text: choiceOf(key, value) }),
    );
    return make("select", about, ...choices);
  }
  if (schema.type === "integer" || schema.type === "number") {
    const { minimum, exclusiveMinimum, maximum } = schema;
    const step = schema.type === "integer" ? 1 : maximum === 1 ? 0.05 : "any";
    return make("input", { ...about, type: "number", min: minimum ?? exclusiveMinimum, max: maximum, step });
  }
  const type = key.endsWith("base_url") ? "url" : "text";
  return make("input", { ...about, type, autocomplete: "off", spellcheck: "false" });
}

/** What stands in a control; undefined where it is no value at all. @param {Control} control @param {Schema} schema */
function valueOf(control, schema) {
  if (control instanceof HTMLInputElement && control.type === "checkbox") return control.checked;
  if (control instanceof HTMLInputElement && control.type === "number") {
    return Number.isNaN(control.valueAsNumber) ? undefined : control.valueAsNumber;
  }
  return schema.enum?.find((value) => String(value) === control.value) ?? control.value.trim();
}

/** @param {Control} control @param {unknown} value */
function put(control, value) {
  if (control instanceof HTMLInputElement && control.type === "checkbox") {
    control.checked = value === true;
  } else control.value = String(value ?? "");
}

/** @param {FieldParts} parts @returns {Field} */
export function createField({ key, schema, set, signal }) {
  const id = `setting-${key.replaceAll(".", "-")}`;
  const control = controlOf(key, schema, id);
  const isSwitch = schema.type === "boolean";
  const said = make("span", { id: `${id}-said`, class: "status", role: "status" });
  const forced = make("span", { class: "quiet forced" });
  const undo = make("button", { type: "button", class: "link", hidden: true, text: text("settings_undo") });
  const reset = make("button", { type: "button", class: "link", hidden: true });
  const { default: fallback } = schema;
  write(reset, text("settings_reset", valueWords(key, schema, fallback)));
  const element = make(
    "div",
    { class: isSwitch ? "setting with-switch" : "setting", "data-key": key },
    make(
      "div",
      { class: "about" },
      make("label", { for: id, text: titleOf(key) }),
      make("p", { id: `${id}-hint`, class: "quiet", text: hintOf(key, schema) }),
    ),
    make("div", { class: "control" }, isSwitch ? make("span", { class: "switch" }, control) : control),
    make("div", { class: "after" }, said, forced, undo, reset),
  );

  /** What the host has. @type {unknown} */
  let current = fallback;
  /** What it had before the last change. @type {unknown} */
  let before;

  /** @param {string} words @param {"good" | "bad" | ""} tone */
  function tell(words, tone) {
    say(said, words, tone);
    if (tone === "bad") control.setAttribute("aria-invalid", "true");
    else control.removeAttribute("aria-invalid");
  }

  /** @param {unknown} value  null: the default @param {boolean} back  takes the last change back */
  async function change(value, back) {
    if (value === current) {
      tell("", "");
      return;
    }
    const was = current;
    try {
      await set(key, value);
      before = back ? undefined : was;
      tell(text(back ? "settings_undone" : "settings_saved"), "good");
      if (back && document.activeElement === document.body) control.focus();
      undo.hidden = before === undefined;
    } catch (error) {
      tell(refusalWords(key, schema, asFailure(error)), "bad");
    }
  }

  control.addEventListener(
    "change",
    () => {
      const value = valueOf(control, schema);
      if (value === undefined) tell(boundsWords(schema), "bad");
      else void change(value, false);
    },
    { signal },
  );
  undo.addEventListener("click", () => void change(before, true), { signal });
  reset.addEventListener("click", () => void change(null, false), { signal });

  return {
    element,
    draw(value, forcedBy, usable) {
      const stands = valueOf(control, schema);
      const refused = control.getAttribute("aria-invalid") === "true" && value === current;
      const typing = document.activeElement === control && stands !== current;
      current = value;
      // What a person is typing stays, and so does what was refused, to be corrected.
      if (!refused && !typing && stands !== value) put(control, value);
      control.disabled = !usable || forcedBy !== undefined;
      write(forced, forcedBy ? text("settings_forced", forcedBy) : "");
      reset.hidden = control.disabled || value === fallback;
      undo.hidden = control.disabled || before === undefined;
    },
  };
}
