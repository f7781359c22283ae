// The rows of a long list by their places: fetched in blocks as they come into sight, and kept.

/**
 * @template T
 * @typedef {(offset: number, limit: number) => Promise<{ items: T[], total: number }>} Fetch
 */

export const BLOCK = 60;
/** Blocks that are kept: more than any screen shows, few enough to cost nothing. */
const KEPT = 40;

/**
 * @template T
 * @param {Fetch<T>} fetchRows @param {() => void} changed  rows have come
 * @param {(error: unknown) => void} failed
 */
export function createRows(fetchRows, changed, failed) {
  /** @type {Map<number, T[]>} */
  const blocks = new Map();
  let total = 0;
  let working = false;
  let ended = false;
  /** @type {[number, number] | null} */
  let wanted = null;

  /** @param {number} number */
  async function load(number) {
    const page = await fetchRows(number * BLOCK, BLOCK);
    total = page.total;
    blocks.delete(number);
    blocks.set(number, page.items);
    for (const oldest of blocks.keys()) {
      if (blocks.size <= KEPT) break;
      blocks.delete(oldest);
    }
  }

  /** One block at a time, always of what is wanted now: who scrolls past waits for nothing. */
  async function work() {
    if (working) return;
    working = true;
    try {
      for (let next = missing(); next !== null; next = missing()) {
        await load(next);
        if (!ended) changed();
      }
    } catch (error) {
      wanted = null;
      if (!ended) failed(error);
    } finally {
      working = false;
    }
  }

  function missing() {
    if (!wanted || ended) return null;
    const [first, last] = wanted;
    for (let number = Math.floor(first / BLOCK); number * BLOCK <= last; number += 1) {
      if (!blocks.has(number) && number * BLOCK < total) return number;
    }
    return null;
  }

  return {
    /** Fetches the block of a place, so that there is something to show. @param {number} place */
    async begin(place) {
      await load(Math.floor(place / BLOCK));
      // The list may have become shorter than the place that one comes back to.
      if (place >= total && total > 0) await load(Math.floor((total - 1) / BLOCK));
    },
    get total() {
      return total;
    },
    /** @param {number} place @returns {T | undefined} */
    at: (place) => blocks.get(Math.floor(place / BLOCK))?.[place % BLOCK],
    /** Says which places are in sight. @param {number} first @param {number} last */
    want(first, last) {
      wanted = [first, last];
      void work();
    },
    /** What comes after this is of no interest. */
    end() {
      ended = true;
    },
  };
}
