// Which rows of a list are chosen: a set of ids, and where a range begins.

/** @param {() => void} changed */
export function createSelection(changed) {
  /** @type {Set<string>} */
  const chosen = new Set();
  let anchor = 0;

  return {
    get size() {
      return chosen.size;
    },
    ids: () => [...chosen],
    /** @param {string} id */
    has: (id) => chosen.has(id),
    /** @param {string} id @param {number} place */
    toggle(id, place) {
      if (!chosen.delete(id)) chosen.add(id);
      anchor = place;
      changed();
    },
    /**
     * Chooses everything from where the last choice was made to a place.
     * @param {number} place @param {(place: number) => string | undefined} idAt
     */
    extend(place, idAt) {
      const [first, last] = place < anchor ? [place, anchor] : [anchor, place];
      for (let each = first; each <= last; each += 1) {
        const id = idAt(each);
        if (id !== undefined) chosen.add(id);
      }
      changed();
    },
    /** @param {Iterable<string>} ids */
    add(ids) {
      for (const id of ids) chosen.add(id);
      changed();
    },
    clear() {
      if (chosen.size === 0) return;
      chosen.clear();
      changed();
    },
  };
}
