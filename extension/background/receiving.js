// What a page may ask about the memories in its own messages, and about being left alone.

import { hostError } from "../shared/failure.js";

/**
 * @param {object} parts
 * @param {Pick<ReturnType<typeof import("./port.js").createPort>, "request">} parts.port
 * @param {ReturnType<typeof import("./made.js").createMade>} parts.made
 * @param {Pick<ReturnType<typeof import("./settings.js").createSettings>, "mute">} parts.settings
 * @param {() => Promise<void>} parts.tellPages
 * @returns {Record<string, import("./router.js").Handler>}
 */
export function receivingHandlers({ port, made, settings, tellPages }) {
  /** @param {string} method @param {readonly string[]} fields @returns {import("./router.js").Handler} */
  const ofOwnRecall = (method, fields) => ({
    from: "site",
    fields,
    async run(params, { site, tab }) {
      if (site !== null && !(await made.allows(tab, params.recall_id))) {
        throw hostError("not_allowed", "a tab asks about its own messages");
      }
      return port.request(method, params, { byPerson: true });
    },
  });

  return {
    "recall.choose": ofOwnRecall("recall.choose", ["recall_id", "ids"]),
    "recall.feedback": ofOwnRecall("recall.feedback", ["recall_id", "memory_id", "verdict"]),
    "recall.receipt": ofOwnRecall("recall.receipt", ["recall_id"]),
    "recall.receipts": {
      from: "site",
      fields: ["site", "conversation_id"],
      async run(params, { site, tab, page }) {
        const shows = page.toLowerCase().includes(String(params.conversation_id).toLowerCase());
        if (site !== null && !shows) throw hostError("not_allowed", "a tab asks about its own chat");
        const result = await port.request("recall.receipts", params);
        const recalls = result.items.map((/** @type {{ recall_id: string }} */ item) => item.recall_id);
        if (tab !== null) await made.admit(tab, recalls);
        return result;
      },
    },
    "chat.mute": {
      from: "site",
      fields: ["site", "conversation_id", "account", "muted"],
      async run({ site, conversation_id: id, account, muted }) {
        if (typeof id !== "string" || !id) throw hostError("invalid_params", "name the chat");
        await settings.mute(site, `${account ?? ""}/${id}`, muted === true);
        await tellPages();
      },
    },
  };
}
