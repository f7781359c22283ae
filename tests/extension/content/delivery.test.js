import assert from "node:assert/strict";
import { test } from "node:test";
import { JSDOM } from "jsdom";
import { load } from "./load.js";

const { insertion: insertions, delivery: deliveries } = load(
  ...["editor.js", "policy.js", "insertion.js", "delivery.js"],
);

const CONTEXT = "\n\n---\n[MemoryX context · 1 memory]\n- [Skill·Mar] Writes Rust\n(Background.)\n---";

/** A page with one textarea and one button; time runs as fast as it is waited for. */
function world() {
  const { window } = new JSDOM("<body><textarea>hello</textarea><button></button></body>", {
    url: "https://chatgpt.com/c/1",
  });
  const doc = window.document;
  doc.execCommand = () => false;
  const composer = /** @type {any} */ (doc.querySelector("textarea"));
  const button = /** @type {any} */ (doc.querySelector("button"));
  const site = {
    role: "send",
    disabled: false,
    turns: 0,
    busy: false,
    composer: /** @type {any} */ (composer),
    /** @type {string[]} */ clicked: [],
    /** @type {string[]} */ entered: [],
    time: 0,
    /** Called after each wait. @type {() => void} */ step: () => {},
  };
  button.addEventListener("click", () => site.clicked.push(composer.value));
  composer.addEventListener("keydown", () => site.entered.push(composer.value));
  const page = /** @type {any} */ ({
    doc,
    win: window,
    url: () => new URL(window.location.href),
    place: () => ({ conversationId: "1" }),
    adapter: {
      newlines: "text",
      composer: () => site.composer,
      control: () => ({ role: site.role, element: site.role === "none" ? null : button, disabled: site.disabled }),
      userTurnCount: () => site.turns,
      busy: () => site.busy,
    },
    clock: {
      now: () => site.time,
      wait: async (/** @type {number} */ ms) => {
        site.time += ms || 1;
        site.step();
      },
    },
  });
  const insertion = insertions.create(page);
  const delivery = deliveries.create(page, insertion);
  const flight = /** @type {any} */ ({
    begun: 0,
    settings: { deadline_ms: 400, position: "end", inject: true },
    composer,
    own: "hello",
    before: { url: window.location.href, conversationId: "1", turns: 0, text: "hello" },
    context: CONTEXT,
    recall: "r1",
    injected: false,
    disturbed: false,
    pressed: false,
    userTurns: 0,
    stamp: () => {},
  });
  return { site, composer, insertion, delivery, flight };
}
const nobody = () => false;

test("the block goes in, is read back, and leaves by one click", async () => {
  const { site, insertion, delivery, flight } = world();
  await insertion.put(flight);
  assert.equal(flight.injected, true);
  await delivery.press(flight, nobody);
  assert.deepEqual(site.clicked, [`hello${CONTEXT}`]);
});

test("a block that the page does not keep is given up after three tries, with the text restored", async () => {
  const { site, composer, insertion, delivery, flight } = world();
  let tries = 0;
  site.step = () => {
    if (composer.value.includes("MemoryX")) {
      tries += 1;
      composer.value = `hello\n\n---`;
    }
  };
  await insertion.put(flight);
  assert.deepEqual([tries, flight.injected, flight.disturbed], [3, false, false]);
  await delivery.press(flight, nobody);
  assert.deepEqual(site.clicked, ["hello"]);
});

test("no try begins after the deadline", async () => {
  const { site, composer, insertion, flight } = world();
  let tries = 0;
  site.step = () => {
    site.time += 500;
    if (composer.value.includes("MemoryX")) tries += 1;
    composer.value = "hello";
  };
  await insertion.put(flight);
  assert.equal(tries, 1);
});

test("a page that holds neither text nor block is marked as disturbed", async () => {
  const { site, composer, insertion, flight } = world();
  site.step = () => {
    composer.value = "hello garbled";
  };
  await insertion.put(flight);
  assert.equal(flight.disturbed, true);
});

test("send that sleeps is waited for, and clicked once", async () => {
  const { site, delivery, flight } = world();
  site.disabled = true;
  site.step = () => {
    site.disabled = site.time < 300;
  };
  await delivery.press(flight, nobody);
  assert.equal(site.clicked.length, 1);
  assert.equal(site.entered.length, 0);
});

test("where no send control comes, one Enter goes to the editor", async () => {
  const { site, delivery, flight } = world();
  site.role = "none";
  await delivery.press(flight, nobody);
  assert.deepEqual([site.clicked.length, site.entered.length], [0, 1]);
  assert.ok(site.time >= 1_500);
});

test("a control that has become stop is never clicked, and the block is taken out", async () => {
  const { site, composer, insertion, delivery, flight } = world();
  await insertion.put(flight);
  site.role = "stop";
  await delivery.press(flight, nobody);
  assert.deepEqual([site.clicked.length, site.entered.length, composer.value], [0, 0, "hello"]);
});

test("a flight presses once, whoever asks again", async () => {
  const { site, composer, delivery, flight } = world();
  await delivery.press(flight, nobody);
  await delivery.press(flight, nobody);
  delivery.enter(flight, composer);
  assert.deepEqual([site.clicked.length, site.entered.length], [1, 0]);
});

test("what the person typed on after the insertion stays, and the block goes", async () => {
  const { site, composer, insertion, delivery, flight } = world();
  await insertion.put(flight);
  composer.value = `${composer.value} and more`;
  await delivery.press(flight, nobody);
  assert.deepEqual(site.clicked, ["hello and more"]);
});

test("an editor that the page rebuilt and emptied gets the person's text back, and it leaves", async () => {
  const { site, composer, insertion, delivery, flight } = world();
  await insertion.put(flight);
  composer.value = "";
  await delivery.press(flight, nobody);
  assert.deepEqual(site.clicked, ["hello"]);
});

test("a composer that the person emptied stays empty, and nothing leaves", async () => {
  const { site, composer, delivery, flight } = world();
  composer.value = "";
  await delivery.press(flight, () => true);
  assert.deepEqual([site.clicked.length, site.entered.length, composer.value], [0, 0, ""]);
});

test("a message that left by another hand is not sent again", async () => {
  const { site, composer, delivery, flight } = world();
  site.disabled = true;
  site.step = () => {
    composer.value = "";
    site.turns = 1;
  };
  await delivery.press(flight, nobody);
  assert.deepEqual([site.clicked.length, site.entered.length], [0, 0]);
});

test("sent is an empty composer and a sign of it: a new turn, stop, or an answer", async () => {
  for (const sign of [{ turns: 1 }, { role: "stop" }, { busy: true }]) {
    const { site, composer, delivery, flight } = world();
    composer.value = "";
    Object.assign(site, sign);
    let freed = false;
    assert.equal(await delivery.confirm(flight, () => (freed = true)), true);
    assert.equal(freed, true);
  }
});

test("an empty composer alone, or a full one, is no send after four seconds", async () => {
  for (const [value, sign] of /** @type {[string, object][]} */ ([["", {}], ["hello", { turns: 1 }]])) {
    const { site, composer, delivery, flight } = world();
    composer.value = value;
    Object.assign(site, sign);
    assert.equal(await delivery.confirm(flight, () => {}), false);
    assert.ok(site.time >= 4_000);
  }
});
