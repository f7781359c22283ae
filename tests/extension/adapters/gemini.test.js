import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PAGES, adapterOf, openFile } from "./page.js";

const ID = "0123456789abcdef";

function load(name = "gemini") {
  const page = openFile(name);
  return { ...page, ...adapterOf(page, "gemini") };
}

/** @param {string} state @param {string} [off] */
const sendHost = (state, off = "false") =>
  `<div data-test-id="send-button-container"><gem-icon-button class="send-button ${state}" aria-disabled="${off}"><button id="inner"></button></gem-icon-button></div>`;

describe("Gemini's page and addresses", () => {
  test("the page is told by its own marks, and other sites' pages are unknown", () => {
    assert.deepEqual(PAGES.map((name) => load(name).layout()), [null, null, null, null, null, "app"]);
  });

  const { locate, temporary } = load();
  const nothing = { conversationId: null, account: null, project: null };

  for (const [path, expected] of /** @type {[string, object][]} */ ([
    ["/app", { kind: "new", ...nothing }],
    ["/app/", { kind: "new", ...nothing }],
    [`/app/${ID}`, { kind: "conversation", ...nothing, conversationId: ID }],
    [`/app/${ID.toUpperCase()}?hl=zh`, { kind: "conversation", ...nothing, conversationId: ID }],
    [`/u/2/app/${ID}`, { kind: "conversation", ...nothing, conversationId: ID, account: "2" }],
    ["/u/0/app", { kind: "new", ...nothing, account: "0" }],
    ["/gem/coding-partner", { kind: "new", ...nothing }],
    [`/gem/coding-partner/${ID}`, { kind: "conversation", ...nothing, conversationId: ID }],
    [`/u/1/gem/9a8b7c/${ID}`, { kind: "conversation", ...nothing, conversationId: ID, account: "1" }],
    ["/app/pending-1", { kind: "conversation", ...nothing }],
    ["/share/abc123", { kind: "other", ...nothing }],
    ["/u/1/share/abc123", { kind: "other", ...nothing, account: "1" }],
    ["/gems/view", { kind: "other", ...nothing }],
    [`/app/${ID}/more`, { kind: "other", ...nothing }],
    ["/", { kind: "other", ...nothing }],
  ])) {
    test(`${path} is ${JSON.stringify(expected)}`, () => {
      assert.deepEqual(locate(`https://gemini.google.com${path}`), expected);
    });
  }

  test("a temporary chat is told by the page, since the address stays the same", () => {
    assert.equal(temporary("https://gemini.google.com/app"), false);
    const page = load();
    page.one("chat-window").className = "is-temporary-chat";
    assert.equal(page.temporary("https://gemini.google.com/app"), true);
    page.one("chat-window").className = "";
    page.one("body").className = "temp-chat-on";
    assert.equal(page.temporary("https://gemini.google.com/app"), true);
  });

  test("the title is the page's without the product's name", () => {
    const page = load();
    assert.equal(page.title(), "Tea");
    page.document.title = "Google Gemini";
    assert.equal(page.title(), null);
  });
});

describe("Gemini's composer and its controls", () => {
  test("the state is read from the host element and the click goes to the button inside", () => {
    const page = load();
    page.fill("#trailing", sendHost("submit", "true"));
    assert.deepEqual(page.control(), { role: "send", disabled: true, element: "inner" });
    page.fill("#trailing", sendHost("submit"));
    assert.deepEqual(page.control(), { role: "send", disabled: false, element: "inner" });
  });

  test("the same control is stop by its class or by its icon", () => {
    const page = load();
    page.fill("#trailing", sendHost("stop"));
    assert.equal(page.control().role, "stop");
    assert.equal(page.busy(), true);
    page.fill("#trailing", sendHost("submit"));
    page.fill("#inner", '<mat-icon fonticon="stop">stop</mat-icon>');
    assert.equal(page.control().role, "stop");
  });

  test("with an empty composer there is no control, and none is taken from elsewhere", () => {
    const page = load();
    page.fill("#trailing", "");
    assert.deepEqual(page.control(), { role: "none", disabled: true, element: null });
    assert.equal(page.busy(), false);
  });

  test("two visible composers are none, an editor in an old message does not count", () => {
    const page = load();
    const editor = page.document.createRange().createContextualFragment('<rich-textarea><div class="ql-editor" contenteditable="true"></div></rich-textarea>');
    const second = /** @type {HTMLElement} */ (editor.firstElementChild);
    page.one("user-query").append(second);
    assert.equal(page.composer()?.className, "ql-editor");
    page.one("input-area-v2").append(second);
    assert.equal(page.composer(), null);
  });

  test("attachments are counted in the composer's place alone", () => {
    const page = load();
    assert.equal(page.attachments(), 0, "the one in the conversation does not count");
    page.one("#trailing").append(page.document.createRange().createContextualFragment('<div data-test-id="uploaded-file">a<button aria-label="Remove a"></button></div>'));
    assert.equal(page.attachments(), 1);
  });
});

describe("Gemini's transcript", () => {
  test("has the site's keys, and an answer is complete when its actions are there", () => {
    const { turns, gaps } = load().transcript();
    assert.equal(gaps, false);
    assert.deepEqual(
      turns.map(({ key, role, complete }) => [key, role, complete]),
      [
        [ID, "user", true],
        ["r_1111aaaa", "assistant", true],
        ["fedcba9876543210", "user", true],
        ["r_2222bbbb", "assistant", false],
      ],
    );
  });

  test("keeps a person's empty lines, and names the files of a message without text", () => {
    const { turns } = load().transcript();
    assert.equal(turns[0]?.markdown, "Tell me\n\nabout 茶");
    assert.equal(turns[2]?.markdown, "[file: cup.png]");
  });

  test("takes the answer and neither thoughts, chips, icons, sources nor footers", () => {
    assert.equal(
      load().transcript().turns[1]?.html,
      '<div><p>Tea is <code class="language-math">a^2</code>.</p>' +
        '<pre><code class="language-cpp">int x;</code></pre>' +
        '<pre><code class="language-math">\\int x</code></pre>' +
        "<div><table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table></div></div>",
    );
  });

  test("thoughts are no part of an answer wherever they stand, nor are the pictures in them", () => {
    const page = load();
    const before = page.transcript().turns[1]?.html;
    const thoughts = '<message-content><p>Hm</p></message-content><img alt="a cup">';
    page.one("response-container").append(page.document.createRange().createContextualFragment(`<model-thoughts>${thoughts}</model-thoughts>`));
    assert.equal(page.transcript().turns[1]?.html, before);
  });

  test("the last answer is complete only when stop is gone", () => {
    const page = load();
    const [, second] = page.document.querySelectorAll("response-container");
    second?.append(page.document.createElement("message-actions"));
    assert.equal(page.transcript().turns[3]?.complete, false);
    page.fill("#trailing", sendHost("submit"));
    assert.equal(page.transcript().turns[3]?.complete, true);
  });

  test("an answer that has no id yet waits, one of pictures alone has its question's key", () => {
    const page = load();
    const [, second] = page.document.querySelectorAll("response-container");
    second?.replaceChildren(page.document.createRange().createContextualFragment('<message-content><div class="markdown"></div></message-content><img alt="A cup">'));
    assert.equal(page.transcript().turns.length, 3);
    page.fill("#trailing", "");
    second?.append(page.document.createElement("message-actions"));
    assert.deepEqual(page.transcript().turns[3], {
      ...{ key: "fedcba9876543210:answer", role: "assistant", complete: true },
      html: "<div><p>[image: A cup]</p></div>",
    });
  });

  test("a message that is being edited is left out and leaves a gap", () => {
    const page = load();
    page.fill(".query-text", "<textarea>Tell</textarea>");
    const { turns, gaps } = page.transcript();
    assert.equal(turns[0]?.role, "assistant");
    assert.equal(gaps, true);
  });
});
