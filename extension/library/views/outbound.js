// What left this machine: every request to a model's endpoint, written down before it went.

import { ask } from "../../shared/ask.js";
import { make } from "../../shared/elements.js";
import { failureText, numeral, text } from "../../shared/i18n.js";
import { act, empty, head, moment } from "../parts.js";
import { hashOf } from "../place.js";

const PAGE = 100;

/** @type {import("../library.js").Show} */
export async function show(sight) {
  const { main } = sight;
  const body = make("tbody");
  const names = ["when", "endpoint", "purpose", "conversation", "tokens", "status"];
  const top = names.map((name) => make("th", { scope: "col", class: name, text: text(`library_out_${name}`) }));
  const table = make("table", { class: "plain outbound" }, make("thead", {}, make("tr", {}, ...top)), body);
  /** @type {string | null} */
  let cursor = null;
  const more = act(text("library_more"), sight, () => page());

  async function page() {
    const { items, next_cursor: next } = await ask("outbound.log", { limit: PAGE, cursor });
    body.append(...items.map(drawRequest));
    cursor = next;
    more.hidden = next === null;
  }

  await page();
  main.append(head(text("library_view_outbound")), make("p", { class: "quiet lead", text: text("library_outbound_words") }));
  if (body.childElementCount === 0) {
    main.append(empty(text("library_outbound_none"), text("library_outbound_none_hint")));
    return;
  }
  main.append(make("div", { class: "wide", tabindex: "0", role: "region", "aria-label": text("library_view_outbound") }, table), more);
}

/** @param {import("../../contract.d.ts").OutboundRequest} request */
function drawRequest({ at, endpoint, purpose, conversation, tokens, status }) {
  const chat = conversation
    ? make("a", { href: hashOf("conversation", [conversation]), text: text("library_out_open") })
    : null;
  const known = status === "ok" || status === "sent";
  const words = known ? text(`library_out_${status}`) : failureText({ code: status, message: status, remedy: null, retryable: false }, "");
  return make(
    "tr",
    {},
    make("td", {}, moment(at)),
    make("td", { text: endpoint }),
    make("td", { text: text(`library_purpose_${purpose.replace(/\W/g, "_")}`) || purpose }),
    make("td", {}, chat),
    make("td", { class: "number", text: numeral(tokens) }),
    make("td", {}, make("span", { class: `status ${status === "ok" ? "" : "off"}`, "data-tone": known ? "" : "bad", text: words })),
  );
}
