// A short notice in the corner of a page: what was done, or what went wrong, with one thing to do.
(() => {
  "use strict";

  const { surfaces, words } = globalThis.memoryx;
  const { text } = words;

  /** Milliseconds that a notice stays, unless somebody points at it or has the focus in it. */
  const STAYS = 6_000;
  const STAYS_WITH_ACTION = 20_000;
  const EDGE = 20;
  const WIDTH = 360;

  /** @param {MemoryX.Page} page @returns {MemoryX.Notices} */
  function start(page) {
    const { doc, win, signal } = page;
    /** @type {MemoryX.Surface | null} */
    let shown = null;
    let timer = 0;

    function hide() {
      win.clearTimeout(timer);
      shown?.remove();
      shown = null;
    }

    /** @param {number} ms */
    function hideIn(ms) {
      win.clearTimeout(timer);
      timer = win.setTimeout(hide, ms);
    }

    signal.addEventListener("abort", hide, { once: true });

    return {
      show({ words: said, tone = "good", action = null }) {
        hide();
        const surface = surfaces.create(page, "notice", { floating: true });
        const { body, host } = surface;
        const stays = action ? STAYS_WITH_ACTION : STAYS;
        body.dataset["tone"] = tone;
        body.setAttribute("aria-label", text("app_name"));
        const sentence = surfaces.make(doc, "div", { class: "words", role: tone === "bad" ? "alert" : "status" });
        body.append(surfaces.make(doc, "span", { class: "mark", "aria-hidden": "true" }), sentence);
        if (action) {
          const button = surfaces.make(doc, "button", { type: "button", text: action.label });
          button.addEventListener(
            "click",
            () => {
              hide();
              action.run();
            },
            { signal },
          );
          body.append(button);
        }
        const close = surfaces.make(doc, "button", {
          type: "button",
          class: "link",
          text: text("notice_close"),
        });
        close.addEventListener("click", hide, { signal });
        body.append(close);
        for (const name of ["pointerenter", "focusin"]) {
          body.addEventListener(name, () => win.clearTimeout(timer), { signal });
        }
        for (const name of ["pointerleave", "focusout"]) {
          body.addEventListener(name, () => hideIn(stays), { signal });
        }
        surface.put({ right: EDGE, top: EDGE, width: Math.min(WIDTH, win.innerWidth - 2 * EDGE) });
        doc.documentElement.append(host);
        surface.dress(doc.body);
        // Said after it is there, so that it is read out.
        sentence.textContent = said;
        shown = surface;
        hideIn(stays);
      },
      hide,
    };
  }

  globalThis.memoryx.notice = Object.freeze({ start });
})();
