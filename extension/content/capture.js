// Follows a page's conversation: reads it 1.5 to 5 s after something changed, for as long as things
// change, and hands what is new to the service worker, which keeps it until the host has it.
(() => {
  "use strict";

  /** Milliseconds between two readings while the page changes. */
  const SHORTEST = 1_500;
  const LONGEST = 5_000;
  /** A reading may take this share of the time, so that long pages are read less often. */
  const SHARE = 1 / 50;
  /** How long a new name waits for the page to be drawn under it. Milliseconds. */
  const AFTER_NAMING = 1_050;
  const AFTER_FAILURE = 5_000;
  /** Characters in one save: far below the host's 8 MiB even when each takes four bytes. */
  const SAVE_SIZE = 1_000_000;

  /** @param {MemoryX.Place} place @param {boolean} temporary */
  function conversationKey(place, temporary) {
    if (temporary) return "!";
    if (place.kind !== "conversation" || place.conversationId === null) return null;
    return `${place.account ?? ""}/${place.conversationId}`;
  }

  /**
   * Parts that a save can carry; each begins with the last turn of the one before, as its anchor.
   * @param {MemoryX.CapturedTurn[]} turns
   */
  function parts(turns) {
    /** @type {MemoryX.CapturedTurn[][]} */
    const all = [];
    /** @type {MemoryX.CapturedTurn[]} */
    let part = [];
    let size = 0;
    for (const turn of turns) {
      const length = (turn.html ?? turn.markdown ?? "").length + 200;
      if (part.length > 1 && size + length > SAVE_SIZE) {
        all.push(part);
        part = part.slice(-1);
        size = (part[0]?.html ?? part[0]?.markdown ?? "").length;
      }
      part.push(turn);
      size += length;
    }
    if (part.length > 0) all.push(part);
    return all;
  }

  /** Why a reading saved nothing. @param {string} code @returns {MemoryX.Reply} */
  const nothing = (code) => ({
    ok: false,
    error: { code, message: "nothing was saved", remedy: null, retryable: false },
  });

  /** @param {MemoryX.Page} page @returns {MemoryX.Capture} */
  function start(page) {
    const { adapter, doc, win, bridge, signal } = page;
    const ledger = globalThis.memoryx.ledger.create();
    const now = () => win.performance.now();
    let timer = 0;
    let interval = SHORTEST;
    let lastReading = -Infinity;
    let address = page.url().href;
    /** @type {ReturnType<MemoryX.Capture["shown"]>} */
    let shown = null;
    /** @type {Promise<MemoryX.Reply> | null} */
    let saving = null;

    /** @param {number} [delay] */
    function nudge(delay = SHORTEST) {
      if (timer !== 0 || signal.aborted) return;
      const wait = Math.max(delay, lastReading + interval - now());
      timer = win.setTimeout(() => {
        timer = 0;
        void read("settled");
      }, wait);
    }

    /**
     * Reads the page and saves what is due.
     * @param {MemoryX.Extent} extent @returns {Promise<MemoryX.Reply>}
     */
    async function read(extent) {
      if (signal.aborted || page.settings()?.capture !== true) return nothing("paused");
      if (adapter.layout(doc) === null) return nothing("unknown_layout");
      const begun = now();
      const place = page.place();
      if (place.kind === "other") return nothing("not_a_chat");
      const conversation = conversationKey(place, adapter.temporary(doc, page.url()));
      const { turns, gaps } = adapter.transcript(doc);
      ledger.observe(conversation, turns, begun);
      shown = { address: page.url().href, turns: turns.length, answers: 0 };
      shown.answers = turns.filter(({ role }) => role === "assistant").length;
      lastReading = now();
      interval = Math.min(LONGEST, Math.max(SHORTEST, (lastReading - begun) / SHARE));
      if (conversation === null) return nothing("no_conversation");
      if (conversation === "!") return nothing("temporary_chat");
      if (ledger.unsettled(conversation, turns, begun)) nudge(AFTER_NAMING);
      if (saving) {
        if (extent === "settled") {
          nudge();
          return nothing("saving");
        }
        // Who leaves has no time to wait: the outbox joins what comes twice.
        if (extent === "all") await saving;
      }
      const due = ledger.due(conversation, turns, begun, extent);
      if (due.length === 0) return nothing("nothing_new");
      const url = page.url().href;
      const trigger = extent === "all" ? "manual" : "auto";
      saving = save(place, conversation, due, gaps, trigger, url).finally(() => {
        saving = null;
      });
      return saving;
    }

    /**
     * @param {MemoryX.Place} place @param {string} conversation @param {MemoryX.CapturedTurn[]} turns
     * @param {boolean} gaps @param {"auto" | "manual"} trigger @param {string} url
     */
    async function save(place, conversation, turns, gaps, trigger, url) {
      const title = adapter.title(doc);
      /** @type {MemoryX.Reply} */
      let reply = { ok: true, result: null };
      for (const part of parts(turns)) {
        reply = await bridge.ask("conversations.save", {
          site: adapter.site,
          conversation_id: place.conversationId,
          ...(place.account === null ? {} : { account: place.account }),
          ...(place.project === null ? {} : { project: place.project }),
          ...(title === null ? {} : { title }),
          url,
          trigger,
          turns: part,
          gaps,
        });
        if (!reply.ok) {
          nudge(AFTER_FAILURE);
          return reply;
        }
        ledger.acknowledge(conversation, part);
      }
      return reply;
    }

    const observer = new win.MutationObserver((records) => {
      if (timer !== 0) return;
      const composer = adapter.composer(doc);
      // Typing alone changes nothing that is saved.
      if (composer && records.every(({ target }) => composer.contains(target))) return;
      nudge();
    });
    observer.observe(doc, { childList: true, subtree: true, characterData: true, attributes: true });

    const flush = () => {
      win.clearTimeout(timer);
      timer = 0;
      lastReading = -Infinity;
      void read("leaving");
    };
    const options = { signal };
    doc.addEventListener(
      "visibilitychange",
      () => {
        if (doc.visibilityState === "hidden") flush();
      },
      options,
    );
    win.addEventListener("pagehide", flush, options);
    signal.addEventListener(
      "abort",
      () => {
        observer.disconnect();
        win.clearTimeout(timer);
      },
      { once: true },
    );

    return {
      nudge(delay) {
        if (address !== page.url().href) {
          address = page.url().href;
          win.clearTimeout(timer);
          timer = 0;
          lastReading = -Infinity;
          nudge(AFTER_NAMING);
        } else nudge(delay);
      },
      saveNow: () => read("all"),
      shown: () => shown,
    };
  }

  globalThis.memoryx.capture = Object.freeze({ start });
})();
