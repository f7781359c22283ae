// Before a message leaves, where a person wants it so: what would be added, in a panel above the
// composer. They untick, send, send without, or go back to writing. Nothing leaves by itself.
(() => {
  "use strict";

  const { surfaces, words } = globalThis.memoryx;
  const { text } = words;

  /** Pixels. */
  const GAP = 18;
  const EDGE = 12;
  const NARROW = 320;
  const LOW = 140;
  /** A page that is left takes its panel along; nobody tells of that. Milliseconds. */
  const WATCH = 200;

  /** @param {MemoryX.Page} page @returns {MemoryX.Preview} */
  function start(page) {
    const { adapter, doc, win, signal } = page;
    /** @type {(() => void) | null} */
    let accepting = null;

    /** Above the composer, as wide as it is. @param {MemoryX.Surface} surface */
    function place(surface) {
      const composer = adapter.composer(doc);
      if (!composer) return;
      const box = composer.getBoundingClientRect();
      const width = Math.min(Math.max(box.width, NARROW), win.innerWidth - 2 * EDGE);
      const left = Math.max(EDGE, Math.min(box.left, win.innerWidth - width - EDGE));
      // A composer at the top of the page has no room above: the panel goes below it then.
      const above = box.top - GAP - EDGE;
      if (above >= LOW) {
        surface.put({ left, width, bottom: win.innerHeight - box.top + GAP, "max-height": above });
      } else {
        const top = Math.min(box.bottom + GAP, win.innerHeight - LOW - EDGE);
        surface.put({ left, width, top, "max-height": win.innerHeight - top - EDGE });
      }
    }

    /** @param {MemoryX.PreviewedMemory} memory */
    function choice({ id, type, text: sentence }) {
      const box = surfaces.make(doc, "input", { type: "checkbox", value: id });
      box.checked = true;
      const said = surfaces.make(doc, "span", {});
      said.append(
        surfaces.make(doc, "span", { class: "text", text: sentence }),
        " ",
        surfaces.make(doc, "span", { class: "quiet", text: text(`type_${type}`) }),
      );
      return { box, row: surfaces.make(doc, "label", {}, box, said) };
    }

    /** @param {HTMLElement} composer */
    function backTo(composer) {
      const now = adapter.composer(doc) ?? composer;
      if (now.isConnected) now.focus({ preventScroll: true });
    }

    return {
      ask(memories, composer, choose) {
        const surface = surfaces.create(page, "panel", { floating: true });
        const { body, host, root } = surface;
        const open = new AbortController();
        const gone = AbortSignal.any([open.signal, signal]);
        const address = page.url().href;
        /** @type {(decision: MemoryX.Decision) => void} */
        let resolve = () => {};
        /** @type {Promise<MemoryX.Decision>} */
        const promise = new Promise((settle) => {
          resolve = settle;
        });

        /** @param {MemoryX.Decision} decision */
        function finish(decision) {
          if (gone.aborted) return;
          resolve(decision);
          open.abort();
          backTo(composer);
        }

        const choices = memories.map(choice);
        const heading = surfaces.make(doc, "h2", { text: words.count("preview_title", memories.length) });
        const list = surfaces.make(doc, "div", { class: "choices", role: "group" });
        list.append(...choices.map(({ row }) => row));
        list.setAttribute("aria-label", heading.textContent ?? "");
        const said = surfaces.make(doc, "p", { class: "quiet bad", role: "alert" });
        const send = surfaces.make(doc, "button", { type: "button", class: "main", text: text("preview_send") });
        const plain = surfaces.make(doc, "button", { type: "button", text: text("preview_without") });
        const never = surfaces.make(doc, "button", {
          type: "button",
          class: "link apart",
          text: text("preview_never"),
        });
        const acts = surfaces.make(doc, "div", { class: "acts" }, send, plain, never);
        const hint = surfaces.make(doc, "p", { class: "quiet hint", text: text("preview_hint") });
        body.append(heading, list, said, acts, hint);
        body.setAttribute("role", "dialog");
        body.setAttribute("aria-label", text("preview_label"));

        async function sendChosen() {
          const ids = choices.filter(({ box }) => box.checked).map(({ box }) => box.value);
          if (ids.length === 0) return finish({ act: "plain" });
          if (ids.length === memories.length) return finish({ act: "send", context: null, memories: ids.length });
          send.disabled = true;
          const context = await choose(ids);
          if (gone.aborted) return;
          if (context === null) {
            send.disabled = false;
            said.textContent = text("preview_failed");
          } else finish({ act: "send", context, memories: ids.length });
        }

        const options = { signal: gone };
        list.addEventListener(
          "change",
          () => {
            const left = choices.filter(({ box }) => box.checked).length;
            heading.textContent = words.count("preview_title", left);
          },
          options,
        );
        send.addEventListener("click", () => void sendChosen(), options);
        plain.addEventListener("click", () => finish({ act: "plain" }), options);
        never.addEventListener("click", () => finish({ act: "never" }), options);
        root.addEventListener(
          "keydown",
          (event) => {
            const { key, repeat, isComposing } = /** @type {KeyboardEvent} */ (event);
            // The Enter that opened the panel may still be held down: only a new one sends.
            if (key === "Enter" && (repeat || isComposing)) event.preventDefault();
            else if (key === "Escape") finish({ act: "back" });
            else if (key === "Enter" && root.activeElement instanceof win.HTMLInputElement) {
              event.preventDefault();
              void sendChosen();
            }
          },
          options,
        );
        // Who goes on writing has gone back. A focus alone says nothing: sites take it by themselves.
        for (const name of ["pointerdown", "input"]) {
          win.addEventListener(
            name,
            (event) => {
              const now = adapter.composer(doc);
              if (event.isTrusted && now && event.composedPath().includes(now)) finish({ act: "back" });
            },
            { capture: true, ...options },
          );
        }
        win.addEventListener("resize", () => place(surface), options);
        const timer = win.setInterval(() => {
          if (page.url().href !== address) finish({ act: "back" });
        }, WATCH);
        gone.addEventListener(
          "abort",
          () => {
            win.clearInterval(timer);
            surface.remove();
            resolve({ act: "back" });
          },
          { once: true },
        );

        place(surface);
        doc.documentElement.append(host);
        surface.dress(doc.body);
        send.focus({ preventScroll: true });
        accepting = () => void sendChosen();
        return promise.finally(() => {
          accepting = null;
        });
      },
      accept: () => accepting?.(),
    };
  }

  globalThis.memoryx.preview = Object.freeze({ start });
})();
