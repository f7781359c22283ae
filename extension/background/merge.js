// Two saves of one conversation that both still wait become one. Pure.

/** @param {MemoryX.CapturedTurn} turn */
const textOf = (turn) => turn.html ?? turn.markdown ?? "";

/**
 * The later reading stands, except where it is the beginning of the earlier one: then it was only
 * partly drawn, and the longer text stays.
 * @param {MemoryX.CapturedTurn} older @param {MemoryX.CapturedTurn} newer
 */
function later(older, newer) {
  const partial = older.complete && textOf(older).startsWith(textOf(newer));
  return partial && textOf(older) !== textOf(newer) ? older : newer;
}

/**
 * @param {MemoryX.CapturedTurn[]} older @param {MemoryX.CapturedTurn[]} newer
 * @returns {{ turns: MemoryX.CapturedTurn[], joined: boolean }} joined: they have a turn in common
 */
export function mergeTurns(older, newer) {
  const turns = [...older];
  const known = new Set(older.map(({ key }) => key));
  const joined = newer.some(({ key }) => known.has(key));
  let at = -1;
  newer.forEach((turn, index) => {
    const place = turns.findIndex(({ key }) => key === turn.key);
    const there = turns[place];
    if (there) {
      turns[place] = later(there, turn);
      at = place;
      return;
    }
    if (at < 0) {
      const next = newer.slice(index).find(({ key }) => known.has(key));
      at = next ? turns.findIndex(({ key }) => key === next.key) - 1 : turns.length - 1;
    }
    at += 1;
    turns.splice(at, 0, turn);
  });
  return { turns, joined };
}

/**
 * One save out of two, or null when they are better sent one after the other.
 * @param {MemoryX.Save} older @param {MemoryX.Save} newer
 */
export function mergeSaves(older, newer) {
  const { turns, joined } = mergeTurns(older.turns, newer.turns);
  if (!joined) return null;
  return {
    ...older,
    ...newer,
    turns,
    gaps: Boolean(older.gaps) || Boolean(newer.gaps),
    trigger: older.trigger === "manual" ? older.trigger : newer.trigger,
  };
}
