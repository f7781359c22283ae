// What several views show alike.

import { busyWhile, make } from "../shared/elements.js";
import { asFailure } from "../shared/failure.js";
import { commandFor, failureText, language, text } from "../shared/i18n.js";

/**
 * The head of a view: its title, and what can be done.
 * @param {string} title @param {...(Node | null)} acts
 */
export function head(title, ...acts) {
  return make(
    "header",
    { class: "head" },
    make("h1", { text: title }),
    make("div", { class: "cluster" }, ...acts),
  );
}

/** Nothing is here: why, and what to do. @param {string} title @param {string} words @param {...Node} acts */
export function empty(title, words, ...acts) {
  return make(
    "div",
    { class: "empty" },
    make("h2", { text: title }),
    make("p", { class: "quiet", text: words }),
    ...acts,
  );
}

/** What failed, and the one thing that mends it. @param {unknown} error @param {() => void} retry @param {AbortSignal} signal */
export function trouble(error, retry, signal) {
  const failure = asFailure(error);
  const command = commandFor(failure.code);
  const again = make("button", { type: "button", class: "main", text: text("action_retry") });
  again.addEventListener("click", retry, { signal });
  const box = make(
    "div",
    { class: "empty trouble", role: "alert" },
    make("h1", { text: text("library_trouble") }),
    make("p", { class: "quiet", text: failureText(failure, "") }),
  );
  if (command) {
    const copy = make("button", { type: "button", text: text("action_copy_command") });
    onPress(copy, signal, async () => {
      await navigator.clipboard.writeText(command);
      copy.textContent = text("action_copied");
    });
    box.append(make("p", {}, make("code", { class: "command", text: command }), copy));
  }
  box.append(again);
  return box;
}

/** @param {HTMLButtonElement} button @param {AbortSignal} signal @param {() => Promise<unknown>} work */
export function onPress(button, signal, work) {
  button.addEventListener("click", () => void busyWhile(button, work), { signal });
}

/**
 * A button that does something; what fails is told.
 * @param {string} label @param {import("./library.js").Sight} sight @param {() => Promise<unknown>} work
 * @param {string} [kind]
 */
export function act(label, sight, work, kind = "") {
  const button = make("button", { type: "button", class: kind, text: label });
  onPress(button, sight.signal, () => attempt(sight, work));
  return button;
}

/** Does something; what fails is told. @param {import("./library.js").Sight} sight @param {() => Promise<unknown>} work */
export async function attempt(sight, work) {
  try {
    return await work();
  } catch (error) {
    sight.failed(error);
    return null;
  }
}

let picks = 0;

/**
 * A choice of a few words.
 * @param {string} label @param {[string, string][]} options  value and words
 * @param {string} value @param {(value: string) => void} changed @param {AbortSignal} signal
 */
export function pick(label, options, value, changed, signal) {
  picks += 1;
  const list = make(
    "select",
    { id: `pick-${picks}` },
    ...options.map(([name, words]) => make("option", { value: name, text: words })),
  );
  list.value = value;
  list.addEventListener("change", () => changed(list.value), { signal });
  return make("div", { class: "pick" }, make("label", { for: list.id, text: label }), list);
}

/** @param {string} label @param {string} value @param {(value: string) => void} typed @param {AbortSignal} signal */
export function searchBox(label, value, typed, signal) {
  const input = make("input", {
    ...{ type: "search", placeholder: label, "aria-label": label, value },
    ...{ autocomplete: "off", spellcheck: "false", class: "search" },
  });
  input.addEventListener(
    "input",
    (event) => {
      // Letters on their way to a character are no search.
      if (!(event instanceof InputEvent && event.isComposing)) typed(input.value);
    },
    { signal },
  );
  input.addEventListener("compositionend", () => typed(input.value), { signal });
  return input;
}

/** A moment, to the minute. @param {string} time RFC 3339 */
export function moment(time) {
  const format = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" });
  return make("time", { datetime: time, text: format.format(new Date(time)) });
}

/** @param {string} words @param {string} [kind] */
export const chip = (words, kind = "") => make("span", { class: `chip ${kind}`, text: words });

/** A link out to a site, safe to press. @param {string} url @param {string} words */
export function outside(url, words) {
  if (!/^https:\/\//i.test(url)) return make("span", { text: words });
  return make("a", { href: url, target: "_blank", rel: "noopener noreferrer", text: words });
}

/** Lines of words with a dot between them. @param {...(Node | string | null | false)} parts */
export function line(...parts) {
  const shown = parts.filter((part) => part !== null && part !== false && part !== "");
  const row = make("p", { class: "quiet facts" });
  for (const part of shown) row.append(typeof part === "string" ? make("span", { text: part }) : part || "");
  return row;
}

/** Writes how a list is narrowed into the address, without moving. @param {string} hash */
export function narrow(hash) {
  history.replaceState(null, "", hash);
  window.dispatchEvent(new Event("narrowed"));
}
