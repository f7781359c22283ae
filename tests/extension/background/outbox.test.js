import assert from "node:assert/strict";
import { test } from "node:test";
import { mergeTurns } from "../../../extension/background/merge.js";
import { createOutbox } from "../../../extension/background/outbox.js";
import { hostError } from "../../../extension/shared/failure.js";
import { memoryStore, settle } from "./fakes.js";

/** @param {string} key @param {string} [markdown] @returns {MemoryX.CapturedTurn} */
const turn = (key, markdown = `text of ${key}`) => ({ key, role: "user", markdown, complete: true });

/** @param {string} id @param {MemoryX.CapturedTurn[]} turns @param {Partial<MemoryX.Save>} [more] @returns {MemoryX.Save} */
const save = (id, turns, more = {}) => ({
  site: "claude",
  conversation_id: id,
  url: `https://claude.ai/chat/${id}`,
  trigger: "auto",
  turns,
  ...more,
});
/** @param {MemoryX.Save | undefined} saved */
const keys = (saved) => saved?.turns.map(({ key }) => key);

/** An outbox before a host that can be away. */
function world({ store = memoryStore(), capacity = 1_000_000 } = {}) {
  const host = {
    /** @type {MemoryX.Save[]} */ got: [],
    /** @type {(() => void) | null} */ trouble: () => {
      throw hostError("host_absent", "away", { retryable: true });
    },
  };
  /** @type {any[]} */
  const changes = [];
  const outbox = createOutbox({
    store,
    capacity,
    deliver: async (body) => {
      await settle();
      host.trouble?.();
      host.got.push(body);
      return { total: body.turns.length };
    },
    onChange: (state) => changes.push(state),
  });
  return { store, host, outbox, changes };
}

test("a save waits while the host is away, and goes when it is back", async () => {
  const { host, outbox } = world();
  await outbox.put(save("A", [turn("u1")]));
  await outbox.flush();
  assert.deepEqual(await outbox.state(), { waiting: 1, refused: 0 });
  host.trouble = null;
  await outbox.flush();
  assert.equal(host.got.length, 1);
  assert.deepEqual(await outbox.state(), { waiting: 0, refused: 0 });
});

test("what waits survives the worker's death, in order", async () => {
  const before = world();
  for (const id of ["A", "B", "C"]) await before.outbox.put(save(id, [turn(`u${id}`)]));
  const after = world({ store: before.store });
  after.host.trouble = null;
  await after.outbox.flush();
  assert.deepEqual(after.host.got.map((each) => each.conversation_id), ["A", "B", "C"]);
});

test("a worker that wakes gives no number twice", async () => {
  const before = world();
  await before.outbox.put(save("A", [turn("u1")]));
  const after = world({ store: before.store });
  await after.outbox.put(save("B", [turn("u2")]));
  assert.deepEqual(await after.outbox.state(), { waiting: 2, refused: 0 });
});

test("later saves of a conversation join the one that waits", async () => {
  const { host, outbox } = world();
  await outbox.put(save("A", [turn("u1"), turn("a1", "Hal")]));
  await outbox.put(save("B", [turn("u9")]));
  await outbox.put(save("A", [turn("a1", "Half"), turn("u2")], { title: "New", gaps: true }));
  host.trouble = null;
  await outbox.flush();
  const [first] = host.got;
  assert.deepEqual(keys(first), ["u1", "a1", "u2"]);
  assert.equal(first?.turns[1]?.markdown, "Half");
  assert.deepEqual([first?.title, first?.gaps], ["New", true]);
  assert.equal(host.got.length, 2);
});

test("saves that have no turn in common stay two, in order", async () => {
  const { host, outbox } = world();
  await outbox.put(save("A", [turn("u1")]));
  await outbox.put(save("A", [turn("u7")]));
  host.trouble = null;
  await outbox.flush();
  assert.deepEqual(host.got.map(keys), [["u1"], ["u7"]]);
});

test("a save that grew while it was sent is sent again", async () => {
  const { host, outbox } = world();
  host.trouble = null;
  await outbox.put(save("A", [turn("u1")]));
  const flushing = outbox.flush();
  await outbox.put(save("A", [turn("u1"), turn("a1")]));
  await flushing;
  await outbox.flush();
  assert.deepEqual(host.got.map(keys).at(-1), ["u1", "a1"]);
  assert.deepEqual(await outbox.state(), { waiting: 0, refused: 0 });
});

test("a save that comes while the last one goes out is not forgotten", async () => {
  const { host, outbox } = world();
  host.trouble = null;
  for (let count = 0; count < 20; count += 1) {
    await outbox.put(save(`C${count}`, [turn("u1")]));
    void outbox.flush();
  }
  await outbox.flush();
  assert.equal(new Set(host.got.map((each) => each.conversation_id)).size, 20);
});

test("a full outbox refuses aloud and drops nothing", async () => {
  const { host, outbox } = world({ capacity: 1_000 });
  await outbox.put(save("A", [turn("u1", "x".repeat(700))]));
  await assert.rejects(
    outbox.put(save("B", [turn("u2", "y".repeat(700))])),
    (/** @type {any} */ error) => error.failure.code === "outbox_full",
  );
  host.trouble = null;
  await outbox.flush();
  assert.equal(host.got[0]?.turns[0]?.markdown?.length, 700);
  await outbox.put(save("B", [turn("u2", "y".repeat(700))]));
});

test("a save that the host will not take is kept and counted, and others go past it", async () => {
  const { host, outbox } = world();
  await outbox.put(save("bad", [turn("u1")]));
  await outbox.put(save("good", [turn("u2")]));
  let asked = 0;
  host.trouble = () => {
    asked += 1;
    if (asked === 1) throw hostError("invalid_params", "no");
  };
  await outbox.flush();
  assert.deepEqual(host.got.map((each) => each.conversation_id), ["good"]);
  assert.deepEqual(await outbox.state(), { waiting: 0, refused: 1 });
  await outbox.retryRefused();
  await outbox.flush();
  assert.deepEqual(host.got.map((each) => each.conversation_id), ["good", "bad"]);
});

test("a refusal outlives the worker", async () => {
  const before = world();
  await before.outbox.put(save("bad", [turn("u1")]));
  before.host.trouble = () => {
    throw hostError("invalid_params", "no");
  };
  await before.outbox.flush();
  const after = world({ store: before.store });
  assert.deepEqual(await after.outbox.state(), { waiting: 0, refused: 1 });
});

test("a save that ends the host five times in a row is set aside, and the next one goes", async () => {
  const { host, outbox } = world();
  await outbox.put(save("killer", [turn("u1")]));
  await outbox.put(save("good", [turn("u2")]));
  let deaths = 0;
  host.trouble = () => {
    deaths += 1;
    if (deaths <= 5) throw hostError("host_exited", "gone", { retryable: true });
  };
  for (let count = 0; count < 5; count += 1) await outbox.flush();
  assert.deepEqual(host.got.map((each) => each.conversation_id), ["good"]);
  assert.deepEqual(await outbox.state(), { waiting: 0, refused: 1 });
});

test("who waits for a save's answer gets the host's", async () => {
  const { host, outbox } = world();
  host.trouble = null;
  const seq = await outbox.put(save("A", [turn("u1")]));
  const answer = outbox.answer(seq);
  await outbox.flush();
  assert.deepEqual(await answer, { ok: true, result: { total: 1 } });
});

test("who saves while an older save of the chat goes out gets the answer to the newer one", async () => {
  const { host, outbox } = world();
  host.trouble = null;
  await outbox.put(save("A", [turn("u1")]));
  const flushing = outbox.flush();
  const seq = await outbox.put(save("A", [turn("u1"), turn("a1")]));
  const answer = outbox.answer(seq);
  await flushing;
  await outbox.flush();
  assert.deepEqual(await answer, { ok: true, result: { total: 2 } });
});

test("turns that two saves share keep their places, new ones stand beside their neighbours", () => {
  const older = ["u1", "a1", "u3"].map((key) => turn(key));
  const newer = ["a1", "u2", "a2", "u3", "a3"].map((key) => turn(key));
  const { turns, joined } = mergeTurns(older, newer);
  assert.equal(joined, true);
  assert.deepEqual(turns.map(({ key }) => key), ["u1", "a1", "u2", "a2", "u3", "a3"]);
});

test("turns before the first known one stand before it", () => {
  const { turns } = mergeTurns([turn("u5")], [turn("u4"), turn("a4"), turn("u5")]);
  assert.deepEqual(turns.map(({ key }) => key), ["u4", "a4", "u5"]);
});

test("a later reading that is only the beginning of an earlier whole one does not replace it", () => {
  const whole = turn("a1", "The whole answer");
  const { turns } = mergeTurns([whole], [{ ...turn("a1", "The whole"), complete: false }]);
  assert.equal(turns[0]?.markdown, "The whole answer");
  const edited = mergeTurns([whole], [turn("a1", "Another answer")]);
  assert.equal(edited.turns[0]?.markdown, "Another answer");
});

test("who deletes everything also drops what waits, and whoever waits for an answer is told", async () => {
  const { store, host, outbox, changes } = world();
  const seq = await outbox.put(save("A", [turn("u1")]));
  await outbox.put(save("B", [turn("u2")]));
  const answer = outbox.answer(seq);
  await outbox.clear();
  const reply = await answer;
  assert.equal(reply.ok ? "ok" : reply.error.code, "erased");
  assert.deepEqual(changes.at(-1), { waiting: 0, refused: 0 });
  host.trouble = null;
  const after = world({ store });
  after.host.trouble = null;
  await after.outbox.flush();
  assert.deepEqual([host.got, after.host.got], [[], []]);
});
