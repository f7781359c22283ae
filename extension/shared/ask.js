// Talking with the worker, for the extension's own pages.

import { asFailure, HostError } from "./failure.js";

/** @typedef {import("../contract.d.ts").Methods} Methods */
/** @typedef {{ done: number, total: number | null, phase: string }} Progress */

/** @type {Map<string, (progress: Progress) => void>} */
const followed = new Map();
/** @type {Set<(what: string, params: any) => void>} */
const watchers = new Set();

chrome.runtime.onMessage.addListener((message, sender) => {
  if (sender.id !== chrome.runtime.id || sender.tab || message?.method !== "worker.changed") return;
  const { what, ...params } = message.params;
  if (what === "progress") followed.get(params.asked)?.(params);
  else for (const watcher of watchers) watcher(what, params);
});

/**
 * Asks the worker: a method of the contract, or one of its own (`worker.…`). Rejects with HostError.
 * @template {string} M
 * @param {M} method
 * @param {M extends keyof Methods ? Methods[M]["params"] : object} [params]
 * @param {{ onProgress?: (progress: Progress) => void }} [options]  `total` is null while unknown
 * @returns {Promise<M extends keyof Methods ? Methods[M]["result"] : any>}
 */
export async function ask(method, params, { onProgress } = {}) {
  const asked = onProgress ? crypto.randomUUID() : undefined;
  if (asked && onProgress) followed.set(asked, onProgress);
  try {
    /** @type {MemoryX.Reply} */
    const reply = await chrome.runtime.sendMessage({ method, params: params ?? {}, asked });
    if (!reply.ok) throw new HostError(reply.error);
    return reply.result;
  } catch (error) {
    throw error instanceof HostError ? error : new HostError(unreachable(error));
  } finally {
    if (asked) followed.delete(asked);
  }
}

/** @param {unknown} error @returns {MemoryX.Failure} */
const unreachable = (error) => ({ ...asFailure(error), code: "worker_unreachable", retryable: true });

/**
 * Calls back when something changed behind the page: "host", "outbox", "settings", or the name of a
 * notification of the host with its params.
 * @param {(what: string, params: any) => void} watcher @param {AbortSignal} signal
 */
export function whenChanged(watcher, signal) {
  watchers.add(watcher);
  signal.addEventListener("abort", () => watchers.delete(watcher), { once: true });
}
