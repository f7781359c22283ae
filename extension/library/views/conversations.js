// All saved conversations: searched, narrowed, put into projects.

import { ask } from "../../shared/ask.js";
import { make, write } from "../../shared/elements.js";
import { count, day, text } from "../../shared/i18n.js";
import { createGrid } from "../grid.js";
import { chip, empty, head, narrow, pick, searchBox } from "../parts.js";
import { hashOf } from "../place.js";
import { allProjects, namesOf, projectOptions } from "../projects.js";
import { createRows } from "../rows.js";
import { SITES, siteName } from "../words.js";

/** @typedef {import("../../contract.d.ts").ConversationItem} Conversation */

/** As in list.css. */
const ROW = 56;
/** Texts of all turns are looked through, so a pause between letters is waited for. Milliseconds. */
const PAUSE = 150;

/** @type {import("../library.js").Show} */
export async function show(sight) {
  const { main, place, signal } = sight;
  const projects = await allProjects();
  const nameOf = namesOf(projects);
  const now = { ...place.query };
  const total = make("span", { class: "quiet", role: "status" });
  const nothing = make("div", { hidden: true });
  let asked = 0;
  let begun = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  signal.addEventListener("abort", () => clearTimeout(timer), { once: true });

  const grid = createGrid({
    label: text("library_view_conversations"),
    height: ROW,
    draw: (/** @type {Conversation} */ conversation) => drawRow(conversation, nameOf),
    open: ({ id }) => (location.hash = hashOf("conversation", [id])),
    signal,
  });
  const search = searchBox(
    text("library_search_conversations"),
    now["q"] ?? "",
    (value) => {
      now["q"] = value;
      clearTimeout(timer);
      timer = setTimeout(() => void look(), PAUSE);
    },
    signal,
  );
  /** @param {string} name @param {string} label @param {[string, string][]} options */
  const word = (name, label, options) =>
    pick(
      label,
      options,
      now[name] ?? "",
      (value) => {
        now[name] = value;
        void look();
      },
      signal,
    );

  async function look() {
    asked += 1;
    const mine = asked;
    const params = {
      ...(now["q"]?.trim() ? { query: now["q"] } : {}),
      ...(now["site"] ? { site: /** @type {MemoryX.Site} */ (now["site"]) } : {}),
      ...(now["project"] ? { project: now["project"] } : {}),
    };
    const rows = createRows(
      (offset, limit) => ask("conversations.list", { ...params, offset, limit }),
      grid.render,
      sight.failed,
    );
    try {
      await rows.begin(0);
    } catch (error) {
      if (!begun) throw error;
      if (mine === asked) sight.failed(error);
      return;
    }
    if (mine !== asked || signal.aborted) return;
    begun = true;
    narrow(hashOf("conversations", [], now));
    write(total, count("library_conversations", rows.total));
    grid.element.hidden = rows.total === 0;
    nothing.hidden = rows.total > 0;
    const narrowed = Object.keys(params).length > 0;
    if (rows.total === 0) {
      nothing.replaceChildren(
        narrowed
          ? empty(text("library_nothing_fits"), text("library_nothing_fits_hint"))
          : empty(text("library_conversations_none"), text("library_conversations_none_hint")),
      );
    }
    grid.show(rows);
  }

  const sites = SITES.map((site) => /** @type {[string, string]} */ ([site, siteName(site)]));
  main.append(
    head(text("library_view_conversations")),
    make("div", { class: "tools" }, search, total),
    make(
      "div",
      { class: "filters", role: "group", "aria-label": text("library_filters") },
      word("site", text("library_field_site"), [["", text("library_any")], ...sites]),
      word("project", text("library_field_project"), projectOptions(projects)),
    ),
    grid.element,
    nothing,
  );
  main.addEventListener("shown", grid.render, { signal, once: true });
  await look();
  return look;
}

/** @param {Conversation} conversation @param {(id: string) => string} nameOf */
function drawRow(conversation, nameOf) {
  const { title, site, turns, memories, project, updated_at: at } = conversation;
  const words = make("div", { class: "one-line", text: title || text("library_untitled") });
  const facts = [siteName(site), day(at), count("library_turns", turns)];
  if (memories > 0) facts.push(count("library_memories", memories));
  const about = make("div", { class: "one-line quiet", text: facts.join(" · ") });
  const marks = make("div", { role: "gridcell", class: "marks" });
  if (project) marks.append(chip(nameOf(project)));
  return [make("div", { role: "gridcell", class: "words" }, words, about), marks];
}
