// One memory: what it says and how it is kept, where it was said, how it is used, what it was before.

import { ask } from "../../shared/ask.js";
import { confirmed } from "../../shared/dialog.js";
import { make } from "../../shared/elements.js";
import { count, day, text } from "../../shared/i18n.js";
import { createEditor } from "../editor.js";
import { drawHistory } from "../history.js";
import { act, chip, line, moment } from "../parts.js";
import { hashOf } from "../place.js";
import { allProjects, namesOf } from "../projects.js";
import { drawQuotes } from "../quotes.js";
import { siteName, statusName, typeName } from "../words.js";

/** @typedef {import("../../contract.d.ts").Memory} Memory */

const RECALLS = 5;

/** @type {import("../library.js").Show} */
export async function show(sight) {
  const { main, place, signal } = sight;
  const id = place.path[0] ?? "";
  const projects = await allProjects();
  const [view, log, sources, related, recalls] = await Promise.all([
    ask("memories.get", { id }),
    ask("memories.history", { id, limit: 100 }),
    ask("memories.sources", { id }),
    ask("memories.related", { id, limit: 5 }),
    ask("recall.log", { memory: id, limit: RECALLS }),
  ]);
  const { memory } = view;

  const again = async () => {
    main.replaceChildren();
    await show(sight);
    sight.counted();
  };
  /** @param {string} method @param {object} [params] */
  const change = async (method, params = {}) => {
    await ask(method, { id, ...params });
    await again();
    sight.tell(text("library_saved"));
  };

  const editor = createEditor(memory, projects, sight, (values) => change("memories.update", values));
  const back = make("a", { href: hashOf("memories"), class: "back", text: text("library_view_memories") });
  // Back to the list as it was narrowed, where there is one to go back to.
  back.addEventListener(
    "click",
    (event) => {
      if (history.length < 2) return;
      event.preventDefault();
      history.back();
    },
    { signal },
  );

  const revert = (/** @type {number} */ version) => change("memories.revert", { version });
  const out = memory.status !== "active";
  main.append(
    make("nav", { class: "trail", "aria-label": text("library_back") }, back),
    make(
      "header",
      { class: "head" },
      make("h1", { class: "saying", text: memory.text }),
      make(
        "div",
        { class: "cluster" },
        out
          ? act(text("library_restore"), sight, () => change("memories.restore"))
          : act(text("library_suspend"), sight, () => change("memories.suspend")),
        act(text(memory.pinned ? "library_unpin" : "library_pin"), sight, () =>
          change("memories.update", { pinned: !memory.pinned }),
        ),
        act(text("library_delete"), sight, () => remove(memory, sight), "danger"),
      ),
    ),
    marks(memory),
    reasons(memory, view.sensitive_kinds),
    make(
      "div",
      { class: "columns" },
      make(
        "div",
        { class: "column" },
        section(text("library_edit"), editor),
        section(text("library_history"), drawHistory(log.versions, memory, namesOf(projects), revert, sight)),
      ),
      make(
        "div",
        { class: "column" },
        section(text("library_source"), drawQuotes(memory, sources)),
        section(text("library_usage"), usage(memory, recalls.items)),
        related.items.length > 0 ? section(text("library_related"), list(related.items)) : null,
      ),
    ),
  );
}

/** @param {string} title @param {Node} content */
function section(title, content) {
  return make("section", { class: "panel" }, make("h2", { text: title }), content);
}

/** @param {Memory} memory */
function marks(memory) {
  const row = make("div", { class: "cluster marks-line" }, chip(typeName(memory.type)));
  row.append(chip(statusName(memory.status), memory.status));
  if (memory.pinned) row.append(chip(text("pinned"), "accent"));
  if (memory.sensitive) row.append(chip(text("library_sensitive"), "warn"));
  return row;
}

/** Why it is as it is, for what a person may wonder about. @param {Memory} memory @param {string[]} kinds */
function reasons(memory, kinds) {
  const words = [];
  if (memory.sensitive) {
    const names = kinds.map((kind) => text(`library_kind_${kind}`)).join(", ");
    words.push(names ? text("library_why_sensitive", names) : text("library_why_sensitive_person"));
  }
  if (memory.pinned) words.push(text("library_why_pinned"));
  if (memory.expires_at && memory.status === "active") {
    words.push(text("library_why_expires", day(memory.expires_at)));
  }
  if (memory.status !== "active") words.push(text(`library_why_${memory.status}`));
  if (memory.inferred) words.push(text("library_why_inferred"));
  return make("ul", { class: "reasons quiet" }, ...words.map((each) => make("li", { text: each })));
}

/** @param {Memory} memory @param {import("../../contract.d.ts").RecallLogItem[]} recalls */
function usage(memory, recalls) {
  const used = memory.usage_count;
  if (used === 0 && recalls.length === 0) return make("p", { class: "quiet", text: text("library_never_used") });
  const last = memory.last_used_at ? moment(memory.last_used_at) : null;
  const items = recalls.map((recall) =>
    make(
      "li",
      {},
      make("span", { class: "one-line", text: recall.text }),
      line(moment(recall.at), recall.site ? siteName(recall.site) : "", recall.sent ? text("library_sent") : text("library_not_sent")),
    ),
  );
  const every = make("a", {
    href: hashOf("recalls", [], { memory: memory.id }),
    text: text("library_all_recalls"),
  });
  return make("div", {}, line(count("library_used", used), last), make("ul", { class: "plain-list" }, ...items), every);
}

/** @param {Memory[]} memories */
function list(memories) {
  const items = memories.map(({ id, text: words, type, valid_from: said, status }) =>
    make(
      "li",
      {},
      make("a", { href: hashOf("memory", [id]), text: words }),
      line(typeName(type), day(said), status === "active" ? "" : statusName(status)),
    ),
  );
  return make("ul", { class: "plain-list" }, ...items);
}

/** @param {Memory} memory @param {import("../library.js").Sight} sight */
async function remove(memory, sight) {
  const agreed = await confirmed({
    title: count("library_delete_title", 1),
    words: text("library_delete_words"),
    action: text("library_delete"),
    danger: true,
  });
  if (!agreed) return;
  await ask("memories.delete", { id: memory.id });
  location.hash = hashOf("memories");
  sight.tell(text("library_deleted"));
}
