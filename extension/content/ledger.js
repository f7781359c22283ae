// Which turns of a page are worth saving now: new or changed since the last acknowledged save, seen
// long enough to be real, and surely of this conversation. Pure: clock and readings are handed in.
(() => {
  "use strict";

  /** A refused send draws a turn and takes it away within 0.8 s: younger turns wait. Milliseconds. */
  const SETTLE = 1_000;
  /** After a navigation the old chat may still be drawn: its turns wait this long. Milliseconds. */
  const STALE = 5_000;
  const TEMPORARY = "!";

  /**
   * A 53-bit fingerprint of a whole turn: two 32-bit multiplicative hashes, mixed as in cyrb53. Each
   * reading takes it of every turn, so it works on small integers alone. @param {string} text
   */
  function fingerprint(text) {
    let a = 0xdeadbeef;
    let b = 0x41c6ce57;
    for (let i = 0; i < text.length; i += 1) {
      const code = text.charCodeAt(i);
      a = Math.imul(a ^ code, 2_654_435_761);
      b = Math.imul(b ^ code, 1_597_334_677);
    }
    a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
    b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
    return 4_294_967_296 * (2_097_151 & b) + (a >>> 0);
  }

  /** @param {MemoryX.CapturedTurn} turn */
  const print = (turn) =>
    fingerprint(`${turn.role}|${turn.complete ? 1 : 0}|${turn.html ?? ""}|${turn.markdown ?? ""}`);

  /**
   * @typedef {object} Seen
   * @property {string | null} owner  the conversation under which it stands
   * @property {number} since  when it was first seen there
   * @property {number} complete  how often it was seen complete
   * @property {{ conversation: string, since: number } | null} claim  another conversation that shows it
   */

  /** @returns {MemoryX.Ledger} */
  function create() {
    /** @type {Map<string, Seen>} */
    const seen = new Map();
    /** @type {Map<string, Map<string, number>>} */
    const saved = new Map();
    /** @type {Set<string>} */
    let shown = new Set();

    /** @param {string} conversation @param {MemoryX.CapturedTurn} turn @param {number} now */
    function settled(conversation, turn, now) {
      const entry = seen.get(turn.key);
      if (!entry || entry.owner !== conversation) return false;
      return now - entry.since >= SETTLE || entry.complete >= 2;
    }

    /** @param {Seen} entry @param {string | null} conversation @param {number} now */
    function own(entry, conversation, now) {
      if (entry.owner === conversation || entry.owner === TEMPORARY) {
        entry.claim = null;
      } else if (entry.owner === null) {
        // A chat that had no name yet gets one; nothing else of it changes.
        entry.owner = conversation;
      } else if (conversation !== null && conversation !== TEMPORARY) {
        if (entry.claim?.conversation !== conversation) entry.claim = { conversation, since: now };
        if (now - entry.claim.since >= STALE) Object.assign(entry, { owner: conversation, claim: null });
      }
    }

    return {
      observe(conversation, turns, now) {
        const present = new Set(turns.map((turn) => turn.key));
        for (const key of shown) {
          const entry = seen.get(key);
          const known = entry?.owner ? saved.get(entry.owner)?.has(key) : false;
          // Gone before it was saved: when it comes again it starts anew. What a temporary chat
          // showed stays known as that.
          if (!present.has(key) && !known && entry?.owner !== TEMPORARY) seen.delete(key);
        }
        shown = present;
        for (const turn of turns) {
          let entry = seen.get(turn.key);
          if (!entry) {
            entry = { owner: conversation, since: now, complete: 0, claim: null };
            seen.set(turn.key, entry);
          }
          own(entry, conversation, now);
          entry.complete = turn.complete ? entry.complete + 1 : 0;
        }
      },

      due(conversation, turns, now, extent) {
        const all = extent === "all";
        const answered = turns.findLastIndex(({ role }) => role === "assistant");
        const known = saved.get(conversation) ?? new Map();
        /** @type {Set<number>} */
        const wanted = new Set();
        /** @param {MemoryX.CapturedTurn} turn */
        const ours = (turn) => seen.get(turn.key)?.owner === conversation;
        turns.forEach((turn, index) => {
          if (!ours(turn)) return;
          // Who leaves takes along what is surely real: a refused send has no answer after it.
          const real = extent === "leaving" && index <= answered;
          const fresh = known.get(turn.key) !== print(turn);
          if (all || (fresh && (real || settled(conversation, turn, now)))) wanted.add(index);
        });
        if (!all) {
          for (const index of [...wanted]) {
            for (const beside of [index - 1, index + 1]) {
              const neighbour = turns[beside];
              if (neighbour && ours(neighbour) && known.has(neighbour.key)) wanted.add(beside);
            }
          }
        }
        return turns.filter((_, index) => wanted.has(index));
      },

      acknowledge(conversation, turns) {
        const known = saved.get(conversation) ?? new Map();
        for (const turn of turns) known.set(turn.key, print(turn));
        saved.set(conversation, known);
      },

      unsettled(conversation, turns, now) {
        if (conversation === null || conversation === TEMPORARY) return false;
        const known = saved.get(conversation);
        return turns.some((turn) => {
          const entry = seen.get(turn.key);
          if (!entry || entry.owner === TEMPORARY) return false;
          return !settled(conversation, turn, now) && !known?.has(turn.key);
        });
      },
    };
  }

  globalThis.memoryx.ledger = Object.freeze({ create });
})();
