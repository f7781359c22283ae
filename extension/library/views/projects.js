// Projects: what keeps the memories of different undertakings apart.

import { ask } from "../../shared/ask.js";
import { make } from "../../shared/elements.js";
import { count, numeral, text } from "../../shared/i18n.js";
import { answered } from "../choice.js";
import { act, attempt, empty, head } from "../parts.js";
import { hashOf } from "../place.js";
import { allProjects } from "../projects.js";

/** @typedef {import("../../contract.d.ts").Project} Project */

/** Memories that are moved at a time. */
const PIECE = 100;

/** @type {import("../library.js").Show} */
export async function show(sight) {
  const { main, signal } = sight;
  const input = make("input", {
    ...{ type: "text", maxlength: 100, placeholder: text("library_project_name") },
    "aria-label": text("library_project_name"),
  });
  const add = make("button", { type: "submit", class: "main", text: text("library_project_create") });
  const form = make("form", { class: "cluster create" }, input, add);
  const list = make("div", { class: "project-list" });

  async function draw() {
    const projects = await allProjects();
    list.replaceChildren(
      projects.length === 0
        ? empty(text("library_projects_none"), text("library_projects_none_hint"))
        : table(projects, sight, draw),
    );
    sight.counted();
  }

  form.addEventListener(
    "submit",
    (event) => {
      event.preventDefault();
      const name = input.value.trim();
      if (!name) return input.focus();
      void attempt(sight, async () => {
        await ask("projects.create", { name });
        input.value = "";
        await draw();
        sight.tell(text("library_saved"));
        input.focus();
      });
    },
    { signal },
  );
  main.append(head(text("library_view_projects")), make("p", { class: "quiet lead", text: text("library_projects_words") }), form, list);
  await draw();
  return draw;
}

/** @param {Project[]} projects @param {import("../library.js").Sight} sight @param {() => Promise<void>} draw */
function table(projects, sight, draw) {
  const rows = projects.map((project) => {
    const { id, name, conversations, memories } = project;
    const cell = make("th", { scope: "row", text: name });
    const rename = act(text("library_rename"), sight, async () => renaming(project, cell, sight, draw), "small");
    rename.setAttribute("aria-label", text("library_rename_of", name));
    const remove = act(text("library_delete"), sight, () => removing(project, projects, draw, sight), "small danger");
    remove.setAttribute("aria-label", text("library_delete_of", name));
    return make(
      "tr",
      {},
      cell,
      make("td", { class: "number" }, make("a", { href: hashOf("memories", [], { project: id }), text: numeral(memories), "aria-label": count("library_memories", memories) })),
      make("td", { class: "number" }, make("a", { href: hashOf("conversations", [], { project: id }), text: numeral(conversations), "aria-label": count("library_conversations", conversations) })),
      make("td", { class: "acts" }, rename, remove),
    );
  });
  const top = make(
    "tr",
    {},
    make("th", { scope: "col", text: text("library_project_name") }),
    make("th", { scope: "col", class: "number", text: text("library_view_memories") }),
    make("th", { scope: "col", class: "number", text: text("library_view_conversations") }),
    make("th", { scope: "col" }, make("span", { class: "unseen", text: text("library_actions") })),
  );
  return make("table", { class: "plain" }, make("thead", {}, top), make("tbody", {}, ...rows));
}

/** @param {Project} project @param {HTMLElement} cell @param {import("../library.js").Sight} sight @param {() => Promise<void>} draw */
function renaming({ id, name }, cell, sight, draw) {
  const input = make("input", { type: "text", maxlength: 100, "aria-label": text("library_rename_of", name) });
  input.value = name;
  cell.replaceChildren(input);
  input.select();
  const leave = () => cell.replaceChildren(name);
  const save = async () => {
    const fresh = input.value.trim();
    if (!fresh || fresh === name) return leave();
    await ask("projects.update", { id, name: fresh });
    await draw();
    sight.tell(text("library_saved"));
  };
  input.addEventListener(
    "keydown",
    (event) => {
      if (event.isComposing) return;
      if (event.key === "Escape") leave();
      else if (event.key === "Enter") void attempt(sight, save);
    },
    { signal: sight.signal },
  );
  input.focus();
}

/** @param {Project} project @param {Project[]} projects @param {() => Promise<void>} draw @param {import("../library.js").Sight} sight */
async function removing({ id, name, memories }, projects, draw, sight) {
  const others = projects.filter((other) => other.id !== id);
  /** @type {[string, string][]} */
  const fates = [
    ["suspend", text("library_project_suspend")],
    ["keep", text("library_project_keep")],
    ...others.map(({ id: to, name: words }) => /** @type {[string, string]} */ ([`to:${to}`, text("library_project_move", words)])),
  ];
  const fate = await answered({
    title: text("library_delete_of", name),
    words: count("library_project_delete", memories),
    answers: memories > 0 ? fates : [["keep", text("library_project_empty")]],
    action: text("library_delete"),
    danger: true,
  });
  if (fate === null) return;
  if (fate.startsWith("to:")) await moveAll(id, fate.slice(3));
  await ask("projects.delete", { id, memories: fate === "suspend" ? "suspend" : "keep" });
  await draw();
  sight.tell(text("library_deleted"));
}

/** @param {string} from @param {string} project */
async function moveAll(from, project) {
  for (;;) {
    const { items } = await ask("memories.list", { project: from, limit: PIECE });
    if (items.length === 0) return;
    const ids = items.map(({ id }) => id);
    const { changed } = await ask("memories.batch", { ids, action: "move", project });
    if (changed === 0) return;
  }
}
