// The one table of what may be asked, and by whom.

import { hostError } from "../shared/failure.js";
import { MODEL_LIMIT } from "./pages.js";
import { receivingHandlers } from "./receiving.js";
import { within } from "./within.js";

/** Milliseconds. */
const RECALL_SLACK = 250;
const ANSWER_LIMIT = 15_000;
const TRANSFER_LIMIT = 3_600_000;
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
  ...["secrets.set", "secrets.delete", "secrets.status", "llm.test", "llm.presets"],
  ...["uploads.put", "data.import", "data.export", "data.erase", "stats"],
]);
const SLOW = new Set(["conversations.extract", "conversations.summarize"]);
/** As long as their data is: an export of a gigabyte takes a while, and says how far it is. */
const BY_SIZE = new Set(["data.import", "data.export", "data.erase"]);

const SAVE_FIELDS = Object.freeze([
  ...["site", "conversation_id", "account", "url", "title", "project", "trigger", "turns", "gaps"],
]);
const QUESTION_FIELDS = Object.freeze([
  ...["text", "site", "conversation_id", "account", "project", "previous_recalls"],
]);

/**
 * @param {object} parts
 * @param {typeof import("./browser.js").browser} parts.browser
 * @param {ReturnType<typeof import("./port.js").createPort>} parts.port
 * @param {ReturnType<typeof import("./outbox.js").createOutbox>} parts.outbox
 * @param {ReturnType<typeof import("./settings.js").createSettings>} parts.settings
 * @param {ReturnType<typeof import("./badge.js").createBadge>} parts.badge
 * @param {ReturnType<typeof import("./pages.js").createPages>} parts.pages
 * @param {ReturnType<typeof import("./made.js").createMade>} parts.made
 * @param {ReturnType<typeof import("./handoff.js").createHandoff>} parts.handoff
 * @param {Pick<ReturnType<typeof import("./menus.js").createMenus>, "install" | "told" | "undo">} parts.menus
 * @param {() => Promise<void>} parts.tellPages  gives every page its settings anew
 * @returns {Readonly<Record<string, import("./router.js").Handler>>}
 */
export function createHandlers(parts) {
  const { browser, port, outbox, settings, badge, pages, made, handoff, menus, tellPages } = parts;

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
      const model = SLOW.has(method) ? { limit: MODEL_LIMIT } : {};
      const limit = BY_SIZE.has(method) ? { limit: TRANSFER_LIMIT } : model;
      const onProgress = tellingOf(asker);
      const result = await port.request(method, params, { byPerson: true, onProgress, ...limit });
      if (method.startsWith("settings.")) {
        await settings.rememberHost(result.values);
        if (method === "settings.set") await tellPages();
      }
      // What waits to be saved is the person's data too.
      if (method === "data.erase") {
        await Promise.all([outbox.clear(), handoff.clear(), settings.forgetMuted()]);
        await tellPages();
      }
      return result;
    },
  });

  /** What a message asked to be remembered is told of where it was said. @param {number} tab @param {MemoryX.Reply} reply */
  function tellRemembered(tab, reply) {
    const remembered = reply.ok ? (reply.result.remembered ?? []) : [];
    if (remembered.length > 0) void menus.told(tab, remembered);
  }

  /** The next save of that chat tries again. @param {unknown} error */
  const unlinked = (error) => console.debug("memoryx: two conversations are not linked yet", error);

  /** @param {unknown} given */
  const tabOf = (given) => {
    if (typeof given !== "number") throw hostError("invalid_params", "name a tab");
    return given;
  };

  /** @type {Record<string, import("./router.js").Handler>} */
  const handlers = {
    "conversations.save": {
      from: "site",
      fields: SAVE_FIELDS,
      async run(save, { tab }) {
        const seq = await outbox.put(save);
        const answer = outbox.answer(seq);
        void outbox.flush();
        if (tab !== null) {
          handoff.saved(tab, save, answer).catch(unlinked);
          void answer.then((reply) => tellRemembered(tab, reply));
        }
        if (save.trigger !== "manual") return { queued: true };
        const queued = /** @type {MemoryX.Reply} */ ({ ok: true, result: { queued: true } });
        const reply = await within(answer, ANSWER_LIMIT, queued);
        if (!reply.ok) throw hostError(reply.error.code, reply.error.message);
        return reply.result;
      },
    },
    recall: {
      from: "site",
      fields: [...QUESTION_FIELDS, "deadline_ms"],
      async run(params, { tab }) {
        const limit = (params.deadline_ms ?? 400) + RECALL_SLACK;
        const result = await port.request("recall", params, { limit });
        if (tab !== null && result.recall_id) void made.admit(tab, [result.recall_id]);
        return result;
      },
    },
    "recall.prepare": {
      from: "site",
      fields: QUESTION_FIELDS,
      run: (params) => port.request("recall.prepare", params),
    },
    "recall.used": {
      from: "site",
      fields: ["recall_id", "sent", "site", "conversation_id", "account", "turn_key"],
      run: (params) => port.request("recall.used", params),
    },
    ...receivingHandlers({ port, made, settings, tellPages }),
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
        await menus.install();
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
    "handoff.take": { from: "site", fields: [], run: (_, { tab, site }) => handoff.take(Number(tab), site) },
    "handoff.placed": {
      from: "site",
      fields: ["error"],
      run: ({ error }, { tab }) =>
        handoff.placed(Number(tab), typeof error === "string" ? error : null),
    },
    "memory.undo": {
      from: "site",
      fields: ["id"],
      run: ({ id }, { tab }) => menus.undo(Number(tab), id),
    },

    "worker.handoff": {
      from: "own",
      run: ({ tab, to }, asker) => handoff.start(tabOf(tab), to, { onProgress: tellingOf(asker) }),
    },
    "worker.handoff.last": { from: "own", run: () => handoff.last() },
    "worker.handoff.forget": { from: "own", run: () => handoff.forget() },
    "worker.page": {
      from: "own",
      run: async ({ tab }) => ({
        ...(await pages.of(tabOf(tab))),
        handoff: await handoff.failed(tab),
      }),
    },
    "worker.page.mute": {
      from: "own",
      run: async ({ tab, muted }) =>
        (await browser.tabs.ask(tabOf(tab), { method: "page.mute", params: { muted } })).result,
    },
    "worker.page.timings": {
      from: "own",
      run: async ({ tab }) =>
        (await browser.tabs.ask(tabOf(tab), { method: "page.timings" })).result,
    },
    "worker.page.save": { from: "own", run: ({ tab }) => pages.save(tabOf(tab)) },
    "worker.page.extract": {
      from: "own",
      run: ({ tab }, asker) => pages.extract(tabOf(tab), { onProgress: tellingOf(asker) }),
    },
  };
  for (const method of FORWARDED) handlers[method] = forward(method);
  return Object.freeze(handlers);
}
