// How the list of memories is searched, narrowed and sorted.

import { make } from "../shared/elements.js";
import { text } from "../shared/i18n.js";
import { pick, searchBox } from "./parts.js";
import { projectOptions } from "./projects.js";
import { categoryName, CATEGORIES, levelName, LEVELS, siteName, SITES, SORTS, statusName } from "./words.js";
import { STATUSES, typeName, TYPES } from "./words.js";

/** @typedef {import("../contract.d.ts").ListMemories} ListMemories */

/** What is narrowed by a word, and by yes or no. */
const WORDS = /** @type {const} */ (["type", "category", "status", "level", "project", "site", "source"]);
const MARKS = /** @type {const} */ (["pinned", "sensitive"]);

/** @param {readonly string[]} values @param {(value: string) => string} name */
const options = (values, name) => [
  /** @type {[string, string]} */ (["", text("library_any")]),
  ...values.map((value) => /** @type {[string, string]} */ ([value, name(value)])),
];

/**
 * @param {Record<string, string>} start  as in the address
 * @param {import("./projects.js").Project[]} projects @param {AbortSignal} signal @param {() => void} changed
 */
export function createFilters(start, projects, signal, changed) {
  /** @type {Record<string, string>} */
  const now = { ...start };
  if (!SORTS.some((sort) => sort === now["sort"])) now["sort"] = "changed";

  /** @param {string} name @param {string} label @param {[string, string][]} choices */
  const word = (name, label, choices) =>
    pick(
      label,
      choices,
      now[name] ?? "",
      (value) => {
        now[name] = value;
        changed();
      },
      signal,
    );
  /** @param {string} name @param {string} label */
  const mark = (name, label) =>
    word(name, label, [
      ["", text("library_any")],
      ["yes", text("library_yes")],
      ["no", text("library_no")],
    ]);

  const search = searchBox(
    text("library_search_memories"),
    now["q"] ?? "",
    (value) => {
      now["q"] = value;
      changed();
    },
    signal,
  );
  const element = make(
    "div",
    { class: "filters", role: "group", "aria-label": text("library_filters") },
    word("type", text("library_field_type"), options(TYPES, typeName)),
    word("category", text("library_field_category"), options(CATEGORIES, categoryName)),
    word("status", text("library_field_status"), options(STATUSES, statusName)),
    word("level", text("library_field_level"), options(LEVELS, levelName)),
    word("project", text("library_field_project"), projectOptions(projects)),
    word("site", text("library_field_site"), options(SITES, siteName)),
    mark("pinned", text("library_field_pinned")),
    mark("sensitive", text("library_field_sensitive")),
    word("sort", text("library_sort"), SORTS.map((sort) => [sort, text(`library_sort_${sort}`)])),
  );
  const lists = [...element.querySelectorAll("select")];
  /** Shows which lists narrow. */
  const light = () => {
    for (const list of lists) list.classList.toggle("set", list.value !== "" && list.options[0]?.value === "");
  };
  element.addEventListener("change", light, { signal });
  light();

  return {
    element,
    search,
    /** What the host is asked. @returns {ListMemories} */
    params() {
      /** @type {Record<string, unknown>} */
      const params = { sort: now["sort"] };
      if (now["q"]?.trim()) params["query"] = now["q"];
      for (const name of WORDS) if (now[name]) params[name] = now[name];
      for (const name of MARKS) if (now[name]) params[name] = now[name] === "yes";
      return /** @type {ListMemories} */ (params);
    },
    /** What the address says. */
    query: () => ({ ...now, sort: now["sort"] === "changed" ? "" : (now["sort"] ?? "") }),
    narrowed: () => ["q", ...WORDS, ...MARKS].some((name) => now[name]),
    clear() {
      for (const name of ["q", ...WORDS, ...MARKS]) now[name] = "";
      search.value = "";
      for (const list of lists) if (list.options[0]?.value === "") list.value = "";
      light();
      search.focus();
      changed();
    },
  };
}
