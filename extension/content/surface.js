// What is drawn into a page stands in closed shadow roots: the page reads nothing of it, styles nothing
// of it, and its keys do not reach the page.
(() => {
  "use strict";

  const { looks, words } = globalThis.memoryx;

  /** Keys and input that the page's own shortcuts would act on, while something of ours has the focus. */
  const KEPT = ["keydown", "keypress", "keyup", "beforeinput", "input", "paste", "copy", "cut"];
  /** Below this share of light a background is dark. */
  const DARK = 0.4;

  /** @type {CSSStyleSheet | null} */
  let sheet = null;

  /** @param {Window & typeof globalThis} win */
  function shared(win) {
    if (!sheet) {
      sheet = new win.CSSStyleSheet();
      sheet.replaceSync(looks);
    }
    return sheet;
  }

  /** How light a colour is, 0 to 1; null for one that lets through what is behind. @param {string} color */
  function light(color) {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
    if (!color.startsWith("rgb") || alpha < 0.5) return null;
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
  }

  /** Whether a place on the page is dark, by its own background. @param {Element} at @param {MemoryX.Page} page */
  function theme(at, { doc, win }) {
    for (let element = /** @type {Element | null} */ (at); element; element = element.parentElement) {
      const lightness = light(win.getComputedStyle(element).backgroundColor);
      if (lightness !== null) return lightness < DARK ? "dark" : "light";
    }
    // The canvas: dark only where the page says that it can be, and the person wants it so.
    const scheme = win.getComputedStyle(doc.documentElement).colorScheme;
    const wanted = win.matchMedia("(prefers-color-scheme: dark)").matches;
    return scheme.includes("dark") && (wanted || !scheme.includes("light")) ? "dark" : "light";
  }

  /** @type {MemoryX.Surfaces} */
  const surfaces = {
    create(page, kind, { floating = false } = {}) {
      const { doc, win, signal } = page;
      const host = doc.createElement("memoryx-part");
      host.toggleAttribute("data-floating", floating);
      const root = host.attachShadow({ mode: "closed" });
      const place = new win.CSSStyleSheet();
      root.adoptedStyleSheets = [shared(win), place];
      const body = doc.createElement("section");
      body.className = `surface ${kind}`;
      root.append(body);
      for (const name of KEPT) root.addEventListener(name, (event) => event.stopPropagation(), { signal });

      return {
        host,
        root,
        body,
        dress(at) {
          const language = words.language();
          if (body.lang !== language) body.lang = language;
          const next = theme(at, page);
          if (body.dataset["theme"] !== next) body.dataset["theme"] = next;
        },
        put(box) {
          const rules = Object.entries(box).map(([name, value]) => `${name}: ${Math.round(value)}px !important;`);
          place.replaceSync(`:host { ${rules.join(" ")} }`);
        },
        remove: () => host.remove(),
      };
    },

    make(doc, tag, attributes = {}, ...children) {
      const element = doc.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) {
        if (name === "text") element.textContent = String(value);
        else if (value === true) element.setAttribute(name, "");
        else if (value !== false && value !== null) element.setAttribute(name, String(value));
      }
      element.append(...children);
      return element;
    },
  };

  globalThis.memoryx.surfaces = Object.freeze(surfaces);
})();
