import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PAGES, adapterOf, open, openFile } from "./page.js";

const U = "0f0e0d0c-1111-4222-8333-444455556666";
const EDITOR = '<div data-testid="chat-input" class="ProseMirror" contenteditable="true"></div>';

/** @param {string} name */
function load(name) {
  const page = openFile(name);
  return { ...page, ...adapterOf(page, "claude") };
}

/** @param {string} markup */
function make(markup) {
  const page = open(markup);
  return { ...page, ...adapterOf(page, "claude") };
}

describe("which Claude layout a page has", () => {
  test("each layout is told by its own marks, and other sites' pages are unknown", () => {
    assert.deepEqual(PAGES.map((name) => load(name).layout()), [null, null, null, "classic", "hub", null]);
  });

  test("some other page with an editor in it is unknown and has no composer", () => {
    const page = make('<div class="ProseMirror" contenteditable="true"></div><button aria-label="Send message"></button>');
    assert.equal(page.layout(), null);
    assert.equal(page.composer(), null);
    assert.deepEqual(page.transcript(), { turns: [], gaps: false });
  });
});

describe("what a Claude address says", () => {
  const { locate, temporary } = load("claude-hub");
  const nothing = { conversationId: null, account: null, project: null };

  for (const [path, expected] of /** @type {[string, object][]} */ ([
    ["/new", { kind: "new", ...nothing }],
    ["/new?incognito", { kind: "new", ...nothing }],
    [`/chat/${U}`, { kind: "conversation", ...nothing, conversationId: U }],
    [`/chat/${U.toUpperCase()}/?x=1`, { kind: "conversation", ...nothing, conversationId: U }],
    ["/chat/local-1", { kind: "conversation", ...nothing }],
    [`/project/${U}`, { kind: "new", ...nothing, project: U }],
    ["/project/x", { kind: "other", ...nothing }],
    [`/share/${U}`, { kind: "other", ...nothing }],
    ["/code", { kind: "other", ...nothing }],
    [`/code/${U}`, { kind: "other", ...nothing }],
    ["/recents", { kind: "other", ...nothing }],
    ["/settings/profile", { kind: "other", ...nothing }],
    ["/", { kind: "other", ...nothing }],
  ])) {
    test(`${path} is ${JSON.stringify(expected)}`, () => {
      assert.deepEqual(locate(`https://claude.ai${path}`), expected);
    });
  }

  test("an incognito chat is told by the address or by the frame", () => {
    assert.equal(temporary("https://claude.ai/new?incognito"), true);
    assert.equal(temporary("https://claude.ai/new?incognito=true"), true);
    assert.equal(temporary("https://claude.ai/new?incognito=false"), false);
    const page = make(`<div data-testid="incognito-frame"></div>${EDITOR}`);
    assert.equal(page.temporary(`https://claude.ai/chat/${U}`), true);
  });
});

describe("Claude's composer and its controls", () => {
  test("send is send, switched off by either attribute", () => {
    const page = load("claude-hub");
    assert.deepEqual(page.control(), { role: "send", disabled: true, element: "send" });
    page.one("#send").removeAttribute("disabled");
    assert.equal(page.control().disabled, true);
    page.one("#send").setAttribute("aria-disabled", "false");
    assert.equal(page.control().disabled, false);
  });

  test("stop in the place of send is stop, by test id or by label", () => {
    const page = load("claude-classic");
    page.fill("#trailing", '<button id="stop" data-testid="chat-input-stop"></button>');
    assert.deepEqual(page.control(), { role: "stop", disabled: false, element: "stop" });
    page.fill("#trailing", '<button id="stop" aria-label="停止回答"></button>');
    assert.equal(page.control().role, "stop");
  });

  test("a button under the same label elsewhere in the page is never taken", () => {
    const page = load("claude-classic");
    page.fill("#trailing", "");
    assert.deepEqual(page.control(), { role: "none", disabled: true, element: null });
  });

  test("the search for a control ends where the conversation begins", () => {
    const page = make(`<div><div>${EDITOR}</div><div><div data-testid="user-message">a</div><button data-testid="chat-input-send"></button></div></div>`);
    assert.equal(page.control().element, null);
  });

  test("two visible composers are none", () => {
    const page = load("claude-hub");
    page.one(".dock").append(page.document.createRange().createContextualFragment(EDITOR));
    assert.equal(page.composer(), null);
  });

  test("an editor without the test id is found by its class, one in a message is not", () => {
    const page = load("claude-hub");
    page.composer()?.removeAttribute("data-testid");
    assert.equal(page.composer()?.className, "tiptap ProseMirror");
    page.one("[data-testid=user-message]").append(/** @type {Node} */ (page.composer()));
    assert.equal(page.composer(), null);
  });

  test("attachments are counted in the composer's box alone", () => {
    const page = load("claude-hub");
    assert.equal(page.attachments(), 0, "the one in the conversation does not count");
    page.one(".box").prepend(page.document.createRange().createContextualFragment('<div data-testid="file-thumbnail">a</div>'));
    assert.equal(page.attachments(), 1);
  });

  test("a list of suggestions is a menu", () => {
    const page = load("claude-hub");
    assert.equal(page.menuOpen(), false);
    page.one(".box").append(page.document.createRange().createContextualFragment('<div role="listbox"></div>'));
    assert.equal(page.menuOpen(), true);
  });
});

describe("the hub's transcript", () => {
  test("has the site's keys and places, and the time where the page says it", () => {
    const { turns, gaps } = load("claude-hub").transcript();
    assert.equal(gaps, false);
    assert.deepEqual(
      turns.map(({ key, role, complete, position, created_at: at }) => [key, role, complete, position, at]),
      [
        ["T1", "user", true, 1, undefined],
        ["T1-hub-reply", "assistant", true, 2, "2026-10-05T08:30:00Z"],
        ["T2", "user", true, 3, undefined],
        ["T2-hub-reply", "assistant", false, 4, undefined],
      ],
    );
  });

  test("joins all prose, without status, repeats, chips and toolbars", () => {
    assert.equal(
      load("claude-hub").transcript().turns[1]?.html,
      "<div><div><p>First.</p></div><div>" +
        '<div><pre><code class="language-python">print(1)</code></pre></div>' +
        "<div><table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table></div>" +
        '<p>So <code class="language-math">a^2</code></p></div></div>',
    );
  });

  test("takes the whole message but its status where no prose is marked", () => {
    const page = load("claude-hub");
    page.fill("[data-turn-key=T1-hub-reply]", '<div data-cds="TurnStatus">Searching</div><p>Plain</p>');
    assert.equal(page.transcript().turns[1]?.html, "<div><p>Plain</p></div>");
  });

  test("keeps a person's lines and paragraphs, and names the files of a message without text", () => {
    const { turns } = load("claude-hub").transcript();
    assert.equal(turns[0]?.markdown, "Hello\nthere\n\n你好");
    assert.equal(turns[2]?.markdown, "[file: notes.pdf]");
  });

  test("an answer without the streaming mark has just begun, with it the mark decides", () => {
    const page = load("claude-hub");
    const answer = page.one("[data-turn-key=T2-hub-reply]");
    assert.equal(page.busy(), true);
    answer.setAttribute("data-is-streaming", "true");
    assert.equal(page.transcript().turns[3]?.complete, false);
    answer.setAttribute("data-is-streaming", "false");
    assert.equal(page.transcript().turns[3]?.complete, true);
    assert.equal(page.busy(), false);
  });

  test("places that do not follow each other, or do not begin or end, are gaps", () => {
    const rows = (/** @type {string} */ nth) => {
      const page = load("claude-hub");
      page.one(`[data-testid=transcript-row]:nth-child(${nth})`).remove();
      return page.transcript().gaps;
    };
    assert.deepEqual(["1", "2", "4"].map(rows), [true, true, true]);
  });

  test("a recycled row takes the key of the message that it shows now", () => {
    const page = load("claude-hub");
    page.one("[data-cds=UserMessage]").setAttribute("data-turn-key", "T0");
    assert.equal(page.transcript().turns[0]?.key, "T0");
  });

  test("a message that is being edited is left out and leaves a gap", () => {
    const page = load("claude-hub");
    page.fill("[data-testid=user-message]", "<textarea>Hello</textarea>");
    const { turns, gaps } = page.transcript();
    assert.equal(turns[0]?.role, "assistant");
    assert.equal(gaps, true);
  });

  test("the count of a person's messages rises although older rows leave the page", () => {
    const page = load("claude-hub");
    const before = page.count();
    page.one("[data-testid=transcript-row]").remove();
    page.one("[data-perf-row=assistant]:last-child [aria-posinset]").setAttribute("aria-posinset", "5");
    page.one("[data-perf-row=assistant]:last-child").setAttribute("data-perf-row", "human");
    assert.ok(page.count() > before);
  });
});

describe("the classic transcript", () => {
  test("joins the reply without thinking, artifacts' cells and code's header", () => {
    assert.equal(
      load("claude-classic").transcript().turns[1]?.html,
      '<div><p>茶 is a drink.</p><pre><code class="language-python">print(1)</code></pre></div>',
    );
  });

  test("gives a message that was said twice two keys, and an answer its question's", () => {
    const { turns } = load("claude-classic").transcript();
    const keys = turns.map(({ key }) => key);
    assert.equal(new Set(keys).size, 6);
    for (const index of [0, 2, 4]) assert.equal(keys[index + 1], `${keys[index]}:answer`);
    assert.deepEqual(turns.map(({ complete }) => complete), [true, true, true, true, true, false]);
  });

  test("keeps its keys when a later message comes", () => {
    const page = load("claude-classic");
    const before = page.transcript().turns.map(({ key }) => key);
    page.one("[data-autoscroll-container]").append(page.document.createRange().createContextualFragment('<div data-testid="user-message"><p>more</p></div>'));
    assert.deepEqual(page.transcript().turns.map(({ key }) => key).slice(0, 6), before);
    assert.equal(page.count(), 4);
  });

  test("takes rendered text of a person as HTML", () => {
    const page = load("claude-classic");
    page.fill("[data-testid=user-message]", "<p>See</p><ul><li>one</li></ul>");
    assert.equal(page.transcript().turns[0]?.html, "<div><p>See</p><ul><li>one</li></ul></div>");
  });
});
