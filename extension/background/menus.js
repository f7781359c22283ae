// "Remember this", on what a person has selected in a chat.

import { asFailure, hostError } from "../shared/failure.js";
import { failureText, speakAsChosen, text } from "../shared/i18n.js";
import { siteOf } from "../shared/sites.js";

const REMEMBER = "remember";
/** The host's longest memory. Characters. */
const LONGEST = 2_000;

/**
 * @param {object} parts
 * @param {Pick<typeof import("./browser.js").browser, "menus" | "openPopup">} parts.browser
 * @param {Pick<ReturnType<typeof import("./port.js").createPort>, "request">} parts.port
 * @param {ReturnType<typeof import("./pages.js").createPages>} parts.pages
 */
export function createMenus({ browser, port, pages }) {
  /** What a notice may still take back, by tab. @type {Map<number, { id: string, decision: string, version: number }>} */
  const undoable = new Map();

  /** Where the selection stands, as far as it is known. @param {number} tab @param {string} url */
  async function sourceOf(tab, url) {
    const { site, status } = await pages.of(tab);
    const source = { site, url };
    if (!status?.conversation_id || status.temporary) return status?.temporary ? {} : source;
    const { conversation_id, account } = status;
    const name = { site, conversation_id, ...(account === null ? {} : { account }) };
    try {
      const { conversation } = await port.request("conversations.get", { ...name, limit: 1 });
      return { ...source, conversation: conversation.id };
    } catch (error) {
      if (asFailure(error).code === "not_found") return source;
      throw error;
    }
  }

  /** @param {string} selected @param {number} tab @param {string} url */
  async function remember(selected, tab, url) {
    const sentence = selected.trim();
    if (sentence.length > LONGEST) throw hostError("selection_too_long", "a memory is a sentence");
    const source = await sourceOf(tab, url);
    const params = { text: sentence, source, pinned: true };
    const { memory, decision } = await port.request("memories.create", params, { byPerson: true });
    if (decision === "noop") return { words: text("menu_known", memory.text) };
    undoable.set(tab, { id: memory.id, decision, version: memory.version });
    const words = text(decision === "update" ? "menu_updated" : "menu_remembered", memory.text);
    return { words, undo: memory.id };
  }

  return {
    async install() {
      await speakAsChosen();
      await browser.menus.replace({ id: REMEMBER, title: text("menu_remember") });
    },

    /** @param {chrome.contextMenus.OnClickData} info @param {chrome.tabs.Tab | undefined} tab */
    async clicked({ menuItemId, selectionText = "" }, tab) {
      if (menuItemId !== REMEMBER || tab?.id === undefined || siteOf(tab.url) === null) return;
      await speakAsChosen();
      /** @type {import("./pages.js").Notice} */
      let notice;
      try {
        notice = await remember(selectionText, tab.id, tab.url ?? "");
      } catch (error) {
        notice = { words: failureText(asFailure(error)), tone: "bad" };
      }
      if (!(await pages.notice(tab.id, notice))) await browser.openPopup();
    },

    /** Says what a message of the tab's asked to be remembered. @param {number} tab @param {{ id: string, text: string }[]} remembered */
    async told(tab, remembered) {
      await speakAsChosen();
      const words = text("menu_remembered", remembered.map((each) => each.text).join(" · "));
      const [only, more] = remembered;
      if (only && !more) undoable.set(tab, { id: only.id, decision: "add", version: 1 });
      await pages.notice(tab, { words, ...(only && !more ? { undo: only.id } : {}) });
    },

    /** Takes back what the tab's last notice told of. @param {number} tab @param {unknown} id */
    async undo(tab, id) {
      const made = undoable.get(tab);
      if (!made || made.id !== id) throw hostError("not_allowed", "nothing to take back");
      undoable.delete(tab);
      if (made.decision === "update") {
        await port.request("memories.revert", { id, version: made.version - 1 }, { byPerson: true });
      } else await port.request("memories.suspend", { id }, { byPerson: true });
    },
  };
}
