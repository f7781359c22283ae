// Starts one instance on a page: finds the site's adapter, learns the settings from the worker,
// follows navigation, and watches whether the page is still understood.
(() => {
  "use strict";

  const { adapters, bridge, capture, draft, handoff, mute, notice, preview, receipts, send, words } =
    globalThis.memoryx;

  /** Navigation that no event tells of, and health, are looked at this often. Milliseconds. */
  const TICK = 2_000;
  /** How long a page may stay without what it should have. Milliseconds. */
  const PATIENCE = 10_000;
  const ANSWER_PATIENCE = 60_000;
  /** Troubles that only a new page or chat ends. */
  const LASTING = new Set(["send_unconfirmed", "send_failed", "editor_refused", "adapter_failed"]);

  const adapter = adapters.find(({ hosts }) => hosts.includes(location.hostname));
  if (!adapter) return;

  const stopping = new AbortController();
  const { signal } = stopping;
  globalThis.memoryx.stop = () => stopping.abort();
  bridge.onLost(() => stopping.abort());

  /** @type {MemoryX.PageSettings | null} */
  let settings = null;
  /** @type {string | null} */
  let trouble = null;
  let detail = "";
  let reported = "";
  let address = location.href;
  /** Since when each shortcoming holds. @type {Map<string, number>} */
  const since = new Map();

  const now = () => performance.now();
  const url = () => new URL(location.href);

  /** @type {MemoryX.Page} */
  const page = {
    adapter,
    doc: document,
    win: window,
    bridge,
    signal,
    settings: () => settings,
    url,
    place: () => adapter.locate(url()),
    trouble: () => trouble,
    report(code, more = "") {
      trouble = code;
      detail = more;
      tell();
    },
    clock: {
      now,
      wait: (ms) =>
        new Promise((resolve) => {
          setTimeout(resolve, ms);
        }),
    },
  };

  const muting = mute.start(page);
  const receiving = receipts.start(page);
  const noticing = notice.start(page);
  const sending = send.start(page, {
    receipts: receiving,
    preview: preview.start(page),
    mute: muting,
  });
  const capturing = capture.start(page);
  draft.start(page, sending);

  const status = () => {
    const place = page.place();
    return {
      site: adapter.site,
      layout: adapter.layout(document),
      kind: place.kind,
      conversation_id: place.conversationId,
      account: place.account,
      title: adapter.title(document),
      temporary: adapter.temporary(document, url()),
      composer: adapter.composer(document) !== null,
      muted: muting.muted(),
      trouble,
      detail,
      settings,
    };
  };

  /** Tells the worker what changed about this page's health. */
  function tell() {
    const news = trouble ?? "";
    if (news === reported || signal.aborted) return;
    reported = news;
    void bridge.ask("tab.trouble", { trouble });
  }

  /** @param {string} code @param {boolean} holds @param {number} patience */
  function lasts(code, holds, patience) {
    if (!holds) {
      since.delete(code);
      return false;
    }
    const from = since.get(code) ?? now();
    since.set(code, from);
    return now() - from >= patience;
  }

  /** What this page lacks for longer than it should. @returns {string | null} */
  function shortcoming() {
    const place = page.place();
    if (place.kind === "other") return null;
    const unknown = lasts("unknown_layout", adapter?.layout(document) === null, PATIENCE);
    if (unknown) return "unknown_layout";
    if (place.kind !== "conversation" || !adapter) return null;
    if (lasts("no_composer", adapter.composer(document) === null, PATIENCE)) return "no_composer";
    const shown = capturing.shown();
    if (shown?.address !== location.href) return null;
    const named = place.conversationId !== null;
    if (lasts("no_turns", named && shown.turns === 0, PATIENCE)) return "no_turns";
    const silent = shown.turns > 0 && shown.answers === 0 && !adapter.busy(document);
    return lasts("no_answers", silent, ANSWER_PATIENCE) ? "no_answers" : null;
  }

  function navigated() {
    if (address === location.href) return;
    const before = adapter?.locate(new URL(address)).conversationId ?? null;
    address = location.href;
    since.clear();
    if (before !== null && page.place().conversationId !== before) trouble = null;
    muting.navigated();
    receiving.follow();
    capturing.nudge();
    tell();
  }

  function tick() {
    if (!bridge.alive()) {
      stopping.abort();
      return;
    }
    if (settings === null) void learn();
    navigated();
    if (document.visibilityState !== "visible") return;
    try {
      const lack = shortcoming();
      if (trouble === null || !LASTING.has(trouble)) trouble = lack;
      tell();
    } catch (error) {
      page.report("adapter_failed", String(error));
    }
  }

  /** @param {MemoryX.PageSettings} given */
  function apply(given) {
    settings = given;
    words.speak(given.words);
    capturing.nudge();
    receiving.follow();
    receiving.refresh();
  }

  async function learn() {
    const reply = await bridge.ask("tab.hello", { site: adapter?.site });
    if (!reply.ok || settings !== null) return;
    apply(reply.result);
    void handoff.start(page, noticing);
  }

  /** @param {{ words: string, tone?: "good" | "bad" | undefined, undo?: string }} given */
  function showNotice({ words: said, tone, undo }) {
    const label = words.text("notice_undo");
    const run = () => void takeBack(undo ?? "");
    noticing.show({ words: said, tone, action: undo === undefined ? null : { label, run } });
  }

  /** @param {string} id  of what the notice told of */
  async function takeBack(id) {
    const reply = await bridge.ask("memory.undo", { id });
    const done = words.text(reply.ok ? "notice_undone" : "notice_not_undone");
    noticing.show({ words: done, tone: reply.ok ? "good" : "bad" });
  }

  bridge.serve(
    {
      "page.settings": apply,
      "page.status": status,
      "page.save": () => capturing.saveNow(),
      "page.timings": () => sending.timings(),
      "page.mute": ({ muted }) => muting.set(muted === true),
      "page.notice": showNotice,
    },
    signal,
  );
  window.navigation?.addEventListener("currententrychange", navigated, { signal });
  window.addEventListener("popstate", navigated, { signal });
  const timer = setInterval(tick, TICK);
  signal.addEventListener("abort", () => clearInterval(timer), { once: true });
  void learn();
})();
