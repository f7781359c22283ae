// The machinery that the simulated sites share: a conversation, a server that records what it was
// sent, answers that stream, addresses that follow, a window of mounted turns. Markup and editors
// are each layout's own.
import { api } from "./api.js";
import { DEFAULTS, LABELS } from "./options.js";
import { RICH, el } from "./rich.js";

/**
 * @typedef {import("./rich.js").Block} Block
 * @typedef {{ id: string, ids: string[], blocks: Block[], image: boolean, shown: number, phase: "mounted" | "streaming" | "done" }} Answer
 * @typedef {{ id: string, text: string, files: string[], answer: Answer | null, nodes: HTMLElement[] }} Exchange
 * @typedef {{ text: string, files: string[], via: string, at: number }} Sent
 * @typedef {{
 *   site: string, layout: string, defaults?: Record<string, unknown>,
 *   userId?: () => string, answerIds?: () => string[], conversationId?: () => string,
 *   path: { start: string, chat(id: string): string, temporary: string },
 *   list: HTMLElement, scroller?: HTMLElement, spacers?: [HTMLElement, HTMLElement],
 *   draw(exchange: Exchange): HTMLElement[], redraw?: (exchange: Exchange) => boolean,
 *   editor: { text(): string, set(text: string): void, rebuild?: () => void, focus(): void },
 *   controls(state: State): void, chrome?: (state: State) => void, idAfter?: "send" | "answer",
 * }} View
 * @typedef {{ busy: boolean, text: string, ready: boolean, files: string[], options: Record<string, any>,
 *   labels: Record<string, string> }} State
 */

export const uuid = () => crypto.randomUUID();

/** @param {number} length */
export const hex = (length) => uuid().replaceAll("-", "").padEnd(length, "0").slice(0, length);

export const wait = (/** @type {number} */ ms) =>
  new Promise((done) => {
    setTimeout(done, ms);
  });

/**
 * Builds the site's behaviour round a layout's view and publishes `window.__site`.
 * @param {(site: Site) => View} build
 */
export function start(build) {
  const site = new Site();
  site.begin(build(site));
  Object.assign(globalThis, { __site: api(site) });
  return site;
}

export class Site {
  /** @type {Record<string, any>} */
  options = { ...DEFAULTS };
  /** @type {Exchange[]} */
  exchanges = [];
  /** @type {Map<string, Exchange[]>} Conversations by id, as the server has them. */
  stored = new Map();
  /** @type {Sent[]} */
  received = [];
  /** @type {string[]} */
  refused = [];
  /** @type {string[]} */
  edits = [];
  /** @type {string[]} */
  files = [];
  /** @type {string | null} */
  id = null;
  /** @type {View | null} */
  view = null;
  busy = false;
  stops = 0;
  run = 0; // counts conversations shown; what belongs to an older one stops
  first = 0; // index of the first mounted exchange
  readyAt = 0;
  hadText = false;

  /** @param {View} view */
  begin(view) {
    this.view = view;
    Object.assign(this.options, view.defaults);
    for (const [name, value] of new URLSearchParams(location.search)) {
      if (!(name in DEFAULTS)) continue;
      this.options[name] = /^(?:\d+|true|false)$/.test(value) ? JSON.parse(value) : value;
    }
    if (/[?&](temporary-chat=true|incognito)/.test(location.search)) this.options.temporary = true;
    document.documentElement.lang = this.options.lang === "zh" ? "zh-CN" : "en";
    this.id = this.idOf(location.pathname);
    this.exchanges = this.kept(this.id) ?? Array.from({ length: this.options.history }, (_, index) => this.past(index + 1));
    if (this.exchanges.length) {
      this.id ??= this.newId();
      this.stored.set(this.id, this.exchanges);
      history.replaceState({}, "", view.path.chat(this.id) + location.search);
    }
    this.toEnd();
    if (this.options.draft) view.editor.set(this.options.draft);
    this.refresh();
    addEventListener("popstate", () => this.show(this.idOf(location.pathname)));
    view.scroller?.addEventListener("scroll", () => {
      // Near the top older turns load, wherever the layout's scroller counts from.
      const { scrollTop, scrollHeight, clientHeight } = /** @type {HTMLElement} */ (view.scroller);
      if (Math.abs(scrollTop) > scrollHeight - clientHeight - 20 && scrollTop < 0) this.loadOlder();
    });
  }

  /** @param {string} path */
  idOf(path) {
    const last = path.split("/").filter(Boolean).at(-1) ?? "";
    return this.stored.has(last) || /^[0-9a-f-]{16,}$/.test(last) ? last : null;
  }

  /** What the server still has after a reload. @param {string | null} id @returns {Exchange[] | null} */
  kept(id) {
    const saved = id && sessionStorage.getItem(`conversation:${id}`);
    return saved ? JSON.parse(saved) : null;
  }

  keep() {
    if (!this.id || this.options.temporary) return;
    const plain = this.exchanges.map((exchange) => ({ ...exchange, nodes: [] }));
    sessionStorage.setItem(`conversation:${this.id}`, JSON.stringify(plain));
  }

  newId() {
    return this.view?.conversationId?.() ?? uuid();
  }

  /** @returns {State} */
  state() {
    const text = this.view?.editor.text() ?? "";
    const labels = LABELS[/** @type {"en" | "zh"} */ (this.options.lang)] ?? LABELS.en;
    const ready = performance.now() >= this.readyAt;
    return { busy: this.busy, text, ready, files: this.files, options: this.options, labels };
  }

  /** Called by a layout's editor whenever its state changes. */
  changed() {
    const has = (this.view?.editor.text() ?? "").trim() !== "";
    if (has && !this.hadText && this.options.sendDelay) {
      this.readyAt = performance.now() + this.options.sendDelay;
      setTimeout(() => this.refresh(), this.options.sendDelay + 1);
    }
    this.hadText = has;
    this.refresh();
  }

  refresh() {
    if (!this.view) return;
    const state = this.state();
    this.view.controls(state);
    this.view.chrome?.(state);
  }

  /** What the send control and the editor's own Enter do. @param {string} via */
  submit(via) {
    const view = /** @type {View} */ (this.view);
    const text = view.editor.text();
    if (this.busy || performance.now() < this.readyAt || (!text.trim() && !this.files.length)) return false;
    const files = this.files;
    this.files = [];
    view.editor.set("");
    view.editor.focus();
    this.hadText = false;
    if (this.options.refuse > 0) {
      this.options.refuse -= 1;
      this.refusal(text, files);
      return true;
    }
    this.received.push({ text, files, via, at: performance.now() });
    this.busy = true;
    const exchange = this.exchange(text, files);
    this.exchanges.push(exchange);
    this.toEnd();
    this.refresh();
    this.answer(exchange, this.run).catch((error) => console.error("simulated answer", error));
    if (view.idAfter !== "answer") this.address();
    return true;
  }

  /** @param {string} text @param {string[]} files @returns {Exchange} */
  exchange(text, files) {
    return { id: this.view?.userId?.() ?? uuid(), text, files, answer: null, nodes: [] };
  }

  /** @param {number} n @returns {Exchange} */
  past(n) {
    const exchange = this.exchange(`Question ${n}: 第${n}个问题`, []);
    exchange.answer = { ...this.newAnswer(`Answer ${n} from the past. 第${n}个回答。`), phase: "done", shown: 1 };
    return exchange;
  }

  /** @param {string} [fixed] @returns {Answer} */
  newAnswer(fixed) {
    const text = fixed ?? (this.options.answer || `Understood, this is answer ${this.exchanges.length}. 好的。`);
    /** @type {Block[]} */
    const blocks = !fixed && this.options.rich ? RICH : String(text).split(/\n\n+/).map((part) => ({ p: [part] }));
    const ids = this.view?.answerIds?.() ?? [uuid()];
    return { id: ids.at(-1) ?? "", ids, blocks, image: !fixed && this.options.image, shown: 0, phase: "mounted" };
  }

  /** @param {Exchange} exchange @param {number} run */
  async answer(exchange, run) {
    const { answerDelay, chunkDelay, chunks } = this.options;
    await wait(answerDelay);
    if (run !== this.run || !this.busy) return;
    const answer = (exchange.answer = this.newAnswer());
    this.redraw(exchange);
    if (this.view?.idAfter === "answer") this.address();
    const steps = answer.blocks.length > 1 ? answer.blocks.length : chunks;
    for (let step = 1; step <= steps; step += 1) {
      await wait(chunkDelay);
      if (run !== this.run) return;
      if (!this.busy) break; // stopped
      answer.phase = "streaming";
      answer.shown = step / steps;
      this.redraw(exchange);
    }
    answer.phase = "done";
    this.busy = false;
    this.redraw(exchange);
    this.keep();
    this.refresh();
  }

  stop() {
    this.stops += 1;
    // Not within the click: a button that became "submit" meanwhile would send as well.
    setTimeout(() => {
      this.busy = false;
      this.refresh();
    });
  }

  /** A limit or a lost connection: the turn is drawn and taken away. @param {string} text @param {string[]} files */
  async refusal(text, files) {
    this.refused.push(text);
    const exchange = this.exchange(text, files);
    const run = this.run;
    this.exchanges.push(exchange);
    this.toEnd();
    this.refresh();
    await wait(this.options.refuseDelay);
    if (run !== this.run) return;
    this.exchanges = this.exchanges.filter((each) => each !== exchange);
    this.toEnd();
    if (this.options.bounce) this.view?.editor.set(text);
    this.changed();
  }

  address() {
    if (this.id || this.options.temporary) return;
    const id = (this.id = this.newId());
    const run = this.run;
    this.stored.set(id, this.exchanges);
    const go = () => {
      if (run !== this.run) return;
      history.pushState({}, "", this.view?.path.chat(id));
      document.title = `Chat ${id.slice(0, 4)} - ${document.title.split(" - ").at(-1)}`;
    };
    return this.options.idDelay > 0 ? void setTimeout(go, this.options.idDelay) : go();
  }

  /** Mounts the exchanges of the window, and those only; a kept node stays the same node. */
  mount() {
    const view = /** @type {View} */ (this.view);
    const size = this.options.window || this.exchanges.length;
    const shown = this.exchanges.slice(this.first, this.first + size);
    const keep = new Set([...shown.flatMap((exchange) => exchange.nodes), ...(view.spacers ?? [])]);
    for (const child of [...view.list.children]) {
      if (!keep.has(/** @type {HTMLElement} */ (child))) child.remove();
    }
    let after = view.spacers?.[0] ?? null;
    for (const exchange of shown) {
      if (!exchange.nodes.some((node) => node.isConnected)) exchange.nodes = view.draw(exchange);
      for (const node of exchange.nodes) {
        const next = after ? after.nextSibling : view.list.firstChild;
        if (next !== node) view.list.insertBefore(node, next);
        after = node;
      }
    }
    if (view.spacers) {
      view.spacers[0].style.height = `${this.first * 300}px`;
      view.spacers[1].style.height = `${Math.max(0, this.exchanges.length - this.first - size) * 300}px`;
    }
  }

  /** @param {Exchange} exchange */
  redraw(exchange) {
    if (!exchange.nodes.some((node) => node.isConnected)) return;
    if (this.view?.redraw?.(exchange)) return;
    for (const node of exchange.nodes) node.remove();
    exchange.nodes = [];
    this.mount();
  }

  toEnd() {
    this.first = this.options.window ? Math.max(0, this.exchanges.length - this.options.window) : 0;
    this.mount();
  }

  loadOlder() {
    this.first = Math.max(0, this.first - Math.max(1, Math.floor(this.options.window / 2)));
    this.mount();
  }

  /** Another conversation, or a new one, in the same page. @param {string | null} id */
  show(id) {
    this.run += 1;
    this.busy = false;
    this.id = id;
    this.exchanges = (id && this.stored.get(id)) || [];
    this.drawAnew();
    this.toEnd();
    this.refresh();
  }

  /** Draws all that is mounted from the beginning, as after a change of an option. */
  drawAnew() {
    for (const exchange of this.exchanges) exchange.nodes = [];
    this.view?.list.replaceChildren(...(this.view.spacers ?? []));
    this.mount();
  }

  newChat() {
    const path = this.view?.path;
    history.pushState({}, "", this.options.temporary ? path?.temporary : path?.start);
    this.show(null);
  }

  /** @param {number} [count] Opens a conversation with a past. */
  openOther(count = 2) {
    const id = this.newId();
    this.stored.set(id, Array.from({ length: count }, (_, index) => this.past(index + 1)));
    history.pushState({}, "", this.view?.path.chat(id));
    this.show(id);
    return id;
  }

  /** An edit of an old message: what follows goes, a new answer comes. @param {Exchange} exchange @param {string} text */
  saveEdit(exchange, text) {
    if (this.busy) return;
    const index = this.exchanges.indexOf(exchange);
    this.edits.push(text);
    this.exchanges.length = index + 1;
    Object.assign(exchange, { id: this.view?.userId?.() ?? uuid(), text, answer: null });
    this.busy = true;
    this.redraw(exchange);
    this.toEnd();
    this.refresh();
    this.answer(exchange, this.run).catch((error) => console.error("simulated answer", error));
  }

  /** The fields that replace a message's text while it is edited. @param {Exchange} exchange */
  editForm(exchange) {
    const area = /** @type {HTMLTextAreaElement} */ (el("textarea", { "aria-label": this.state().labels.edit ?? "" }));
    area.value = exchange.text;
    area.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
        event.preventDefault();
        this.saveEdit(exchange, area.value);
      }
    });
    const cancel = el("button", { type: "button" }, "Cancel");
    cancel.addEventListener("click", () => this.redraw(exchange));
    const save = el("button", { type: "button", "aria-label": this.state().labels.send ?? "" }, "Send");
    save.addEventListener("click", () => this.saveEdit(exchange, area.value));
    return el("div", { class: "edit" }, area, cancel, save);
  }

  /** @param {string} text Whether a paste became a file. */
  pasted(text) {
    if (text.length <= this.options.pasteLimit) return false;
    this.attach("pasted.txt");
    return true;
  }

  /** @param {string} name */
  attach(name) {
    this.files = [...this.files, name];
    this.refresh();
  }

  /** @param {string} name */
  detach(name) {
    this.files = this.files.filter((file) => file !== name);
    this.refresh();
  }
}
