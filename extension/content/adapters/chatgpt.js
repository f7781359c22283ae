// ChatGPT. Three layouts are served side by side:
//   classic    A: a turn is an article or section, the composer a ProseMirror in a unified form
//   app-shell  B: hashed class names, three to six turns mounted, older ones load at the top
//   mobile     C: narrow windows and logged-out visitors, a textarea under React
(() => {
  "use strict";

  const { dom, markup } = globalThis.memoryx;
  const { all } = dom;
  const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
  const PROVISIONAL = /^(?:$|web:|local-|pending-|request-|placeholder)/i;
  const VOICE = /voice|dictat|speech|microphone|语音|語音|听写|聽寫|音声|음성/i;
  const DROP = [
    "[data-testid=webpage-citation-pill]", // classic
    "a[data-testid=chatgpt-citation]", // app-shell
    "[data-thread-find-skip=true]", // app-shell
    '[class*="group/activity-header"]', // app-shell: "Thought for …"
    "[data-assistant-placeholder-slot]", // mobile
  ];
  const FILES = '[data-testid*="file"], [class*="file-tile"], [data-testid*="attachment"], img[alt]';

  /** @type {Record<string, MemoryX.Layout>} */
  const LAYOUTS = {
    classic: {
      composer: '#prompt-textarea[contenteditable="true"]',
      form: "form[data-type=unified-composer]",
      busy: ".result-streaming",
      unit: '[data-testid^="conversation-turn-"]',
      user: "[data-message-author-role=user] .whitespace-pre-wrap",
      assistant: "[data-message-author-role=assistant] .markdown",
      bubble: "[data-message-author-role=user]",
      role: (unit) => unit.dataset.turn,
      key: (unit) => all(unit, `[data-message-author-role="${unit.dataset.turn}"]`).at(-1)?.dataset.messageId,
      done: (unit) => !unit.querySelector(".result-streaming"),
      order: (unit) => Number(unit.dataset.testid?.replace("conversation-turn-", "")),
    },
    "app-shell": {
      composer: 'form[data-chatgpt-composer] .ProseMirror[contenteditable="true"]',
      form: "form[data-chatgpt-composer]",
      busy: "[role=status][aria-busy=true]",
      unit: "[data-turn-key] [data-chatgpt-search-unit-key]",
      user: "[data-user-message-bubble] .whitespace-pre-wrap",
      assistant: "[data-markdown-text-style=assistant-message]",
      bubble: "[data-user-message-bubble]",
      role: (unit) => unit.dataset.chatgptSearchUnitKey?.split(":").at(-1),
      key: (unit) => {
        // Of a list of ids the last is the message that stands.
        const id = unit.dataset.chatgptSearchMessageIds?.split(/\s+/).findLast(Boolean);
        return id ?? (/:user$/.test(unit.dataset.chatgptSearchUnitKey ?? "") ? turnOf(unit)?.dataset.turnKey : "");
      },
    },
    mobile: {
      composer: "form[data-mobile-composer] textarea#mobile-composer-prompt",
      form: "form[data-mobile-composer]",
      busy: "li[data-message-streaming]",
      unit: "section[data-web-mobile-conversation] > ol[data-conversation-transcript] > li[data-message-role]",
      user: "p[data-user-message-copy]",
      assistant: "[data-assistant-markdown]",
      bubble: "p[data-user-message-copy]",
      role: (unit) => unit.dataset.messageRole,
      key: (unit) => unit.id,
      done: (unit) => !unit.matches("[data-message-streaming], [data-message-complete=false]"),
    },
  };

  /** @param {HTMLElement} unit app-shell: a turn holds the prompt and all steps of its answer. */
  const turnOf = (unit) => /** @type {HTMLElement | null} */ (unit.closest("[data-turn-key]"));

  /** @param {Document} doc */
  const current = (doc) => LAYOUTS[dom.layout(doc, LAYOUTS) ?? ""] ?? null;

  /** @param {Document} doc @param {HTMLElement} composer */
  const formOf = (doc, composer) => composer.closest(current(doc)?.form ?? "#no-layout");

  /** @param {HTMLElement} clone @returns {boolean} */
  function rewrite(clone) {
    const doc = clone.ownerDocument;
    for (const block of all(clone, "[data-markdown-copy=rich-block][data-markdown-copy-text]")) {
      block.replaceWith(...markup.paragraphs(doc, block.dataset.markdownCopyText ?? "")); // app-shell
    }
    for (const span of all(clone, "span[data-markdown-copy=inline-code]")) {
      const code = doc.createElement("code"); // app-shell
      code.textContent = span.textContent;
      span.replaceWith(code);
    }
    markup.texToCode(clone, "[data-d-block], .katex-display"); // app-shell, classic
    return markup.codeBlocks(clone, "[data-markdown-copy=code-block], pre, .cm-editor", "[data-markdown-copy=exclude]");
  }

  /** @param {readonly HTMLElement[]} units @param {MemoryX.Layout} known */
  function answered(units, known) {
    const find = (/** @type {string} */ selector) =>
      units.flatMap((unit) => all(unit, selector)).filter((found) => !found.closest(DROP.join(",")));
    return markup.answered(find(known.assistant), DROP, rewrite, find('img[alt]:not([alt=""])'));
  }

  /** @param {Document} doc @returns {MemoryX.Transcript} */
  function transcript(doc) {
    const known = current(doc);
    if (!known) return { turns: [], gaps: false };
    // The steps of one answer are one turn.
    /** @type {[HTMLElement, ...HTMLElement[]][]} */
    const groups = [];
    for (const unit of all(doc, known.unit)) {
      const before = groups.at(-1)?.[0];
      const step = before && known.role(unit) === "assistant" && known.role(before) === "assistant";
      if (step && turnOf(unit) && turnOf(unit) === turnOf(before)) groups.at(-1)?.push(unit);
      else groups.push([unit]);
    }
    // app-shell: an empty block with a height stands for turns that are not mounted.
    const spacers = all(doc, "[data-thread-find-target=conversation] > :not([data-turn-key])");
    let gaps = spacers.some((block) => /\bheight:\s*[1-9]/.test(block.getAttribute("style") ?? ""));
    const writing = adapter.busy(doc);
    /** @type {MemoryX.CapturedTurn[]} */
    const turns = [];
    let question = "";
    for (const units of groups) {
      const [unit] = units;
      const own = units.map((each) => known.key(each) ?? "").filter((id) => !PROVISIONAL.test(id)).at(-1) ?? "";
      const order = known.order ? { position: known.order(unit) } : {};
      if (known.role(unit) === "user") {
        question = own;
        const edited = unit.querySelector("textarea") !== null;
        const words = edited ? null : markup.asked(all(unit, known.user), all(unit, FILES));
        if (words && own) turns.push({ key: own, role: "user", complete: true, ...words, ...order });
        else gaps = true;
        continue;
      }
      const done = (known.done?.(unit) ?? true) && !(writing && units === groups.at(-1));
      const answer = answered(units, known);
      // app-shell: an answer of pictures alone has no id.
      const key = own || (answer && !answer.words && question && done ? `${question}:answer` : "");
      if (answer && key) {
        turns.push({ key, role: "assistant", complete: done && answer.whole, html: answer.html, ...order });
      }
      if (done && !(answer?.whole && key)) gaps = true; // classic: the section outlives its content
    }
    return { turns, gaps };
  }

  /** @param {URL} url @returns {MemoryX.Place} */
  function locate({ pathname }) {
    const steps = pathname.split("/").filter(Boolean);
    const gpt = steps[0] === "g" ? (steps.splice(0, 2)[1] ?? "") : null; // custom GPT or project
    const project = /^g-p-[0-9a-z]+/i.exec(gpt ?? "")?.[0] ?? null;
    const [kind, id = ""] = steps;
    const chat = steps.length === 2 && (kind === "c" || (kind === "uc" && gpt === null));
    const conversationId = chat && UUID.test(id) ? id.toLowerCase() : null;
    const start = steps.length === 0 ? gpt !== "" : gpt !== null && steps.length === 1 && kind === "project";
    const branch = gpt === null && kind === "branch" && steps.length === 3;
    return { kind: chat ? "conversation" : start || branch ? "new" : "other", conversationId, account: null, project };
  }

  /** @param {HTMLElement} button */
  function isStop(button) {
    const { testid } = button.dataset;
    if (testid === "stop-button") return true; // classic
    if (button.matches("[data-composer-submit]")) return button.matches("[type=button], [data-stop-generating]"); // mobile
    return !testid && !button.matches("[type=submit]") && dom.labelled(button, dom.LABELS.stop); // app-shell
  }

  /** @param {HTMLElement} button */
  function isSend(button) {
    const { testid } = button.dataset;
    if (testid === "send-button" || button.matches("[data-composer-submit]")) return true; // classic, mobile
    if (testid) return false; // classic: voice, in the same place and under the same id
    if (button.id === "composer-submit-button") return true; // classic
    // app-shell: the form's one submit button, whatever the language of its label
    const submits = button.matches("form[data-chatgpt-composer] button[type=submit]");
    return submits ? !VOICE.test(button.getAttribute("aria-label") ?? "") : dom.labelled(button, dom.LABELS.send);
  }

  /** @type {MemoryX.Adapter} */
  const adapter = {
    site: "chatgpt",
    hosts: ["chatgpt.com", "chat.openai.com"],
    newlines: "text",
    layout: (doc) => dom.layout(doc, LAYOUTS),
    locate,
    transcript,
    temporary: (_doc, url) => url.searchParams.get("temporary-chat") === "true",
    title: (doc) => dom.title(doc, "ChatGPT"),
    composer: (doc) => dom.onlyVisible(doc, current(doc)?.composer ?? "#no-layout"),
    control: (doc, composer) => dom.control(formOf(doc, composer), isStop, isSend),
    menuOpen(doc) {
      const mention = "[data-composer-overlay-floating-ui=true] [data-mention-list-scroll-area]"; // app-shell
      return dom.visibleAll(doc, mention).length > 0 || dom.suggesting(doc, adapter.composer(doc));
    },
    attachments: (doc, composer) => dom.removers(formOf(doc, composer)),
    busy(doc) {
      const known = current(doc);
      if (known && doc.querySelector(known.busy)) return true;
      const composer = adapter.composer(doc);
      return composer !== null && adapter.control(doc, composer).role === "stop";
    },
    messages(doc) {
      const known = current(doc);
      const units = known ? all(doc, known.unit).filter((unit) => known.role(unit) === "user") : [];
      return units.map((root) => {
        const key = known?.key(root) ?? "";
        return { key: PROVISIONAL.test(key) ? null : key, root, element: all(root, known?.bubble ?? "*").at(-1) ?? root };
      });
    },
    userTurnCount: (doc) => adapter.messages(doc).length,
  };

  globalThis.memoryx.adapters.push(Object.freeze(adapter));
})();
