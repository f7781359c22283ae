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
   * Whole texts are kept and compared: cheaper than any hash of them, at each reading of the page.
   * @param {MemoryX.CapturedTurn | undefined} a @param {MemoryX.CapturedTurn} b
   */
  const equal = (a, b) =>
    a?.role === b.role && a.complete === b.complete && a.html === b.html && a.markdown === b.markdown;

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
    /** @type {Map<string, Map<string, MemoryX.CapturedTurn>>} */
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
          const fresh = !equal(known.get(turn.key), turn);
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
        for (const turn of turns) known.set(turn.key, turn);
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
