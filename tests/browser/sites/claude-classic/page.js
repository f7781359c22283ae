// Claude until about August 2026: no ids in the page, thinking and reply in two grid rows.
import { claude, paragraphs, prose } from "../claude.js";
import { start } from "../common.js";
import { el } from "../rich.js";

start((site) => {
  const list = el("div", { class: "turns" });
  const shared = claude(site, el("div", { class: "scroll", "data-autoscroll-container": "" }, list));

  return {
    ...{ ...shared, layout: "classic", list },
    defaults: { idDelay: 0 },
    draw(exchange) {
      const { labels } = site.state();
      const body = el("div", { "data-testid": "user-message", class: "font-user-message" }, ...paragraphs(exchange.text));
      const files = exchange.files.map((name) => el("div", { "data-testid": "file-thumbnail", "aria-label": name }, name));
      if (!exchange.text) body.append(...files);
      const edit = el("button", { "aria-label": labels.edit ?? "", "data-edit": "" }, "✎");
      edit.addEventListener("click", () => body.replaceChildren(site.editForm(exchange)));
      const user = el("div", { class: "mb-1 mt-6 group" }, ...(exchange.text ? files : []), body, edit);
      return exchange.answer ? [user, assistant(exchange.answer)] : [user];
    },
    redraw(exchange) {
      const [user, before] = exchange.nodes;
      if (!user || !exchange.answer || user.querySelector(".edit")) return false;
      const after = assistant(exchange.answer);
      if (before) before.replaceWith(after);
      else user.after(after);
      exchange.nodes = [user, after];
      return true;
    },
  };

  /** @param {import("../common.js").Answer} answer */
  function assistant(answer) {
    const done = answer.phase === "done";
    const response = el("div", { class: "font-claude-response relative" });
    const grid = el("div", { class: "grid" });
    if (site.options.rich) {
      const thought = el("div", { class: "standard-markdown" }, el("p", {}, "Let me think about it."));
      grid.append(el("div", { class: "row-start-1" }, el("button", { class: "group/status" }, "Thought for 4s"), thought));
    }
    const reply = el("div", { class: done ? "standard-markdown" : "progressive-markdown" });
    reply.append(...(answer.image ? [] : prose(answer, false)));
    const cell = el("div", { class: "artifact-block-cell flex" }, el("div", {}, "Weekend plan · Document"));
    grid.append(el("div", { class: "row-start-2" }, reply, ...(site.options.rich && done ? [cell] : [])));
    response.append(grid);
    const actions = el("div", { role: "toolbar" }, el("button", { "data-testid": "action-bar-copy" }, "Copy"));
    return el("div", { "data-is-streaming": String(!done), class: "group" }, response, ...(done ? [actions] : []));
  }
});
