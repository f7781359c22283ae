// Stand-ins for what Chromium gives the worker: they keep the parts of its behaviour that count.

/** A native messaging port; `says` is what chrome.runtime.lastError holds when it closes. */
export class FakePort {
  constructor() {
    /** @type {any[]} */
    this.sent = [];
    /** @type {((message: any) => void)[]} */
    this.messageListeners = [];
    /** @type {(() => void)[]} */
    this.closeListeners = [];
    this.closed = false;
    this.onMessage = { addListener: (/** @type {any} */ f) => void this.messageListeners.push(f) };
    this.onDisconnect = { addListener: (/** @type {any} */ f) => void this.closeListeners.push(f) };
  }

  /** @param {any} message */
  postMessage(message) {
    if (this.closed) throw new Error("Attempting to use a disconnected port object");
    this.sent.push(message);
  }

  /** Disconnecting from this side tells only the other side, as in Chromium. */
  disconnect() {
    this.closed = true;
  }

  /** The host answers the last request of a method. @param {string} method @param {object} body */
  answer(method, body) {
    const { id } = this.sent.findLast((message) => message.method === method);
    this.receive({ jsonrpc: "2.0", id, ...body });
  }

  /** @param {any} message */
  receive(message) {
    for (const listener of this.messageListeners) listener(message);
  }

  close() {
    this.closed = true;
    for (const listener of this.closeListeners) listener();
  }
}

/** A clock that moves when it is told to. */
export class FakeClock {
  constructor() {
    this.time = 0;
    this.lastId = 0;
    /** @type {Map<number, { at: number, run: () => void }>} */
    this.timers = new Map();
  }

  set = (/** @type {() => void} */ run, /** @type {number} */ ms) => {
    this.lastId += 1;
    this.timers.set(this.lastId, { at: this.time + ms, run });
    return this.lastId;
  };

  clear = (/** @type {number} */ id) => void this.timers.delete(id);

  /** @param {number} ms */
  async pass(ms) {
    const until = this.time + ms;
    for (;;) {
      const due = [...this.timers].filter(([, { at }]) => at <= until);
      const [next] = due.sort(([, a], [, b]) => a.at - b.at);
      if (!next) break;
      const [id, { at, run }] = next;
      this.timers.delete(id);
      this.time = at;
      run();
      await settle();
    }
    this.time = until;
  }
}

/** Lets everything that waits for nothing but its turn happen. */
export const settle = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** An outbox's store that outlives the outbox, as a database does. @returns {MemoryX.OutboxStore} */
export function memoryStore() {
  /** @type {Map<number, { head: string, body: string }>} */
  const rows = new Map();
  return {
    heads: async () => [...rows.values()].map(({ head }) => JSON.parse(head)),
    lastSeq: async () => Math.max(0, ...rows.keys()),
    body: async (seq) => {
      const row = rows.get(seq);
      return row && JSON.parse(row.body);
    },
    put: async (head, body) => {
      rows.set(head.seq, { head: JSON.stringify(head), body: JSON.stringify(body) });
    },
    remove: async (seq) => void rows.delete(seq),
  };
}

/** A chrome.storage area. */
export function memoryArea() {
  /** @type {Map<string, any>} */
  const values = new Map();
  return {
    get: async (/** @type {string} */ key) => structuredClone(values.get(key)),
    set: async (/** @type {string} */ key, /** @type {unknown} */ value) =>
      void values.set(key, structuredClone(value)),
  };
}
