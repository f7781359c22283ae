// The projects, by id: for names in lists and for choosing one.

import { ask } from "../shared/ask.js";
import { text } from "../shared/i18n.js";

/** @typedef {import("../contract.d.ts").Project} Project */

/** Most projects that a choice shows; a person with more types a name. */
const MOST = 500;

export async function allProjects() {
  const { items } = await ask("projects.list", { limit: MOST });
  return items;
}

/** @param {Project[]} projects */
export function namesOf(projects) {
  const names = new Map(projects.map(({ id, name }) => [id, name]));
  return (/** @type {string} */ id) => names.get(id) ?? id;
}

/** @param {Project[]} projects @param {string} [none]  the words for no project */
export function projectOptions(projects, none = text("library_any")) {
  const named = projects.map(({ id, name }) => /** @type {[string, string]} */ ([id, name]));
  return [/** @type {[string, string]} */ (["", none]), ...named];
}
