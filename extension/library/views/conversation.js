// One conversation: what was said, the memories that came of it, and what can be done with it.

import { ask } from "../../shared/ask.js";
import { make } from "../../shared/elements.js";
import { count, day, text } from "../../shared/i18n.js";
import { answered } from "../choice.js";
import { drawMarkdown } from "../draw.js";
import { act, attempt, line, moment, outside, pick } from "../parts.js";
import { hashOf } from "../place.js";
import { allProjects, projectOptions } from "../projects.js";
import { SITES, siteName, statusName, typeName } from "../words.js";

/** @typedef {import("../../contract.d.ts").ConversationItem} Conversation */
/** @typedef {import("../../contract.d.ts").Turn} Turn */

/** Turns that are drawn at a time. */
const TURNS = 20;

/** A conversation is named by our id, or by the site and its own. @param {string[]} path */
function named(path) {
  const [first = "", second] = path;
  const site = SITES.find((each) => each === first);
  return site && second ? { site, conversation_id: second } : { id: first };
}

/** @type {import("../library.js").Show} */
export async function show(sight) {
  const { main, place, signal } = sight;
  const name = named(place.path);
  const [page, projects] = await Promise.all([
    ask("conversations.get", { ...name, limit: TURNS }),
    allProjects(),
  ]);
  const { conversation } = page;
  const { id } = conversation;
  const taken = await ask("memories.list", { source: id, limit: 100 });
  const brief = make("div", { hidden: true, class: "panel brief" });
  const memories = make("ul", { class: "plain-list" });
  const draw = (/** @type {import("../../contract.d.ts").Memory[]} */ items) =>
    memories.replaceChildren(...drawMemories(items));
  draw(taken.items);

  const extract = act(text("library_extract"), sight, async () => {
    sight.tell(text("busy_extracting"), "");
    const result = await ask("conversations.extract", { id, mode: "manual" });
    draw((await ask("memories.list", { source: id, limit: 100 })).items);
    sight.tell(
      result.added + result.updated + result.proposed === 0
        ? text("extract_nothing")
        : text("library_extracted", result.added, result.updated, result.proposed),
    );
    sight.counted();
  });
  const project = pick(
    text("library_field_project"),
    projectOptions(projects, text("library_no_project")),
    conversation.project ?? "",
    (value) => void attempt(sight, () => assign(conversation, value, sight)),
    signal,
  );

  main.append(
    make(
      "nav",
      { class: "trail", "aria-label": text("library_back") },
      make("a", { href: hashOf("conversations"), class: "back", text: text("library_view_conversations") }),
    ),
    make(
      "header",
      { class: "head" },
      make("h1", { class: "saying", text: conversation.title || text("library_untitled") }),
      make(
        "div",
        { class: "cluster" },
        extract,
        act(text("library_brief"), sight, () => summarize(id, brief, sight)),
        act(text("library_copy"), sight, async () => {
          await navigator.clipboard.writeText(await wholeText(id));
          sight.tell(text("library_copied"));
        }),
        act(text("library_download"), sight, () => download(conversation)),
        act(text("library_delete"), sight, () => remove(conversation, sight), "danger"),
      ),
    ),
    line(
      outside(conversation.url, text("library_open_on", siteName(conversation.site))),
      count("library_turns", conversation.turns),
      day(conversation.updated_at),
      ...links(conversation),
    ),
    brief,
    make(
      "div",
      { class: "columns" },
      make("div", { class: "column" }, await turns(page, id, place.query["turn"] ?? "", sight)),
      make(
        "div",
        { class: "column" },
        make("section", { class: "panel" }, project),
        make("section", { class: "panel" }, make("h2", { text: text("library_taken") }), memories),
      ),
    ),
  );
  main.addEventListener(
    "shown",
    () => main.querySelector(".turn.named")?.scrollIntoView({ block: "center" }),
    { signal, once: true },
  );
}

/** Where it came from and where it went on. @param {Conversation} conversation */
function links({ continues, continued_by: later }) {
  const to = (/** @type {import("../../contract.d.ts").LinkedConversation} */ other, /** @type {string} */ words) =>
    make("a", { href: hashOf("conversation", [other.id]), text: words });
  return [
    continues ? to(continues, text("library_continues", siteName(continues.site))) : null,
    ...later.map((other) => to(other, text("library_continued", siteName(other.site)))),
  ];
}

/**
 * The turns, a page at a time: the next comes when the end comes into sight.
 * @param {import("../../contract.d.ts").ConversationTurns} first @param {string} id
 * @param {string} wanted  the key of a turn to go to
 * @param {import("../library.js").Sight} sight
 */
async function turns(first, id, wanted, sight) {
  const list = make("ol", { class: "turns" });
  let cursor = first.next_cursor;
  const add = (/** @type {Turn[]} */ some) => list.append(...some.map((turn) => drawTurn(turn, wanted)));
  const more = async () => {
    if (cursor === null) return;
    const page = await ask("conversations.get", { id, limit: TURNS, cursor });
    cursor = page.next_cursor;
    button.hidden = cursor === null;
    add(page.turns);
  };
  const button = act(text("library_more"), sight, more);
  add(first.turns);
  const sought = () => wanted !== "" && cursor !== null && !list.querySelector(".named");
  while (sought()) await more();
  button.hidden = cursor === null;
  const watching = new IntersectionObserver((seen) => {
    if (seen.some((entry) => entry.isIntersecting) && cursor !== null) button.click();
  });
  watching.observe(button);
  sight.signal.addEventListener("abort", () => watching.disconnect(), { once: true });
  return make("div", {}, list, button);
}

/** @param {Turn} turn @param {string} wanted */
function drawTurn({ key, role, markdown, created_at: at, gap_before: gap, versions }, wanted) {
  const item = make("li", { class: `turn ${role}${key === wanted ? " named" : ""}` });
  if (gap) item.append(make("p", { class: "quiet missing", text: text("library_gap") }));
  item.append(
    make(
      "div",
      { class: "row" },
      make("h2", { class: "quiet", text: text(`library_role_${role}`) }),
      line(at ? moment(at) : "", versions > 0 ? count("library_edited", versions) : ""),
    ),
    drawMarkdown(markdown),
  );
  return item;
}

/** @param {import("../../contract.d.ts").Memory[]} items */
function drawMemories(items) {
  if (items.length === 0) return [make("li", { class: "quiet", text: text("library_taken_none") })];
  return items.map(({ id, text: words, type, status }) =>
    make(
      "li",
      {},
      make("a", { href: hashOf("memory", [id]), text: words }),
      line(typeName(type), status === "active" ? "" : statusName(status)),
    ),
  );
}

/** The whole as Markdown, however long. @param {string} id */
async function wholeText(id) {
  let whole = "";
  for (;;) {
    const range = { start: whole.length, end: whole.length + 10_000_000 };
    const { markdown, length } = await ask("conversations.markdown", { id, range });
    whole += markdown;
    // Lengths are in characters of the host; a piece without any is the end in any case.
    if (markdown.length === 0 || [...whole].length >= length) return whole;
  }
}

/** @param {Conversation} conversation */
async function download({ id, title, conversation_id: own }) {
  const blob = new Blob([await wholeText(id)], { type: "text/markdown" });
  const address = URL.createObjectURL(blob);
  const name = (title || own).replace(/[\\/:*?"<>|\s]+/g, " ").trim().slice(0, 80);
  make("a", { href: address, download: `${name}.md` }).click();
  URL.revokeObjectURL(address);
}

/** @param {string} id @param {HTMLElement} box @param {import("../library.js").Sight} sight */
async function summarize(id, box, sight) {
  sight.tell(text("library_brief_making"), "");
  const { markdown } = await ask("conversations.summarize", { id });
  const copy = act(text("library_copy"), sight, async () => {
    await navigator.clipboard.writeText(markdown);
    sight.tell(text("library_copied"));
  }, "small");
  box.replaceChildren(
    make("div", { class: "row" }, make("h2", { text: text("library_brief") }), copy),
    drawMarkdown(markdown),
  );
  box.hidden = false;
  sight.tell(text("library_brief_ready"));
}

/** @param {Conversation} conversation @param {string} project @param {import("../library.js").Sight} sight */
async function assign({ site, conversation_id: own, account }, project, sight) {
  const name = { site, conversation_id: own, ...(account === null ? {} : { account }) };
  if (project) await ask("projects.assign", { id: project, ...name });
  else await ask("projects.unassign", name);
  sight.tell(text("library_saved"));
}

/** @param {Conversation} conversation @param {import("../library.js").Sight} sight */
async function remove({ id, memories }, sight) {
  const fate = await answered({
    title: text("library_chat_delete_title"),
    words: count("library_chat_delete_words", memories),
    answers: [
      ["keep", text("library_chat_delete_keep")],
      ["suspend", text("library_chat_delete_suspend")],
    ],
    action: text("library_delete"),
    danger: true,
  });
  if (fate !== "keep" && fate !== "suspend") return;
  await ask("conversations.delete", { id, memories: fate });
  location.hash = hashOf("conversations");
  sight.tell(text("library_deleted"));
}
