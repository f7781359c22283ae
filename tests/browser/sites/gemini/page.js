// Gemini: Angular elements, a Quill composer, a send control that comes with the text and turns
// into stop, drawn anew at each change.
import Quill from "quill";
import { hex, start } from "../common.js";
import { drawBlocks, el, highlighted, partial, present } from "../rich.js";

document.title = "Google Gemini";

start((site) => {
  const list = el("infinite-scroller", { "data-test-id": "chat-history-container", style: "display:block" });
  const scroller = el("div", { id: "chat-history", class: "scroll" }, list);
  const holder = el("div", {});
  const rich = el("rich-textarea", { style: "display:block" }, holder);
  const chips = el("div", {});
  const trailing = el("div", { class: "trailing-actions-wrapper" });
  const menu = el("div", { role: "listbox", hidden: "" }, el("div", { role: "option" }, "@Maps"));
  const second = el("div", {}, el("rich-textarea", {}, el("div", { class: "ql-editor", contenteditable: "true" })));
  const input = el("input-area-v2", { class: "composer", style: "display:block" }, chips, rich, trailing, menu);
  const window_ = el("chat-window", { class: "app" }, scroller, input);
  document.body.append(el("div", { class: "search" }, el("input", { type: "search" }), el("button", { class: "send-button submit", "aria-label": "Send message" }, "go")), window_);

  const quill = new Quill(holder, {
    placeholder: "Ask Gemini",
    modules: {
      toolbar: false,
      keyboard: {
        bindings: {
          send: { key: "Enter", shiftKey: false, altKey: false, handler: () => { site.submit("enter"); return false; } },
          // Quill's own lists and code would turn a person's dashes into formats.
          "list autofill": { key: " ", handler: () => true },
        },
      },
    },
    formats: [],
  });
  quill.on("text-change", () => site.changed());
  // The site's editor loses the line breaks of a text that is inserted at one stroke: each of them
  // comes as an insertText without data, where the Enter key gives an insertParagraph.
  let known = quill.getText();
  quill.root.addEventListener("input", (event) => {
    if (!(event instanceof InputEvent) || event.inputType !== "insertText" || event.data !== null) return;
    const before = known;
    quill.update("user");
    const text = quill.getText();
    let [from, rest] = [0, 0]; // what is the same at the beginning and at the end
    while (from < before.length - 1 && before[from] === text[from]) from += 1; // not the last line break
    while (rest < before.length - from && before.at(-1 - rest) === text.at(-1 - rest)) rest += 1;
    const inserted = text.slice(from, text.length - rest);
    if (!inserted.includes("\n")) return;
    quill.deleteText(from, inserted.length, "user");
    quill.insertText(from, inserted.replaceAll("\n", ""), "user");
    quill.setSelection(from + inserted.replaceAll("\n", "").length);
  });
  quill.on("text-change", () => {
    known = quill.getText();
  });
  quill.root.addEventListener("paste", (event) => {
    if (site.pasted(event.clipboardData?.getData("text/plain") ?? "")) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }, true);

  return {
    ...{ site: "gemini", layout: "app", list, idAfter: /** @type {const} */ ("answer") },
    defaults: { idDelay: 300 },
    path: { start: "/app", chat: (id) => `/app/${id}`, temporary: "/app" },
    userId: () => hex(16),
    conversationId: () => hex(16),
    answerIds: () => [`r_${hex(16)}`],
    editor: {
      // Quill's text ends with a line break of its own.
      text: () => quill.getText().replace(/\n$/, ""),
      set: (text) => void quill.setText(text, "api"),
      focus: () => quill.focus(),
      rebuild: () => void quill.setText("", "api"),
    },
    draw(exchange) {
      const { labels } = site.state();
      const lines = exchange.text.split("\n").map((line) => el("p", { class: "query-text-line ng-star-inserted" }, line || el("br")));
      const text = el("div", { class: "query-text gds-body-l", role: "heading", "aria-level": "2" }, el("span", { class: "cdk-visually-hidden" }, "You said"), ...(exchange.text ? lines : []));
      const files = exchange.files.map((name) => el("user-query-file-preview", {}, el("div", { "data-test-id": "uploaded-file" }, el("mat-icon", { fonticon: "image" }, "image"), el("span", {}, name))));
      const edit = el("button", { "aria-label": labels.edit ?? "", "data-edit": "" }, el("mat-icon", { fonticon: "edit" }, "edit"));
      edit.addEventListener("click", () => text.replaceChildren(site.editForm(exchange)));
      const query = el("user-query", { "_ngcontent-ng-c1": "" }, ...files, text, edit);
      const container = el("div", { class: "conversation-container message-actions-hover-boundary", id: exchange.id }, query);
      if (exchange.answer) container.append(response(exchange.answer));
      return [container];
    },
    redraw(exchange) {
      const [container] = exchange.nodes;
      if (!container || !exchange.answer || container.querySelector(".edit")) return false;
      container.querySelector("model-response")?.remove();
      container.append(response(exchange.answer));
      return true;
    },
    controls({ busy, text, ready, files, options, labels }) {
      present(second, options.two, input);
      menu.hidden = !options.mention;
      window_.classList.toggle("is-temporary-chat", options.temporary);
      chips.replaceChildren(...files.map((name) => {
        const remove = el("button", { "aria-label": `${labels.remove}${name}` }, "×");
        remove.addEventListener("click", () => site.detach(name));
        return el("div", { "data-test-id": "uploaded-file" }, name, remove);
      }));
      const kind = busy ? "stop" : !options.noSend && (text.trim() || files.length) ? "submit" : "none";
      const off = kind === "submit" && !ready;
      const [current] = trailing.children;
      if (current?.getAttribute("data-kind") === `${kind}${off}`) return;
      const button = el("button", { "aria-label": (kind === "stop" ? labels.stopResponse : labels.sendMessage) ?? "" }, el("mat-icon", { fonticon: kind === "stop" ? "stop" : "send" }, kind === "stop" ? "stop" : "send"));
      button.addEventListener("click", () => {
        if (kind === "stop") site.stop();
        else if (!off) site.submit("click");
      });
      const host = el("gem-icon-button", { class: `send-button ${kind}`, "aria-disabled": String(off) }, button);
      // Each change is a new node: a reference to the old one clicks into nothing.
      trailing.replaceChildren(...(kind === "none" ? [] : [el("div", { "data-test-id": "send-button-container", "data-kind": `${kind}${off}` }, host)]));
    },
  };

  /** @param {import("../common.js").Answer} answer */
  function response(answer) {
    const done = answer.phase === "done";
    const inner = el("response-container", {});
    if (site.options.rich) {
      const thoughts = el("model-thoughts", {}, el("button", {}, "Show thinking"));
      inner.append(thoughts);
      if (site.options.thoughts) {
        inner.append(el("message-content", { class: "thoughts-content" }, el("div", { class: "markdown" }, el("p", {}, "The user wants a plan."))));
      }
    }
    const markdown = el("div", { class: "markdown markdown-main-panel", id: `model-response-message-content${answer.id}`, "aria-busy": String(!done) });
    if (!answer.image) markdown.append(...partial(drawBlocks(answer.blocks, MARKUP), answer.shown));
    inner.append(el("message-content", { id: `message-content-id-${answer.id}` }, markdown));
    if (answer.image && done) inner.append(el("generated-image", {}, el("img", { src: "data:,", alt: "A boat" })));
    if (site.options.rich && done) inner.append(el("sources-carousel-inline", {}, el("span", {}, "3 sources")));
    if (done) inner.append(el("message-actions", {}, el("button", { "aria-label": "Good response" }, el("mat-icon", { fonticon: "thumb_up" }, "thumb_up"))));
    return el("model-response", { "_ngcontent-ng-c2": "" }, inner);
  }
});

/** @type {Record<string, (...args: any[]) => Node>} */
const MARKUP = {
  cite: (host) => el("source-inline-chip", {}, el("span", {}, host), el("mat-icon", { fonticon: "link" }, "link")),
  imath: (tex) => el("span", { class: "math-inline", "data-math": tex }, el("span", { class: "katex" }, "drawn formula")),
  math: (tex) => el("div", { class: "math-block", "data-math": tex }, el("span", { class: "katex-display" }, "drawn formula")),
  code: ({ label, text }) =>
    el("code-block", {},
      el("div", { class: "code-block" },
        el("div", { class: "code-block-decoration" }, el("span", {}, label), el("div", { class: "buttons" }, el("button", { "aria-label": "Copy code" }, el("mat-icon", { fonticon: "content_copy" }, "content_copy")))),
        el("pre", {}, el("code", { role: "text", "data-test-id": "code-content", class: "code-container formatted" }, highlighted(text))))),
  table: (table) => el("table-block", {}, el("div", { class: "table-block" }, el("div", { class: "table-content" }, table), el("div", { class: "table-footer" }, el("button", {}, "Export to Sheets"), el("span", {}, "Export")))),
};
