// While a person writes, lets the host embed and answer the draft, so that Enter finds all ready.
// Only where the embedding runs on this machine: a draft is nobody else's.
(() => {
  "use strict";

  const { editor } = globalThis.memoryx;

  /** Milliseconds without a key after which a draft is worth a look: between the last word and Enter. */
  const PAUSE = 120;
  const SHORTEST = 4;

  /** @param {MemoryX.Page} page @param {MemoryX.Sending} sending */
  function start(page, sending) {
    const { adapter, doc, win, bridge, signal } = page;
    let timer = 0;
    let last = "";

    /** The draft, where a send of it would be held. */
    function draft() {
      const settings = page.settings();
      if (!settings?.drafts || !settings.inject || page.trouble() !== null) return "";
      if (page.place().kind === "other" || adapter.temporary(doc, page.url())) return "";
      const composer = adapter.composer(doc);
      return composer ? editor.read(composer) : "";
    }

    function prepare() {
      const text = draft();
      if (text.trim().length < SHORTEST || text === last) return;
      last = text;
      // The very question of the send: the answer to another one would be of no use.
      void bridge.ask("recall.prepare", sending.questionOf(text));
    }

    win.addEventListener(
      "input",
      (event) => {
        if (!event.isTrusted) return;
        win.clearTimeout(timer);
        timer = win.setTimeout(prepare, PAUSE);
      },
      { capture: true, signal },
    );
    signal.addEventListener("abort", () => win.clearTimeout(timer), { once: true });
  }

  globalThis.memoryx.draft = Object.freeze({ start });
})();
