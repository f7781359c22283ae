// The library: the list of views beside, and the one in sight. Each view is a file of its own.

import { ask, whenChanged } from "../shared/ask.js";
import { confirmed } from "../shared/dialog.js";
import { make, part, say } from "../shared/elements.js";
import { asFailure } from "../shared/failure.js";
import { failureText, fill, numeral, speakAsChosen, text } from "../shared/i18n.js";
import { trouble } from "./parts.js";
import { hashOf, readPlace } from "./place.js";
import { show as conversation } from "./views/conversation.js";
import { show as conversations } from "./views/conversations.js";
import { show as insights } from "./views/insights.js";
import { show as memories } from "./views/memories.js";
import { show as memory } from "./views/memory.js";
import { show as outbound } from "./views/outbound.js";
import { show as projects } from "./views/projects.js";
import { show as recalls } from "./views/recalls.js";
import { show as review } from "./views/review.js";

/**
 * @typedef {object} Sight  what a view is given
 * @property {HTMLElement} main  empty, to be filled
 * @property {import("./place.js").Place} place
 * @property {AbortSignal} signal  ends when another view comes
 * @property {(words: string, tone?: import("../shared/elements.js").Tone) => void} tell
 * @property {(error: unknown) => void} failed  tells what went wrong
 * @property {() => void} counted  what is counted beside the views has changed
 * @property {(unsaved: () => boolean) => void} guard  asks before the view is left with unsaved words
 */
/** @typedef {(sight: Sight) => Promise<void | (() => unknown)>} Show  resolves with how to look again */

/** @type {Record<import("./place.js").View, Show>} */
const VIEWS = {
  ...{ memories, memory, conversations, conversation, review, projects, recalls, insights, outbound },
};
/** Those of the list beside, and which of them a view without an entry belongs to. */
const LISTED = /** @type {const} */ ([
  ...["memories", "review", "conversations", "projects", "recalls", "insights", "outbound"],
]);
const HOME = Object.freeze(
  /** @type {Record<string, string>} */ ({ memory: "memories", conversation: "conversations" }),
);
/** A view that takes longer than this says that it is on its way. Milliseconds. */
const PATIENCE = 400;
/** How long a word about what was done stays. Milliseconds. */
const SAID_FOR = 6_000;

const main = part("main", HTMLElement);
const said = part("said", HTMLElement);
const links = part("views", HTMLUListElement);
let leaving = new AbortController();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let silence;
/** @type {(() => unknown) | null} */
let again = null;
let shown = "";
const saved = () => false;
/** Whether leaving would lose something that was typed. */
let unsaved = saved;

/** @param {string} words @param {import("../shared/elements.js").Tone} [tone] */
function tell(words, tone = "good") {
  clearTimeout(silence);
  say(said, words, tone);
  silence = setTimeout(() => say(said, ""), SAID_FOR);
}

/** @param {unknown} error */
function failed(error) {
  tell(failureText(asFailure(error)), "bad");
}

function drawLinks() {
  for (const view of LISTED) {
    const badge = make("span", { class: "badge", "data-count": view });
    const link = make("a", { href: hashOf(view), "data-view": view });
    link.append(make("span", { text: text(`library_view_${view}`) }), badge);
    links.append(make("li", {}, link));
  }
}

async function count() {
  const stats = await ask("stats");
  const memoriesAll = Object.values(stats.memories).reduce((all, number) => all + number, 0);
  const counts = /** @type {Record<string, number>} */ ({
    memories: memoriesAll,
    review: stats.proposals,
    conversations: stats.conversations,
    projects: stats.projects,
  });
  for (const badge of links.querySelectorAll("[data-count]")) {
    const number = counts[badge.getAttribute("data-count") ?? ""] ?? 0;
    badge.textContent = number > 0 ? numeral(number) : "";
  }
}

/** What failed beside the view in sight is said there, if anywhere. */
function counted() {
  count().catch((error) => console.debug("memoryx: not counted", error));
}

/** @param {boolean} [quiet]  the same view again: keeps the focus where it is */
async function go(quiet = false) {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const place = readPlace(location.hash);
  shown = location.hash;
  again = null;
  unsaved = saved;
  for (const link of links.querySelectorAll("a")) {
    const here = link.dataset["view"] === (HOME[place.view] ?? place.view);
    if (here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const title = text(`library_view_${HOME[place.view] ?? place.view}`);
  document.title = [title, text("app_name")].join(" · ");
  const fresh = make("div", { class: `view view-${place.view}` });
  document.documentElement.dataset["ready"] = "no";
  const late = setTimeout(() => {
    if (main.childElementCount > 0) return;
    main.append(make("p", { class: "quiet loading", role: "status", text: text("host_connecting") }));
  }, PATIENCE);
  signal.addEventListener("abort", () => clearTimeout(late), { once: true });
  try {
    const look = await VIEWS[place.view]({ ...{ main: fresh, place, signal, tell, failed, counted }, guard });
    if (signal.aborted) return;
    main.replaceChildren(fresh);
    again = look ?? null;
  } catch (error) {
    if (signal.aborted) return;
    main.replaceChildren(trouble(error, () => void go(), signal));
  }
  clearTimeout(late);
  document.documentElement.dataset["ready"] = "yes";
  fresh.dispatchEvent(new CustomEvent("shown"));
  if (!quiet && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
  counted();
}

/** @param {() => boolean} check */
function guard(check) {
  unsaved = check;
}

/** Follows the address, after asking where that would lose something. */
async function follow() {
  const wanted = location.hash;
  if (wanted === "#main" || wanted === shown) return;
  if (unsaved()) {
    history.replaceState(history.state, "", shown);
    const lose = await confirmed({
      title: text("library_unsaved_title"),
      words: text("library_unsaved_words"),
      action: text("library_unsaved_leave"),
      danger: true,
    });
    if (!lose) return;
    unsaved = saved;
    location.hash = wanted;
    return;
  }
  await go();
}

/** Shows the view again once the host is there. That it is still away is no news. */
async function whenBack() {
  const { host } = await ask("worker.state", { look: false });
  if (host.status === "connected") await go(true);
}

async function open() {
  await speakAsChosen();
  fill(document);
  drawLinks();
  await go(true);
}

const always = new AbortController().signal;
window.addEventListener("hashchange", () => void follow(), { signal: always });
window.addEventListener(
  "beforeunload",
  (event) => {
    if (unsaved()) event.preventDefault();
  },
  { signal: always },
);
// A list that is narrowed writes its place without moving away.
window.addEventListener("narrowed", () => void (shown = location.hash), { signal: always });
whenChanged((what) => {
  if (what === "host" && main.querySelector(".trouble")) void whenBack();
  else if (what === "extraction.finished") {
    void Promise.resolve(again?.()).catch(failed);
    counted();
  }
}, always);

void open();
