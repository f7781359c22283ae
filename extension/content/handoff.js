// Puts the brief of another chat into a new chat's composer, where it waits for the person to send it.
(() => {
  "use strict";

  const { editor, words } = globalThis.memoryx;
  const { text } = words;

  /** Milliseconds: a page may load slowly, and a person may have to log in first. */
  const PATIENCE = 30_000;
  const POLL = 250;
  /** A composer that stands this long is not replaced any more by a page that is still starting. */
  const CALM = 750;
  const TRIES = 3;

  /** @param {string} words_ */
  const letters = (words_) => words_.replace(/[^\p{L}\p{N}]+/gu, "");

  /** @param {MemoryX.Page} page @param {MemoryX.Notices} notices */
  async function start(page, notices) {
    const { adapter, doc, win, bridge, signal } = page;
    const { wait, now } = page.clock;

    const reply = await bridge.ask("handoff.take", {});
    const brief = reply.ok ? reply.result?.brief : null;
    if (typeof brief !== "string") return;

    /** The composer of a page that has come to rest. */
    async function composer() {
      const until = now() + PATIENCE;
      let since = now();
      let last = null;
      while (now() < until && !signal.aborted) {
        const found = page.place().kind === "other" ? null : adapter.composer(doc);
        if (found !== last) since = now();
        last = found;
        if (found && now() - since >= CALM) return found;
        await wait(POLL);
      }
      return null;
    }

    /** @returns {Promise<string | null>} why it could not be put there */
    async function put() {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const found = await composer();
        if (!found) return "handoff_no_composer";
        const there = letters(editor.read(found));
        if (there === letters(brief)) return null;
        if (there !== "") return "handoff_draft";
        editor.insert(found, brief.trim(), "end", adapter.newlines, "typed");
        await wait(CALM);
        const after = adapter.composer(doc);
        const stands = after ? letters(editor.read(after)) : "";
        // A person may write on while it is looked at.
        if (stands.includes(letters(brief))) return null;
        if (!letters(brief).includes(stands)) return "handoff_draft";
        // What stands there now is ours, and not whole: it goes, the person gets an empty field.
        if (after && stands !== "") editor.replace(after, "", adapter.newlines);
        await wait(CALM);
      }
      return "handoff_refused";
    }

    async function copy() {
      try {
        await win.navigator.clipboard.writeText(brief);
        notices.show({ words: text("handoff_copied") });
      } catch (error) {
        console.debug("memoryx: the clipboard is closed", error);
        notices.show({ words: text("handoff_in_popup"), tone: "bad" });
      }
    }

    const error = await put();
    if (signal.aborted) return;
    void bridge.ask("handoff.placed", error === null ? {} : { error });
    if (error === null) notices.show({ words: text("handoff_placed") });
    else {
      const action = { label: text("handoff_copy"), run: () => void copy() };
      notices.show({ words: text(`error_${error}`), tone: "bad", action });
    }
  }

  globalThis.memoryx.handoff = Object.freeze({ start });
})();
