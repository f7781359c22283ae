// Where in the library one is: a view, what it shows, and how its list is narrowed. All of it stands
// in the address, so that every place can be linked to, reloaded, and gone back to.

export const VIEWS = Object.freeze(
  /** @type {const} */ ([
    ...["memories", "memory", "conversations", "conversation", "review", "projects"],
    ...["recalls", "insights", "outbound"],
  ]),
);

/** @typedef {typeof VIEWS[number]} View */
/** @typedef {{ view: View, path: string[], query: Record<string, string> }} Place */

/** Reads a place from an address's hash; what is none is the list of memories. @param {string} hash @returns {Place} */
export function readPlace(hash) {
  const [way = "", search = ""] = hash.replace(/^#?\/?/, "").split("?", 2);
  const [first = "", ...rest] = way.split("/").map(decoded);
  const view = VIEWS.find((name) => name === first);
  if (!view) return { view: "memories", path: [], query: {} };
  return { view, path: rest.filter(Boolean), query: Object.fromEntries(new URLSearchParams(search)) };
}

/**
 * The hash of a place. Query values that are empty are left out.
 * @param {View} view @param {string[]} [path] @param {Record<string, string | undefined>} [query]
 */
export function hashOf(view, path = [], query = {}) {
  const given = Object.entries(query).filter(([, value]) => value);
  const search = new URLSearchParams(/** @type {[string, string][]} */ (given)).toString();
  const way = [view, ...path].map(encodeURIComponent).join("/");
  return `#/${way}${search ? `?${search}` : ""}`;
}

/** @param {string} piece */
function decoded(piece) {
  try {
    return decodeURIComponent(piece);
  } catch (error) {
    // A person typed a lone percent sign: it stands for itself.
    if (error instanceof URIError) return piece;
    throw error;
  }
}
