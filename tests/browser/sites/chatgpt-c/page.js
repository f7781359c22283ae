// ChatGPT, mobile layout: a narrow window or a visitor who is not logged in; a textarea that React
// controls, and one button for send and stop.
import { createElement as h, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { start } from "../common.js";
import { drawBlocks, el, partial } from "../rich.js";

document.title = "ChatGPT";

start((site) => {
  const list = el("ol", { "data-conversation-transcript": "" });
  const section = el("section", { "data-web-mobile-conversation": "" }, list);
  const place = el("div");
  document.body.append(el("main", {}, el("div", { class: "scroll" }, section), place));

  // React's own state: a value that is only written to the element is gone at the next drawing.
  let value = "";
  let state = site.state();
  let snapshot = { value, state };
  /** @type {Set<() => void>} */
  const subscribers = new Set();
  const publish = () => {
    snapshot = { value, state };
    for (const subscriber of subscribers) subscriber();
  };
  const edited = (/** @type {string} */ text) => {
    value = text;
    publish();
    site.changed();
  };
  const subscribe = (/** @type {() => void} */ subscriber) => {
    subscribers.add(subscriber);
    return () => subscribers.delete(subscriber);
  };

  function Composer() {
    const now = useSyncExternalStore(subscribe, () => snapshot);
    const { busy, ready, files, options, labels } = now.state;
    const idle = !ready || (!now.value.trim() && !files.length);
    const submit = busy
      ? { type: /** @type {const} */ ("button"), "data-stop-generating": "", "aria-label": labels.stop, onClick: () => site.stop() }
      : { type: /** @type {const} */ ("submit"), "aria-label": labels.send, "aria-disabled": idle };
    const chips = files.map((name) =>
      h("button", { key: name, type: "button", "aria-label": `${labels.remove}${name}`, onClick: () => site.detach(name) }, name),
    );
    return h(
      "form",
      {
        "data-mobile-composer": "",
        className: "composer",
        /** @param {import("react").FormEvent<HTMLFormElement>} event */
        onSubmit: (event) => {
          event.preventDefault();
          site.submit(/** @type {SubmitEvent} */ (event.nativeEvent).submitter ? "click" : "submit");
        },
      },
      chips,
      h("textarea", {
        id: "mobile-composer-prompt",
        rows: 2,
        value: now.value,
        /** @param {import("react").ChangeEvent<HTMLTextAreaElement>} event */
        onChange: (event) => edited(event.target.value),
        /** @param {import("react").ClipboardEvent<HTMLTextAreaElement>} event */
        onPaste: (event) => {
          if (site.pasted(event.clipboardData.getData("text/plain"))) event.preventDefault();
        },
        /** @param {import("react").KeyboardEvent<HTMLTextAreaElement>} event */
        onKeyDown: (event) => {
          if (event.key !== "Enter" || event.shiftKey || event.altKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          site.submit("enter");
        },
      }),
      options.noSend && !busy ? null : h("button", { "data-composer-submit": "", ...submit }, busy ? "■" : "↑"),
    );
  }

  function App() {
    const { options } = useSyncExternalStore(subscribe, () => snapshot).state;
    const second = h("form", { "data-mobile-composer": "", className: "composer" }, h("textarea", { id: "mobile-composer-prompt", rows: 1 }));
    const menu = h("div", { role: "listbox" }, h("div", { role: "option" }, "Search"));
    return h("div", null, options.two ? second : null, h(Composer), options.mention ? menu : null);
  }
  flushSync(() => createRoot(place).render(h(App)));

  return {
    ...{ site: "chatgpt", layout: "mobile", list },
    defaults: { idDelay: 1200 },
    path: { start: "/", chat: (id) => `/uc/${id}`, temporary: "/?temporary-chat=true" },
    editor: {
      text: () => value,
      set(text) {
        value = text;
        flushSync(publish);
      },
      focus: () => [...place.querySelectorAll("textarea")].at(-1)?.focus(),
      rebuild: () => edited(""),
    },
    draw(exchange) {
      const { labels } = site.state();
      const body = el("div", {}, ...exchange.text.split(/\n\n/).filter(Boolean).map((part) => el("p", { "data-user-message-copy": "", class: "whitespace-pre-wrap" }, part)));
      const files = exchange.files.map((name) => el("div", { "data-testid": "attachment", "aria-label": name }, "▤"));
      const edit = el("button", { "aria-label": labels.edit ?? "", "data-edit": "" }, "✎");
      edit.addEventListener("click", () => body.replaceChildren(site.editForm(exchange)));
      const user = el("li", { id: exchange.id, "data-message-role": "user", "data-message-complete": "true" }, ...files, body, edit);
      return exchange.answer ? [user, assistant(exchange.answer)] : [user];
    },
    redraw(exchange) {
      const [user, before] = exchange.nodes;
      if (!user || !exchange.answer || user.querySelector(".edit")) return false;
      const after = assistant(exchange.answer);
      if (before) before.replaceWith(after);
      else user.after(after);
      exchange.nodes = [user, after];
      return true;
    },
    controls(next) {
      state = next;
      if (site.id) section.setAttribute("data-conversation-id", site.id);
      else section.removeAttribute("data-conversation-id");
      flushSync(publish);
    },
  };

  /** @param {import("../common.js").Answer} answer */
  function assistant(answer) {
    const done = answer.phase === "done";
    const item = el("li", { id: done ? answer.id : `pending-${answer.id}`, "data-message-role": "assistant", "data-message-complete": done ? "true" : null, "data-message-streaming": done ? null : "" });
    if (answer.image) {
      if (done) item.append(el("div", {}, el("img", { src: "data:,", alt: "A boat" })));
      return item;
    }
    const root = el("div", { "data-assistant-markdown": "" });
    const blocks = partial(drawBlocks(answer.blocks, { cite: (host) => el("a", { "data-testid": "chatgpt-citation", href: `https://${host}/` }, host) }), answer.shown);
    for (const block of blocks) if (block.nodeName === "P") /** @type {Element} */ (block).setAttribute("data-assistant-stream-block", "");
    root.append(...blocks);
    if (!done) root.append(el("div", { "data-assistant-placeholder-slot": "" }, "Thinking"));
    item.append(root, ...(done ? [el("button", { "aria-label": "Copy" }, "Copy")] : []));
    return item;
  }
});
