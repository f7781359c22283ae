// "Continue in …": the brief of a tab's chat, put into the composer of a new chat on another site. It
// waits there for the person to send it; then the two conversations are linked.

import { hostError } from "../shared/failure.js";
import { NEW_CHATS } from "../shared/sites.js";
import { MODEL_LIMIT } from "./pages.js";

const PENDING = "handoffs";
const LAST = "handoff_last";
/** Milliseconds until a new page is given up on that nothing of ours has answered from. */
const NO_PAGE = 45_000;

/** @param {string} words */
const letters = (words) => words.replace(/<[^>]*>/g, " ").replace(/[^\p{L}\p{N}]+/gu, "");

/**
 * Does a save's message carry a brief? Its first sentence is the same in every one.
 * @param {MemoryX.Save} save @param {string} brief
 */
export function carries(save, brief) {
  const opening = letters(brief.trim().split("\n")[0] ?? "");
  const said = save.turns.filter(({ role }) => role === "user");
  return said.some(({ html, markdown }) => letters(html ?? markdown ?? "").includes(opening));
}

/**
 * @typedef {object} Pending
 * @property {string} from  the conversation that is handed over
 * @property {string} to  a site
 * @property {string} brief
 * @property {"opening" | "placed" | "failed"} state
 * @property {string} [error]  why it failed
 */

/**
 * @param {object} parts
 * @param {Pick<typeof import("./browser.js").browser, "session" | "tabs">} parts.browser
 * @param {Pick<ReturnType<typeof import("./port.js").createPort>, "request">} parts.port
 * @param {ReturnType<typeof import("./pages.js").createPages>} parts.pages
 * @param {Pick<ReturnType<typeof import("./badge.js").createBadge>, "page">} parts.badge
 */
export function createHandoff({ browser, port, pages, badge }) {
  const { session, tabs } = browser;
  /** @type {Promise<Record<string, Pending>>} */
  const loaded = session
    .get(PENDING)
    .then((stored) => ({ .../** @type {Record<string, Pending> | undefined} */ (stored) }));

  /** @param {number} tab @param {Pending | null} pending */
  async function note(tab, pending) {
    const all = await loaded;
    if (pending) all[tab] = pending;
    else delete all[tab];
    await session.set(PENDING, all);
  }

  /** The last brief is kept, so that it can still be copied. @param {string} to @param {string} brief @param {string | null} error */
  const keep = (to, brief, error) => session.set(LAST, { to, brief, error });

  /** @param {number} tab @param {string} code */
  async function fail(tab, code) {
    const pending = (await loaded)[tab];
    if (!pending || pending.state !== "opening") return;
    await note(tab, { ...pending, state: "failed", error: code });
    await keep(pending.to, pending.brief, code);
    badge.page(tab, code);
  }

  return {
    /**
     * @param {number} tab @param {unknown} to
     * @param {{ onProgress?: ((progress: any) => void) | undefined }} [options]
     */
    async start(tab, to, { onProgress } = {}) {
      const address = NEW_CHATS[/** @type {MemoryX.Site} */ (to)];
      if (!address && to !== "copy") throw hostError("invalid_params", "to: a site, or copy");
      const name = await pages.saved(tab);
      const asking = { byPerson: true, limit: MODEL_LIMIT, onProgress };
      const { markdown } = await port.request("conversations.summarize", name, asking);
      await keep(String(to), markdown, null);
      if (!address) return { markdown, tab: null };
      const { conversation } = await port.request("conversations.get", { ...name, limit: 1 });
      const opened = await tabs.open(address, tab);
      await note(opened, { from: conversation.id, to: String(to), brief: markdown, state: "opening" });
      setTimeout(() => void fail(opened, "handoff_no_page"), NO_PAGE);
      return { markdown, tab: opened };
    },

    /** The brief that waits for a tab's page, or null. @param {number} tab @param {string | null} site */
    async take(tab, site) {
      const pending = (await loaded)[tab];
      if (pending?.state !== "opening" || pending.to !== site) return { brief: null };
      return { brief: pending.brief };
    },

    /** What became of it in the page. @param {number} tab @param {string | null} error */
    async placed(tab, error) {
      const pending = (await loaded)[tab];
      if (pending?.state !== "opening") return;
      if (error === null) await note(tab, { ...pending, state: "placed" });
      else await fail(tab, error);
    },

    /**
     * Links the two conversations as soon as the one that continues is stored.
     * @param {number} tab @param {MemoryX.Save} save @param {Promise<MemoryX.Reply>} stored
     */
    async saved(tab, save, stored) {
      const pending = (await loaded)[tab];
      if (!pending || pending.to !== save.site || !carries(save, pending.brief)) return;
      const reply = await stored;
      if (!reply.ok || (await loaded)[tab] !== pending) return;
      await port.request("conversations.link", { id: reply.result.id, continues: pending.from });
      await note(tab, null);
    },

    /** The brief that did not get into a tab's page, and why; null when there is none. @param {number} tab */
    async failed(tab) {
      const pending = (await loaded)[tab];
      return pending?.state === "failed" ? { brief: pending.brief, error: pending.error } : null;
    },

    /** The last brief, where it was to go, and why it did not get there. */
    last: async () => (await session.get(LAST)) ?? null,

    /** The person has it. */
    forget: () => session.set(LAST, null),

    /** No brief is kept any more: the person deletes everything. */
    async clear() {
      const all = await loaded;
      for (const tab of Object.keys(all)) delete all[Number(tab)];
      await session.set(PENDING, all);
      await session.set(LAST, null);
    },

    /** @param {number} tab */
    async forgetTab(tab) {
      if (tab in (await loaded)) await note(tab, null);
    },
  };
}
