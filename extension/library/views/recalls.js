// The log of recalls: what each message was given, why, and what was left out.

import { ask } from "../../shared/ask.js";
import { make } from "../../shared/elements.js";
import { count, text } from "../../shared/i18n.js";
import { act, attempt, empty, head, line, moment, narrow, pick } from "../parts.js";
import { hashOf } from "../place.js";
import { SITES, siteName, typeName } from "../words.js";

/** @typedef {import("../../contract.d.ts").RecallLogItem} Recall */

const PAGE = 30;
const VERDICTS = /** @type {const} */ (["useful", "irrelevant", "wrong", "outdated"]);

/** @type {import("../library.js").Show} */
export async function show(sight) {
  const { main, place, signal } = sight;
  const now = { ...place.query };
  const list = make("ol", { class: "recalls" });
  const nothing = make("div");
  /** @type {string | null} */
  let cursor = null;
  const more = act(text("library_more"), sight, () => page());

  async function page() {
    const params = {
      ...{ limit: PAGE, cursor },
      ...(now["memory"] ? { memory: now["memory"] } : {}),
      ...(now["site"] ? { site: /** @type {MemoryX.Site} */ (now["site"]) } : {}),
      ...(now["sent"] ? { sent: now["sent"] === "yes" } : {}),
    };
    const { items, next_cursor: next } = await ask("recall.log", params);
    if (cursor === null) list.replaceChildren();
    list.append(...items.map((recall) => drawRecall(recall, sight)));
    cursor = next;
    more.hidden = next === null;
    const narrowed = Boolean(now["memory"] || now["site"] || now["sent"]);
    nothing.replaceChildren();
    if (list.childElementCount > 0) return;
    nothing.append(
      narrowed
        ? empty(text("library_nothing_fits"), text("library_nothing_fits_hint"))
        : empty(text("library_recalls_none"), text("library_recalls_none_hint")),
    );
  }

  async function anew() {
    cursor = null;
    narrow(hashOf("recalls", [], now));
    await page();
  }

  /** @param {string} name @param {string} label @param {[string, string][]} options */
  const word = (name, label, options) =>
    pick(
      label,
      [["", text("library_any")], ...options],
      now[name] ?? "",
      (value) => {
        now[name] = value;
        void attempt(sight, anew);
      },
      signal,
    );
  const filters = make(
    "div",
    { class: "filters", role: "group", "aria-label": text("library_filters") },
    word("site", text("library_field_site"), SITES.map((site) => [site, siteName(site)])),
    word("sent", text("library_sent_filter"), [
      ["yes", text("library_sent")],
      ["no", text("library_not_sent")],
    ]),
  );
  if (now["memory"]) {
    const all = make("a", { href: hashOf("recalls"), text: text("library_of_all") });
    filters.append(make("span", { class: "quiet", text: text("library_of_one") }), all);
  }
  main.append(head(text("library_view_recalls")), filters, list, nothing, more);
  await page();
}

/** @param {Recall} recall @param {import("../library.js").Sight} sight */
function drawRecall(recall, sight) {
  const { at, site, conversation, text: words, memories, dropped, skipped, sent, took_ms: took } = recall;
  const chat = site && conversation ? hashOf("conversation", [site, conversation]) : null;
  const item = make(
    "li",
    { class: "recall panel" },
    make("h2", { class: "recall-words", text: words || text("library_recall_empty") }),
    line(
      moment(at),
      site ? (chat ? make("a", { href: chat, text: siteName(site) }) : siteName(site)) : "",
      memories.length > 0 ? text(sent ? "library_sent" : "library_not_sent") : "",
      text("library_took", Math.max(1, Math.round(took))),
    ),
  );
  if (memories.length === 0) {
    const why = skipped ? text(`library_skipped_${skipped}`) : text("library_recall_nothing");
    item.append(make("p", { class: "quiet", text: why }));
  } else {
    item.append(make("ul", { class: "hits" }, ...memories.map((hit) => drawHit(hit, recall, sight))));
  }
  if (dropped.length > 0) item.append(drawDropped(dropped));
  return item;
}

/** @param {Recall["memories"][number]} hit @param {Recall} recall @param {import("../library.js").Sight} sight */
function drawHit(hit, recall, sight) {
  const common = hit.words.join(text("receipt_between"));
  const reasons = hit.why.map((reason) => text(`receipt_why_${reason}`, common));
  const buttons = VERDICTS.map((verdict) => {
    const button = act(
      text(`library_verdict_${verdict}`),
      sight,
      async () => {
        const taken = button.getAttribute("aria-pressed") === "true" ? null : verdict;
        await ask("recall.feedback", { recall_id: recall.recall_id, memory_id: hit.id, verdict: taken });
        press(taken ?? undefined);
        sight.tell(taken ? text(`library_verdict_${taken}_done`) : text("library_verdict_taken_back"));
      },
      "small",
    );
    button.dataset["verdict"] = verdict;
    return button;
  });
  /** @param {string | undefined} verdict */
  const press = (verdict) => {
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset["verdict"] === verdict));
  };
  press(recall.feedback[hit.id]);
  const group = { class: "cluster verdicts", role: "group", "aria-label": text("library_feedback") };
  return make(
    "li",
    {},
    make("a", { href: hashOf("memory", [hit.id]), text: hit.text }),
    line(typeName(hit.type), reasons.join(" · ")),
    make("div", group, ...buttons),
  );
}

/** @param {Recall["dropped"]} dropped */
function drawDropped(dropped) {
  const items = dropped.map(({ id, why, text: words }) =>
    make(
      "li",
      {},
      words === null
        ? make("span", { class: "quiet", text: text("library_gone") })
        : make("a", { href: hashOf("memory", [id]), text: words }),
      line(text(`library_dropped_${why}`) || why),
    ),
  );
  return make(
    "details",
    {},
    make("summary", { text: count("library_dropped", dropped.length) }),
    make("ul", { class: "plain-list" }, ...items),
  );
}
