// What both layouts of Claude share: the composer, which is not in a form, and its controls.
import { drawBlocks, el, highlighted, katex, partial, present } from "./rich.js";
import { tipTap } from "./tiptap.js";

/** @param {import("./common.js").Site} site @param {HTMLElement} conversation */
export function claude(site, conversation) {
  document.title = "Claude";
  const place = el("div", { class: "editor" });
  const chips = el("div", { class: "chips" });
  const buttons = el("div", { class: "buttons" });
  const menu = el("div", { role: "listbox", hidden: "" }, el("div", { role: "option" }, "/style"));
  const box = el("fieldset", { class: "composer" }, chips, place, el("div", {}, el("button", { type: "button", "aria-label": "Add files" }, "+"), buttons), menu);
  const second = el("div", {}, el("div", { "data-testid": "chat-input", class: "tiptap ProseMirror", contenteditable: "true" }));
  const incognito = el("div", { "data-testid": "incognito-frame" }, "Incognito");
  // A search field with a button of the same name as the composer's.
  const search = el("div", { class: "search" }, el("input", { type: "search" }), el("button", { type: "button", "aria-label": "Send message" }, "go"));
  document.body.append(search, el("div", { class: "app" }, conversation, box));

  const editor = tipTap(place, {
    attributes: { "data-testid": "chat-input", "aria-label": "Write your prompt to Claude", role: "textbox" },
    submit: (via) => site.submit(via),
    changed: () => site.changed(),
    pasted: (text) => site.pasted(text),
  });

  /** @param {import("./common.js").State} state */
  function controls({ busy, text, ready, files, options, labels }) {
    present(second, options.two, box);
    menu.hidden = !options.mention;
    present(incognito, options.temporary, search);
    chips.replaceChildren(...files.map((name) => {
      const remove = el("button", { type: "button", "aria-label": `${labels.remove}${name}` }, "×");
      remove.addEventListener("click", () => site.detach(name));
      return el("div", { "data-testid": "file-thumbnail", "aria-label": name }, name, remove);
    }));
    const kind = busy ? "stop" : options.noSend ? "none" : "send";
    const [current] = buttons.children;
    if (current?.getAttribute("data-kind") !== kind) {
      const button =
        kind === "stop"
          ? el("button", { type: "button", "data-testid": "chat-input-stop", "aria-label": labels.stopResponse ?? "", "data-kind": kind }, "■")
          : el("button", { type: "button", "data-testid": "chat-input-send", "aria-label": labels.sendMessage ?? "", "data-kind": kind }, "↑");
      button.addEventListener("click", () => {
        if (kind === "stop") site.stop();
        else site.submit("click");
      });
      buttons.replaceChildren(...(kind === "none" ? [] : [button]));
    }
    const [button] = buttons.children;
    if (button && kind === "send") {
      const off = !ready || (!text.trim() && !files.length);
      /** @type {HTMLButtonElement} */ (button).disabled = off;
      button.setAttribute("aria-disabled", String(off));
    }
  }

  return {
    ...{ site: "claude", editor, controls },
    path: {
      start: "/new",
      chat: (/** @type {string} */ id) => `/chat/${id}`,
      temporary: "/new?incognito=true",
    },
  };
}

/** The paragraphs of a person's text, as shown. @param {string} text */
export function paragraphs(text) {
  return text.split(/\n\n/).filter(Boolean).map((part) => el("p", { class: "whitespace-pre-wrap break-words" }, part));
}

/** @param {import("./common.js").Answer} answer @param {boolean} hub */
export function prose(answer, hub) {
  const nodes = drawBlocks(answer.blocks, {
    code: ({ language, text }) => {
      const copy = el("div", { class: "sticky" }, el("button", { "aria-label": "Copy to clipboard" }, "Copy"));
      const label = el("div", { class: "text-text-500 font-small" }, language);
      const pre = el("pre", { class: "code-block__code" }, el("code", { class: `language-${language}` }, highlighted(text)));
      const group = el("div", { role: "group", "aria-label": `${language} code`, class: "relative group/copy" }, copy, label, pre);
      return hub ? el("div", { "data-not-prose": "" }, group) : group;
    },
    cite: (host) => el("span", { "data-not-prose": "", class: "inline-flex" }, el("a", { href: `https://${host}/` }, host)),
    table: (table) => el("div", { class: "md-table-scroll" }, table),
    math: (tex) => el("span", { class: "katex-display" }, katex(tex)),
  });
  return partial(nodes, answer.shown);
}
