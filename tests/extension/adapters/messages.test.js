// Where a person's messages stand: under the keys of their turns, on every layout.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PAGES, openFile } from "./page.js";

for (const name of PAGES) {
  test(`${name}: the messages have the keys of the captured turns and stand in the page`, () => {
    const { document, memoryx } = openFile(name);
    const adapter = memoryx.adapters.find((each) => each.layout(document) !== null);
    assert.ok(adapter);
    const captured = adapter.transcript(document).turns.filter(({ role }) => role === "user");
    const messages = adapter.messages(document);
    const keys = messages.map(({ key }) => key);
    for (const { key } of captured) assert.ok(keys.includes(key), key);
    for (const { root, element } of messages) {
      assert.ok(root === element || root.contains(element));
      assert.ok(element.parentElement);
    }
  });

  test(`${name}: a line of ours after a message changes nothing of what is captured`, () => {
    const { document, memoryx } = openFile(name);
    const adapter = memoryx.adapters.find((each) => each.layout(document) !== null);
    assert.ok(adapter);
    const before = JSON.stringify(adapter.transcript(document));
    for (const { element } of adapter.messages(document)) {
      const host = document.createElement("memoryx-part");
      host.attachShadow({ mode: "closed" }).append("3 memories added");
      element.after(host);
    }
    assert.equal(JSON.stringify(adapter.transcript(document)), before);
    assert.ok(adapter.messages(document).length > 0);
  });
}
