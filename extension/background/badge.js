// The toolbar badge shows trouble, and nothing else.

const COLOR = "#b3261e";

/** @param {Pick<typeof import("./browser.js").browser, "badge" | "text">} browser */
export function createBadge({ badge, text }) {
  /** @type {string | null} */
  let general = null;
  void badge.color(COLOR);

  /** @param {string | null} code */
  const title = (code) => (code === null ? text("app_name") : text(`error_${code}`) || text("trouble"));
  /** @param {string | null} code */
  const mark = (code) => (code === null ? "" : "!");

  return {
    /** The host's trouble: on every tab. @param {string | null} code */
    host(code) {
      if (code === general) return;
      general = code;
      void badge.show({ text: mark(code), title: title(code) });
    },
    /** A page's own trouble. @param {number} tabId @param {string | null} code */
    page(tabId, code) {
      const shown = code ?? general;
      void badge.show({ tabId, text: mark(shown), title: title(shown) });
    },
  };
}
