import assert from "node:assert/strict";
import { test } from "node:test";
import { createPort, reasonOf } from "../../../extension/background/port.js";
import { FakeClock, FakePort, settle } from "./fakes.js";

const HELLO = { result: { host_version: "1", protocol: 1 } };
const NOT_FOUND = "Specified native messaging host not found.";
const EXITED = "Native host has exited.";

function world() {
  const clock = new FakeClock();
  /** @type {FakePort[]} */
  const ports = [];
  /** @type {MemoryX.HostState[]} */
  const states = [];
  /** @type {[string, any][]} */
  const notes = [];
  const errors = { last: /** @type {string | undefined} */ (undefined) };
  const port = createPort({
    connect: () => {
      const made = new FakePort();
      ports.push(made);
      return /** @type {any} */ (made);
    },
    lastError: () => errors.last,
    client: () => ({ name: "test", version: "1", browser: "test" }),
    onState: (state) => states.push(state),
    onNotification: (method, params) => notes.push([method, params]),
    clock,
  });
  /** @param {string} says */
  const close = (says) => {
    errors.last = says;
    ports.at(-1)?.close();
  };
  return { clock, ports, states, notes, port, close };
}

test("hello goes first, and a request does not wait for its answer", async () => {
  const { ports, port } = world();
  const answer = port.request("recall", { text: "x" });
  assert.deepEqual(ports[0]?.sent.map(({ method }) => method), ["hello", "recall"]);
  ports[0]?.answer("recall", { result: { context: "" } });
  assert.deepEqual(await answer, { context: "" });
  assert.equal(port.state().status, "connecting");
  ports[0]?.answer("hello", HELLO);
  await settle();
  assert.equal(port.state().status, "connected");
});

test("all who need the host share one connection", async () => {
  const { ports, port } = world();
  const one = port.ensure();
  const two = port.ensure();
  void port.request("stats", {});
  assert.equal(ports.length, 1);
  ports[0]?.answer("hello", HELLO);
  assert.deepEqual(await one, await two);
});

test("answers reach their own question, in whatever order they come", async () => {
  const { ports, port } = world();
  const first = port.request("memories.get", { id: "1" });
  const second = port.request("memories.list", {});
  ports[0]?.answer("memories.list", { result: "list" });
  ports[0]?.answer("memories.get", { result: "one" });
  assert.deepEqual([await first, await second], ["one", "list"]);
});

test("an error of the host arrives with its stable code and its remedy", async () => {
  const { ports, port } = world();
  const answer = port.request("conversations.extract", {});
  const data = { code: "llm_quota", retryable: false, remedy: "add credit" };
  ports[0]?.answer("conversations.extract", { error: { code: -32020, message: "no", data } });
  await assert.rejects(answer, (/** @type {any} */ error) => {
    assert.deepEqual(error.failure, { ...data, message: "no" });
    return true;
  });
});

test("a call ends at its own time limit, and its late answer disturbs nobody", async () => {
  const { clock, ports, port } = world();
  const answer = port.request("recall", {}, { limit: 400 });
  const outcome = assert.rejects(answer, (/** @type {any} */ e) => e.failure.code === "host_timeout");
  await clock.pass(400);
  await outcome;
  ports[0]?.answer("recall", { result: {} });
});

/** @type {[string, string][]} */
const REASONS = [
  [NOT_FOUND, "host_not_found"],
  ["Access to the specified native messaging host is forbidden.", "host_forbidden"],
  [EXITED, "host_exited"],
  ["Error when communicating with the native messaging host.", "host_protocol"],
  ["Failed to start native messaging host.", "host_blocked"],
  [
    "Access to the native messaging host was disabled by the system administrator.",
    "host_policy",
  ],
];
for (const [says, code] of REASONS) {
  test(`"${says}" is ${code}, and what waited is told so at once`, async () => {
    const { port, close } = world();
    const answer = port.request("recall", {});
    close(says);
    await assert.rejects(answer, (/** @type {any} */ error) => error.failure.code === code);
    assert.equal(port.state().error?.code, code);
    assert.equal(reasonOf(says).code, code);
  });
}

test("a host that ended is tried again, each time after twice the wait, a minute at most", async () => {
  const { clock, ports, port, close } = world();
  port.ensure().catch(() => null);
  const waits = [];
  for (let count = 1; count <= 9; count += 1) {
    const begun = clock.time;
    close(EXITED);
    await settle();
    while (ports.length === count) await clock.pass(500);
    waits.push(clock.time - begun);
  }
  assert.deepEqual(waits, [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
});

test("after a hello the wait begins small again", async () => {
  const { clock, ports, port, close } = world();
  port.ensure().catch(() => null);
  for (let count = 0; count < 5; count += 1) {
    close(EXITED);
    await clock.pass(60_000);
  }
  ports.at(-1)?.answer("hello", HELLO);
  await settle();
  const before = ports.length;
  close(EXITED);
  await clock.pass(1_000);
  assert.equal(ports.length, before + 1);
});

test("a host that is not installed is not tried again until a person does something", async () => {
  const { clock, ports, port, close } = world();
  port.ensure().catch(() => null);
  close(NOT_FOUND);
  await clock.pass(600_000);
  assert.equal(ports.length, 1);
  await assert.rejects(port.request("conversations.save", {}));
  await assert.rejects(port.ensure());
  assert.equal(ports.length, 1);
  port.ensure({ byPerson: true }).catch(() => null);
  assert.equal(ports.length, 2);
});

test("a host that never greets is let go and tried again", async () => {
  const { clock, ports, port } = world();
  const outcome = assert.rejects(port.ensure());
  await clock.pass(10_000);
  await outcome;
  assert.equal(ports[0]?.closed, true);
  assert.equal(port.state().error?.code, "host_timeout");
  await clock.pass(1_000);
  assert.equal(ports.length, 2);
});

test("the closing of a port that was let go changes nothing about its successor", async () => {
  const { clock, ports, port } = world();
  port.ensure().catch(() => null);
  await clock.pass(11_000);
  ports[1]?.answer("hello", HELLO);
  await settle();
  ports[0]?.close();
  assert.equal(port.state().status, "connected");
});

test("what the host tells on its own is passed on", () => {
  const { ports, notes, port } = world();
  port.ensure().catch(() => null);
  ports[0]?.receive({ jsonrpc: "2.0", method: "extraction.finished", params: { added: 1 } });
  assert.deepEqual(notes, [["extraction.finished", { added: 1 }]]);
});

test("progress goes to the call that it is of, and to nobody else", async () => {
  const { ports, port, notes } = world();
  /** @type {any[]} */
  const seen = [];
  const answer = port.request("data.import", {}, { onProgress: (progress) => seen.push(progress) });
  const { id } = ports[0]?.sent.at(-1) ?? {};
  const progress = { done: 1, total: 4, phase: "reading" };
  const tell = (/** @type {number} */ request) =>
    ports[0]?.receive({ jsonrpc: "2.0", method: "progress", params: { request, ...progress } });
  tell(id);
  tell(id + 1);
  ports[0]?.answer("data.import", { result: {} });
  await answer;
  tell(id);
  assert.deepEqual(seen, [progress]);
  assert.deepEqual(notes, []);
});
