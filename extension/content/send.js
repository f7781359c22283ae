// The send path. A person's Enter or click on "send" is held, the host is asked for memories under
// one deadline, the block goes in through the editor, and the message leaves by one click of ours.
// Whatever fails on the way, the person's own text leaves, once.
//
//   idle ─▶ asking ─▶ inserting ─▶ pressing ─▶ confirming ─▶ idle
//             │  └─ shown first, where the person wants it ─▶ inserting, pressing or idle
//             └─ late, refused, changed ─▶ pressing
(() => {
  "use strict";

  const { editor, policy, insertion: insertions, delivery: deliveries } = globalThis.memoryx;

  /** A refused send takes its turn away, or gives the prompt back, within these. Milliseconds. */
  const SETTLE = 1_000;
  const BOUNCE_WAIT = 10_000;
  const BOUNCE_POLL = 250;
  /** What the host leaves of the deadline for the answer's way back and the insertion. Milliseconds. */
  const WAY_BACK = 50;
  /** How long a person waits for the block of what they chose. Milliseconds. */
  const CHOICE_WAIT = 3_000;
  const TIMINGS_KEPT = 1_000;

  /** @param {MemoryX.Page} page @param {MemoryX.SendParts} parts */
  function start(page, { receipts, preview, mute }) {
    const { adapter, doc, win, bridge, signal } = page;
    const { now, wait } = page.clock;
    const insertion = insertions.create(page);
    const delivery = deliveries.create(page, insertion);

    /** @type {MemoryX.Flight | null} */
    let current = null;
    let compositionEnded = -Infinity;
    let personActed = -Infinity;
    /** @type {MemoryX.Timing[]} */
    const timings = [];
    /** Recalls sent while this chat had no name, and the turn by which it is known again. */
    const chain = {
      conversation: /** @type {string | null} */ (null),
      anchor: "",
      recalls: /** @type {string[]} */ ([]),
    };

    /**
     * @param {"enter" | "click"} kind @param {KeyboardEvent | MouseEvent} event
     * @param {HTMLElement} composer
     * @returns {MemoryX.SendFacts | null} null: surely nothing of ours
     */
    function facts(kind, event, composer) {
      const path = event.composedPath();
      const control = adapter.control(doc, composer);
      const target = kind === "enter" ? composer : control.element;
      if (!target || !path.includes(target)) return null;
      const key = kind === "enter" ? /** @type {KeyboardEvent} */ (event) : null;
      return {
        kind,
        ours: true,
        trusted: event.isTrusted,
        modified: event.shiftKey || event.altKey || event.ctrlKey || event.metaKey,
        composing: key !== null && (key.isComposing || key.keyCode === 229),
        sinceComposition: event.timeStamp - compositionEnded,
        inFlight: current !== null,
        settings: page.settings(),
        trouble: page.trouble(),
        layout: adapter.layout(doc),
        kindOfPlace: page.place().kind,
        temporary: adapter.temporary(doc, page.url()),
        muted: mute.muted(),
        menuOpen: adapter.menuOpen(doc),
        role: control.role,
        disabled: control.disabled,
        text: editor.read(composer),
      };
    }

    /** @param {"enter" | "click"} kind @param {KeyboardEvent | MouseEvent} event */
    function consider(kind, event) {
      if (!event.isTrusted || signal.aborted) return;
      if (!bridge.alive()) {
        globalThis.memoryx.stop?.();
        return;
      }
      let composer;
      let found;
      try {
        composer = adapter.composer(doc);
        found = composer && facts(kind, event, composer);
      } catch (error) {
        // A page that the adapter trips over is a page that is not understood: it sends as ever.
        page.report("adapter_failed", String(error));
        return;
      }
      if (!composer || !found) return;
      const { act } = policy.verdict(found);
      if (act === "pass") return;
      event.preventDefault();
      event.stopImmediatePropagation();
      // Sending once more while the block is shown means: send. A key that is held down does not.
      const held = event instanceof win.KeyboardEvent && event.repeat;
      if (current?.consulting && !held) preview.accept();
      if (act === "swallow" || found.settings === null) return;
      current = takeOff(found.settings, composer, found.text, event.timeStamp);
      void run(current);
    }

    /**
     * @param {MemoryX.PageSettings} settings @param {HTMLElement} composer @param {string} own
     * @param {number} begun @returns {MemoryX.Flight}
     */
    function takeOff(settings, composer, own, begun) {
      const timing = { recalled: 0, inserted: 0, clicked: 0, injected: false };
      if (settings.marks) win.performance.mark("memoryx:send:start", { startTime: begun });
      return {
        begun,
        settings,
        composer,
        own,
        before: { ...insertion.situation(), text: own },
        context: "",
        recall: null,
        memories: [],
        injected: false,
        consulting: false,
        withheld: false,
        disturbed: false,
        pressed: false,
        userTurns: 0,
        timing,
        stamp(step) {
          timing[step] = now() - begun;
          if (settings.marks) win.performance.mark(`memoryx:send:${step}`);
        },
      };
    }

    /** @param {MemoryX.Flight} flight */
    async function run(flight) {
      const acted = () => personActed > flight.begun;
      try {
        await prepare(flight);
        if (flight.disturbed) page.report("editor_refused");
        else if (flight.withheld) land(flight);
        else if (page.url().href === flight.before.url || movedOn(flight) !== "abort") {
          await delivery.press(flight, acted);
        }
      } catch (error) {
        page.report("send_failed", String(error));
        // Not pressed yet: the page's own send is still owed to the person.
        delivery.enter(flight, flight.composer);
      }
      if (flight.pressed) logTiming(flight);
      try {
        const sent = flight.pressed && (await delivery.confirm(flight, () => land(flight)));
        land(flight);
        await conclude(flight, sent);
      } catch (error) {
        page.report("send_failed", String(error));
      } finally {
        land(flight);
      }
    }

    /** @param {MemoryX.Flight} flight */
    function land(flight) {
      if (current === flight) current = null;
    }

    /** @param {MemoryX.Flight} flight */
    const movedOn = (flight) => policy.afterWait(flight.before, insertion.situation());

    /** Everything before the press; a failure leaves the person's text. @param {MemoryX.Flight} flight */
    async function prepare(flight) {
      try {
        await ask(flight);
        flight.stamp("recalled");
        if (flight.context !== "" && flight.settings.preview) await consult(flight);
        if (flight.withheld) return;
        if (flight.context !== "" && movedOn(flight) === "inject") await insertion.put(flight);
      } catch (error) {
        page.report("send_failed", String(error));
        await insertion.takeOut(flight);
      }
      flight.stamp("inserted");
    }

    /** Asks the host; at the deadline its answer no longer matters. @param {MemoryX.Flight} flight */
    async function ask(flight) {
      const left = flight.settings.deadline_ms - (now() - flight.begun);
      const message = questionOf(flight.own);
      chain.recalls = message.previous_recalls;
      if (chain.recalls.length > 0) chain.conversation = page.place().conversationId;
      const question = bridge.ask("recall", {
        ...message,
        deadline_ms: Math.max(1, Math.floor(left - Math.min(WAY_BACK, left / 4))),
      });
      const reply = await Promise.race([question, wait(left).then(() => null)]);
      if (reply === null) {
        void question.then((late) => {
          if (!late.ok || !late.result?.context) return null;
          return used(late.result.recall_id, false);
        });
      } else if (reply.ok && typeof reply.result?.context === "string") {
        flight.context = reply.result.context;
        flight.recall = reply.result.recall_id;
        flight.memories = reply.result.memories ?? [];
      }
    }

    /** Shows what would be added; the person takes as long as they want. @param {MemoryX.Flight} flight */
    async function consult(flight) {
      const recall = flight.recall ?? "";
      flight.consulting = true;
      const decision = await preview.ask(flight.memories, flight.composer, (ids) => chosen(recall, ids));
      flight.consulting = false;
      // From here on it goes as if Enter had been pressed now.
      flight.begun = now();
      if (decision.act === "send") {
        flight.context = decision.context ?? flight.context;
        flight.memories = flight.memories.slice(0, decision.memories);
        return;
      }
      if (decision.act === "never") await mute.set(true);
      flight.withheld = decision.act === "back";
      flight.context = "";
      void used(recall, false);
    }

    /** The block of some of a recall's memories; null when it could not be had. @param {string} recall @param {string[]} ids */
    async function chosen(recall, ids) {
      const question = bridge.ask("recall.choose", { recall_id: recall, ids });
      const reply = await Promise.race([question, wait(CHOICE_WAIT).then(() => null)]);
      return reply?.ok ? reply.result.context : null;
    }

    /** What the host is asked of a text, sent now from this page. @param {string} text */
    function questionOf(text) {
      const place = page.place();
      return {
        text,
        site: adapter.site,
        ...naming(place),
        ...(place.project === null ? {} : { project: place.project }),
        previous_recalls: carried(place),
      };
    }

    /** Recalls that went into this chat before it had its name. @param {MemoryX.Place} place */
    function carried(place) {
      if (chain.recalls.length === 0) return [];
      const same =
        chain.conversation === null
          ? adapter.transcript(doc).turns.some(({ key }) => key === chain.anchor)
          : chain.conversation === place.conversationId;
      return same ? [...chain.recalls] : [];
    }

    /** @param {MemoryX.Flight} flight */
    function logTiming(flight) {
      flight.timing.injected = flight.injected;
      timings.push(flight.timing);
      if (timings.length > TIMINGS_KEPT) timings.shift();
      if (flight.settings.marks) {
        win.performance.measure("memoryx:send", "memoryx:send:start", "memoryx:send:clicked");
      }
    }

    /**
     * Tells the host what became of its block, and cleans up after a refusal.
     * @param {MemoryX.Flight} flight @param {boolean} sent
     */
    async function conclude(flight, sent) {
      if (!sent && flight.pressed) page.report("send_unconfirmed");
      if (flight.recall === null || flight.context === "") return;
      const { injected } = flight;
      if (sent && injected) {
        remember(flight);
        receipts.sent({ recall: flight.recall, context: flight.context, memories: flight.memories.length });
        await wait(SETTLE);
      }
      const stands = !(await cleanBounce(flight)) && sent && injected;
      if (stands) remember(flight);
      else forget(flight);
      await used(flight.recall, stands);
      if (!stands) return;
      receipts.settled(flight.recall);
      for (let waited = SETTLE; waited < BOUNCE_WAIT; waited += BOUNCE_POLL) {
        await wait(BOUNCE_POLL);
        if (await cleanBounce(flight)) {
          forget(flight);
          await used(flight.recall, false);
          return;
        }
      }
    }

    /** With the conversation's name, which may have come after the question. @param {string} id @param {boolean} sent */
    function used(id, sent) {
      const place = page.place();
      return bridge.ask("recall.used", {
        recall_id: id,
        sent,
        ...(place.conversationId === null ? {} : { site: adapter.site, ...naming(place) }),
      });
    }

    /** @param {MemoryX.Place} place */
    const naming = (place) => ({
      ...(place.conversationId === null ? {} : { conversation_id: place.conversationId }),
      ...(place.account === null ? {} : { account: place.account }),
    });

    /** A prompt that came back into the composer goes without our block. @param {MemoryX.Flight} flight */
    async function cleanBounce(flight) {
      if (current !== null || !flight.injected) return false;
      const text = insertion.situation().text ?? "";
      if (!policy.findBlock(text, flight.context)) return false;
      await insertion.takeOut(flight);
      return true;
    }

    /** The chat's name and the person's turn may still be on their way: noted again when settled. @param {MemoryX.Flight} flight */
    function remember({ before, recall }) {
      if (before.conversationId !== null || recall === null) return;
      const users = adapter.transcript(doc).turns.filter(({ role }) => role === "user");
      chain.conversation = page.place().conversationId;
      chain.anchor = users.at(-1)?.key ?? chain.anchor;
      if (!chain.recalls.includes(recall)) chain.recalls.push(recall);
    }

    /** @param {MemoryX.Flight} flight */
    function forget({ recall }) {
      if (recall !== null) receipts.gone(recall);
      chain.recalls = chain.recalls.filter((id) => id !== recall);
    }

    const options = { capture: true, signal };
    const acts = /** @type {const} */ (["keydown", "pointerdown", "paste", "cut", "drop"]);
    for (const name of acts) {
      win.addEventListener(
        name,
        (event) => {
          const plainEnter = event instanceof win.KeyboardEvent && event.key === "Enter";
          if (event.isTrusted && !plainEnter) personActed = event.timeStamp;
        },
        options,
      );
    }
    win.addEventListener(
      "keydown",
      (event) => {
        if (event.key === "Enter") consider("enter", event);
      },
      options,
    );
    win.addEventListener("click", (event) => consider("click", event), options);
    win.addEventListener(
      "compositionend",
      (event) => {
        compositionEnded = event.timeStamp;
      },
      options,
    );

    return { timings: () => [...timings], questionOf };
  }

  globalThis.memoryx.send = Object.freeze({ start });
})();
