// Gemini. One layout: Angular elements, a Quill composer, a send control that is not in the page
// while the composer is empty and turns into stop while an answer is being written.
(() => {
  "use strict";

  const { dom, markup } = globalThis.memoryx;
  const { all } = dom;
  const CONVERSATION = /^[0-9a-f]{12,32}$/i;

  const SCROLLER = "infinite-scroller[data-test-id=chat-history-container]";
  const EDITOR = 'rich-textarea .ql-editor[contenteditable="true"]';
  const TURN = "#chat-history .conversation-container";
  /** What marks the end of the composer's own surroundings. */
  const FENCE = "#chat-history, .conversation-container";
  /** The place of the send control since May 2026, then the control itself. */
  const PLACE = "[data-test-id=send-button-container], .send-button";
  const FILES = ["[data-test-id=uploaded-file]", "user-query-file-preview"];
  const DROP = [
    "sources-carousel-inline",
    "source-inline-chip",
    ".table-footer",
    "model-thoughts",
  ];

  /** @param {Document} doc */
  function layout(doc) {
    return doc.querySelector(SCROLLER) || doc.querySelector(EDITOR) ? "app" : null;
  }

  /** @param {HTMLElement} clone @returns {boolean} */
  function rewrite(clone) {
    for (const formula of all(clone, ".math-inline[data-math], .math-block[data-math]")) {
      const block = formula.matches(".math-block");
      formula.replaceWith(markup.math(clone.ownerDocument, formula.dataset.math ?? "", block));
    }
    return markup.codeBlocks(clone, "code-block, pre", ".code-block-decoration > span");
  }

  /** @param {HTMLElement} response @param {HTMLElement} content */
  function answered(response, content) {
    const pictures = all(response, 'img[alt]:not([alt=""])').filter((image) => !image.closest(DROP.join(",")));
    return markup.answered([content.querySelector(".markdown") ?? content], DROP, rewrite, pictures);
  }

  /** @param {HTMLElement} response @returns {HTMLElement | null} */
  function contentOf(response) {
    // Opened thoughts are a message-content too, before the answer's.
    const contents = all(response, "message-content").filter((each) => !each.closest("model-thoughts"));
    return contents.at(-1) ?? null;
  }

  /** @param {HTMLElement} content */
  function replyId(content) {
    const ids = [content, ...all(content, "[id]")].map((each) => /r_[0-9A-Za-z]+$/.exec(each.id)?.[0]);
    return ids.find(Boolean) ?? null;
  }

  /** @param {HTMLElement} query */
  function asked(query) {
    const lines = all(query, ".query-text-line").map((line) => markup.text(line).replace(/\n$/, ""));
    const plain = lines.join("\n").replaceAll("\u00a0", " ").trim();
    if (plain) return { markdown: plain };
    const files = FILES.map((selector) => all(query, selector)).find((found) => found.length) ?? [];
    return markup.asked([], files.map(named));
  }

  /** @param {HTMLElement} file An icon's ligature is text too: the clone is without it. */
  function named(file) {
    return file.hasAttribute("aria-label") ? file : markup.detached(file);
  }

  /** @param {Document} doc @returns {MemoryX.Transcript} */
  function transcript(doc) {
    /** @type {MemoryX.CapturedTurn[]} */
    const turns = [];
    let gaps = false;
    const pairs = all(doc, TURN);
    const writing = adapter.busy(doc);
    for (const pair of pairs) {
      const query = /** @type {HTMLElement | null} */ (pair.querySelector("user-query"));
      const response = /** @type {HTMLElement | null} */ (pair.querySelector("model-response"));
      if (query && pair.id) {
        const words = query.querySelector("textarea, .ql-editor") ? null : asked(query);
        if (words) turns.push({ key: pair.id, role: "user", complete: true, ...words });
        else gaps = true;
      }
      if (!response) continue;
      const content = contentOf(response);
      const answer = content && answered(response, content);
      const done = response.querySelector("message-actions") !== null && !(writing && pair === pairs.at(-1));
      const key = (content && replyId(content)) ?? (done && pair.id ? `${pair.id}:answer` : null);
      if (answer && key) turns.push({ key, role: "assistant", complete: done && answer.whole, html: answer.html });
      if (done && !(answer?.whole && key)) gaps = true;
    }
    return { turns, gaps };
  }

  /** @param {URL} url @returns {MemoryX.Place} */
  function locate({ pathname }) {
    const steps = pathname.split("/").filter(Boolean);
    const account = steps[0] === "u" && /^\d+$/.test(steps[1] ?? "") ? (steps.splice(0, 2)[1] ?? null) : null;
    const place = { account, project: null };
    const [kind, first, second, more] = steps;
    const id = kind === "app" ? first : second;
    const depth = kind === "app" ? 2 : 3;
    if (more !== undefined || (kind !== "app" && !(kind === "gem" && first)) || steps.length > depth) {
      return { kind: "other", conversationId: null, ...place };
    }
    if (id === undefined) return { kind: "new", conversationId: null, ...place };
    return { kind: "conversation", conversationId: CONVERSATION.test(id) ? id.toLowerCase() : null, ...place };
  }

  /** @param {HTMLElement} composer @returns {MemoryX.Control} */
  function control(composer) {
    const around = dom.container(composer, PLACE, FENCE);
    // The state is on the host element, the click goes to the button inside: both are looked up
    // anew each time, since Angular replaces them.
    const [host] = around ? dom.visibleAll(around, ".send-button") : [];
    const button = host?.matches("button") ? host : host?.querySelector("button");
    if (!host || !button) return { role: "none", element: null, disabled: true };
    const stops = host.matches(".stop") || host.querySelector("mat-icon[fonticon=stop]") !== null;
    return { role: stops ? "stop" : "send", element: button, disabled: dom.disabled(host) || dom.disabled(button) };
  }

  /** @type {MemoryX.Adapter} */
  const adapter = {
    site: "gemini",
    hosts: ["gemini.google.com"],
    newlines: "paragraph",
    layout,
    locate,
    transcript,
    title: (doc) => dom.title(doc, "Gemini"),
    temporary: (doc) => doc.querySelector(".temp-chat-on, chat-window.is-temporary-chat") !== null,
    composer(doc) {
      const shown = dom.visibleAll(doc, EDITOR).filter((editor) => !editor.closest("user-query"));
      return shown.length === 1 ? (shown[0] ?? null) : null;
    },
    control: (_doc, composer) => control(composer),
    menuOpen: (doc) => dom.suggesting(doc, adapter.composer(doc)),
    attachments(_doc, composer) {
      const around = dom.container(composer, `${PLACE}, ${FILES.join(", ")}`, FENCE);
      return around ? Math.max(dom.visibleAll(around, FILES[0] ?? "").length, dom.removers(around)) : 0;
    },
    busy(doc) {
      const composer = adapter.composer(doc);
      return composer !== null && control(composer).role === "stop";
    },
    messages: (doc) => all(doc, `${TURN} > user-query`).map((root) => ({ key: root.parentElement?.id || null, root, element: root })),
    userTurnCount: (doc) => all(doc, `${TURN} user-query`).length,
  };

  globalThis.memoryx.adapters.push(Object.freeze(adapter));
})();
