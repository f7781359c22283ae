// Puts the block into a composer, sees whether it stayed, and takes it out again.
(() => {
  "use strict";

  const { editor, policy } = globalThis.memoryx;

  const TRIES = 3;
  /** Milliseconds that a composer which the site is rebuilding gets to come back. */
  const REBUILD_WAIT = 400;
  const REBUILD_POLL = 25;

  /** @param {MemoryX.Page} page @returns {MemoryX.Insertion} */
  function create(page) {
    const { adapter, doc } = page;
    const { wait, now } = page.clock;

    const read = () => {
      const composer = adapter.composer(doc);
      return composer ? editor.read(composer) : null;
    };

    /** @type {MemoryX.Insertion} */
    const insertion = {
      situation: () => ({
        url: page.url().href,
        conversationId: page.place().conversationId,
        turns: adapter.userTurnCount(doc),
        text: read(),
      }),

      async put(flight) {
        const { position, deadline_ms: allowed } = flight.settings;
        const block = policy.placed(flight.context, position);
        for (let tries = 0; tries < TRIES; tries += 1) {
          if (tries > 0 && now() >= flight.begun + allowed) return;
          const composer = adapter.composer(doc);
          if (!composer) return;
          flight.injected = true;
          // An editor that makes nothing of lines put in at once gets them as if typed.
          editor.insert(composer, block, position, adapter.newlines, tries === 0 ? "at once" : "typed");
          // Editors adopt or undo a change in their own observers, after this task.
          await wait(0);
          if (insertion.carries(flight)) return;
          await insertion.takeOut(flight);
          await putBack(flight);
          if (flight.disturbed || page.url().href !== flight.before.url) return;
        }
      },

      carries(flight) {
        const text = read();
        return text !== null && policy.delivered(text, flight.own, flight.context);
      },

      async takeOut(flight) {
        if (!flight.injected) return;
        flight.injected = false;
        const composer = adapter.composer(doc);
        const text = composer ? editor.read(composer) : "";
        if (!composer || editor.same(text, flight.own)) return;
        const block = policy.findBlock(text, flight.context);
        if (block) {
          // What is left beside the block is the person's, also where they typed on.
          const rest = editor.same(block.rest, flight.own) ? flight.own : block.rest;
          if (editor.remove(composer, block.start, block.length)) {
            await wait(0);
            if (editor.same(read() ?? "", rest)) return;
          }
          await rewrite(rest);
        } else if (policy.carriesBlock(text)) await rewrite(flight.own);
      },

      async recover(flight, personActed) {
        const until = now() + REBUILD_WAIT;
        while ((read() ?? "").trim() === "") {
          const composer = adapter.composer(doc);
          const leaves =
            adapter.userTurnCount(doc) > flight.userTurns ||
            (composer !== null && adapter.control(doc, composer).role === "stop");
          if (leaves || personActed() || page.url().href !== flight.before.url) return false;
          if (now() >= until) {
            if (!composer) return false;
            await rewrite(flight.own);
            return editor.same(read() ?? "", flight.own);
          }
          await wait(REBUILD_POLL);
        }
        return true;
      },
    };

    /**
     * Right after an insertion that did not take, what stands there is the editor's doing: the
     * person's text goes back. @param {MemoryX.Flight} flight
     */
    async function putBack(flight) {
      if (!editor.same(read() ?? flight.own, flight.own)) await rewrite(flight.own);
      flight.disturbed = !editor.same(read() ?? flight.own, flight.own);
    }

    /** The last resort: the whole content anew, still through the editor. @param {string} text */
    async function rewrite(text) {
      const composer = adapter.composer(doc);
      if (!composer) return;
      editor.replace(composer, text.trimEnd(), adapter.newlines);
      await wait(0);
    }

    return insertion;
  }

  globalThis.memoryx.insertion = Object.freeze({ create });
})();
