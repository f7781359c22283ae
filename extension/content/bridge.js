// The one way from a page to the service worker and back. Nothing here throws: a failure is an answer.
(() => {
  "use strict";

  /** @type {(() => void) | null} */
  let whenLost = null;

  /** `chrome.runtime.id` goes when the extension is updated, reloaded or removed under the page. */
  const alive = () => {
    try {
      return Boolean(chrome.runtime?.id);
    } catch (error) {
      // Reading it throws in some versions: that says the same.
      return error === undefined;
    }
  };

  function lost() {
    const callback = whenLost;
    whenLost = null;
    callback?.();
  }

  /** @param {string} code @param {unknown} cause @returns {MemoryX.Reply} */
  const failure = (code, cause) => ({
    ok: false,
    error: {
      code,
      message: cause instanceof Error ? cause.message : String(cause),
      remedy: null,
      retryable: code !== "extension_reloaded",
    },
  });

  /** @type {MemoryX.Bridge} */
  const bridge = {
    alive,

    async ask(method, params) {
      if (!alive()) {
        lost();
        return failure("extension_reloaded", "the extension was updated or removed");
      }
      try {
        const reply = await chrome.runtime.sendMessage({ method, params });
        return reply ?? failure("worker_unreachable", "no answer");
      } catch (error) {
        if (!alive() || /context invalidated/i.test(String(error))) {
          lost();
          return failure("extension_reloaded", error);
        }
        return failure("worker_unreachable", error);
      }
    },

    serve(handlers, signal) {
      /** @type {Parameters<typeof chrome.runtime.onMessage.addListener>[0]} */
      const listener = (message, sender, respond) => {
        if (sender.id !== chrome.runtime.id || sender.tab) return false;
        const handler = Object.hasOwn(handlers, message?.method) ? handlers[message.method] : null;
        if (!handler) return false;
        Promise.resolve()
          .then(() => handler(message.params ?? {}))
          .then(
            (result) => respond({ ok: true, result: result ?? null }),
            (error) => respond(failure("page_failed", error)),
          );
        return true;
      };
      chrome.runtime.onMessage.addListener(listener);
      signal.addEventListener(
        "abort",
        () => {
          if (alive()) chrome.runtime.onMessage.removeListener(listener);
        },
        { once: true },
      );
    },

    onLost(callback) {
      whenLost = callback;
    },
  };

  globalThis.memoryx.bridge = Object.freeze(bridge);
})();
