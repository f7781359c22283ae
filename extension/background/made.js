// Which recalls a tab may ask about: those that it made, and those of the chat that it shows. Kept for
// the browser's session, since the worker may be ended at any time.

const KEY = "recalls";
const KEPT = 300;

/** @param {{ session: import("./settings.js").Area }} areas */
export function createMade({ session }) {
  /** @type {Promise<Record<string, string[]>>} */
  const loaded = session.get(KEY).then((stored) => ({ ...stored }));

  return {
    /** @param {number} tab @param {readonly string[]} recalls */
    async admit(tab, recalls) {
      const made = await loaded;
      const all = [...new Set([...(made[tab] ?? []), ...recalls])];
      made[tab] = all.slice(-KEPT);
      await session.set(KEY, made);
    },

    /** @param {number | null} tab @param {unknown} recall */
    async allows(tab, recall) {
      return tab !== null && ((await loaded)[tab] ?? []).includes(String(recall));
    },

    /** @param {number} tab */
    async forgetTab(tab) {
      const made = await loaded;
      if (!(tab in made)) return;
      delete made[tab];
      await session.set(KEY, made);
    },
  };
}
