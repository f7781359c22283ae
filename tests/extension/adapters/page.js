// Snapshot pages in jsdom, with the content scripts that read pages loaded as a browser loads them.
import { readFileSync } from "node:fs";
import { JSDOM } from "jsdom";

const CONTENT = new URL("../../../extension/content/", import.meta.url);
const SCRIPTS = ["namespace", "dom", "markup", "adapters/chatgpt", "adapters/claude", "adapters/gemini"];
const SOURCES = SCRIPTS.map((name) => readFileSync(new URL(`${name}.js`, CONTENT), "utf8"));

/**
 * jsdom has no layout: what is hidden by attribute or style has no box, everything else has one.
 * @this {Element}
 */
function checkVisibility() {
  for (let at = /** @type {Element | null} */ (this); at; at = at.parentElement) {
    if (at.hasAttribute("hidden") || /display:\s*none|visibility:\s*hidden/.test(at.getAttribute("style") ?? "")) return false;
  }
  return true;
}

/**
 * A page made of this markup, and the adapters.
 * @param {string} markup
 * @param {string} [url]
 */
export function open(markup, url = "https://example.org/") {
  const { window } = new JSDOM(markup, { url, runScripts: "outside-only" });
  Object.assign(window, { TextEncoder });
  Object.assign(window.Element.prototype, {
    checkVisibility,
    getBoundingClientRect: () => ({ width: 10, height: 10 }),
  });
  for (const source of SOURCES) window.eval(source);
  const memoryx = /** @type {MemoryX.Namespace} */ (/** @type {any} */ (window).memoryx);
  const { document } = window;
  /** @param {string} selector */
  const one = (selector) => {
    const found = document.querySelector(selector);
    if (!found) throw new Error(`the page has no ${selector}`);
    return /** @type {HTMLElement} */ (found);
  };
  /**
   * Puts markup in the place of what an element holds.
   * @param {string} selector
   * @param {string} inside
   */
  const fill = (selector, inside) => {
    one(selector).replaceChildren(document.createRange().createContextualFragment(inside));
  };
  return { document, memoryx, one, fill };
}

/** @param {string} name @param {string} [url] */
export function openFile(name, url) {
  return open(readFileSync(new URL(`pages/${name}.html`, import.meta.url), "utf8"), url);
}

/**
 * The page's adapter of a site, bound to the page.
 * @param {ReturnType<typeof open>} page
 * @param {MemoryX.Site} site
 */
export function adapterOf(page, site) {
  const adapter = page.memoryx.adapters.find((each) => each.site === site);
  if (!adapter) throw new Error(`no adapter for ${site}`);
  const { document } = page;
  return {
    adapter,
    layout: () => adapter.layout(document),
    composer: () => adapter.composer(document),
    control: () => {
      const composer = adapter.composer(document);
      if (!composer) throw new Error("no composer shows");
      const { role, element, disabled } = adapter.control(document, composer);
      return { role, disabled, element: element?.id || (element?.outerHTML.slice(0, 40) ?? null) };
    },
    attachments: () => adapter.attachments(document, /** @type {HTMLElement} */ (adapter.composer(document))),
    menuOpen: () => adapter.menuOpen(document),
    busy: () => adapter.busy(document),
    count: () => adapter.userTurnCount(document),
    // Through JSON, since objects of another realm are never deeply equal to ours.
    transcript: () => /** @type {MemoryX.Transcript} */ (JSON.parse(JSON.stringify(adapter.transcript(document)))),
    temporary: (/** @type {string} */ url) => adapter.temporary(document, new URL(url)),
    title: () => adapter.title(document),
    locate: (/** @type {string} */ url) => ({ ...adapter.locate(new URL(url)) }),
  };
}

export const PAGES = ["chatgpt-classic", "chatgpt-shell", "chatgpt-mobile", "claude-classic", "claude-hub", "gemini"];
