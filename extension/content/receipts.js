// Keeps a receipt under each message that left with memories: while the page draws its turns anew,
// mounts and unmounts them, names the chat, and when the chat is opened again.
(() => {
  "use strict";

  const { receipt } = globalThis.memoryx;

  /** Milliseconds between a change of the page and a look at it. */
  const PAUSE = 250;
  /** When the companion does not answer, it is asked again so often, that many milliseconds apart. */
  const TRIES = 3;
  const AGAIN = 5_000;

  /** Letters and digits alone: however a page draws the block, these stay. @param {string} words */
  const letters = (words) => words.replace(/[^\p{L}\p{N}]+/gu, "");

  /**
   * @typedef {object} Entry
   * @property {string} recall
   * @property {number} memories
   * @property {string | null} key  of the message's turn
   * @property {string | null} letters  of the block; null for one that the host told of
   * @property {boolean} settled  surely sent: the host may be told where
   * @property {string | null} told  the place that the host knows
   * @property {MemoryX.DrawnReceipt | null} drawn
   */

  /** @param {MemoryX.Page} page @returns {MemoryX.Receipts} */
  function start(page) {
    const { adapter, doc, win, bridge, signal } = page;
    /** @type {Map<string, Entry>} */
    const entries = new Map();
    /** @type {string | null} */
    let conversation = null;
    let timer = 0;

    const naming = () => {
      const { conversationId, account } = page.place();
      if (conversationId === null) return null;
      return { site: adapter.site, conversation_id: conversationId, ...(account === null ? {} : { account }) };
    };

    /** @param {number} [delay] */
    function soon(delay = PAUSE) {
      if (timer !== 0 || signal.aborted) return;
      timer = win.setTimeout(() => {
        timer = 0;
        look();
      }, delay);
    }

    /** @param {Entry} entry */
    function drop(entry) {
      entry.drawn?.remove();
      entries.delete(entry.recall);
    }

    /** @param {Entry} entry @param {MemoryX.Message[]} messages */
    function find(entry, messages) {
      const known = entry.key === null ? null : messages.find(({ key }) => key === entry.key);
      if (known || entry.letters === null) return known ?? null;
      const block = entry.letters;
      const found = messages.findLast(({ root }) => letters(root.textContent ?? "").includes(block));
      // A message that was drawn under a provisional key has its own by now.
      if (found?.key) entry.key = found.key;
      return found ?? null;
    }

    /** The host learns where the message stands, so that the receipt is there again next time. @param {Entry} entry */
    function tell(entry) {
      const name = naming();
      if (!name || !entry.settled || entry.key === null) return;
      const place = `${name.conversation_id}/${entry.key}`;
      if (entry.told === place) return;
      entry.told = place;
      void bridge.ask("recall.used", { recall_id: entry.recall, sent: true, ...name, turn_key: entry.key });
    }

    function look() {
      if (signal.aborted || entries.size === 0) return;
      if (page.settings()?.receipt !== true) {
        for (const entry of entries.values()) {
          entry.drawn?.remove();
          entry.drawn = null;
        }
        return;
      }
      const messages = adapter.messages(doc);
      for (const entry of entries.values()) {
        const message = find(entry, messages);
        if (message) {
          entry.drawn ??= receipt.draw(page, entry);
          entry.drawn.stand(message.element);
          tell(entry);
        } else if (entry.drawn?.host.isConnected) entry.drawn.remove();
      }
    }

    /** @param {string} name @param {number} [tries] */
    async function recallPlaces(name, tries = TRIES) {
      const place = naming();
      if (!place || page.settings()?.receipt !== true) return;
      const { site, conversation_id: id } = place;
      const reply = await bridge.ask("recall.receipts", { site, conversation_id: id });
      if (name !== conversation || signal.aborted) return;
      if (!reply.ok) {
        if (tries > 1) win.setTimeout(() => void recallPlaces(name, tries - 1), AGAIN);
        return;
      }
      for (const { recall_id: recall, turn_key: key, memories } of reply.result.items) {
        if (entries.has(recall)) continue;
        const about = { recall, memories, key, letters: null };
        entries.set(recall, { ...about, settled: false, told: null, drawn: null });
      }
      soon();
    }

    function follow() {
      const place = page.place();
      const name = place.conversationId === null ? null : `${place.account ?? ""}/${place.conversationId}`;
      if (name !== conversation) {
        // A chat that has just been named is the same chat, and its messages are still there.
        if (conversation !== null) for (const entry of [...entries.values()]) drop(entry);
        conversation = name;
        if (name !== null) void recallPlaces(name);
      }
      soon();
    }

    const observer = new win.MutationObserver(() => {
      if (entries.size > 0) soon();
    });
    observer.observe(doc, { childList: true, subtree: true });
    signal.addEventListener(
      "abort",
      () => {
        observer.disconnect();
        win.clearTimeout(timer);
        for (const entry of [...entries.values()]) drop(entry);
      },
      { once: true },
    );

    return {
      follow,
      refresh() {
        if (conversation !== null && entries.size === 0) void recallPlaces(conversation);
        soon();
      },
      sent({ recall, context, memories }) {
        if (memories === 0 || entries.has(recall)) return;
        const about = { recall, memories, key: null, letters: letters(context) };
        entries.set(recall, { ...about, settled: false, told: null, drawn: null });
        soon(0);
      },
      settled(recall) {
        const entry = entries.get(recall);
        if (!entry) return;
        entry.settled = true;
        soon(0);
      },
      gone(recall) {
        const entry = entries.get(recall);
        if (entry) drop(entry);
      },
    };
  }

  globalThis.memoryx.receipts = Object.freeze({ start });
})();
