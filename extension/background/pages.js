// What the worker asks of the pages of the sites: how they are, to save, to show a notice.

import { hostError } from "../shared/failure.js";
import { siteOf } from "../shared/sites.js";
import { within } from "./within.js";

/** A model may think for minutes. Milliseconds. */
export const MODEL_LIMIT = 180_000;

/** A page that is stuck, or that the browser froze, answers nothing at all. Milliseconds. */
const PAGE_LIMIT = 2_000;

/** @typedef {{ words: string, tone?: "good" | "bad", undo?: string }} Notice */

/**
 * @param {object} parts
 * @param {Pick<typeof import("./browser.js").browser, "tabs">} parts.browser
 * @param {Pick<ReturnType<typeof import("./port.js").createPort>, "request">} parts.port
 * @param {Pick<ReturnType<typeof import("./settings.js").createSettings>, "pauses">} parts.settings
 */
export function createPages({ browser, port, settings }) {
  /** What a tab's page says of itself; `silent`: it does not answer. @param {number} tab */
  async function of(tab) {
    const { url } = await browser.tabs.get(tab);
    const site = siteOf(url);
    const pauses = await settings.pauses(site, tab);
    if (site === null) return { site, status: null, pauses };
    try {
      const asked = browser.tabs.ask(tab, { method: "page.status" });
      const reply = await within(asked, PAGE_LIMIT, "silent");
      if (reply === "silent") return { site, status: null, silent: true, pauses };
      return { site, status: reply?.ok ? reply.result : null, pauses };
    } catch (error) {
      // Nobody listens there: the tab is older than this version of the extension.
      console.debug("memoryx: a tab without content scripts", error);
      return { site, status: null, pauses };
    }
  }

  /** @param {number} tab @returns {Promise<MemoryX.Reply>} */
  async function trySave(tab) {
    try {
      return await browser.tabs.ask(tab, { method: "page.save" }).then((reply) => reply.result);
    } catch (error) {
      throw hostError("reload_tab", String(error));
    }
  }

  /** Saves all that the page shows; throws where it cannot. @param {number} tab */
  async function save(tab) {
    const reply = await trySave(tab);
    if (!reply.ok) throw hostError(reply.error.code, reply.error.message);
    return reply.result;
  }

  /** The conversation that a tab shows, by its name, saved as it stands now. @param {number} tab */
  async function saved(tab) {
    const { status } = await of(tab);
    if (!status) throw hostError("reload_tab", "no content script answers");
    if (status.temporary) throw hostError("temporary_chat", "a temporary chat");
    if (!status.conversation_id) throw hostError("no_conversation", "no conversation here");
    const reply = await trySave(tab);
    if (!reply.ok && reply.error.code !== "nothing_new") {
      throw hostError(reply.error.code, reply.error.message);
    }
    const { site, conversation_id, account } = status;
    return { site, conversation_id, ...(account === null ? {} : { account }) };
  }

  return {
    of,
    save,
    saved,

    /** @param {number} tab @param {{ onProgress?: ((progress: any) => void) | undefined }} [options] */
    async extract(tab, { onProgress } = {}) {
      const params = { ...(await saved(tab)), mode: "manual" };
      const options = { byPerson: true, limit: MODEL_LIMIT, onProgress };
      return port.request("conversations.extract", params, options);
    },

    /** Whether the page could show it. @param {number} tab @param {Notice} notice */
    async notice(tab, notice) {
      const reply = await browser.tabs.tell(tab, { method: "page.notice", params: notice });
      return /** @type {any} */ (reply)?.ok === true;
    },
  };
}
