// Claude. Two layouts of the conversation are served, under one composer:
//   classic  until about August 2026: no ids, nothing virtualised
//   hub      since then: 6 to 12 rows are mounted, each with its place in the whole
(() => {
  "use strict";

  const { dom, markup } = globalThis.memoryx;
  const { all } = dom;
  const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

  const HUB = "[data-testid=bardhub-claudechat-root], [data-testid=transcript-sizer]";
  const CLASSIC = "[data-testid=user-message], .font-claude-response, .font-claude-message, [data-testid=chat-input]";
  /** The composer's editor, the surest name first. */
  const EDITORS = [
    "[data-testid=chat-input][contenteditable=true]",
    "[data-composer-editor][contenteditable=true]",
    "div[contenteditable=true].ProseMirror",
  ];
  /** Editors in here are not the composer: messages, and documents beside the chat. */
  const ELSEWHERE = "[data-cds=UserMessage], [data-testid=user-message], [role=feed], #markdown-artifact";
  /** What marks the end of the composer's own surroundings. */
  const FENCE = "main, [role=feed], [data-autoscroll-container], [data-testid=user-message]";
  const FILES = "[data-testid=file-thumbnail]";
  const DROP = [
    "[data-cds=TurnStatus]", // hub: thinking and search
    "span[data-not-prose]", // hub: citation chips
    ".row-start-1", // classic: thinking
    '[class*="artifact-block-cell"]', // classic
    'button[class*="group/status"]', // classic
  ];
  /** An answer's text, hub then classic: it alternates with the status, all of it counts. */
  const REPLIES = ["[data-cds=Prose]", ".standard-markdown, .progressive-markdown"];

  /** @param {Document} doc */
  function layout(doc) {
    if (doc.querySelector(HUB)) return "hub";
    return doc.querySelector(CLASSIC) ? "classic" : null;
  }

  /** @param {HTMLElement} clone @returns {boolean} */
  function rewrite(clone) {
    markup.texToCode(clone, ".katex-display");
    return markup.codeBlocks(clone, "[role=group]:has(pre), pre"); // the group: with its header
  }

  /** @param {HTMLElement} message */
  function reply(message) {
    const dropped = DROP.join(",");
    const found = REPLIES.map((selector) => all(message, selector)).find((roots) => roots.length);
    // One inside another would be read twice.
    const outer = (found ?? [message]).filter((root) => !found?.some((other) => other !== root && other.contains(root)));
    return markup.answered(outer.filter((root) => !root.closest(dropped)), DROP, rewrite);
  }

  /** @param {HTMLElement} message Hub: without the mark an answer has just been mounted. */
  function streaming(message) {
    const marked = message.closest("[data-is-streaming]") ?? message.querySelector("[data-is-streaming]");
    return marked ? marked.getAttribute("data-is-streaming") !== "false" : message.dataset.cds === "AssistantMessage";
  }

  /** @param {Document} doc @returns {MemoryX.Transcript} */
  function hub(doc) {
    /** @type {MemoryX.CapturedTurn[]} */
    const turns = [];
    const rows = all(doc, "[data-testid=transcript-row]");
    let next = 1;
    let size = 0;
    let gaps = false;
    for (const row of rows) {
      const article = row.querySelector("[aria-posinset]");
      const position = Number(article?.getAttribute("aria-posinset") ?? next);
      size = Number(article?.getAttribute("aria-setsize") ?? size);
      if (position !== next) gaps = true;
      next = position + 1;
      const person = row.dataset.perfRow === "human";
      const message = /** @type {HTMLElement | null} */ (
        row.querySelector(person ? "[data-cds=UserMessage]" : "[data-cds=AssistantMessage]")
      );
      const key = message?.dataset.turnKey;
      if (!message || !key) continue;
      if (person) {
        const words = message.querySelector("textarea") ? null : asked(message);
        if (words) turns.push({ key, role: "user", complete: true, position, ...words });
        else gaps = true;
        continue;
      }
      const answer = reply(message);
      const done = !streaming(message);
      const written = message.querySelector("time[datetime]")?.getAttribute("datetime");
      const at = written ? { created_at: written } : {};
      if (answer) turns.push({ key, role: "assistant", complete: done && answer.whole, position, html: answer.html, ...at });
      if (done && !answer?.whole) gaps = true;
    }
    return { turns, gaps: gaps || (rows.length > 0 && next <= size) };
  }

  /** @param {HTMLElement} message */
  function asked(message) {
    const files = all(message, FILES);
    const attached = files.length ? files : all(message, "[data-cds=MessageAttachments] > *");
    return markup.asked(all(message, "[data-testid=user-message]"), attached, [FILES]);
  }

  /** No ids here: a message is known by its words, the same words by how often they came. @param {Document} doc */
  function classicAsks(doc) {
    /** @type {Map<string, number>} */
    const seen = new Map();
    return all(doc, "[data-testid=user-message]").map((root) => {
      const words = markup.asked([root], all(root, FILES), [FILES]);
      const text = words ? Object.values(words).join() : "";
      const times = (seen.get(text) ?? 0) + 1;
      seen.set(text, times);
      return { root, words, key: words ? `${dom.hash(text)}-${times}` : null };
    });
  }

  /** @param {Document} doc @returns {MemoryX.Transcript} */
  function classic(doc) {
    /** @type {MemoryX.CapturedTurn[]} */
    const turns = [];
    const asks = new Map(classicAsks(doc).map((ask) => [ask.root, ask]));
    let question = "";
    let gaps = false;
    for (const message of all(doc, "[data-testid=user-message], .font-claude-response, .font-claude-message")) {
      if (message.parentElement?.closest(".font-claude-response, .font-claude-message")) continue;
      if (!message.matches("[data-testid=user-message]")) {
        const answer = reply(message);
        const done = !streaming(message);
        const key = `${question}:answer`;
        if (answer && question) turns.push({ key, role: "assistant", complete: done && answer.whole, html: answer.html });
        if (done && !(answer?.whole && question)) gaps = true;
        continue;
      }
      const { words = null, key = null } = asks.get(message) ?? {};
      question = key ?? "";
      if (words && key) turns.push({ key, role: "user", complete: true, ...words });
      else gaps = true;
    }
    return { turns, gaps };
  }

  /** @param {URL} url @returns {MemoryX.Place} */
  function locate({ pathname }) {
    const [page, id = "", more] = pathname.split("/").filter(Boolean);
    const uuid = UUID.test(id) ? id.toLowerCase() : null;
    const chat = page === "chat" && id !== "" && more === undefined;
    const project = page === "project" && more === undefined ? uuid : null;
    const kind = chat ? "conversation" : project || (page === "new" && !id) ? "new" : "other";
    return { kind, conversationId: chat ? uuid : null, account: null, project };
  }

  /** @param {HTMLElement} composer */
  function surroundings(composer) {
    // The test ids first; where they are gone, the nearest place with a labelled button.
    const named = dom.container(composer, "[data-testid=chat-input-send], [data-testid=chat-input-stop]", FENCE);
    return named ?? dom.container(composer, "button[aria-label]", FENCE);
  }

  /** @type {MemoryX.Adapter} */
  const adapter = {
    site: "claude",
    hosts: ["claude.ai"],
    newlines: "text",
    layout,
    locate,
    title: (doc) => dom.title(doc, "Claude"),
    temporary(doc, url) {
      const marked = url.searchParams.get("incognito");
      return (marked !== null && marked !== "false") || doc.querySelector("[data-testid=incognito-frame]") !== null;
    },
    composer(doc) {
      if (!layout(doc)) return null;
      for (const selector of EDITORS) {
        const shown = dom.visibleAll(doc, selector).filter((editor) => !editor.closest(ELSEWHERE));
        if (shown.length) return shown.length === 1 ? (shown[0] ?? null) : null;
      }
      return null;
    },
    control: (_doc, composer) =>
      dom.control(
        surroundings(composer),
        (button) => button.dataset.testid === "chat-input-stop" || dom.labelled(button, dom.LABELS.stop),
        (button) => button.dataset.testid === "chat-input-send" || dom.labelled(button, dom.LABELS.send),
      ),
    menuOpen: (doc) => dom.suggesting(doc, adapter.composer(doc)),
    attachments(_doc, composer) {
      const around = surroundings(composer);
      return around ? Math.max(dom.visibleAll(around, FILES).length, dom.removers(around)) : 0;
    },
    busy(doc) {
      const composer = adapter.composer(doc);
      if (composer && adapter.control(doc, composer).role === "stop") return true;
      return all(doc, "[data-cds=AssistantMessage], [data-is-streaming=true]").some(streaming);
    },
    transcript(doc) {
      return layout(doc) === "hub" ? hub(doc) : classic(doc);
    },
    messages(doc) {
      if (layout(doc) !== "hub") return classicAsks(doc).map(({ root, key }) => ({ key, root, element: root }));
      return all(doc, "[data-cds=UserMessage]").map((root) => ({ key: root.dataset.turnKey || null, root, element: root }));
    },
    userTurnCount(doc) {
      if (layout(doc) !== "hub") return all(doc, "[data-testid=user-message]").length;
      // Rows come and go: the last person's row says how far the conversation has come.
      const places = all(doc, "[data-perf-row=human] [aria-posinset]").map((row) => Number(row.getAttribute("aria-posinset")));
      return places.length ? Math.max(...places) : 0;
    },
  };

  globalThis.memoryx.adapters.push(Object.freeze(adapter));
})();
