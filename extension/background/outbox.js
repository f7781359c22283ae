// Saves wait here until the host has acknowledged them: through its absence, the worker's death and
// the browser's restart. What is full refuses new saves aloud; nothing that waits is ever dropped.

import { asFailure, hostError } from "../shared/failure.js";
import { mergeSaves } from "./merge.js";

/** Characters of text; a page keeps what was refused and offers it again. */
const CAPACITY = 100_000_000;
/** Characters in one save, far below the host's 8 MiB. */
const SAVE_SIZE = 1_500_000;
/** A save that ends a greeting host this often in a row is set aside, so that others get through. */
const ENDINGS = 5;
const FATAL_TO_HOST = new Set(["host_exited", "host_protocol", "host_timeout"]);

/** @param {MemoryX.Save} save */
const nameOf = ({ site, account = "", conversation_id: id }) => `${site}/${account}/${id}`;

/** @param {MemoryX.Save} save */
const sizeOf = ({ turns }) =>
  turns.reduce((sum, { html, markdown }) => sum + (html ?? markdown ?? "").length + 200, 0);

/**
 * @param {object} parts
 * @param {MemoryX.OutboxStore} parts.store
 * @param {(save: MemoryX.Save) => Promise<any>} parts.deliver
 * @param {(state: { waiting: number, refused: number }) => void} parts.onChange
 * @param {number} [parts.capacity]
 */
export function createOutbox({ store, deliver, onChange, capacity = CAPACITY }) {
  /** @type {Map<number, MemoryX.OutboxHead>} */
  const heads = new Map();
  /** @type {Map<number, ((result: any) => void)[]>} */
  const waiters = new Map();
  /** How often in a row a save ended or hung the host. @type {Map<number, number>} */
  const ended = new Map();
  /** @type {Promise<void> | null} */
  let flushing = null;
  let again = false;
  /** Puts are read-modify-write, so they go one after the other. @type {Promise<any>} */
  let queue = Promise.resolve();

  const loaded = store.heads().then((stored) => {
    for (const head of stored) heads.set(head.seq, head);
  });

  const state = () => {
    const refused = [...heads.values()].filter((head) => head.refused !== null).length;
    return { waiting: heads.size - refused, refused };
  };

  /** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  function inTurn(work) {
    const result = queue.then(() => loaded).then(work);
    queue = result.catch(() => null);
    return result;
  }

  /** @param {MemoryX.Save} save */
  async function put(save) {
    const size = sizeOf(save);
    const total = [...heads.values()].reduce((sum, head) => sum + head.size, 0);
    if (total + size > capacity) {
      throw hostError("outbox_full", "too much waits for the host", { retryable: true });
    }
    const name = nameOf(save);
    const last = [...heads.values()].filter((head) => head.name === name).at(-1);
    if (last && last.refused === null && last.size + size <= SAVE_SIZE) {
      const body = await store.body(last.seq);
      const merged = body && mergeSaves(body, save);
      if (merged) {
        const head = { ...last, size: sizeOf(merged), revision: last.revision + 1 };
        await store.put(head, merged);
        heads.set(head.seq, head);
        return head.seq;
      }
    }
    const seq = Math.max(0, ...heads.keys(), await store.lastSeq()) + 1;
    const head = { seq, name, size, revision: 0, refused: null };
    await store.put(head, save);
    heads.set(seq, head);
    return seq;
  }

  /** Takes an acknowledged save out, unless it grew meanwhile. @param {MemoryX.OutboxHead} sent */
  async function remove(sent) {
    if (heads.get(sent.seq)?.revision !== sent.revision) return;
    await store.remove(sent.seq);
    heads.delete(sent.seq);
  }

  /** @param {MemoryX.OutboxHead} head @returns {Promise<boolean>} whether to go on */
  async function send(head) {
    const body = await store.body(head.seq);
    if (!body) {
      heads.delete(head.seq);
      return true;
    }
    try {
      const result = await deliver(body);
      ended.delete(head.seq);
      await inTurn(() => remove(head));
      // What was merged in meanwhile is still to go, and its answer still to come.
      if (!heads.has(head.seq)) tellWaiters(head.seq, { ok: true, result });
      return true;
    } catch (error) {
      const failure = asFailure(error);
      if (!settles(head, failure)) return false;
      await inTurn(() => refuse(head, body, failure.code));
      tellWaiters(head.seq, { ok: false, error: failure });
      return true;
    }
  }

  /** @param {number} seq @param {MemoryX.Reply} reply */
  function tellWaiters(seq, reply) {
    for (const resolve of waiters.get(seq) ?? []) resolve(reply);
    waiters.delete(seq);
  }

  /** Is this failure the save's own, so that repeating it is no use? @param {MemoryX.OutboxHead} head @param {MemoryX.Failure} failure */
  function settles(head, failure) {
    if (FATAL_TO_HOST.has(failure.code)) {
      const times = (ended.get(head.seq) ?? 0) + 1;
      ended.set(head.seq, times);
      return times >= ENDINGS;
    }
    return !failure.retryable && !failure.code.startsWith("host_");
  }

  /**
   * The host will not take it as it is: it stays, is shown, and a newer host is asked again.
   * @param {MemoryX.OutboxHead} sent @param {MemoryX.Save} body @param {string} code
   */
  async function refuse(sent, body, code) {
    const head = heads.get(sent.seq);
    ended.delete(sent.seq);
    if (head?.revision !== sent.revision) return;
    const refused = { ...head, refused: code };
    heads.set(head.seq, refused);
    await store.put(refused, body);
  }

  async function drain() {
    await loaded;
    for (;;) {
      const next = [...heads.values()]
        .filter(({ refused }) => refused === null)
        .sort((a, b) => a.seq - b.seq)[0];
      if (!next || !(await send(next))) return;
    }
  }

  async function run() {
    try {
      while (again) {
        again = false;
        await drain();
      }
    } finally {
      flushing = null;
      onChange(state());
    }
  }

  return {
    state: () => loaded.then(state),

    /** Keeps a save; resolves when it is on disk. @param {MemoryX.Save} save @returns {Promise<number>} */
    async put(save) {
      const seq = await inTurn(() => put(save));
      onChange(state());
      return seq;
    },

    /** Sends what waits, in order, until something stops it. One run at a time. */
    flush() {
      again = true;
      flushing ??= run();
      return flushing;
    },

    /** The host's answer to a save that waits. @param {number} seq @returns {Promise<MemoryX.Reply>} */
    answer(seq) {
      return new Promise((resolve) => {
        waiters.set(seq, [...(waiters.get(seq) ?? []), resolve]);
      });
    },

    /** Drops all that waits, as a person asked who deletes everything. */
    async clear() {
      await inTurn(async () => {
        for (const seq of [...heads.keys()]) {
          await store.remove(seq);
          heads.delete(seq);
          tellWaiters(seq, { ok: false, error: hostError("erased", "all data was deleted").failure });
        }
      });
      onChange(state());
    },

    /** Refused saves may go again: after an update of the host, or when a person asks. */
    async retryRefused() {
      await loaded;
      for (const head of heads.values()) {
        if (head.refused !== null) heads.set(head.seq, { ...head, refused: null });
      }
      onChange(state());
    },
  };
}
