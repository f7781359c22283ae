// What the simulated assistants answer: a small tree of blocks, drawn by each layout in its own
// markup, and the Markdown that a person sees in it.

/**
 * @typedef {string | { b: string } | { code: string } | { math: string } | { link: [string, string] } | { cite: string }} Inline
 * @typedef {{ h: [number, string] } | { p: Inline[] } | { code: { language: string, label: string, text: string } }
 *   | { table: string[][] } | { ul: Inline[][] } | { ol: Inline[][] } | { quote: Inline[] } | { math: string }} Block
 * @typedef {(...args: any[]) => Node} Draw
 */

/** @type {Block[]} */
export const RICH = [
  { h: [2, "周末计划 Weekend plan"] },
  {
    p: [
      "Here is a ",
      { b: "short" },
      " plan. Run ",
      { code: "npm test" },
      " first, read ",
      { link: ["the guide", "https://example.org/guide?a=1&b=2"] },
      { cite: "example.org" },
      ", and recall that ",
      { math: "a^2 + b^2 = c^2" },
      ".",
    ],
  },
  {
    code: {
      language: "python",
      label: "Python",
      text: 'def add(a, b):\n    # 两数之和\n    return a + b\n\n\nprint(add(1, 2) < 4 and "yes")',
    },
  },
  { table: [["City", "城市"], ["Madrid", "马德里"], ["Osaka", "大阪"]] },
  { ul: [["walk by the river"], ["吃", { b: "素食" }, "午餐"], ["read"]] },
  { ol: [["first"], ["second"]] },
  { quote: ["Slowly, but surely."] },
  { math: "\\int_0^1 x\\,dx = \\tfrac{1}{2}" },
  { p: ["祝你周末愉快。"] },
];

/**
 * An element with attributes and children; an attribute that is null is left out.
 * @param {string} tag
 * @param {Record<string, string | null>} [attributes]
 * @param {...(Node | string | null)} children
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** Ordinary markup; a layout hands in what it draws in another way. */
const PLAIN = {
  b: (/** @type {string} */ text) => el("strong", {}, text),
  icode: (/** @type {string} */ text) => el("code", {}, text),
  imath: (/** @type {string} */ tex) => katex(tex),
  link: (/** @type {[string, string]} */ [text, href]) =>
    el("a", { href, target: "_blank", rel: "noopener", class: "decorated-link" }, text),
  cite: (/** @type {string} */ host) => el("span", {}, host),
  code: (/** @type {{ language: string, text: string }} */ { language, text }) =>
    el("pre", {}, el("code", { class: `hljs language-${language}` }, highlighted(text))),
  table: (/** @type {HTMLElement} */ table) => table,
  math: (/** @type {string} */ tex) => el("p", {}, el("span", { class: "katex-display" }, katex(tex))),
};

/**
 * Some of the words in spans, as highlighters do it.
 * @param {string} text
 */
export function highlighted(text) {
  const fragment = document.createDocumentFragment();
  for (const part of text.split(/(\bdef\b|\breturn\b|\bprint\b)/)) {
    fragment.append(/^(?:def|return|print)$/.test(part) ? el("span", { class: "hljs-keyword" }, part) : part);
  }
  return fragment;
}

/**
 * A formula as KaTeX leaves it: MathML with the TeX, and what is drawn.
 * @param {string} tex
 */
export function katex(tex) {
  const annotation = el("annotation", { encoding: "application/x-tex" }, tex);
  const math = el("math", {}, el("semantics", {}, el("mrow", {}, el("mi", {}, "x")), annotation));
  return el(
    "span",
    { class: "katex" },
    el("span", { class: "katex-mathml" }, math),
    el("span", { class: "katex-html", "aria-hidden": "true" }, el("span", { class: "base" }, "drawn formula")),
  );
}

/**
 * @param {readonly Inline[]} inlines
 * @param {Record<string, Draw>} draw
 */
function inline(inlines, draw) {
  return inlines.map((part) => {
    if (typeof part === "string") return document.createTextNode(part);
    const [[kind, value] = ["", ""]] = Object.entries(part);
    const name = kind === "code" ? "icode" : kind === "math" ? "imath" : kind;
    return /** @type {Draw} */ (draw[name])(value);
  });
}

/**
 * @param {readonly Block[]} blocks
 * @param {Record<string, Draw>} [own]
 * @returns {Node[]}
 */
export function drawBlocks(blocks, own = {}) {
  const draw = /** @type {Record<string, Draw>} */ ({ ...PLAIN, ...own });
  return blocks.map((block) => {
    if ("h" in block) return el(`h${block.h[0]}`, {}, block.h[1]);
    if ("p" in block) return el("p", {}, ...inline(block.p, draw));
    if ("code" in block) return /** @type {Draw} */ (draw.code)(block.code);
    if ("quote" in block) return el("blockquote", {}, el("p", {}, ...inline(block.quote, draw)));
    if ("math" in block) return /** @type {Draw} */ (draw.math)(block.math);
    if ("table" in block) {
      const [head = [], ...rows] = block.table;
      const cells = (/** @type {string} */ tag, /** @type {string[]} */ row) =>
        el("tr", {}, ...row.map((cell) => el(tag, { "data-col-size": "sm" }, cell)));
      const body = el("tbody", {}, ...rows.map((row) => cells("td", row)));
      return /** @type {Draw} */ (draw.table)(el("table", {}, el("thead", {}, cells("th", head)), body));
    }
    const ordered = "ol" in block;
    const items = ordered ? block.ol : block.ul;
    return el(ordered ? "ol" : "ul", {}, ...items.map((item) => el("li", {}, el("p", {}, ...inline(item, draw)))));
  });
}

/** @param {readonly Inline[]} inlines */
function inlineMarkdown(inlines) {
  return inlines
    .map((part) => {
      if (typeof part === "string") return part;
      if ("b" in part) return `**${part.b}**`;
      if ("code" in part) return `\`${part.code}\``;
      if ("math" in part) return `$${part.math}$`;
      if ("link" in part) return `[${part.link[0]}](${part.link[1]})`;
      return "";
    })
    .join("");
}

/**
 * The Markdown of what a page shows; citations' chips are not in it.
 * @param {readonly Block[]} blocks
 */
export function markdownOf(blocks) {
  return blocks
    .map((block) => {
      if ("h" in block) return `${"#".repeat(block.h[0])} ${block.h[1]}`;
      if ("p" in block) return inlineMarkdown(block.p);
      if ("code" in block) return `\`\`\`${block.code.language}\n${block.code.text}\n\`\`\``;
      if ("quote" in block) return `> ${inlineMarkdown(block.quote)}`;
      if ("math" in block) return `$$\n${block.math}\n$$`;
      if ("table" in block) {
        const lines = block.table.map((row) => `| ${row.join(" | ")} |`);
        const rule = `| ${(block.table[0] ?? []).map(() => "---").join(" | ")} |`;
        return [lines[0], rule, ...lines.slice(1)].join("\n");
      }
      if ("ol" in block) return block.ol.map((item, index) => `${index + 1}. ${inlineMarkdown(item)}`).join("\n");
      return block.ul.map((item) => `- ${inlineMarkdown(item)}`).join("\n");
    })
    .join("\n\n");
}

/** As much of an answer as has come. @param {Node[]} nodes @param {number} shown 0 to 1 */
export function partial(nodes, shown) {
  if (nodes.length > 1) return nodes.slice(0, Math.ceil(nodes.length * shown));
  const [node] = nodes;
  if (!node) return [];
  const text = node.textContent ?? "";
  if (shown < 1) node.textContent = text.slice(0, Math.floor(text.length * shown));
  return [node];
}

/**
 * Puts a node into the page before another one, or takes it away.
 * @param {Element} node
 * @param {boolean} on
 * @param {Element} before
 */
export function present(node, on, before) {
  if (on === node.isConnected) return;
  if (on) before.before(node);
  else node.remove();
}
