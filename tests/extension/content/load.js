// Runs the extension's classic content scripts in this process, as a page's isolated world would.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runInThisContext } from "node:vm";

const FOLDER = new URL("../../../extension/content/", import.meta.url);

/** @param {...string} names  files of extension/content, in order */
export function load(...names) {
  /** @type {any} */ (globalThis).memoryx = { adapters: [] };
  for (const name of names) {
    const file = new URL(name, FOLDER);
    runInThisContext(readFileSync(file, "utf8"), { filename: fileURLToPath(file) });
  }
  return globalThis.memoryx;
}
