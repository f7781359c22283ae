// ChatGPT, classic layout: turns are sections, the composer is a ProseMirror in a unified form.
import { start, uuid } from "../common.js";
import { proseMirror } from "../prosemirror.js";
import { drawBlocks, el, partial, present } from "../rich.js";

document.title = "ChatGPT";

start((site) => {
  const list = el("div", { class: "turns" });
  const place = el("div", { class: "composer-text" });
  const chips = el("div", { class: "chips" });
  const trailing = el("div", { class: "trailing", "data-testid": "composer-trailing-actions" });
  const menu = el("div", { role: "listbox", class: "menu", hidden: "" }, el("div", { role: "option" }, "Search"));
  const second = el("form", { "data-type": "unified-composer" }, el("div", { id: "prompt-textarea", class: "ProseMirror", contenteditable: "true" }));
  const form = el(
    "form",
    { "data-type": "unified-composer", class: "group/composer" },
    chips,
    el("div", {}, el("textarea", { name: "prompt-textarea", class: "decoy", hidden: "", tabindex: "-1" }), place),
    trailing,
    menu,
  );
  form.addEventListener("submit", (event) => event.preventDefault());
  // A search box and another form with a submit button: neither is the composer's.
  const search = el("form", { class: "search" }, el("input", { type: "search", "aria-label": "Search chats" }), el("button", { type: "submit", "aria-label": "Send" }, "go"));
  search.addEventListener("submit", (event) => event.preventDefault());
  document.body.append(search, el("main", {}, el("div", { class: "scroll" }, list), form));

  const editor = proseMirror(place, {
    attributes: { id: "prompt-textarea", class: "ProseMirror", translate: "no", "data-virtualkeyboard": "true" },
    breaks: "paragraph",
    submit: (via) => site.submit(via),
    changed: () => site.changed(),
    pasted: (text) => site.pasted(text),
  });

  let number = 0;
  /** @type {WeakMap<object, number>} */
  const numbers = new WeakMap();

  return {
    ...{ site: "chatgpt", layout: "classic", list, editor },
    path: { start: "/", chat: (id) => `/c/${id}`, temporary: "/?temporary-chat=true" },
    draw(exchange) {
      const n = numbers.get(exchange) ?? (number += 2) - 1;
      numbers.set(exchange, n);
      if (site.exchanges.indexOf(exchange) < site.options.unmounted) {
        return [turn(n, "user", exchange.id), turn(n + 1, "assistant", exchange.answer?.id ?? "")];
      }
      const { labels } = site.state();
      const bubble = el("div", { class: "user-message-bubble-color" });
      for (const name of exchange.files) {
        bubble.append(el("div", { class: "group/file-tile", "aria-label": name }, el("img", { src: "data:,", alt: name })));
      }
      if (exchange.text) bubble.append(el("div", { class: "whitespace-pre-wrap" }, exchange.text));
      const message = el("div", { "data-message-author-role": "user", "data-message-id": exchange.id, dir: "auto" }, bubble);
      const edit = el("button", { "aria-label": labels.edit ?? "", "data-edit": "" }, el("span", { class: "sr-only" }, "Edit"));
      edit.addEventListener("click", () => bubble.replaceWith(site.editForm(exchange)));
      const user = turn(n, "user", exchange.id, el("h5", { class: "sr-only" }, "You said:"), message, el("div", { class: "actions" }, edit));
      return exchange.answer ? [user, assistant(exchange.answer, n + 1)] : [user];
    },
    redraw(exchange) {
      const [user, before] = exchange.nodes;
      if (!user || !exchange.answer || user.querySelector(".edit")) return false;
      const after = assistant(exchange.answer, (numbers.get(exchange) ?? 0) + 1);
      if (before) before.replaceWith(after);
      else user.after(after);
      exchange.nodes = [user, after];
      return true;
    },
    controls({ busy, text, ready, files, options, labels }) {
      present(second, options.two, form);
      menu.hidden = !options.mention;
      chips.replaceChildren(...files.map((name) => {
        const remove = el("button", { type: "button", "aria-label": `${labels.remove}${name}` }, "×");
        remove.addEventListener("click", () => site.detach(name));
        return el("div", { class: "group/file-tile" }, el("span", {}, name), remove);
      }));
      const kind = busy ? "stop" : options.noSend ? "none" : text.trim() || files.length ? "send" : "voice";
      const [current] = trailing.children;
      if (kind === "send" && current?.getAttribute("data-testid") === "send-button") {
        /** @type {HTMLButtonElement} */ (current).disabled = !ready;
        return;
      }
      if (kind === current?.getAttribute("data-kind")) return;
      const button = /** @type {HTMLButtonElement} */ (
        kind === "stop"
          ? el("button", { type: "button", id: "composer-submit-button", "data-testid": "stop-button", "aria-label": labels.stopStreaming ?? "", "data-kind": kind }, "■")
          : kind === "send"
            ? el("button", { type: "button", id: "composer-submit-button", "data-testid": "send-button", "aria-label": labels.sendPrompt ?? "", "data-kind": kind }, "↑")
            : el("button", { type: "button", "data-testid": "composer-speech-button", "aria-label": labels.voice ?? "", "data-kind": kind }, "◉")
      );
      button.disabled = kind === "send" && !ready;
      button.addEventListener("click", () => {
        if (kind === "stop") site.stop();
        else if (kind === "send") site.submit("click");
      });
      trailing.replaceChildren(...(kind === "none" ? [] : [button]));
    },
  };

  /** @param {number} n @param {string} role @param {string} id @param {...Node} children */
  function turn(n, role, id, ...children) {
    return el("section", { "data-testid": `conversation-turn-${n}`, "data-turn": role, "data-turn-id": id, dir: "auto" }, ...children);
  }

  /** @param {import("../common.js").Answer} answer @param {number} n */
  function assistant(answer, n) {
    const heading = el("h6", { class: "sr-only" }, "ChatGPT said:");
    const actions = el("div", { class: "actions" }, el("button", { "data-testid": "copy-turn-action-button", "aria-label": "Copy" }, "Copy"));
    if (answer.image) {
      const picture = el("div", { class: "group/imagegen-image" }, el("img", { src: "data:,", alt: "Generated image: a boat" }));
      return turn(n, "assistant", `request-${uuid()}`, heading, ...(answer.phase === "done" ? [picture, actions] : []));
    }
    const streaming = answer.phase !== "done";
    const text = el("div", { class: `markdown prose dark:prose-invert w-full${streaming ? " result-streaming" : ""}` }, ...drawn(answer));
    const message = el("div", { "data-message-author-role": "assistant", "data-message-id": answer.id, "data-message-model-slug": "model" }, text);
    const thinking = site.options.rich ? [el("div", { class: "thinking" }, el("button", {}, "Thought for 5s"))] : [];
    return turn(n, "assistant", answer.id, heading, ...thinking, message, ...(streaming ? [] : [actions]));
  }

  /** @param {import("../common.js").Answer} answer */
  function drawn(answer) {
    const nodes = drawBlocks(answer.blocks, {
      code: ({ language, label, text }) =>
        el("pre", { class: "overflow-visible!" },
          el("div", { class: "contain-inline-size" },
            el("div", { class: "flex items-center" }, language, el("button", { "aria-label": "Copy" }, "Copy code")),
            el("div", { class: "overflow-y-auto", dir: "ltr", title: label }, el("code", { class: `whitespace-pre! language-${language}` }, el("span", {}, text))))),
      cite: (host) => el("span", { "data-testid": "webpage-citation-pill" }, el("a", { href: `https://${host}/?utm_source=chatgpt.com` }, host)),
      table: (table) => el("div", { class: "TableContainer" }, el("div", { tabindex: "-1" }, table)),
    });
    return partial(nodes, answer.shown);
  }
});
