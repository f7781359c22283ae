// All memories: found as one types, narrowed, sorted, and dealt with by the handful.

import { ask } from "../../shared/ask.js";
import { make, write } from "../../shared/elements.js";
import { count, day, text } from "../../shared/i18n.js";
import { createBatch } from "../batch.js";
import { createFilters } from "../filters.js";
import { createGrid } from "../grid.js";
import { chip, empty, head, narrow } from "../parts.js";
import { hashOf } from "../place.js";
import { allProjects, namesOf } from "../projects.js";
import { createRows } from "../rows.js";
import { siteName, statusName, typeName } from "../words.js";

/** @typedef {import("../../contract.d.ts").Memory} Memory */

/** As in list.css. */
const ROW = 56;
/** Where one was in each list, to come back to. @type {Map<string, { place: number, top: number }>} */
const places = new Map();

/** @type {import("../library.js").Show} */
export async function show(sight) {
  const { main, place, signal } = sight;
  const projects = await allProjects();
  const nameOf = namesOf(projects);
  const total = make("span", { class: "quiet", role: "status" });
  const nothing = make("div", { hidden: true });
  let asked = 0;
  let fitting = 0;
  let shownQuery = "";

  const filters = createFilters(place.query, projects, signal, () => void search(0));
  const grid = createGrid({
    label: text("library_view_memories"),
    height: ROW,
    draw: (/** @type {Memory} */ memory) => drawRow(memory, nameOf),
    open: ({ id }) => {
      places.set(location.hash, grid.place);
      location.hash = hashOf("memory", [id]);
    },
    chosen: () => batch.draw(),
    signal,
  });
  const batch = createBatch({
    sight,
    projects,
    selection: grid.selection,
    total: () => fitting,
    every: () => everyId(filters.params()),
    done: () => look(),
  });

  /** The newest question's answer is shown, whatever comes before or after it. @param {number} from @param {number} [top] */
  async function search(from, top = 0) {
    asked += 1;
    const mine = asked;
    const params = filters.params();
    const rows = createRows(
      (offset, limit) => ask("memories.list", { ...params, offset, limit }),
      grid.render,
      sight.failed,
    );
    try {
      await rows.begin(from);
    } catch (error) {
      if (!shownQuery) throw error;
      if (mine === asked) sight.failed(error);
      return;
    }
    if (mine !== asked || signal.aborted) return;
    const query = JSON.stringify(params);
    if (query !== shownQuery) grid.selection.clear();
    shownQuery = query;
    fitting = rows.total;
    narrow(hashOf("memories", [], filters.query()));
    write(total, count("library_memories", rows.total));
    grid.element.hidden = rows.total === 0;
    nothing.hidden = rows.total > 0;
    if (rows.total === 0) nothing.replaceChildren(drawNothing(filters, signal));
    grid.show(rows, { place: from, top });
    batch.draw();
  }

  /** The same rows again, where one is. */
  async function look() {
    const at = grid.place;
    await search(at.place, at.top);
    sight.counted();
  }

  main.append(
    head(text("library_view_memories")),
    make("div", { class: "tools" }, filters.search, total),
    ...[filters.element, batch.element, grid.element, nothing],
  );
  filters.search.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "ArrowDown" || event.isComposing) return;
      event.preventDefault();
      grid.element.focus();
    },
    { signal },
  );
  const before = places.get(location.hash);
  main.addEventListener(
    "shown",
    () => {
      grid.element.scrollTop = before?.top ?? 0;
      grid.render();
      if (before) grid.element.focus({ preventScroll: true });
    },
    { signal, once: true },
  );
  await search(before?.place ?? 0, before?.top ?? 0);
  return look;
}

/** @param {Memory} memory @param {(id: string) => string} nameOf */
function drawRow(memory, nameOf) {
  const { type, status, pinned, sensitive, project, source, usage_count: used } = memory;
  const words = make("div", { class: "one-line", text: memory.text });
  const facts = [typeName(type), day(memory.valid_from), source.site ? siteName(source.site) : ""];
  if (project) facts.push(nameOf(project));
  if (used > 0) facts.push(count("library_used", used));
  const about = make("div", { class: "one-line quiet", text: facts.filter(Boolean).join(" · ") });
  const marks = make("div", { role: "gridcell", class: "marks" });
  if (pinned) marks.append(chip(text("pinned"), "accent"));
  if (sensitive) marks.append(chip(text("library_sensitive"), "warn"));
  if (status !== "active") marks.append(chip(statusName(status), status));
  return [make("div", { role: "gridcell", class: "words" }, words, about), marks];
}

/** @param {ReturnType<typeof createFilters>} filters @param {AbortSignal} signal */
function drawNothing(filters, signal) {
  if (!filters.narrowed()) return empty(text("library_memories_none"), text("memories_empty"));
  const button = make("button", { type: "button", text: text("library_clear") });
  button.addEventListener("click", filters.clear, { signal });
  return empty(text("library_nothing_fits"), text("library_nothing_fits_hint"), button);
}

/** The ids of all that fit. @param {object} params @returns {Promise<string[]>} */
async function everyId(params) {
  const ids = [];
  /** @type {string | null} */
  let cursor = null;
  do {
    /** @type {import("../../contract.d.ts").MemoryList} */
    const page = await ask("memories.list", { ...params, limit: 500, cursor });
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor;
  } while (cursor);
  return ids;
}
