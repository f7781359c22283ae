// Which settings stand together on the page, in order. A pattern's `*` is any rest of a key; what the
// host has and no pattern names stands at the end, with the host's own words.

/**
 * @typedef {object} Group
 * @property {string} name  also the section's id
 * @property {readonly string[]} keys  of the host's settings
 * @property {readonly ("receipt" | "preview")[]} [options]  of the extension's own
 * @property {Readonly<Record<string, readonly string[]>>} [when]  keys that only matter for some values
 *   of `embedding.provider`
 */

/** @type {readonly Group[]} */
export const GROUPS = Object.freeze([
  {
    name: "model",
    keys: ["llm.base_url", "llm.model", "llm.enabled", "spending.daily_token_cap"],
  },
  {
    name: "extraction",
    keys: [
      ...["extraction.auto", "extraction.delay_s"],
      ...["extraction.min_confidence_auto", "extraction.min_confidence_manual"],
    ],
  },
  {
    name: "messages",
    keys: ["recall.limit", "recall.budget_tokens", "recall.position", "recall.deadline_ms"],
    options: ["receipt", "preview"],
  },
  { name: "sites", keys: ["sites.*"] },
  { name: "lifecycle", keys: ["lifecycle.*"] },
  {
    name: "meaning",
    keys: [
      ...["embedding.provider", "embedding.path", "embedding.base_url", "embedding.model"],
      "embedding.drafts",
    ],
    when: {
      "embedding.path": ["onnx"],
      "embedding.base_url": ["openai"],
      "embedding.model": ["openai"],
      "embedding.drafts": ["openai"],
    },
  },
  { name: "ranking", keys: ["recall.weights.*", "recall.half_life_days"] },
]);

/** @param {string} pattern @param {string} key */
export const fits = (pattern, key) =>
  pattern.endsWith("*") ? key.startsWith(pattern.slice(0, -1)) : pattern === key;

/** The keys of the host that a group has, in the group's order. @param {Group} group @param {string[]} keys */
export const keysOf = (group, keys) =>
  group.keys.flatMap((pattern) => keys.filter((key) => fits(pattern, key)));

/** The keys that no group has. @param {string[]} keys */
export const strayKeys = (keys) =>
  keys.filter((key) => !GROUPS.some((group) => group.keys.some((pattern) => fits(pattern, key))));
