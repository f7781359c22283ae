// Small charts as drawings, each with its numbers as a table for who cannot see or wants to read them.

import { make } from "../shared/elements.js";
import { numeral, text } from "../shared/i18n.js";

const SVG = "http://www.w3.org/2000/svg";
/** Sizes in the drawing's own units. */
const WIDTH = 640;
const HEIGHT = 150;
const FOOT = 22;
const TOP = 16;

/** @typedef {{ label: string, value: number, address?: string }} Bar */

/** @param {string} name @param {Record<string, string | number>} attributes @param {string} [words] */
function svg(name, attributes, words) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (words !== undefined) element.textContent = words;
  return element;
}

/**
 * Bars over time.
 * @param {{ title: string, unit: string, bars: Bar[] }} chart
 */
export function overTime({ title, unit, bars }) {
  if (bars.every(({ value }) => value === 0)) return nothing(title);
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const drawing = frame(title, summary(bars));
  drawing.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT + FOOT + TOP}`);
  const step = WIDTH / bars.length;
  const base = TOP + HEIGHT;
  drawing.append(svg("line", { x1: 0, x2: WIDTH, y1: base + 0.5, y2: base + 0.5, class: "axis" }));
  const peak = bars.findIndex(({ value }) => value === most);
  bars.forEach(({ label, value }, i) => {
    const height = value > 0 ? Math.max(2, (value / most) * HEIGHT) : 0;
    const width = Math.max(2, Math.min(34, step * 0.7));
    const x = i * step + (step - width) / 2;
    const bar = svg("rect", { x, y: base - height, width, height, rx: 2, class: "bar" });
    bar.append(svg("title", {}, `${label}: ${numeral(value)}`));
    drawing.append(bar);
    if (value > 0 && (i === peak || i === bars.length - 1)) {
      drawing.append(caption(x + width / 2, base - height - 5, numeral(value), "middle", "value"));
    }
  });
  const first = bars[0];
  const last = bars.at(-1);
  if (first) drawing.append(caption(0, base + 16, first.label, "start", "tick-label"));
  if (last && bars.length > 1) drawing.append(caption(WIDTH, base + 16, last.label, "end", "tick-label"));
  return figure(title, drawing, bars, unit);
}

/** @param {number} x @param {number} y @param {string} words @param {string} anchor @param {string} kind */
const caption = (x, y, words, anchor, kind) => svg("text", { x, y, "text-anchor": anchor, class: kind }, words);

/**
 * Shares of a whole, as bars that lie; each leads to its list. These are words and numbers already, so
 * they are a list, and the bars are decoration.
 * @param {{ title: string, bars: Bar[] }} chart
 */
export function shares({ title, bars }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const items = bars.map(({ label, value, address }) => {
    const drawing = svg("svg", { viewBox: "0 0 100 8", class: "share", "aria-hidden": "true" });
    drawing.setAttribute("preserveAspectRatio", "none");
    drawing.append(svg("rect", { x: 0, y: 0, width: 100, height: 8, class: "track" }));
    drawing.append(svg("rect", { x: 0, y: 0, width: (value / most) * 100, height: 8, class: "bar" }));
    const name = address ? make("a", { href: address, text: label }) : make("span", { text: label });
    return make("li", {}, name, drawing, make("span", { class: "number", text: numeral(value) }));
  });
  return make(
    "figure",
    { class: "chart" },
    make("figcaption", { text: title }),
    make("ul", { class: "shares" }, ...items),
  );
}

/** @param {string} title */
function nothing(title) {
  return make(
    "figure",
    { class: "chart" },
    make("figcaption", { text: title }),
    make("p", { class: "quiet", text: text("library_chart_nothing") }),
  );
}

/** @param {string} title @param {string} words */
function frame(title, words) {
  return svg("svg", { role: "img", class: "bars", "aria-label": `${title}. ${words}` });
}

/** @param {Bar[]} bars */
function summary(bars) {
  const sum = bars.reduce((all, { value }) => all + value, 0);
  const peak = bars.reduce((best, bar) => (bar.value > best.value ? bar : best), { label: "", value: 0 });
  return text("library_chart_summary", numeral(sum), peak.label, numeral(peak.value));
}

/** @param {string} title @param {Element} drawing @param {Bar[]} bars @param {string} unit */
function figure(title, drawing, bars, unit) {
  const rows = bars.map(({ label, value }) =>
    make(
      "tr",
      {},
      make("th", { scope: "row", text: label }),
      make("td", { class: "number", text: numeral(value) }),
    ),
  );
  const head = make(
    "tr",
    {},
    make("th", { scope: "col", text: text("library_chart_when") }),
    make("th", { scope: "col", class: "number", text: unit }),
  );
  const table = make("table", { class: "plain" }, make("thead", {}, head), make("tbody", {}, ...rows));
  return make(
    "figure",
    { class: "chart" },
    make("figcaption", { text: title }),
    drawing,
    make("details", {}, make("summary", { text: text("library_chart_table") }), table),
  );
}
