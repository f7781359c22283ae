// The line under a message that says what was added, and what it opens: each memory, why it came, from
// where, and what a person has to say of it.
(() => {
  "use strict";

  const { surfaces, words } = globalThis.memoryx;
  const { text } = words;

  const VERDICTS = /** @type {const} */ (["useful", "irrelevant", "wrong", "outdated"]);

  /** @param {MemoryX.ReceiptItem} item */
  function why({ why: reasons, words: common }) {
    const named = reasons.map((reason) =>
      reason === "words"
        ? text("receipt_why_words", words.list(common))
        : text(`receipt_why_${reason}`),
    );
    return named.join(" · ");
  }

  /** @param {Document} doc @param {MemoryX.ReceiptItem} item */
  function origin(doc, { site, title, url, said_at: said }) {
    const line = surfaces.make(doc, "p", { class: "quiet" });
    const parts = /** @type {(string | Node)[]} */ ([]);
    const name = title || (site ? text(`site_${site}`) : "");
    if (url && name) {
      const link = { href: url, target: "_blank", rel: "noopener noreferrer", text: name };
      parts.push(surfaces.make(doc, "a", link));
    } else if (name) parts.push(name);
    else parts.push(text("receipt_typed"));
    if (title && site) parts.push(text(`site_${site}`));
    if (said) parts.push(words.day(said));
    line.append(...parts.flatMap((part, index) => (index ? [" · ", part] : [part])));
    return line;
  }

  /**
   * @param {MemoryX.Page} page @param {{ recall: string, memories: number }} about
   * @returns {MemoryX.DrawnReceipt}
   */
  function draw(page, { recall, memories }) {
    const { doc, bridge, signal } = page;
    const { make } = surfaces;
    const surface = surfaces.create(page, "receipt");
    const { body, host, root } = surface;
    const line = make(doc, "button", { type: "button", class: "line", "aria-expanded": "false" });
    const card = make(doc, "div", { class: "card", hidden: true });
    const list = make(doc, "ul");
    const status = make(doc, "p", { class: "quiet", role: "status" });
    line.append(make(doc, "span", { class: "mark", "aria-hidden": "true" }), words.count("receipt_added", memories));
    card.append(status, list);
    body.append(line, card);
    body.setAttribute("aria-label", text("receipt_label"));
    let loaded = false;

    /** @param {MemoryX.ReceiptItem} item */
    function row(item) {
      const item_ = make(doc, "li");
      const sentence = make(doc, "p", { class: "text", text: item.text });
      const reason = make(doc, "p", { class: "quiet", text: why(item) });
      const acts = make(doc, "div", { class: "acts", role: "group", "aria-label": text("receipt_verdicts") });
      const said = make(doc, "p", { class: "quiet said", role: "status" });
      item_.append(sentence, reason, origin(doc, item), acts, said);

      function show() {
        const out = item.status !== "active";
        sentence.classList.toggle("gone", out);
        for (const button of acts.querySelectorAll("button")) {
          button.setAttribute("aria-pressed", String(button.dataset["verdict"] === item.feedback));
        }
        if (item.status === null) said.textContent = text("receipt_deleted");
        else if (item.feedback && out) said.textContent = text(`receipt_said_${item.feedback}`);
        else if (item.feedback) said.textContent = text("receipt_noted");
        else said.textContent = out ? text("receipt_out") : "";
      }

      /** @param {typeof VERDICTS[number]} verdict */
      async function judge(verdict) {
        const taken = item.feedback === verdict ? null : verdict;
        const reply = await bridge.ask("recall.feedback", {
          recall_id: recall,
          memory_id: item.id,
          verdict: taken,
        });
        if (!reply.ok) {
          said.textContent = text("receipt_failed");
          return;
        }
        item.feedback = taken;
        item.status = reply.result.status;
        show();
      }

      if (item.status !== null) {
        for (const verdict of VERDICTS) {
          const button = make(doc, "button", {
            type: "button",
            "data-verdict": verdict,
            text: text(`receipt_${verdict}`),
          });
          button.addEventListener("click", () => void judge(verdict), { signal });
          acts.append(button);
        }
      }
      show();
      return item_;
    }

    async function load() {
      status.textContent = text("receipt_loading");
      const reply = await bridge.ask("recall.receipt", { recall_id: recall });
      if (!reply.ok) {
        status.textContent = text("receipt_failed");
        return;
      }
      loaded = true;
      status.textContent = "";
      list.replaceChildren(...reply.result.items.map(row));
    }

    /** @param {boolean} open */
    function unfold(open) {
      line.setAttribute("aria-expanded", String(open));
      card.hidden = !open;
      if (open && !loaded) void load();
    }

    line.addEventListener("click", () => unfold(card.hidden === true), { signal });
    root.addEventListener(
      "keydown",
      (event) => {
        if (/** @type {KeyboardEvent} */ (event).key !== "Escape" || card.hidden) return;
        unfold(false);
        line.focus();
      },
      { signal },
    );

    return {
      host,
      stand(element) {
        if (element.nextSibling !== host) element.after(host);
        surface.dress(element);
        const own = element.getBoundingClientRect();
        const around = (element.parentElement ?? element).getBoundingClientRect();
        const end = own.left - around.left > around.right - own.right + 8 && own.left > around.left + 24;
        const align = end ? "end" : "start";
        if (body.dataset["align"] !== align) body.dataset["align"] = align;
      },
      remove: surface.remove,
    };
  }

  globalThis.memoryx.receipt = Object.freeze({ draw });
})();
