// How the memory grows and what is made of it, in numbers and small charts.

import { ask } from "../../shared/ask.js";
import { make } from "../../shared/elements.js";
import { count, day, language, numeral, text } from "../../shared/i18n.js";
import { overTime, shares } from "../charts.js";
import { empty, head, line } from "../parts.js";
import { hashOf } from "../place.js";
import { mondayOf, withoutGaps } from "../weeks.js";
import { LEVELS, levelName, SITES, siteName, STATUSES, statusName, TYPES, typeName } from "../words.js";

const WEEKS = 12;
const DAYS = 30;
const MOST_USED = 5;

/** @type {import("../library.js").Show} */
export async function show({ main }) {
  const [stats, used] = await Promise.all([
    ask("stats"),
    ask("memories.list", { sort: "used", limit: MOST_USED }),
  ]);
  main.append(head(text("library_view_insights")));
  const all = Object.values(stats.memories).reduce((sum, number) => sum + number, 0);
  if (all === 0 && stats.conversations === 0) {
    main.append(empty(text("library_insights_none"), text("library_insights_none_hint")));
    return;
  }
  const now = new Date();
  const week = { last: mondayOf(now), step: 7, least: WEEKS };
  const today = { last: now.toISOString().slice(0, 10), step: 1, least: DAYS };
  /** @param {{ at: string, value: number }[]} given @param {typeof week} span */
  const bars = (given, span) =>
    withoutGaps(given, span).map(({ at, value }) => ({ label: day(`${at}T12:00:00`), value }));
  const active = stats.memories["active"] ?? 0;
  main.append(
    make(
      "dl",
      { class: "tiles" },
      tile(text("library_tile_active"), numeral(active)),
      tile(text("library_tile_used"), active > 0 ? percent(stats.used / active) : numeral(0)),
      tile(text("library_tile_pinned"), numeral(stats.pinned)),
      tile(text("library_view_conversations"), numeral(stats.conversations)),
      tile(text("library_tile_turns"), numeral(stats.turns)),
      tile(text("library_tile_size"), size(stats.database_bytes)),
    ),
    make(
      "div",
      { class: "charts" },
      overTime({
        title: text("library_chart_growth"),
        unit: text("library_view_memories"),
        bars: bars(stats.growth.map(({ week: at, memories: value }) => ({ at, value })), week),
      }),
      overTime({
        title: text("library_chart_uses"),
        unit: text("library_view_memories"),
        bars: bars(stats.uses.map(({ week: at, memories: value }) => ({ at, value })), week),
      }),
      shares({ title: text("library_chart_types"), bars: words(TYPES, stats.types, typeName, "type") }),
      shares({ title: text("library_chart_statuses"), bars: words(STATUSES, stats.memories, statusName, "status") }),
      shares({ title: text("library_chart_sites"), bars: words(SITES, stats.sites, siteName, "site") }),
      shares({ title: text("library_chart_levels"), bars: words(LEVELS, stats.levels, levelName, "level") }),
      overTime({
        title: text("library_chart_tokens"),
        unit: text("library_tokens"),
        bars: bars(stats.spending.map(({ day: at, tokens: value }) => ({ at, value })), today),
      }),
      mostUsed(used.items),
    ),
  );
}

/**
 * @param {readonly string[]} names @param {Record<string, number>} numbers
 * @param {(name: string) => string} nameOf @param {string} filter
 */
function words(names, numbers, nameOf, filter) {
  const only = filter === "status" ? {} : { status: "active" };
  return names.map((name) => ({
    label: nameOf(name),
    value: numbers[name] ?? 0,
    address: hashOf("memories", [], { ...only, [filter]: name }),
  }));
}

/** @param {string} name @param {string} value */
const tile = (name, value) => make("div", {}, make("dt", { class: "quiet", text: name }), make("dd", { text: value }));

/** @param {number} share */
const percent = (share) => new Intl.NumberFormat(language(), { style: "percent" }).format(share);

/** @param {number} bytes */
function size(bytes) {
  const options = { style: "unit", unit: "megabyte", maximumFractionDigits: 1 };
  return new Intl.NumberFormat(language(), /** @type {Intl.NumberFormatOptions} */ (options)).format(bytes / 1e6);
}

/** @param {import("../../contract.d.ts").Memory[]} memories */
function mostUsed(memories) {
  const items = memories
    .filter(({ usage_count: times }) => times > 0)
    .map(({ id, text: words_, type, usage_count: times }) =>
      make(
        "li",
        {},
        make("a", { href: hashOf("memory", [id]), text: words_ }),
        line(typeName(type), count("library_used", times)),
      ),
    );
  if (items.length === 0) items.push(make("li", { class: "quiet", text: text("library_chart_nothing") }));
  return make(
    "figure",
    { class: "chart" },
    make("figcaption", { text: text("library_chart_most_used") }),
    make("ul", { class: "plain-list" }, ...items),
  );
}
