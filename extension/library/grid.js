// A list of any length that keeps only the visible rows in the page. The rows have one height; what lies
// above and below is two empty drawings of the right size, so that the browser's own scrolling works.

import { make } from "../shared/elements.js";
import { createSelection } from "./selection.js";

const SVG = "http://www.w3.org/2000/svg";
/** Rows drawn beyond each edge, so that scrolling a little shows no gap. */
const BEYOND = 8;

/** @template T @typedef {ReturnType<typeof import("./rows.js").createRows<T>>} Rows */

/**
 * @template {{ id: string }} T
 * @param {object} options
 * @param {string} options.label
 * @param {number} options.height  of a row, in CSS pixels, as the style sheet has it
 * @param {(item: T) => Node[]} options.draw  the row's cells after the first
 * @param {(item: T) => void} options.open
 * @param {(() => void) | undefined} [options.chosen]  the selection changed; without it nothing is chosen
 * @param {AbortSignal} options.signal
 */
export function createGrid({ label, height, draw, open, chosen, signal }) {
  /** @type {Rows<T> | null} */
  let rows = null;
  let active = 0;
  let waiting = 0;
  /** @type {Map<number, { element: HTMLElement, item: T | undefined }>} */
  const drawn = new Map();
  const selection = createSelection(() => {
    for (const [place, row] of drawn) mark(place, row);
    chosen?.();
  });

  const above = space();
  const below = space();
  const body = make("div", { role: "rowgroup", class: "rows" });
  const grid = make(
    "div",
    {
      ...{ role: "grid", class: "grid", tabindex: "0", "aria-label": label },
      "aria-multiselectable": chosen ? "true" : null,
    },
  );
  grid.append(above, body, below);

  /** @param {number} place @param {{ element: HTMLElement, item: T | undefined }} row */
  function mark(place, { element, item }) {
    element.classList.toggle("active", place === active);
    if (chosen) element.setAttribute("aria-selected", String(!!item && selection.has(item.id)));
  }

  /** @param {number} place @param {T | undefined} item */
  function build(place, item) {
    const element = make("div", { role: "row", class: "grid-row", id: `row-${place}` });
    element.setAttribute("aria-rowindex", String(place + 1));
    element.dataset["place"] = String(place);
    if (item === undefined) {
      element.setAttribute("aria-busy", "true");
      element.append(make("div", { role: "gridcell", class: "waiting" }));
    } else {
      if (chosen) element.append(make("div", { role: "gridcell", class: "tick" }, make("span")));
      element.append(...draw(item));
    }
    return { element, item };
  }

  function render() {
    waiting = 0;
    if (!rows) return;
    const { total } = rows;
    const first = Math.max(0, Math.floor(grid.scrollTop / height) - BEYOND);
    const last = Math.min(total, first + Math.ceil(grid.clientHeight / height) + 2 * BEYOND) - 1;
    for (const [place, { element }] of drawn) {
      if (place >= first && place <= last) continue;
      element.remove();
      drawn.delete(place);
    }
    /** @type {HTMLElement | null} */
    let before = null;
    for (let place = first; place <= last; place += 1) {
      const item = rows.at(place);
      let row = drawn.get(place);
      if (!row || row.item !== item) {
        const fresh = build(place, item);
        if (row) row.element.replaceWith(fresh.element);
        else if (before) before.after(fresh.element);
        else body.prepend(fresh.element);
        drawn.set(place, fresh);
        row = fresh;
      }
      mark(place, row);
      before = row.element;
    }
    above.setAttribute("height", String(first * height));
    below.setAttribute("height", String(Math.max(0, total - 1 - last) * height));
    grid.setAttribute("aria-rowcount", String(total));
    if (total > 0) grid.setAttribute("aria-activedescendant", `row-${active}`);
    else grid.removeAttribute("aria-activedescendant");
    rows.want(first, Math.max(first, last));
  }

  function later() {
    if (waiting === 0) waiting = requestAnimationFrame(render);
  }

  /** @param {number} place */
  function goTo(place) {
    if (!rows) return;
    active = Math.max(0, Math.min(rows.total - 1, place));
    const top = active * height;
    if (top < grid.scrollTop) grid.scrollTop = top;
    else if (top + height > grid.scrollTop + grid.clientHeight) {
      grid.scrollTop = top + height - grid.clientHeight;
    }
    render();
  }

  /** @param {number} place */
  const idAt = (place) => rows?.at(place)?.id;

  /** @param {number} place @param {boolean} range */
  function choose(place, range) {
    const id = idAt(place);
    if (!chosen || id === undefined) return;
    if (range) selection.extend(place, idAt);
    else selection.toggle(id, place);
  }

  function page() {
    return Math.max(1, Math.floor(grid.clientHeight / height) - 1);
  }

  /** What a key does to the place that is active. @type {Record<string, () => number>} */
  const ways = {
    ArrowDown: () => active + 1,
    ArrowUp: () => active - 1,
    PageDown: () => active + page(),
    PageUp: () => active - page(),
    Home: () => 0,
    End: () => (rows?.total ?? 1) - 1,
  };

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    if (event.target !== grid || event.ctrlKey || event.metaKey || event.altKey) return;
    const way = ways[event.key];
    if (way) {
      if (event.shiftKey && selection.size === 0) choose(active, false);
      goTo(way());
      if (event.shiftKey) choose(active, true);
    } else if (event.key === " ") choose(active, event.shiftKey);
    else if (event.key === "Enter") {
      const item = rows?.at(active);
      if (item) open(item);
    } else if (event.key === "Escape" && selection.size > 0) selection.clear();
    else return;
    event.preventDefault();
  }

  /** @param {MouseEvent} event */
  function clicked(event) {
    const target = event.target instanceof Element ? event.target : null;
    const row = target?.closest("[data-place]");
    if (!(row instanceof HTMLElement) || target?.closest("a, button")) return;
    const place = Number(row.dataset["place"]);
    active = place;
    if (chosen && (event.shiftKey || event.ctrlKey || event.metaKey || target?.closest(".tick"))) {
      choose(place, event.shiftKey);
      render();
      return;
    }
    render();
    const item = rows?.at(place);
    if (item) open(item);
  }

  grid.addEventListener("scroll", later, { signal, passive: true });
  grid.addEventListener("keydown", pressed, { signal });
  grid.addEventListener("click", clicked, { signal });
  // A range is chosen with Shift, which would mark the text between.
  grid.addEventListener("mousedown", (event) => event.shiftKey && event.preventDefault(), { signal });
  const watching = new ResizeObserver(later);
  watching.observe(grid);
  signal.addEventListener("abort", () => watching.disconnect(), { once: true });

  return {
    element: grid,
    selection,
    /** Shows other rows, from a place on. @param {Rows<T>} fresh @param {{ place?: number, top?: number }} [at] */
    show(fresh, { place = 0, top = 0 } = {}) {
      rows?.end();
      rows = fresh;
      active = Math.max(0, Math.min(place, fresh.total - 1));
      for (const { element } of drawn.values()) element.remove();
      drawn.clear();
      above.setAttribute("height", "0");
      below.setAttribute("height", String(fresh.total * height));
      grid.scrollTop = top;
      render();
    },
    render: later,
    /** Where one is, to come back to. */
    get place() {
      return { place: active, top: grid.scrollTop };
    },
  };
}

function space() {
  const element = document.createElementNS(SVG, "svg");
  element.setAttribute("class", "space");
  element.setAttribute("aria-hidden", "true");
  element.setAttribute("width", "1");
  element.setAttribute("height", "0");
  return element;
}
