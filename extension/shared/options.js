// The extension's own settings: what they are, where they begin, and how older ones are read. The
// host's settings are the host's.

/**
 * @typedef {object} Options
 * @property {"auto" | "en" | "zh_CN" | "zh_TW"} language  of the interface; auto: the browser's
 * @property {boolean} receipt  a line under a sent message says what was added
 * @property {boolean} preview  the block is shown before a message leaves
 */

export const OPTIONS_KEY = "options";
export const LANGUAGES = Object.freeze(/** @type {const} */ (["en", "zh_CN", "zh_TW"]));

/** @type {Readonly<Options>} */
export const DEFAULT_OPTIONS = Object.freeze({ language: "auto", receipt: true, preview: false });

/**
 * Steps from one version to the next, in order; appended to, never changed. What is stored carries
 * the number of steps that it has been through.
 * @type {readonly ((stored: Record<string, unknown>) => Record<string, unknown>)[]}
 */
const STEPS = Object.freeze([]);

/** What a value has to be; one that is not goes back to where it began. */
const ACCEPTS = Object.freeze({
  language: (/** @type {unknown} */ value) =>
    value === "auto" || LANGUAGES.some((language) => language === value),
  receipt: (/** @type {unknown} */ value) => typeof value === "boolean",
  preview: (/** @type {unknown} */ value) => typeof value === "boolean",
});

/**
 * Options from what is stored, of any version: unknown names are left out, values that cannot be used
 * go back to the default.
 * @param {unknown} stored @param {typeof STEPS} [steps] @returns {Options}
 */
export function readOptions(stored, steps = STEPS) {
  const given = stored !== null && typeof stored === "object" ? stored : {};
  let values = /** @type {Record<string, unknown>} */ ({ ...given });
  for (const step of steps.slice(Number(values["version"] ?? 0))) values = step(values);
  const known = Object.entries(ACCEPTS).filter(([name, accepts]) => accepts(values[name]));
  return { ...DEFAULT_OPTIONS, ...Object.fromEntries(known.map(([name]) => [name, values[name]])) };
}

/** What is stored of options. @param {Options} options @param {typeof STEPS} [steps] */
export const storedOptions = (options, steps = STEPS) => ({ ...options, version: steps.length });

/**
 * Options with some changed; null for a name or a value that there is not.
 * @param {Options} options @param {Record<string, unknown>} change @returns {Options | null}
 */
export function changedOptions(options, change) {
  const accepts = new Map(Object.entries(ACCEPTS));
  const fits = Object.entries(change).every(([name, value]) => accepts.get(name)?.(value));
  return fits ? { ...options, ...change } : null;
}
