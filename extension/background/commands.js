// Keyboard shortcuts. What they did is said in the page, since no popup is open.

import { extractedWords, savedWords } from "../popup/words.js";
import { asFailure } from "../shared/failure.js";
import { failureText, speakAsChosen, text } from "../shared/i18n.js";

const LIBRARY = "library/library.html";

/**
 * @param {object} parts
 * @param {Pick<typeof import("./browser.js").browser, "pages" | "openPopup">} parts.browser
 * @param {ReturnType<typeof import("./pages.js").createPages>} parts.pages
 * @param {Pick<ReturnType<typeof import("./settings.js").createSettings>, "pause" | "pauses">} parts.settings
 * @param {() => Promise<void>} parts.tellPages
 */
export function createCommands({ browser, pages, settings, tellPages }) {
  /** @param {number} tab */
  async function togglePause(tab) {
    const paused = !(await settings.pauses(null, tab)).tab;
    await settings.pause({ scope: "tab", tab, paused });
    await tellPages();
    return text(paused ? "command_paused" : "command_resumed");
  }

  /** What each does, and what it says then. @type {Record<string, (tab: number) => Promise<string>>} */
  const COMMANDS = {
    save: async (tab) => savedWords(await pages.save(tab)),
    async extract(tab) {
      await pages.notice(tab, { words: text("busy_extracting") });
      return extractedWords(await pages.extract(tab));
    },
    "toggle-pause": togglePause,
  };

  return {
    /** @param {string} command @param {chrome.tabs.Tab | undefined} tab */
    async run(command, tab) {
      if (command === "open-library") {
        await browser.pages.open(LIBRARY);
        return;
      }
      const act = COMMANDS[command];
      if (!act || tab?.id === undefined) return;
      await speakAsChosen();
      const { site } = await pages.of(tab.id);
      // Elsewhere there is nothing to save or to pause: the popup says so.
      if (site === null) {
        await browser.openPopup();
        return;
      }
      /** @type {import("./pages.js").Notice} */
      let notice;
      try {
        notice = { words: await act(tab.id) };
      } catch (error) {
        const failure = asFailure(error);
        notice = { words: failureText(failure), tone: failure.code === "nothing_new" ? "good" : "bad" };
      }
      if (!(await pages.notice(tab.id, notice))) await browser.openPopup();
    },
  };
}
