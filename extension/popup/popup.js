// The popup: draws what was last known at once, then asks the worker and draws again.

import { ask, whenChanged } from "../shared/ask.js";
import { make, part, say as sayIn, write } from "../shared/elements.js";
import { asFailure } from "../shared/failure.js";
import { day, failureText, fill, speakAsChosen, text } from "../shared/i18n.js";
import { extractedWords, hostLine, modelLine, pageLine, savedWords } from "./words.js";

const NEWEST = 8;
/** The page, and the host while it is away, are looked at again this often. Milliseconds. */
const LOOK_AGAIN = 2_000;

const closing = new AbortController();
const { signal } = closing;

/**
 * @typedef {object} Known
 * @property {MemoryX.HostState | null} host
 * @property {{ waiting: number, refused: number } | null} outbox
 * @property {any} page
 * @property {import("../contract.d.ts").MemoryList | null} memories
 * @property {number | null} tab
 */
/** @type {Known} */
const known = { host: null, outbox: null, page: null, memories: null, tab: null };

const save = part("save", HTMLButtonElement);
const extract = part("extract", HTMLButtonElement);
const result = part("result", HTMLParagraphElement);
const list = part("memories", HTMLUListElement);
const nothing = part("nothing", HTMLParagraphElement);
const pauseTab = part("pause-tab", HTMLInputElement);
const pauseSite = part("pause-site", HTMLInputElement);

/** The tab that the popup is about: named in the address, or the one in front. */
async function ownTab() {
  const named = Number(new URLSearchParams(location.search).get("tab"));
  if (named > 0) return named;
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  return tab?.id ?? null;
}

/** @param {string} id @param {import("./words.js").Line} line */
function drawLine(id, { tone, words, command, more, action }) {
  const row = part(id, HTMLDivElement);
  row.dataset["tone"] = tone;
  for (const [name, content] of Object.entries({ words, command, more })) {
    const place = row.querySelector(`.${name}`);
    if (place) write(place, content);
  }
  const button = row.querySelector("button");
  if (!button) return;
  button.hidden = action === null;
  button.dataset["action"] = action?.name ?? "";
  button.dataset["value"] = action?.value ?? "";
  if (action && button.dataset["said"] !== "yes") button.textContent = action.label;
}

/** @param {import("../contract.d.ts").Memory} memory */
function drawMemory(memory) {
  const { type, status, pinned } = memory;
  const parts = [text(`type_${type}`), day(memory.valid_from ?? memory.created_at)];
  if (pinned) parts.push(text("pinned"));
  if (status !== "active") parts.push(text(`status_${status}`));
  return make(
    "li",
    {},
    make("div", { class: "text", text: memory.compact_text || memory.text }),
    make("div", { class: "quiet", text: parts.filter(Boolean).join(" · ") }),
  );
}

function draw() {
  drawLine("host", hostLine(known.host, known.outbox));
  drawLine("model", modelLine(known.host));
  drawLine("page", pageLine(known.page));
  const { page, memories } = known;
  const here = Boolean(page?.status?.conversation_id) && !page.status.temporary;
  const on = here && page.status.settings?.capture === true;
  const working = save.getAttribute("aria-busy") ?? extract.getAttribute("aria-busy");
  save.disabled = !on || working === "true";
  extract.disabled = !on || known.host?.status !== "connected" || working === "true";

  pauseTab.disabled = pauseSite.disabled = !page?.site;
  pauseTab.checked = page?.pauses.tab === true;
  pauseSite.checked = page?.pauses.site === true;
  const site = page?.site ? text(`site_${page.site}`) : "";
  part("pause-site-name", HTMLSpanElement).textContent = site
    ? text("pause_site", site)
    : text("pause_site_none");

  const items = memories?.items ?? [];
  list.replaceChildren(...items.map(drawMemory));
  part("total", HTMLSpanElement).textContent = memories?.total
    ? text("memories_total", memories.total)
    : "";
  nothing.hidden = items.length > 0;
  nothing.textContent = text(memories ? "memories_empty" : "memories_away");
}

async function refreshMemories() {
  if (known.host?.status !== "connected") return;
  known.memories = await ask("memories.list", { limit: NEWEST });
  await chrome.storage.session.set({ newest: known.memories });
}

async function refreshPage() {
  if (known.tab !== null) known.page = await ask("worker.page", { tab: known.tab });
}

/** @param {boolean} look  tries to reach a host that is away, too */
async function refreshState(look) {
  Object.assign(known, await ask("worker.state", { look }));
}

/** Everything anew; what fails stands as it was, and is said. */
async function refresh() {
  const page = refreshPage().then(draw);
  const state = refreshState(true).then(draw).then(refreshMemories).then(draw);
  for (const outcome of await Promise.allSettled([page, state])) {
    if (outcome.status === "rejected") say(failureText(asFailure(outcome.reason)), "bad");
  }
}

/** @param {string} words @param {"good" | "bad" | ""} tone */
const say = (words, tone) => sayIn(result, words, tone);

/**
 * @param {HTMLButtonElement} button @param {string} busy
 * @param {"worker.page.save" | "worker.page.extract"} method
 * @param {(result: any) => string} words
 */
async function act(button, busy, method, words) {
  button.setAttribute("aria-busy", "true");
  say(text(busy), "");
  draw();
  try {
    say(words(await ask(method, { tab: known.tab })), "good");
  } catch (error) {
    const failure = asFailure(error);
    say(failureText(failure), failure.code === "nothing_new" ? "good" : "bad");
  } finally {
    button.removeAttribute("aria-busy");
    await refresh();
  }
}

/** @param {HTMLButtonElement} button */
async function mend(button) {
  const { action, value } = button.dataset;
  if (action === "copy") {
    await navigator.clipboard.writeText(value ?? "");
    button.textContent = text("action_copied");
    button.dataset["said"] = "yes";
    say(text("action_copied"), "good");
  } else if (action === "reload" && known.tab !== null) {
    await chrome.tabs.reload(known.tab);
    window.close();
  } else if (action === "resume") await ask("worker.pause", { scope: "all", paused: false });
  else if (action === "flush") await ask("worker.flush");
  await refresh();
}

/** @param {"tab" | "site"} scope @param {boolean} paused */
async function pause(scope, paused) {
  const tab = known.tab ?? undefined;
  await ask("worker.pause", { scope, tab, site: known.page?.site, paused });
  await refreshPage();
  draw();
}

/** @param {Promise<unknown>} work */
function attempt(work) {
  work.catch((error) => say(failureText(asFailure(error)), "bad"));
}

async function open() {
  await speakAsChosen();
  fill(document);
  const cached = await chrome.storage.session.get(["host", "newest"]);
  known.host = /** @type {MemoryX.HostState | null} */ (cached["host"] ?? null);
  known.memories = /** @type {Known["memories"]} */ (cached["newest"] ?? null);
  draw();
  known.tab = await ownTab();
  await refresh();
  document.documentElement.dataset["ready"] = "yes";
}

save.addEventListener(
  "click",
  () => attempt(act(save, "busy_saving", "worker.page.save", savedWords)),
  { signal },
);
extract.addEventListener(
  "click",
  () => attempt(act(extract, "busy_extracting", "worker.page.extract", extractedWords)),
  { signal },
);
pauseTab.addEventListener("change", () => attempt(pause("tab", pauseTab.checked)), { signal });
pauseSite.addEventListener("change", () => attempt(pause("site", pauseSite.checked)), { signal });
document.addEventListener(
  "click",
  ({ target }) => {
    if (target instanceof HTMLButtonElement && target.dataset["action"]) attempt(mend(target));
  },
  { signal },
);
whenChanged(() => attempt(refreshState(false).then(refreshMemories).then(draw)), signal);
const looking = setInterval(() => {
  const away = known.host?.status === "failed";
  attempt(Promise.all([refreshPage(), away ? refreshState(true) : null]).then(draw));
}, LOOK_AGAIN);
signal.addEventListener("abort", () => clearInterval(looking), { once: true });

attempt(open());
