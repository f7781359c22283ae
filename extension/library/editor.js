// Changing a memory: its words and everything that is kept of it. Only what changed is sent.

import { make } from "../shared/elements.js";
import { text } from "../shared/i18n.js";
import { attempt, onPress } from "./parts.js";
import { CATEGORIES, categoryName, LEVELS, levelName, TYPES, typeName } from "./words.js";

/** @typedef {import("../contract.d.ts").Memory} Memory */
/** @typedef {Omit<import("../contract.d.ts").UpdateMemory, "id">} Values */

/** As the host has it. */
const LONGEST = 2_000;
const LISTS = /** @type {const} */ (["tags", "keywords", "context_tags"]);

/**
 * @param {Memory} memory @param {import("./projects.js").Project[]} projects
 * @param {import("./library.js").Sight} sight @param {(values: Values) => Promise<unknown>} save
 */
export function createEditor(memory, projects, sight, save) {
  const words = make("textarea", { rows: 3, maxlength: LONGEST, required: true });
  words.value = memory.text;
  const type = choice(TYPES, typeName, memory.type);
  const category = choice(CATEGORIES, categoryName, memory.category);
  const level = choice(LEVELS, levelName, memory.level);
  const names = make("datalist", { id: "project-names" }, ...projects.map(({ name }) => make("option", { value: name })));
  const project = make("input", { type: "text", list: "project-names", autocomplete: "off" });
  const before = projects.find(({ id }) => id === memory.project)?.name ?? memory.project ?? "";
  project.value = before;
  const key = make("input", { type: "text", autocomplete: "off", spellcheck: "false" });
  key.value = memory.key ?? "";
  const expires = make("input", { type: "date" });
  expires.value = memory.expires_at ? localDay(memory.expires_at) : "";
  const lists = Object.fromEntries(
    LISTS.map((name) => {
      const input = make("input", { type: "text", autocomplete: "off" });
      input.value = memory[name].join(", ");
      return [name, input];
    }),
  );
  const sensitive = make("input", { type: "checkbox", role: "switch", checked: memory.sensitive });
  sensitive.checked = memory.sensitive;

  /** What differs from the memory as it is. @returns {Values} */
  function changes() {
    /** @type {Values} */
    const values = {};
    if (words.value.trim() !== memory.text) values.text = words.value;
    if (type.value !== memory.type) values.type = /** @type {Memory["type"]} */ (type.value);
    if (category.value !== memory.category) {
      values.category = /** @type {Memory["category"]} */ (category.value);
    }
    const named = project.value.trim();
    if (named !== before) values.project = named || null;
    // Who names a project means it; who takes it away means everywhere.
    const fitting = named !== before && level.value === memory.level ? (named ? "project" : "user") : level.value;
    if (fitting !== memory.level) values.level = /** @type {Memory["level"]} */ (fitting);
    if (key.value.trim() !== (memory.key ?? "")) values.key = key.value.trim() || null;
    for (const name of LISTS) {
      const given = split(lists[name]?.value ?? "");
      if (given.join("\n") !== memory[name].join("\n")) values[name] = given;
    }
    if (sensitive.checked !== memory.sensitive) values.sensitive = sensitive.checked;
    if (expires.value !== (memory.expires_at ? localDay(memory.expires_at) : "")) {
      values.expires_at = expires.value ? new Date(`${expires.value}T23:59:59`).toISOString() : null;
    }
    return values;
  }

  const submit = make("button", { type: "submit", class: "main", text: text("library_save"), disabled: true });
  const discard = make("button", { type: "reset", text: text("library_discard"), disabled: true });
  const form = make(
    "form",
    { class: "editor" },
    field(text("library_field_text"), words, "wide-field"),
    field(text("library_field_type"), type),
    field(text("library_field_category"), category),
    field(text("library_field_level"), level, "", text("library_hint_level")),
    field(text("library_field_project"), project, "", text("library_hint_project")),
    field(text("library_field_tags"), /** @type {HTMLInputElement} */ (lists["tags"]), "", text("library_hint_list")),
    field(text("library_field_keywords"), /** @type {HTMLInputElement} */ (lists["keywords"]), "", text("library_hint_keywords")),
    field(text("library_field_context_tags"), /** @type {HTMLInputElement} */ (lists["context_tags"]), "", text("library_hint_list")),
    field(text("library_field_key"), key, "", text("library_hint_key")),
    field(text("library_field_expires"), expires, "", text("library_hint_expires")),
    make("label", { class: "switch" }, sensitive, make("span", { text: text("library_field_sensitive") })),
    names,
    make("div", { class: "choices" }, discard, submit),
  );
  const ready = () => {
    const changed = Object.keys(changes()).length > 0;
    submit.disabled = !changed || !words.value.trim();
    discard.disabled = !changed;
  };
  form.addEventListener("input", ready, { signal: sight.signal });
  sight.guard(() => form.isConnected && Object.keys(changes()).length > 0);
  form.addEventListener(
    "reset",
    (event) => {
      event.preventDefault();
      form.replaceWith(createEditor(memory, projects, sight, save));
    },
    { signal: sight.signal },
  );
  const send = () => attempt(sight, () => save(changes()));
  form.addEventListener("submit", (event) => event.preventDefault(), { signal: sight.signal });
  onPress(submit, sight.signal, async () => {
    if (!submit.disabled) await send();
  });
  words.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !submit.disabled) submit.click();
    },
    { signal: sight.signal },
  );
  return form;
}

/** @param {readonly string[]} values @param {(value: string) => string} name @param {string} value */
function choice(values, name, value) {
  const list = make("select", {}, ...values.map((each) => make("option", { value: each, text: name(each) })));
  list.value = value;
  return list;
}

let hints = 0;

/**
 * @param {string} label @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} control
 * @param {string} [kind] @param {string} [hint]
 */
function field(label, control, kind = "", hint = "") {
  hints += 1;
  const words = hint ? make("span", { class: "quiet", id: `hint-${hints}`, text: hint }) : null;
  if (words) control.setAttribute("aria-describedby", words.id);
  control.id = `field-${hints}`;
  return make(
    "div",
    { class: `field ${kind}` },
    make("label", { for: control.id, text: label }),
    control,
    words,
  );
}

/** @param {string} words */
const split = (words) => [...new Set(words.split(/[,，、;；]/).map((word) => word.trim()).filter(Boolean))];

/** A moment as the day that a date field shows. @param {string} time */
function localDay(time) {
  const date = new Date(time);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
