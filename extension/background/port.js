// The one connection to the host: JSON-RPC over a native messaging port, calls with their own time
// limits, and reconnection that knows what no repetition will mend.

import { HostError, hostError } from "../shared/failure.js";

/** Milliseconds; the wait doubles from the first to the last. */
const FIRST_WAIT = 1_000;
const LAST_WAIT = 60_000;
const CALL_LIMIT = 30_000;
const HELLO_LIMIT = 10_000;

/** What Chromium says when a port closes, and what it means. `final`: repeating mends nothing. */
const REASONS = Object.freeze([
  { says: /messaging host not found/i, code: "host_not_found", final: true },
  { says: /host is forbidden/i, code: "host_forbidden", final: true },
  { says: /disabled by the system administrator/i, code: "host_policy", final: true },
  { says: /failed to start/i, code: "host_blocked", final: true },
  { says: /error when communicating/i, code: "host_protocol", final: false },
  { says: /host has exited/i, code: "host_exited", final: false },
]);

/** JSON-RPC's own codes, for an answer that carries no stable code. */
const CODES = Object.freeze(
  /** @type {Record<string, string>} */ ({
    "-32700": "parse_error",
    "-32600": "invalid_request",
    "-32601": "method_not_found",
    "-32602": "invalid_params",
    "-32603": "internal",
  }),
);

/** @param {string | undefined} says  chrome.runtime.lastError's message */
export function reasonOf(says) {
  const known = REASONS.find((reason) => reason.says.test(says ?? ""));
  return known ?? { code: "host_exited", final: false };
}

/** @param {any} error  of a JSON-RPC answer */
function fromHost(error) {
  const code = error?.data?.code ?? CODES[String(error?.code)] ?? "internal";
  return new HostError({
    code,
    message: String(error?.message ?? ""),
    remedy: error?.data?.remedy ?? null,
    retryable: error?.data?.retryable === true,
  });
}

/**
 * @typedef {object} PortParts
 * @property {() => chrome.runtime.Port} connect
 * @property {() => string | undefined} lastError
 * @property {() => object} client  what `hello` says of this extension
 * @property {(state: MemoryX.HostState) => void} onState
 * @property {(method: string, params: any) => void} onNotification
 * @property {{ set(run: () => void, ms: number): any, clear(timer: any): void }} clock
 */

/** @param {PortParts} parts */
export function createPort({ connect, lastError, client, onState, onNotification, clock }) {
  /** @type {chrome.runtime.Port | null} */
  let port = null;
  /** @typedef {(progress: { done: number, total: number | null, phase: string }) => void} OnProgress */
  /** @type {Map<number, { resolve(result: any): void, reject(error: Error): void, timer: any, onProgress: OnProgress | undefined }>} */
  const pending = new Map();
  /** @type {MemoryX.HostState} */
  let state = { status: "idle", error: null, hello: null };
  /** @type {Promise<any> | null} */
  let greeting = null;
  let lastId = 0;
  let waits = 0;
  let final = false;
  /** @type {any} */
  let retry = null;

  /** @param {Partial<MemoryX.HostState>} change */
  function become(change) {
    state = { ...state, ...change };
    onState(state);
  }

  /** @param {HostError} error */
  function rejectAll(error) {
    for (const { reject, timer } of pending.values()) {
      clock.clear(timer);
      reject(error);
    }
    pending.clear();
  }

  /** @param {chrome.runtime.Port} closed */
  function whenClosed(closed) {
    const says = lastError();
    if (port !== closed) return;
    port = null;
    greeting = null;
    const reason = reasonOf(says);
    final = reason.final;
    const error = hostError(reason.code, says ?? "closed", { retryable: !reason.final });
    become({ status: "failed", error: error.failure, hello: null });
    rejectAll(error);
    if (!final) schedule();
  }

  function schedule() {
    if (retry !== null) return;
    const wait = Math.min(LAST_WAIT, FIRST_WAIT * 2 ** waits);
    waits += 1;
    retry = clock.set(() => {
      retry = null;
      // The failure is in the state by then; whoever needs the host asks again.
      open().catch((error) => error);
    }, wait);
  }

  /** @param {any} message */
  function receive(message) {
    if (typeof message?.method === "string" && message.id === undefined) {
      if (message.method === "progress") {
        const { request, ...progress } = message.params ?? {};
        pending.get(request)?.onProgress?.(progress);
        return;
      }
      onNotification(message.method, message.params ?? {});
      return;
    }
    const waiting = pending.get(message?.id);
    // An answer after its time limit: nobody waits for it.
    if (!waiting) return;
    pending.delete(message.id);
    clock.clear(waiting.timer);
    if (message.error) waiting.reject(fromHost(message.error));
    else waiting.resolve(message.result);
  }

  /** Opens the port when there is none; resolves with the host's hello. */
  function open() {
    if (greeting) return greeting;
    if (retry !== null) clock.clear(retry);
    retry = null;
    final = false;
    become({ status: "connecting" });
    const opened = connect();
    port = opened;
    opened.onMessage.addListener(receive);
    opened.onDisconnect.addListener(() => whenClosed(opened));
    const hello = call("hello", { client: client(), protocol: 1 }, HELLO_LIMIT);
    greeting = hello.then(
      (result) => {
        waits = 0;
        become({ status: "connected", error: null, hello: result });
        return result;
      },
      (error) => {
        if (port === opened) {
          // It lives but does not greet: a host that hangs, or another protocol.
          port = null;
          greeting = null;
          opened.disconnect();
          become({ status: "failed", error: error.failure, hello: null });
          rejectAll(error);
          schedule();
        }
        throw error;
      },
    );
    return greeting;
  }

  /**
   * @param {string} method @param {object} params @param {number} limit @param {OnProgress} [onProgress]
   * @returns {Promise<any>}
   */
  function call(method, params, limit, onProgress) {
    return new Promise((resolve, reject) => {
      const id = ++lastId;
      const timer = clock.set(() => {
        pending.delete(id);
        reject(hostError("host_timeout", `${method} took more than ${limit} ms`, { retryable: true }));
      }, limit);
      pending.set(id, { resolve, reject, timer, onProgress });
      try {
        port?.postMessage({ jsonrpc: "2.0", id, method, params });
      } catch (error) {
        clock.clear(timer);
        pending.delete(id);
        reject(hostError("host_exited", String(error), { retryable: true }));
      }
    });
  }

  return {
    state: () => state,

    /**
     * Connects. After a failure that repeating does not mend, only a person's own act tries again.
     * @param {{ byPerson?: boolean }} [options]
     */
    ensure({ byPerson = false } = {}) {
      if (!port && final && !byPerson && state.error) {
        return Promise.reject(new HostError(state.error));
      }
      return open();
    },

    /**
     * One call; does not wait for hello, which goes first on the same pipe.
     * @param {string} method @param {object} params @param {{ limit?: number, byPerson?: boolean, onProgress?: OnProgress | undefined }} [options]
     */
    async request(method, params, { limit = CALL_LIMIT, byPerson = false, onProgress } = {}) {
      if (!port) {
        if (final && !byPerson && state.error) throw new HostError(state.error);
        // Its failure reaches this call through the closing port.
        open().catch((error) => error);
      }
      return call(method, params, limit, onProgress);
    },
  };
}
