// The exact turns that a memory was taken from, with the ways to the chat.

import { make } from "../shared/elements.js";
import { day, text } from "../shared/i18n.js";
import { line, moment, outside } from "./parts.js";
import { hashOf } from "./place.js";
import { siteName } from "./words.js";

/**
 * @param {import("../contract.d.ts").Memory} memory
 * @param {import("../contract.d.ts").MemorySources} sources
 */
export function drawQuotes(memory, { conversation, items }) {
  const box = make("div", { class: "quotes" });
  const { site, url } = memory.source;
  for (const quote of items) {
    const more = quote.length > quote.text.length ? "…" : "";
    box.append(
      make(
        "figure",
        { class: "quote" },
        make("blockquote", { text: quote.text + more }),
        make(
          "figcaption",
          {},
          line(
            text(`library_role_${quote.role}`),
            moment(quote.at),
            quote.replaced ? text("library_quote_replaced") : "",
            conversation
              ? make("a", {
                  href: hashOf("conversation", [conversation.id], { turn: quote.turn_key }),
                  text: text("library_quote_place"),
                })
              : "",
          ),
        ),
      ),
    );
  }
  if (items.length === 0) box.append(make("p", { class: "quiet", text: without(memory) }));
  const name = conversation ? conversation.title || text("library_untitled") : "";
  const links = line(
    conversation ? make("a", { href: hashOf("conversation", [conversation.id]), text: name }) : "",
    site && url ? outside(url, text("library_open_on", siteName(site))) : "",
  );
  if (links.childElementCount > 0) box.append(links);
  return box;
}

/** Why there is no quote. @param {import("../contract.d.ts").Memory} memory */
function without(memory) {
  const when = day(memory.valid_from);
  if (memory.source.site === null) return text(`library_origin_${memory.origin}`, when);
  return text("library_source_gone", siteName(memory.source.site), when);
}
