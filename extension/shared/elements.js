// Small tools for pages: finding typed elements, building nodes, saying how something went.

/** @typedef {string | number | boolean | null | undefined} Value */
/** @typedef {"good" | "warn" | "bad" | ""} Tone */

/**
 * The element of that id, or an error: pages and their scripts belong together.
 * @template {Element} T @param {string} id @param {new () => T} kind @returns {T}
 */
export function part(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new TypeError(`no ${kind.name} #${id}`);
  return element;
}

/**
 * The one element within `root` that a selector finds, or an error.
 * @template {Element} T @param {ParentNode} root @param {string} selector @param {new () => T} kind @returns {T}
 */
export function within(root, selector, kind) {
  const element = root.querySelector(selector);
  if (!(element instanceof kind)) throw new TypeError(`no ${kind.name} ${selector}`);
  return element;
}

/**
 * Builds an element. `text` is its text; every other name is an attribute: true is an empty one,
 * false, null and undefined are none.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Record<string, Value>} [attributes] @param {...(Node | null)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "style" || name.startsWith("on")) throw new TypeError(`no ${name} attributes`);
    if (name === "text") element.textContent = String(value ?? "");
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, String(value));
    }
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** Writes only what changed, so that only that is read out. @param {Element} element @param {string} words */
export function write(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/** Says how something went, in a status line. @param {HTMLElement} line @param {string} words @param {Tone} [tone] */
export function say(line, words, tone = "") {
  write(line, words);
  line.dataset["tone"] = tone;
}

/**
 * Runs what a button does, once at a time: it is marked busy, and pressing it again does nothing. The
 * button keeps the focus.
 * @param {HTMLButtonElement} button @param {() => Promise<unknown>} work
 */
export async function busyWhile(button, work) {
  if (button.getAttribute("aria-busy") === "true") return;
  button.setAttribute("aria-busy", "true");
  try {
    await work();
  } finally {
    button.removeAttribute("aria-busy");
  }
}
