// Claude since August 2026: a feed of which 6 to 12 rows are mounted, each with its place in it.
import { claude, paragraphs, prose } from "../claude.js";
import { start, uuid } from "../common.js";
import { el } from "../rich.js";

start((site) => {
  const top = el("div");
  const bottom = el("div");
  const list = el("div", { "data-testid": "transcript-sizer" }, top, bottom);
  const feed = el("div", { role: "feed", "data-perf-region": "transcript" }, list);
  const scroller = el("div", { class: "scroll", "data-autoscroll-container": "" }, feed);
  const root = el("div", { class: "app", "data-testid": "bardhub-claudechat-root" }, scroller);
  const shared = claude(site, root);

  /** @param {import("../common.js").Exchange} exchange */
  function number(exchange) {
    // Rows count from 1 in the whole conversation, mounted or not.
    const index = site.exchanges.indexOf(exchange);
    const size = site.exchanges.reduce((sum, { answer }) => sum + (answer ? 2 : 1), 0);
    exchange.nodes.forEach((node, offset) => {
      node.setAttribute("data-index", String(index * 2 + offset));
      node.firstElementChild?.setAttribute("aria-posinset", String(index * 2 + offset + 1));
    });
    for (const article of list.querySelectorAll("[aria-posinset]")) article.setAttribute("aria-setsize", String(size));
  }

  return {
    ...{ ...shared, layout: "hub", list, scroller },
    spacers: /** @type {[HTMLElement, HTMLElement]} */ ([top, bottom]),
    defaults: { idDelay: 0, window: 4, answerDelay: 170 },
    userId: () => `msg-${uuid()}`,
    draw(exchange) {
      const { labels } = site.state();
      const text = el("div", { "data-testid": "user-message" }, ...paragraphs(exchange.text));
      const body = el("div", { class: "cds-user-message-body" }, ...(exchange.text ? [text] : []));
      const message = el("div", { "data-cds": "UserMessage", "data-turn-key": exchange.id });
      if (exchange.files.length) {
        const files = exchange.files.map((name) => el("div", { "data-testid": "file-thumbnail", "aria-label": name }, name));
        message.append(el("div", { "data-cds": "MessageAttachments" }, ...files));
      }
      const edit = el("button", { "aria-label": labels.edit ?? "", "data-edit": "" }, "✎");
      edit.addEventListener("click", () => body.replaceChildren(site.editForm(exchange)));
      message.append(body, edit);
      const user = row("human", el("h2", { class: "sr-only" }, `You said: ${exchange.text}`), message);
      exchange.nodes = exchange.answer ? [user, assistant(exchange)] : [user];
      queueMicrotask(() => number(exchange));
      return exchange.nodes;
    },
    redraw(exchange) {
      const [user, before] = exchange.nodes;
      if (!user || !exchange.answer || user.querySelector(".edit")) return false;
      const after = assistant(exchange);
      if (before) before.replaceWith(after);
      else user.after(after);
      exchange.nodes = [user, after];
      number(exchange);
      return true;
    },
  };

  /** @param {string} kind @param {...Node} children */
  function row(kind, ...children) {
    const article = el("div", { role: "article", "aria-posinset": "0", "aria-setsize": "0" }, ...children);
    return el("div", { "data-testid": "transcript-row", "data-perf-row": kind }, article);
  }

  /** @param {import("../common.js").Exchange} exchange */
  function assistant({ id, answer }) {
    if (!answer) throw new Error("no answer to draw");
    answer.id = `${id}-hub-reply`;
    const engine = el("div", { "data-transcript-engine-root": "" });
    const nodes = answer.image ? [] : prose(answer, true);
    const status = () => el("div", { "data-cds": "TurnStatus" }, el("button", {}, "Thought about it"), el("p", {}, "Searching the web for rivers"));
    // Status and prose alternate.
    const cut = site.options.rich ? 2 : nodes.length;
    for (const part of [nodes.slice(0, cut), nodes.slice(cut)]) {
      if (!part.length) continue;
      if (site.options.rich) engine.append(status());
      engine.append(el("div", { "data-cds": "Prose" }, el("div", { "data-perf-reply-text": "", class: "standard-markdown" }, ...part)));
    }
    const streaming = { mounted: null, streaming: "true", done: "false" }[answer.phase];
    const message = el("div", { "data-cds": "AssistantMessage", "data-testid": "assistant-message", "data-turn-key": answer.id, "data-is-streaming": streaming });
    const repeated = nodes.map((node) => node.textContent).join(" ");
    message.append(el("h2", { class: "sr-only" }, `Claude responded: ${repeated}`), engine);
    if (answer.phase === "done") {
      const time = el("time", { datetime: "2026-10-05T08:30:00Z" }, "8:30");
      message.append(el("div", { "data-testid": "message-actions", role: "toolbar" }, el("button", { "data-testid": "action-bar-copy" }, "Copy"), time));
    }
    return row("assistant", message);
  }
});
