// The border of the worker: who asks, whether they may, and with which params.

import { siteOf } from "../shared/sites.js";
import { asFailure, hostError } from "../shared/failure.js";

/**
 * @typedef {object} Asker
 * @property {MemoryX.Site | null} site  null: one of the extension's own pages
 * @property {number | null} tab
 * @property {string} url
 * @property {string} page  the address that its tab shows by now
 * @property {string} [asked]  a page's own name of its question, with which it is told of progress
 */
/** @typedef {{ from: "site" | "own", fields?: readonly string[], run(params: any, asker: Asker): any }} Handler */

/**
 * Who sends a message; null when nobody that is answered.
 * @param {chrome.runtime.MessageSender} sender @param {{ id: string, origin: string }} self
 * @returns {Asker | null}
 */
export function askerOf(sender, self) {
  if (sender.id !== self.id) return null;
  const url = sender.url ?? "";
  // An address that changed without a load is the tab's before it is the sender's.
  const page = sender.tab?.url ?? url;
  const ofTab = siteOf(sender.tab?.url) ?? siteOf(sender.tab?.pendingUrl);
  if (url.startsWith(self.origin)) {
    return ofTab === null ? { site: null, tab: sender.tab?.id ?? null, url, page } : null;
  }
  const site = siteOf(url);
  const tab = sender.tab?.id;
  // Only a tab's own page speaks for a site: no frame in another page, no page without a tab.
  if (site === null || tab === undefined || sender.frameId !== 0) return null;
  return { site, tab, url, page };
}

/**
 * The params that a handler takes, or an error.
 * @param {Handler} handler @param {unknown} params @param {Asker} asker
 */
function admitted(handler, params, asker) {
  if (params === null || typeof params !== "object" || Array.isArray(params)) {
    throw hostError("invalid_params", "params are an object");
  }
  const given = /** @type {Record<string, unknown>} */ (params);
  if (asker.site === null || !handler.fields) return given;
  for (const name of Object.keys(given)) {
    if (!handler.fields.includes(name)) throw hostError("invalid_params", `unknown: ${name}`);
  }
  // A tab speaks of its own site only, also where it says otherwise.
  if ("site" in given && given["site"] !== asker.site) {
    throw hostError("not_allowed", "a tab speaks for its own site");
  }
  if ("url" in given && siteOf(String(given["url"])) !== asker.site) {
    throw hostError("not_allowed", "a tab speaks for its own pages");
  }
  return given;
}

/**
 * @param {object} parts
 * @param {Readonly<Record<string, Handler>>} parts.handlers
 * @param {{ id: string, origin: string }} parts.self
 */
export function createRouter({ handlers, self }) {
  /**
   * @param {any} message @param {chrome.runtime.MessageSender} sender
   * @returns {Promise<MemoryX.Reply> | null} null: not to be answered
   */
  return function route(message, sender) {
    const asker = askerOf(sender, self);
    const method = message?.method;
    if (!asker || typeof method !== "string") return null;
    const { asked, params } = message;
    return answer(method, params ?? {}, typeof asked === "string" ? { ...asker, asked } : asker);
  };

  /** @param {string} method @param {unknown} params @param {Asker} asker @returns {Promise<MemoryX.Reply>} */
  async function answer(method, params, asker) {
    try {
      const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
      if (!handler) throw hostError("method_not_found", method);
      // The extension's own pages may all that a site may; never the other way.
      if (asker.site !== null && handler.from !== "site") throw hostError("not_allowed", method);
      const result = await handler.run(admitted(handler, params, asker), asker);
      return { ok: true, result: result ?? null };
    } catch (error) {
      return { ok: false, error: asFailure(error) };
    }
  }
}
