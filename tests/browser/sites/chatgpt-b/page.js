// ChatGPT, app-shell layout: hashed class names, a window of mounted turns in a column-reverse
// scroller, a ProseMirror in a form that is submitted.
import { start, uuid } from "../common.js";
import { proseMirror } from "../prosemirror.js";
import { drawBlocks, el, highlighted, katex, partial, present } from "../rich.js";

document.title = "ChatGPT";

start((site) => {
  const top = el("div");
  const bottom = el("div");
  const list = el("div", { "data-chatgpt-conversation-selection-target": "", "data-thread-find-target": "conversation" }, top, bottom);
  const scroller = el("div", { class: "thread-scroll-container scroll reverse", "data-app-action-timeline-scroll": "", role: "presentation" }, list);
  const place = el("div");
  const chips = el("div");
  const status = el("div", { role: "status", "aria-busy": "false" });
  const buttons = el("div");
  const form = el("form", { "data-chatgpt-composer": "", class: "composer" }, chips, place, buttons);
  const second = el("form", { "data-chatgpt-composer": "", class: "composer" }, el("div", { class: "ProseMirror", contenteditable: "true", role: "textbox" }));
  const menu = el("div", { "data-composer-overlay-floating-ui": "true", hidden: "" }, el("div", { "data-mention-list-scroll-area": "" }, el("div", {}, "Connector")));
  // Another form with a submit button under the same label, beside the composer's.
  const feedback = el("form", { class: "search" }, el("input", { "aria-label": "Search" }), el("button", { type: "submit", "aria-label": "Send" }, "go"));
  for (const each of [form, second, feedback]) each.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("submit", (event) => site.submit(event.submitter ? "click" : "submit"));
  document.body.append(feedback, el("main", {}, scroller, status, form, menu));

  const editor = proseMirror(place, {
    attributes: { class: "ProseMirror", role: "textbox", "data-composer-markdown": "", "aria-multiline": "true" },
    breaks: "br",
    submit: (via) => site.submit(via),
    changed: () => site.changed(),
    pasted: (text) => site.pasted(text),
  });

  return {
    ...{ site: "chatgpt", layout: "app-shell", list, scroller, editor },
    spacers: /** @type {[HTMLElement, HTMLElement]} */ ([top, bottom]),
    defaults: { window: 4, idDelay: 1200 },
    path: { start: "/", chat: (id) => `/c/${id}`, temporary: "/?temporary-chat=true" },
    answerIds: () => [uuid(), uuid()],
    draw(exchange) {
      const index = site.exchanges.indexOf(exchange) - site.first; // numbered per mounted window
      const { labels } = site.state();
      const bubble = el("div", { "data-user-message-bubble": "true", class: "bubble-x3" });
      const text = el("div", { "data-markdown-text-tone": "user-message" });
      text.append(...exchange.text.split(/\n\n/).map((part) => el("p", {}, part)));
      if (exchange.text) bubble.append(el("div", { class: "whitespace-pre-wrap" }, text));
      const files = exchange.files.map((name) => el("div", { "data-testid": "file-chip" }, name));
      const edit = el("button", { "aria-label": labels.edit ?? "", "data-edit": "" }, "✎");
      edit.addEventListener("click", () => bubble.replaceChildren(site.editForm(exchange)));
      const key = `fallback-turn-${index}`;
      const user = el("div", { "data-chatgpt-search-unit-key": `${key}:0:user`, "data-chatgpt-search-message-ids": exchange.id },
        el("h4", { class: "sr-only" }, "You said:"), ...files, bubble, edit);
      const inner = el("div", { "data-content-search-turn-key": key }, user);
      if (exchange.answer) inner.append(assistant(exchange.answer, key));
      return [el("div", { "data-turn-key": exchange.id }, inner)];
    },
    redraw(exchange) {
      const inner = exchange.nodes[0]?.firstElementChild;
      if (!inner || !exchange.answer || inner.querySelector(".edit")) return false;
      const [, before] = inner.children;
      const after = assistant(exchange.answer, inner.getAttribute("data-content-search-turn-key") ?? "");
      if (before) before.replaceWith(after);
      else inner.append(after);
      return true;
    },
    controls({ busy, text, ready, files, options, labels }) {
      present(second, options.two, form);
      menu.hidden = !options.mention;
      status.setAttribute("aria-busy", String(busy));
      chips.replaceChildren(...files.map((name) => {
        const remove = el("button", { type: "button", "aria-label": `${labels.remove}${name}` }, name);
        remove.addEventListener("click", () => site.detach(name));
        return remove;
      }));
      const kind = busy ? "stop" : options.noSend ? "none" : text.trim() || files.length ? "send" : "voice";
      const [current] = buttons.children;
      if (current?.getAttribute("data-kind") !== kind) {
        const button =
          kind === "send"
            ? el("button", { type: "submit", "aria-label": labels.send ?? "", "data-kind": kind }, "↑")
            : el("button", { type: "button", "aria-label": (kind === "stop" ? labels.stop : labels.voice) ?? "", "data-kind": kind }, "◉");
        if (kind === "stop") button.addEventListener("click", () => site.stop());
        buttons.replaceChildren(...(kind === "none" ? [] : [button]));
      }
      const [button] = buttons.children;
      if (button && kind === "send") /** @type {HTMLButtonElement} */ (button).disabled = !ready;
    },
  };

  /** @param {import("../common.js").Answer} answer @param {string} key */
  function assistant(answer, key) {
    const ids = answer.image ? null : answer.ids.join(" ");
    const heading = el("h4", { class: "sr-only", "data-conversation-role": "assistant" }, "ChatGPT said:");
    const unit = el("div", { "data-chatgpt-search-unit-key": `${key}:1:assistant`, "data-chatgpt-search-message-ids": ids }, heading);
    if (site.options.rich) {
      unit.append(el("div", { class: "group/activity-header x9" }, el("span", {}, "Thought for 8s")));
      const thought = el("div", { "data-markdown-text-style": "assistant-message" }, el("p", {}, "I should think of a plan."));
      unit.append(el("div", { "data-thread-find-skip": "true" }, thought));
    }
    if (answer.image) {
      if (answer.phase === "done") unit.append(el("div", { class: "img-x2" }, el("img", { src: "data:,", alt: "A boat" })));
      return unit;
    }
    const root = el("div", { "data-markdown-text-style": "assistant-message", class: "MarkdownRoot-x1" });
    root.append(...partial(drawBlocks(answer.blocks, MARKUP), answer.shown));
    unit.append(el("div", { "data-chatgpt-selection-conversation-id": site.id, "data-chatgpt-selection-message-id": answer.id }, root));
    if (answer.phase === "done") unit.append(el("div", {}, el("button", { "aria-label": "Copy" }, "Copy"), el("button", { "aria-label": "Share" }, "Share")));
    return unit;
  }
});

/** @type {Record<string, (...args: any[]) => Node>} */
const MARKUP = {
  icode: (text) => el("span", { "data-markdown-copy": "inline-code" }, text),
  cite: (host) => el("a", { "data-testid": "chatgpt-citation", href: `https://${host}/` }, host),
  code: ({ language, label, text }) => {
    const header = el("div", { "data-markdown-copy": "exclude" }, label, el("button", { "aria-label": "Copy" }, "Copy"));
    const mode = /** @type {any} */ (globalThis).__site?.options().codemirror;
    if (!mode) return el("div", { "data-markdown-copy": "code-block" }, header, el("code", {}, highlighted(text)));
    const lines = text.split("\n").map((/** @type {string} */ line) => el("div", { class: "cm-line" }, line || el("br")));
    if (mode === "gap") lines.splice(2, 2, el("div", { class: "cm-gap", style: "height:40px" }));
    const content = el("div", { class: "cm-content", "data-language": language }, ...lines);
    return el("div", { "data-markdown-copy": "code-block" }, header, el("div", { class: "cm-editor" }, el("div", { class: "cm-scroller" }, content)));
  },
  table: (table) => el("div", { class: "tbl-x7" }, table),
  math: (tex) => el("div", { "data-d-block": "" }, katex(tex)),
};
