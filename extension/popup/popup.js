// The popup: draws what was last known at once, then asks the worker and draws again.

import { ask, whenChanged } from "../shared/ask.js";
import { part, write } from "../shared/elements.js";
import { fill, speakAsChosen, text } from "../shared/i18n.js";
import { openPlace, PLACES } from "../shared/places.js";
import { createActs } from "./acts.js";
import { createContext } from "./context.js";
import { createMemories } from "./memories.js";
import { drawSpending, drawState, serveMending } from "./state.js";

/** The page, and the host while it is away, are looked at again this often. Milliseconds. */
const LOOK_AGAIN = 2_000;
/** Where the last popup left what it knew. */
const REMEMBERED = "popup";

const closing = new AbortController();
const { signal } = closing;

/** @typedef {import("../contract.d.ts").MemoryList} MemoryList */
/**
 * @typedef {object} Known
 * @property {MemoryX.HostState | null} host
 * @property {{ waiting: number, refused: number } | null} outbox
 * @property {any} page
 * @property {MemoryList | null} memories  the newest
 * @property {MemoryList | null} pending  those that a person has to decide on
 * @property {{ tokens: number, cap: number } | null} spending  of today
 * @property {number | null} tab
 */
/** @type {Known} */
const known = {
  host: null,
  outbox: null,
  page: null,
  memories: null,
  pending: null,
  spending: null,
  tab: null,
};

const pauses = {
  tab: part("pause-tab", HTMLInputElement),
  site: part("pause-site", HTMLInputElement),
  all: part("pause-all", HTMLInputElement),
};

/** The tab that the popup is about: named in the address, or the one in front. */
async function ownTab() {
  const named = Number(new URLSearchParams(location.search).get("tab"));
  if (named > 0) return named;
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  return tab?.id ?? null;
}

const acts = createActs(known, { signal, refresh, draw });
const context = createContext(signal);
const memories = createMemories(known, {
  signal,
  changed: () => attempt(memories.refresh().then(draw).then(remember)),
});

function drawPauses() {
  const { page } = known;
  pauses.tab.disabled = pauses.site.disabled = !page?.site;
  for (const scope of /** @type {const} */ (["tab", "site", "all"])) {
    pauses[scope].checked = page?.pauses[scope] === true;
  }
  const site = page?.site ? text(`site_${page.site}`) : "";
  write(
    part("pause-site-name", HTMLSpanElement),
    site ? text("pause_site", site) : text("pause_site_none"),
  );
}

function draw() {
  drawState(known);
  acts.draw();
  context.draw(known);
  memories.draw();
  drawPauses();
  drawSpending(known);
}

async function refreshPage() {
  // While tabs change places none may be in front: it is looked for until there is one.
  known.tab ??= await ownTab();
  if (known.tab !== null) known.page = await ask("worker.page", { tab: known.tab });
}

/** @param {boolean} look  tries to reach a host that is away, too */
async function refreshState(look) {
  Object.assign(known, await ask("worker.state", { look }));
}

async function refreshSpending() {
  if (known.host?.status !== "connected" || !known.host.hello?.llm.configured) return;
  const [{ spending }, { values }] = await Promise.all([ask("stats"), ask("settings.get")]);
  const today = new Date().toISOString().slice(0, 10);
  const tokens = spending.find(({ day }) => day === today)?.tokens ?? 0;
  known.spending = { tokens, cap: Number(values["spending.daily_token_cap"] ?? 0) };
}

/** What the host knows, as soon as it is there. */
async function refreshFromHost() {
  await memories.refresh();
  draw();
  await refreshSpending();
  draw();
}

/** Leaves what is known for the popup that opens next. */
async function remember() {
  const { host, outbox, memories: newest, pending, spending } = known;
  await chrome.storage.session.set({
    [REMEMBERED]: { host, outbox, memories: newest, pending, spending },
  });
}

/** Everything anew; what fails stands as it was, and is said. */
async function refresh() {
  const page = refreshPage().then(draw);
  const state = refreshState(true).then(draw).then(refreshFromHost);
  for (const outcome of await Promise.allSettled([page, state])) {
    if (outcome.status === "rejected") acts.failed(outcome.reason);
  }
  await remember();
}

/** @param {"tab" | "site" | "all"} scope @param {boolean} paused */
async function pause(scope, paused) {
  const tab = known.tab ?? undefined;
  await ask("worker.pause", { scope, tab, site: known.page?.site, paused });
  await refreshPage();
  draw();
}

/** @param {Promise<unknown>} work */
function attempt(work) {
  work.catch(acts.failed);
}

async function open() {
  const [cached] = await Promise.all([chrome.storage.session.get(REMEMBERED), speakAsChosen()]);
  Object.assign(known, cached[REMEMBERED]);
  fill(document);
  draw();
  performance.mark("memoryx-popup-drawn");
  await refresh();
  performance.mark("memoryx-popup-fresh");
  attempt(acts.lookForBrief());
  document.documentElement.dataset["ready"] = "yes";
}

for (const [scope, box] of Object.entries(pauses)) {
  box.addEventListener(
    "change",
    () => attempt(pause(/** @type {"tab" | "site" | "all"} */ (scope), box.checked)),
    { signal },
  );
}
for (const link of document.querySelectorAll("nav a")) {
  const place = /** @type {(keyof typeof PLACES)[]} */ (Object.keys(PLACES)).find((name) =>
    link.getAttribute("href")?.endsWith(PLACES[name]),
  );
  link.addEventListener(
    "click",
    (event) => {
      event.preventDefault();
      if (place) attempt(openPlace(place));
    },
    { signal },
  );
}
serveMending(known, { attempt, refresh, signal });
whenChanged(
  () => attempt(refreshState(false).then(draw).then(refreshFromHost).then(remember)),
  signal,
);
const looking = setInterval(() => {
  const away = known.host?.status === "failed";
  attempt(Promise.all([refreshPage(), away ? refreshState(true) : null]).then(draw));
}, LOOK_AGAIN);
signal.addEventListener("abort", () => clearInterval(looking), { once: true });

attempt(open());
