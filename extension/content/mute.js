// "Not for this chat": a chat to which nothing is added any more. One that has no name yet is kept in
// mind here until it has one; named ones are the worker's, so that they hold in every tab.
(() => {
  "use strict";

  /** @param {MemoryX.Page} page @returns {MemoryX.Mute} */
  function start({ adapter, bridge, place, settings }) {
    let unnamed = false;
    /** @type {string | null} */
    let before = null;

    const named = () => {
      const { conversationId, account } = place();
      return conversationId === null ? null : `${account ?? ""}/${conversationId}`;
    };

    /** @param {boolean} muted @returns {Promise<MemoryX.Reply>} */
    function tell(muted) {
      const { conversationId, account } = place();
      return bridge.ask("chat.mute", {
        site: adapter.site,
        conversation_id: conversationId,
        ...(account === null ? {} : { account }),
        muted,
      });
    }

    return {
      muted() {
        const name = named();
        return name === null ? unnamed : unnamed || settings()?.muted.includes(name) === true;
      },
      async set(muted) {
        unnamed = muted;
        if (named() !== null) await tell(muted);
      },
      navigated() {
        const name = named();
        if (name === before) return;
        // The chat that was muted while it had no name has got one; or another chat is open.
        if (unnamed && before === null && name !== null) void tell(true);
        else unnamed = false;
        before = name;
      },
    };
  }

  globalThis.memoryx.mute = Object.freeze({ start });
})();
