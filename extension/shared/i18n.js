// Words from the catalogues. No text stands in code. The browser's own catalogue cannot be switched, so
// one that a person chose is read here and goes before it.

import { OPTIONS_KEY, readOptions } from "./options.js";

/** The commands that mend the host, by the failure's code. */
const COMMANDS = Object.freeze(
  /** @type {Record<string, string>} */ ({
    host_not_found: "python3 installer",
    host_forbidden: "memoryx install",
    host_exited: "memoryx doctor",
    host_protocol: "memoryx doctor",
    host_blocked: "memoryx doctor",
    host_timeout: "memoryx doctor",
    internal: "memoryx doctor",
    failed: "memoryx doctor",
    database_unavailable: "memoryx doctor",
  }),
);

/** @type {{ language: string, messages: Record<string, { message: string }> } | null} */
let chosen = null;

/** The languages that there are, and what HTML and Intl call them. */
const TAGS = Object.freeze(
  /** @type {Record<string, string>} */ ({ en: "en", zh_CN: "zh-CN", zh_TW: "zh-TW" }),
);

/**
 * Reads the catalogue of a language, for text() from then on; "auto" goes back to the browser's.
 * @param {string} language  the name of a folder of `_locales`, or "auto"
 */
export async function speak(language) {
  if (language === (chosen?.language ?? "auto")) return;
  if (language === "auto") {
    chosen = null;
    return;
  }
  const file = await fetch(chrome.runtime.getURL(`_locales/${language}/messages.json`));
  chosen = { language, messages: await file.json() };
}

/** Speaks the language that the person chose. Pages wait for it before they draw. */
export async function speakAsChosen() {
  const stored = await chrome.storage.local.get(OPTIONS_KEY);
  await speak(readOptions(stored[OPTIONS_KEY]).language);
}

/** The language of the interface, as HTML and Intl name it. */
export const language = () =>
  chosen ? (TAGS[chosen.language] ?? "en") : chrome.i18n.getUILanguage();

/**
 * The catalogue's words; "" when it has none.
 * @param {string} key @param {(string | number)[]} values  for $1, $2 …
 */
export function text(key, ...values) {
  if (!chosen) return chrome.i18n.getMessage(key, values.map(String));
  const message = chosen.messages[key]?.message ?? "";
  return message.replace(/\$(\$|\d)/g, (_found, name) =>
    name === "$" ? "$" : String(values[Number(name) - 1] ?? ""),
  );
}

/**
 * Words for a number of things: the catalogue's `<key>_one` or `<key>_other`, with the number as $1.
 * @param {string} key @param {number} number @param {(string | number)[]} values  for $2 …
 */
export function count(key, number, ...values) {
  const form = new Intl.PluralRules(language()).select(number) === "one" ? "one" : "other";
  return text(`${key}_${form}`, numeral(number), ...values);
}

/** A number as the interface's language writes it. @param {number} number */
export const numeral = (number) => new Intl.NumberFormat(language()).format(number);

/** The command that mends a failure, or null. @param {string} code */
export const commandFor = (code) => COMMANDS[code] ?? null;

/**
 * A failure in plain words: the catalogue's by its code, else what the host advises.
 * @param {MemoryX.Failure} failure @param {string} [command]  "" where it is shown beside the words
 */
export function failureText({ code, message, remedy }, command = COMMANDS[code] ?? "") {
  const own = text(`error_${code}`, command).trim();
  if (own) return own;
  return remedy || text("error_unknown", message || code);
}

/** The day on which something was said, in the interface's language. @param {string} time RFC 3339 */
export function day(time) {
  const date = new Date(time);
  const thisYear = date.getFullYear() === new Date().getFullYear();
  /** @type {Intl.DateTimeFormatOptions} */
  const parts = thisYear
    ? { month: "short", day: "numeric" }
    : { year: "numeric", month: "short", day: "numeric" };
  return new Intl.DateTimeFormat(language(), parts).format(date);
}

/** What elements name a text, and where it goes. */
const PLACES = Object.freeze(
  /** @type {const} */ ([
    ["data-label", "aria-label"],
    ["data-placeholder", "placeholder"],
    ["data-title", "title"],
  ]),
);

/** Fills every element that names a text: `data-text`, `data-label`, … @param {Document | Element} root */
export function fill(root) {
  if (root instanceof Document) root.documentElement.lang = language();
  for (const element of root.querySelectorAll("[data-text]")) {
    element.textContent = text(element.getAttribute("data-text") ?? "");
  }
  for (const [name, attribute] of PLACES) {
    for (const element of root.querySelectorAll(`[${name}]`)) {
      element.setAttribute(attribute, text(element.getAttribute(name) ?? ""));
    }
  }
}
