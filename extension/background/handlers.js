// The one table of what may be asked, and by whom.

import { hostError } from "../shared/failure.js";
import { siteOf } from "../shared/sites.js";

/** Milliseconds. */
const RECALL_SLACK = 250;
const EXTRACT_LIMIT = 180_000;
const ANSWER_LIMIT = 15_000;
const HELLO_LIMIT = 2_000;

/** What only the extension's own pages ask of the host, as it stands in the contract. */
const FORWARDED = Object.freeze([
  ...["conversations.list", "conversations.get", "conversations.markdown", "conversations.delete"],
  ...["conversations.extract", "conversations.undo", "conversations.summarize"],
  ...["recall.log", "memories.list", "memories.get", "memories.history", "memories.update"],
  ...["memories.sources", "memories.related", "memories.batch", "projects.unassign", "outbound.log"],
  ...["memories.suspend", "memories.restore", "memories.revert", "memories.delete"],
  ...["proposals.list", "proposals.resolve", "projects.list", "projects.create"],
  ...["projects.update", "projects.delete", "projects.assign", "settings.get", "settings.set"],
  ...["secrets.set", "secrets.delete", "secrets.status", "llm.test", "uploads.put"],
  ...["data.import", "data.export", "data.erase", "stats"],
]);
const SLOW = new Set([
  ...["conversations.extract", "conversations.summarize"],
  ...["data.import", "data.export", "data.erase"],
]);

const SAVE_FIELDS = Object.freeze([
  ...["site", "conversation_id", "account", "url", "title", "project", "trigger", "turns", "gaps"],
]);
const RECALL_FIELDS = Object.freeze([
  ...["text", "site", "conversation_id", "account", "project", "deadline_ms", "previous_recalls"],
]);

/**
 * @template T
 * @param {Promise<T>} work @param {number} ms @param {T} otherwise
 * @returns {Promise<T>}
 */
function within(work, ms, otherwise) {
  /** @type {Promise<T>} */
  const late = new Promise((resolve) => {
    setTimeout(resolve, ms, otherwise);
  });
  return Promise.race([work, late]);
}

/**
 * @param {object} parts
 * @param {typeof import("./browser.js").browser} parts.browser
 * @param {ReturnType<typeof import("./port.js").createPort>} parts.port
 * @param {ReturnType<typeof import("./outbox.js").createOutbox>} parts.outbox
 * @param {ReturnType<typeof import("./settings.js").createSettings>} parts.settings
 * @param {ReturnType<typeof import("./badge.js").createBadge>} parts.badge
 * @param {() => Promise<void>} parts.tellPages  gives every page its settings anew
 * @returns {Readonly<Record<string, import("./router.js").Handler>>}
 */
export function createHandlers({ browser, port, outbox, settings, badge, tellPages }) {
  /** Tells the page that asked how far its question is. @param {import("./router.js").Asker} asker */
  const tellingOf = ({ asked }) =>
    asked === undefined
      ? undefined
      : (/** @type {object} */ progress) =>
          void browser.broadcast({
            method: "worker.changed",
            params: { what: "progress", asked, ...progress },
          });

  /** @param {string} method @returns {import("./router.js").Handler} */
  const forward = (method) => ({
    from: "own",
    async run(params, asker) {
      const limit = SLOW.has(method) ? { limit: EXTRACT_LIMIT } : {};
      const onProgress = tellingOf(asker);
      const result = await port.request(method, params, { byPerson: true, onProgress, ...limit });
      if (method.startsWith("settings.")) {
        await settings.rememberHost(result.values);
        if (method === "settings.set") await tellPages();
      }
      // What waits to be saved is the person's data too.
      if (method === "data.erase") await outbox.clear();
      return result;
    },
  });

  /** @param {unknown} given */
  const tabOf = (given) => {
    if (typeof given !== "number") throw hostError("invalid_params", "name a tab");
    return given;
  };

  /** What a tab's page says of itself. @param {number} tab */
  async function pageOf(tab) {
    const { url } = await browser.tabs.get(tab);
    const site = siteOf(url);
    const pauses = await settings.pauses(site, tab);
    if (site === null) return { site, status: null, pauses };
    try {
      const reply = await browser.tabs.ask(tab, { method: "page.status" });
      return { site, status: reply?.ok ? reply.result : null, pauses };
    } catch (error) {
      // Nobody listens there: the tab is older than this version of the extension.
      console.debug("memoryx: a tab without content scripts", error);
      return { site, status: null, pauses };
    }
  }

  /** @param {number} tab @returns {Promise<MemoryX.Reply>} */
  async function savePage(tab) {
    try {
      return await browser.tabs.ask(tab, { method: "page.save" }).then((reply) => reply.result);
    } catch (error) {
      throw hostError("reload_tab", String(error));
    }
  }

  /** @type {Record<string, import("./router.js").Handler>} */
  const handlers = {
    "conversations.save": {
      from: "site",
      fields: SAVE_FIELDS,
      async run(save) {
        const seq = await outbox.put(save);
        const answer = outbox.answer(seq);
        void outbox.flush();
        if (save.trigger !== "manual") return { queued: true };
        const queued = /** @type {MemoryX.Reply} */ ({ ok: true, result: { queued: true } });
        const reply = await within(answer, ANSWER_LIMIT, queued);
        if (!reply.ok) throw hostError(reply.error.code, reply.error.message);
        return reply.result;
      },
    },
    recall: {
      from: "site",
      fields: RECALL_FIELDS,
      run: (params) =>
        port.request("recall", params, { limit: (params.deadline_ms ?? 400) + RECALL_SLACK }),
    },
    "recall.prepare": {
      from: "site",
      fields: ["text"],
      run: (params) => port.request("recall.prepare", params),
    },
    "recall.used": {
      from: "site",
      fields: ["recall_id", "sent", "site", "conversation_id", "account"],
      run: (params) => port.request("recall.used", params),
    },
    "recall.feedback": {
      from: "site",
      fields: ["recall_id", "memory_id", "verdict"],
      run: (params) => port.request("recall.feedback", params),
    },
    "memories.create": {
      from: "site",
      fields: ["text"],
      run: (params) => port.request("memories.create", params),
    },
    "tab.hello": {
      from: "site",
      fields: ["site"],
      async run(_params, { site, tab }) {
        // A page that opens is a person's act; it also wakes the host before the first message.
        port.ensure({ byPerson: true }).catch((error) => error);
        void outbox.flush();
        return settings.forPage(String(site), Number(tab));
      },
    },
    "tab.trouble": {
      from: "site",
      fields: ["trouble"],
      run: ({ trouble }, { tab }) =>
        badge.page(Number(tab), typeof trouble === "string" ? trouble : null),
    },

    "worker.state": {
      from: "own",
      async run({ look }) {
        if (look === true) {
          const hello = port.ensure({ byPerson: true }).catch((error) => error);
          await within(hello, HELLO_LIMIT, null);
        }
        return { host: port.state(), outbox: await outbox.state() };
      },
    },
    "worker.flush": {
      from: "own",
      async run() {
        await outbox.retryRefused();
        await port.ensure({ byPerson: true });
        await outbox.flush();
        return outbox.state();
      },
    },
    "worker.pause": {
      from: "own",
      async run(change) {
        await settings.pause(change);
        await tellPages();
      },
    },
    "worker.options": { from: "own", run: () => settings.options() },
    "worker.options.set": {
      from: "own",
      async run(change) {
        const options = await settings.setOptions(change);
        await tellPages();
        return options;
      },
    },
    "worker.measure": {
      from: "own",
      async run({ on }) {
        await settings.measure(on === true);
        await tellPages();
      },
    },
    "worker.page": { from: "own", run: ({ tab }) => pageOf(tabOf(tab)) },
    "worker.page.timings": {
      from: "own",
      run: async ({ tab }) =>
        (await browser.tabs.ask(tabOf(tab), { method: "page.timings" })).result,
    },
    "worker.page.save": {
      from: "own",
      async run({ tab }) {
        const reply = await savePage(tabOf(tab));
        if (!reply.ok) throw hostError(reply.error.code, reply.error.message);
        return reply.result;
      },
    },
    "worker.page.extract": {
      from: "own",
      async run({ tab }, asker) {
        const { status } = await pageOf(tabOf(tab));
        if (!status) throw hostError("reload_tab", "no content script answers");
        if (!status.conversation_id) throw hostError("no_conversation", "no conversation here");
        const saved = await savePage(tab);
        if (!saved.ok && saved.error.code !== "nothing_new") {
          throw hostError(saved.error.code, saved.error.message);
        }
        const { site, conversation_id, account } = status;
        const name = { site, conversation_id, ...(account === null ? {} : { account }) };
        const params = { ...name, mode: "manual" };
        const options = { byPerson: true, limit: EXTRACT_LIMIT, onProgress: tellingOf(asker) };
        return port.request("conversations.extract", params, options);
      },
    },
  };
  for (const method of FORWARDED) handlers[method] = forward(method);
  return Object.freeze(handlers);
}
