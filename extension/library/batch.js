// What is done to several memories at once: the bar that shows while some are chosen.

import { ask } from "../shared/ask.js";
import { confirmed } from "../shared/dialog.js";
import { make, write } from "../shared/elements.js";
import { count, numeral, text } from "../shared/i18n.js";
import { act, pick } from "./parts.js";
import { projectOptions } from "./projects.js";

/** Memories in one request: each takes a moment, and the host answers others between. */
const PIECE = 100;
/** The value of "in no project" in the list of projects to move into. */
const NOWHERE = "-";

/** @typedef {import("../contract.d.ts").BatchMemories["action"]} Action */

/**
 * @param {object} parts
 * @param {import("./library.js").Sight} parts.sight
 * @param {import("./projects.js").Project[]} parts.projects
 * @param {ReturnType<typeof import("./selection.js").createSelection>} parts.selection
 * @param {() => number} parts.total  how many fit the filters
 * @param {() => Promise<string[]>} parts.every  the ids of all that fit
 * @param {() => Promise<void>} parts.done  something changed
 */
export function createBatch({ sight, projects, selection, total, every, done }) {
  const number = make("strong", { role: "status" });
  const all = act(text("library_select_all"), sight, async () => selection.add(await every()), "small");
  const none = act(text("library_select_none"), sight, async () => selection.clear(), "small");

  /** @param {Action} action @param {string | null} [project] */
  async function run(action, project = null) {
    const ids = selection.ids();
    let changed = 0;
    let failed = 0;
    for (let start = 0; start < ids.length; start += PIECE) {
      const piece = ids.slice(start, start + PIECE);
      const result = await ask("memories.batch", { ids: piece, action, project });
      changed += result.changed;
      failed += result.failed.length;
      if (ids.length > PIECE) sight.tell(text("library_batch_progress", numeral(changed), numeral(ids.length)), "");
    }
    selection.clear();
    await done();
    if (failed > 0) sight.tell(text("library_batch_failed", numeral(changed), numeral(failed)), "warn");
    else sight.tell(count("library_batch_done", changed));
  }

  async function remove() {
    const agreed = await confirmed({
      title: count("library_delete_title", selection.size),
      words: text("library_delete_words"),
      action: text("library_delete"),
      danger: true,
    });
    if (agreed) await run("delete");
  }

  const move = pick(
    text("library_move"),
    [
      ["", text("library_choose")],
      [NOWHERE, text("library_no_project")],
      ...projectOptions(projects).slice(1),
    ],
    "",
    (value) => {
      const list = move.querySelector("select");
      if (list) list.value = "";
      if (value) void run("move", value === NOWHERE ? null : value).catch(sight.failed);
    },
    sight.signal,
  );
  const element = make(
    "div",
    { class: "batch", role: "group", "aria-label": text("library_selection"), hidden: true },
    number,
    all,
    none,
    make("span", { class: "gap" }),
    act(text("library_suspend"), sight, () => run("suspend"), "small"),
    act(text("library_restore"), sight, () => run("restore"), "small"),
    act(text("library_pin"), sight, () => run("pin"), "small"),
    act(text("library_unpin"), sight, () => run("unpin"), "small"),
    move,
    act(text("library_delete"), sight, remove, "small danger"),
  );

  return {
    element,
    draw() {
      element.hidden = selection.size === 0;
      write(number, count("library_selected", selection.size));
      all.hidden = selection.size >= total();
    },
  };
}
