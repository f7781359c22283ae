// What to do about a person's Enter or click, and what counts as our block. Decisions only: nothing
// here touches a page, so each rule is tested alone.
(() => {
  "use strict";

  /** Milliseconds after a composition's end in which an Enter may still belong to it. */
  const COMPOSITION_GUARD = 60;

  /** @param {string} text */
  const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

  /** The first line of any block of ours. */
  const HEADER = /^[ \t]*-{3}[ \t]*\n+[ \t]*\[MemoryX [^\]\n]{1,60}\][ \t]*$/m;

  /** The block's words with whatever blank space an editor left between them. @param {string} context */
  const pattern = (context) =>
    new RegExp(context.trim().split(/\s+/).map(escaped).join("\\s+"), "g");

  /** Where the blank lines before a place begin. @param {string} text @param {number} place */
  function afterText(text, place) {
    let at = place;
    while (at > 0 && /\s/.test(text[at - 1] ?? "")) at -= 1;
    // Blanks at the end of the person's last line are the person's.
    const line = text.indexOf("\n", at);
    return line < 0 || line >= place ? place : line;
  }

  /** Rules in order; the first that holds lets the event through. @type {[string, (f: MemoryX.SendFacts) => boolean][]} */
  const PASSES = [
    ["untrusted", (f) => !f.trusted],
    ["not-ours", (f) => !f.ours],
    ["modified", (f) => f.kind === "enter" && f.modified],
    ["composing", (f) => f.kind === "enter" && f.composing],
    ["composition-ended", (f) => f.kind === "enter" && f.sinceComposition < COMPOSITION_GUARD],
  ];
  const PAGE_PASSES = /** @type {typeof PASSES} */ ([
    ["starting", (f) => f.settings === null],
    ["paused", (f) => f.settings?.inject === false],
    ["unknown-layout", (f) => f.layout === null],
    ["trouble", (f) => f.trouble !== null],
    ["not-a-chat", (f) => f.kindOfPlace === "other"],
    ["temporary", (f) => f.temporary],
    ["muted", (f) => f.muted],
    ["menu-open", (f) => f.kind === "enter" && f.menuOpen],
    ["stop-state", (f) => f.role === "stop"],
    ["click-elsewhere", (f) => f.kind === "click" && f.role !== "send"],
    ["send-disabled", (f) => f.role === "send" && f.disabled],
    ["no-text", (f) => f.text.trim() === ""],
    ["has-block", (f) => HEADER.test(f.text)],
  ]);

  /** @type {MemoryX.Policy} */
  const policy = {
    verdict(facts) {
      for (const [reason, holds] of PASSES) if (holds(facts)) return { act: "pass", reason };
      // One send at a time, by whatever key or button. Stop and an open menu stay the person's.
      if (facts.inFlight) {
        if (facts.role === "stop" || (facts.kind === "enter" && facts.menuOpen)) {
          return { act: "pass", reason: "in-flight-other" };
        }
        return { act: "swallow", reason: "in-flight" };
      }
      for (const [reason, holds] of PAGE_PASSES) if (holds(facts)) return { act: "pass", reason };
      return { act: "intercept", reason: "send" };
    },

    findBlock(text, context) {
      if (context.trim() === "") return null;
      const found = [...text.matchAll(pattern(context))];
      const [only] = found;
      if (found.length !== 1 || !only) return null;
      const start = afterText(text, only.index);
      const length = only.index + only[0].length - start;
      return { start, length, rest: text.slice(0, start) + text.slice(start + length) };
    },

    carriesBlock: (text) => HEADER.test(text),

    placed: (context, position) =>
      position === "end" ? context : `${context.replace(/^\n+/, "")}\n\n`,

    delivered(text, own, context) {
      const block = policy.findBlock(text, context);
      if (!block) return false;
      const rest = block.start === 0 ? block.rest.replace(/^\n+/, "") : block.rest;
      return globalThis.memoryx.editor.same(rest, block.start === 0 ? own.replace(/^\n+/, "") : own);
    },

    afterWait(before, now) {
      if (now.text === null || now.text.trim() === "") return "abort";
      const sameText = globalThis.memoryx.editor.same(now.text, before.text ?? "");
      if (now.url === before.url) return sameText ? "inject" : "send";
      // The site may name the chat while we wait: the turns stay. Another chat is never sent to.
      const named =
        before.conversationId === null && before.turns > 0 && now.turns === before.turns;
      const sameChat = now.conversationId === before.conversationId || named;
      return sameText && sameChat ? "send" : "abort";
    },
  };

  globalThis.memoryx.policy = Object.freeze(policy);
})();
