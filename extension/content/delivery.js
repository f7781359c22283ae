// Makes the one click by which a message leaves, and finds out whether it left.
(() => {
  "use strict";

  const { editor, policy } = globalThis.memoryx;

  /** Milliseconds that the send control may take to come and to wake. */
  const CONTROL_WAIT = 1_500;
  const CONTROL_POLL = 16;
  const CONFIRM_WAIT = 4_000;
  const CONFIRM_POLL = 25;
  const REBUILDS = 3;

  /** @param {MemoryX.Page} page @param {MemoryX.Insertion} insertion @returns {MemoryX.Delivery} */
  function create(page, insertion) {
    const { adapter, doc, win } = page;
    const { now, wait } = page.clock;

    /** @param {MemoryX.Flight} flight @param {() => void} act */
    function once(flight, act) {
      if (flight.pressed) return;
      flight.pressed = true;
      flight.stamp("clicked");
      act();
    }

    /** @param {MemoryX.Flight} flight @param {HTMLElement} composer */
    function pressEnter(flight, composer) {
      once(flight, () => {
        const init = { key: "Enter", code: "Enter", keyCode: 13, which: 13 };
        const reach = { bubbles: true, cancelable: true, composed: true };
        composer.dispatchEvent(new win.KeyboardEvent("keydown", { ...init, ...reach }));
      });
    }

    /**
     * Brings the composer back to something that may leave: the person's text with the block, or the
     * person's text. @param {MemoryX.Flight} flight
     */
    async function settle(flight) {
      const { text } = insertion.situation();
      if (flight.injected) {
        if (!insertion.carries(flight)) await insertion.takeOut(flight);
      } else if (text !== null && !editor.same(text, flight.own)) {
        if (flight.context !== "" && policy.carriesBlock(text)) {
          flight.injected = true;
          await insertion.takeOut(flight);
        }
        // What stands there is what the person has written by now.
        flight.own = insertion.situation().text ?? flight.own;
      }
    }

    return {
      enter: pressEnter,

      async press(flight, personActed) {
        const until = now() + CONTROL_WAIT;
        flight.userTurns = adapter.userTurnCount(doc);
        for (let rebuilt = 0; ; ) {
          const composer = adapter.composer(doc);
          if (!composer || editor.blank(composer)) {
            rebuilt += 1;
            if (rebuilt > REBUILDS || !(await insertion.recover(flight, personActed))) return;
            flight.injected = false;
            continue;
          }
          const was = flight.injected;
          await settle(flight);
          if (was !== flight.injected) continue;
          const control = adapter.control(doc, composer);
          // An answer began meanwhile: the same place would stop it now.
          if (control.role === "stop") {
            await insertion.takeOut(flight);
            return;
          }
          const { element } = control;
          if (control.role === "send" && element && !control.disabled) {
            once(flight, () => element.click());
            return;
          }
          if (now() >= until) {
            pressEnter(flight, composer);
            return;
          }
          await wait(CONTROL_POLL);
        }
      },

      async confirm(flight, emptied) {
        const until = now() + CONFIRM_WAIT;
        let empty = false;
        for (;;) {
          const composer = adapter.composer(doc);
          if (!composer || editor.blank(composer)) {
            empty = true;
            emptied();
          }
          if (empty) {
            const stopping = composer !== null && adapter.control(doc, composer).role === "stop";
            const arrived = adapter.userTurnCount(doc) > flight.userTurns;
            if (stopping || arrived || adapter.busy(doc)) return true;
          }
          if (now() >= until) return false;
          await wait(CONFIRM_POLL);
        }
      },
    };
  }

  globalThis.memoryx.delivery = Object.freeze({ create });
})();
