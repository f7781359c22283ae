// window.__site, by which tests drive a simulated site and ask what its server has got.
import { wait } from "./common.js";
import { RICH, markdownOf } from "./rich.js";

/** @param {import("./common.js").Site} site */
export function api(site) {
  const option = (/** @type {string} */ name) => (on = true) => {
    site.options[name] = on;
    site.refresh();
  };
  return {
    site: site.view?.site,
    layout: site.view?.layout,
    sent: () => site.received.map(({ text }) => text),
    sends: () => site.received,
    refused: () => [...site.refused],
    edited: () => [...site.edits],
    stops: () => site.stops,
    text: () => site.view?.editor.text(),
    busy: () => site.busy,
    conversation: () => site.id,
    turns: () =>
      site.exchanges.flatMap(({ id, text, files, answer }) => [
        { key: id, role: "user", text, files },
        ...(answer ? [{ key: answer.id, role: "assistant", text: answer.image ? "" : markdownOf(answer.blocks), complete: answer.phase === "done" }] : []),
      ]),
    options: (/** @type {Record<string, unknown>} */ changes = {}) => {
      Object.assign(site.options, changes);
      if ("window" in changes) site.toEnd();
      site.refresh();
      return { ...site.options };
    },
    idle: async () => {
      while (site.busy) await wait(10);
    },
    richMarkdown: () => markdownOf(RICH),
    attach: (name = "photo.png") => site.attach(name),
    detach: (name = "photo.png") => site.detach(name),
    mention: option("mention"),
    two: option("two"),
    temporary: option("temporary"),
    thoughts: (on = true) => {
      site.options.thoughts = on;
      site.drawAnew();
    },
    edit: (index = 0) => {
      const node = site.exchanges[index]?.nodes.find((each) => each.querySelector("[data-edit]"));
      /** @type {HTMLElement | null | undefined} */ (node?.querySelector("[data-edit]"))?.click();
    },
    regenerate: () => {
      const last = site.exchanges.at(-1);
      if (!last || site.busy) return;
      site.busy = true;
      last.answer = null;
      site.redraw(last);
      site.refresh();
      site.answer(last, site.run).catch((error) => console.error("simulated answer", error));
    },
    loadOlder: () => site.loadOlder(),
    toEnd: () => site.toEnd(),
    newChat: () => site.newChat(),
    openOther: (count = 2) => site.openOther(count),
    redraw: () => site.drawAnew(),
    rebuildEditor: () => site.view?.editor.rebuild?.(),
  };
}
