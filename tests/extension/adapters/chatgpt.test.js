import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PAGES, adapterOf, open, openFile } from "./page.js";

const U = "0f0e0d0c-1111-4222-8333-444455556666";

/** @param {string} name */
function load(name) {
  const page = openFile(name);
  return { ...page, ...adapterOf(page, "chatgpt") };
}

describe("which ChatGPT layout a page has", () => {
  test("each layout is told by its own marks, and other sites' pages are unknown", () => {
    const found = PAGES.map((name) => load(name).layout());
    assert.deepEqual(found, ["classic", "app-shell", "mobile", null, null, null]);
  });

  test("an empty page is unknown, has no composer, no turns and nothing that is being written", () => {
    const page = adapterOf(open("<main><textarea></textarea><div contenteditable=true></div></main>"), "chatgpt");
    assert.equal(page.layout(), null);
    assert.equal(page.composer(), null);
    assert.deepEqual(page.transcript(), { turns: [], gaps: false });
    assert.equal(page.busy(), false);
    assert.equal(page.count(), 0);
  });

  test("the composer that shows decides between two layouts in one page", () => {
    const page = load("chatgpt-shell");
    page.one("body").append(...load("chatgpt-mobile").document.body.children);
    assert.equal(page.layout(), null, "two composers of two layouts show");
    page.one("form[data-mobile-composer]").hidden = true;
    assert.equal(page.layout(), "app-shell");
  });

  test("a conversation without a composer is still known by its turns", () => {
    for (const [name, layout] of [["chatgpt-classic", "classic"], ["chatgpt-shell", "app-shell"], ["chatgpt-mobile", "mobile"]]) {
      const page = load(String(name));
      page.one("main form").remove();
      assert.equal(page.layout(), layout);
      assert.equal(page.composer(), null);
    }
  });
});

describe("what a ChatGPT address says", () => {
  const { locate, temporary } = load("chatgpt-classic");
  const nothing = { conversationId: null, account: null, project: null };

  for (const [path, expected] of /** @type {[string, object][]} */ ([
    ["/", { kind: "new", ...nothing }],
    ["/?temporary-chat=true", { kind: "new", ...nothing }],
    [`/c/${U}`, { kind: "conversation", ...nothing, conversationId: U }],
    [`/c/${U.toUpperCase()}/?model=x#end`, { kind: "conversation", ...nothing, conversationId: U }],
    [`/uc/${U}`, { kind: "conversation", ...nothing, conversationId: U }],
    [`/g/g-abc123-helper/c/${U}`, { kind: "conversation", ...nothing, conversationId: U }],
    ["/g/g-abc123-helper", { kind: "new", ...nothing }],
    ["/g/g-p-0a1b2c-garden/project", { kind: "new", ...nothing, project: "g-p-0a1b2c" }],
    [`/g/g-p-0a1b2c-garden/c/${U}`, { kind: "conversation", conversationId: U, account: null, project: "g-p-0a1b2c" }],
    [`/branch/${U}/${U}`, { kind: "new", ...nothing }],
    [`/c/WEB:${U}`, { kind: "conversation", ...nothing }],
    [`/c/WEB%3A${U}`, { kind: "conversation", ...nothing }],
    ["/c/local-17", { kind: "conversation", ...nothing }],
    [`/share/${U}`, { kind: "other", ...nothing }],
    ["/codex", { kind: "other", ...nothing }],
    [`/codex/tasks/${U}`, { kind: "other", ...nothing }],
    ["/gpts", { kind: "other", ...nothing }],
    [`/c/${U}/settings`, { kind: "other", ...nothing }],
    ["/g/", { kind: "other", ...nothing }],
  ])) {
    test(`${path} is ${JSON.stringify(expected)}`, () => {
      assert.deepEqual(locate(`https://chatgpt.com${path}`), expected);
    });
  }

  test("a temporary chat is told by its address", () => {
    assert.equal(temporary("https://chatgpt.com/?temporary-chat=true"), true);
    assert.equal(temporary("https://chatgpt.com/?temporary-chat=false"), false);
    assert.equal(temporary(`https://chatgpt.com/c/${U}`), false);
  });

  test("the title is the page's without the product's name", () => {
    const page = load("chatgpt-classic");
    assert.equal(page.title(), "Weekend plan");
    page.document.title = "ChatGPT - Garden";
    assert.equal(page.title(), "Garden");
    page.document.title = "ChatGPT";
    assert.equal(page.title(), null);
  });
});

describe("the classic layout's controls", () => {
  test("the composer is the editor, not the decoy textarea", () => {
    assert.equal(load("chatgpt-classic").composer()?.tagName, "DIV");
  });

  test("send is send, also when it is switched off", () => {
    const page = load("chatgpt-classic");
    assert.deepEqual(page.control(), { role: "send", disabled: false, element: "composer-submit-button" });
    page.one("[data-testid=send-button]").setAttribute("disabled", "");
    assert.deepEqual(page.control(), { role: "send", disabled: true, element: "composer-submit-button" });
  });

  test("stop under the same id is stop, and the page is busy", () => {
    const page = load("chatgpt-classic");
    page.fill("#trailing", '<button id="composer-submit-button" data-testid="stop-button" aria-label="Stop streaming"></button>');
    assert.equal(page.control().role, "stop");
    assert.equal(page.busy(), true);
  });

  test("voice in the place of send is no send, even under send's id", () => {
    const page = load("chatgpt-classic");
    page.fill("#trailing", '<button id="composer-submit-button" data-testid="composer-speech-button" aria-label="Start voice mode"></button>');
    assert.deepEqual(page.control(), { role: "none", disabled: true, element: null });
  });

  test("without test ids the label decides, in other languages too", () => {
    const page = load("chatgpt-classic");
    page.fill("#trailing", '<button type="button" id="x" aria-label="发送提示"></button>');
    assert.equal(page.control().role, "send");
    page.fill("#trailing", '<button type="button" id="x" aria-label="停止生成"></button>');
    assert.equal(page.control().role, "stop");
    page.fill("#trailing", '<button type="button" id="x" aria-label="Dictate"></button>');
    assert.equal(page.control().role, "none");
  });

  test("a submit button outside of the composer's form is never taken", () => {
    const page = load("chatgpt-classic");
    page.fill("#trailing", "");
    assert.equal(page.control().element, null);
  });

  test("two visible composers are none, a hidden second one does not count", () => {
    const page = load("chatgpt-classic");
    const second = /** @type {HTMLElement} */ (page.one("form[data-type]").cloneNode(true));
    page.one("main").append(second);
    assert.equal(page.composer(), null);
    second.hidden = true;
    assert.notEqual(page.composer(), null);
  });

  test("a list of suggestions is open when a list box shows or the editor says so", () => {
    const page = load("chatgpt-classic");
    assert.equal(page.menuOpen(), false);
    page.composer()?.setAttribute("aria-expanded", "true");
    assert.equal(page.menuOpen(), true);
  });

  test("attachments are counted by the buttons that take them away", () => {
    const page = load("chatgpt-classic");
    page.fill("#trailing", '<button aria-label="Remove file 1: a.png"></button><button aria-label="移除 b.png"></button>');
    assert.equal(page.attachments(), 2);
  });
});

describe("the classic layout's transcript", () => {
  test("is what the page shows, in its order and under the site's ids", () => {
    const { turns, gaps } = load("chatgpt-classic").transcript();
    assert.equal(gaps, false);
    assert.deepEqual(
      turns.map(({ key, role, complete, position }) => [key.slice(0, 1), key.slice(-7), role, complete, position]),
      [
        ["a", "0000001", "user", true, 1],
        ["b", "0000002", "assistant", true, 2],
        ["a", "0000003", "user", true, 3],
        ["a", ":answer", "assistant", true, 4],
        ["a", "0000005", "user", true, 5],
        ["b", "0000006", "assistant", true, 6],
      ],
    );
  });

  test("keeps a person's text as typed", () => {
    assert.equal(load("chatgpt-classic").transcript().turns[0]?.markdown, "Plan a weekend\n第二行 *as typed*");
  });

  test("joins the steps of an answer and leaves thinking, tools, chips and buttons out", () => {
    assert.equal(
      load("chatgpt-classic").transcript().turns[1]?.html,
      "<div><p>Let me look that up.</p><h2>Plan</h2><p>Run <code>npm test</code> with <strong>care</strong>, see " +
        '<a href="https://example.org/a">the guide</a>.</p>' +
        '<pre><code class="language-python">def f(x):\n    return x &lt; 1</code></pre>' +
        '<p>Mass is <code class="language-math">E = mc^2</code>.</p>' +
        '<pre><code class="language-math">\\sum_i i</code></pre>' +
        "<div><table><thead><tr><th>City</th></tr></thead><tbody><tr><td>马德里</td></tr></tbody></table></div>" +
        "<ul><li>[x] done</li><li>todo</li></ul></div>",
    );
  });

  test("names the files of a message without text, and the pictures of an answer without text", () => {
    const { turns } = load("chatgpt-classic").transcript();
    assert.equal(turns[2]?.markdown, "[file: boat.png]");
    assert.equal(turns[3]?.html, "<div><p>[image: Generated image: a boat]</p></div>");
  });

  test("a section whose content is not mounted is a gap, not a deletion", () => {
    const page = load("chatgpt-classic");
    page.fill("[data-testid=conversation-turn-2]", "");
    const { turns, gaps } = page.transcript();
    assert.equal(gaps, true);
    assert.equal(turns.length, 5);
  });

  test("an answer that is being written is not complete, and no gap", () => {
    const page = load("chatgpt-classic");
    page.one("[data-testid=conversation-turn-6] .markdown").classList.add("result-streaming");
    const { turns, gaps } = page.transcript();
    assert.equal(turns.at(-1)?.complete, false);
    assert.equal(gaps, false);
    page.fill("[data-testid=conversation-turn-6]", '<div class="result-streaming"></div>');
    assert.equal(page.transcript().gaps, false);
  });

  test("an answer under a provisional id waits for its own", () => {
    const page = load("chatgpt-classic");
    page.one("[data-testid=conversation-turn-6] [data-message-id]").dataset.messageId = `request-WEB:${U}`;
    assert.equal(page.transcript().turns.length, 5);
  });

  test("a message that is being edited is left out and leaves a gap", () => {
    const page = load("chatgpt-classic");
    page.fill("[data-testid=conversation-turn-1] .bubble", "<textarea>Plan a week</textarea><button>Send</button>");
    const { turns, gaps } = page.transcript();
    assert.equal(turns[0]?.role, "assistant");
    assert.equal(gaps, true);
    assert.equal(page.composer()?.id, "prompt-textarea");
    page.fill("[data-testid=conversation-turn-1] .bubble", '<div class="whitespace-pre-wrap">Plan <textarea></textarea></div>');
    assert.equal(page.transcript().turns[0]?.role, "assistant");
  });
});

describe("the app-shell layout", () => {
  test("send is the form's submit button whatever its language, and voice is not", () => {
    const page = load("chatgpt-shell");
    assert.deepEqual(page.control(), { role: "send", disabled: false, element: "send" });
    page.one("#send").setAttribute("aria-label", "Пошли");
    assert.equal(page.control().role, "send");
    page.one("#send").setAttribute("aria-label", "Start voice mode");
    assert.equal(page.control().role, "none");
  });

  test("stop is told by its label, and busy by the status line too", () => {
    const page = load("chatgpt-shell");
    page.fill("#trailing", '<button type="button" aria-label="Stop"></button>');
    assert.equal(page.control().role, "stop");
    assert.equal(page.busy(), true);
    page.fill("#trailing", '<button type="button" aria-label="???"></button>');
    assert.equal(page.control().role, "none");
    assert.equal(page.busy(), false);
    page.one("[role=status]").setAttribute("aria-busy", "true");
    assert.equal(page.busy(), true);
  });

  test("an open mention list is a menu", () => {
    const page = load("chatgpt-shell");
    page.fill("#trailing", '<div data-composer-overlay-floating-ui="true"><div data-mention-list-scroll-area></div></div>');
    assert.equal(page.menuOpen(), true);
    page.one("[data-composer-overlay-floating-ui]").hidden = true;
    assert.equal(page.menuOpen(), false);
  });

  test("keys are message ids: the last of a list, and the question's for pictures", () => {
    const { turns } = load("chatgpt-shell").transcript();
    assert.deepEqual(
      turns.map(({ key }) => key),
      [
        "cccccccc-0000-4000-8000-000000000001",
        "dddddddd-0000-4000-8000-000000000002",
        "cccccccc-0000-4000-8000-000000000002",
        "cccccccc-0000-4000-8000-000000000002:answer",
      ],
    );
  });

  test("a renumbered window changes no key", () => {
    const page = load("chatgpt-shell");
    const before = page.transcript();
    for (const unit of page.document.querySelectorAll("[data-chatgpt-search-unit-key]")) {
      unit.setAttribute("data-chatgpt-search-unit-key", (unit.getAttribute("data-chatgpt-search-unit-key") ?? "").replace("fallback-turn-", "fallback-turn-9"));
    }
    assert.deepEqual(page.transcript(), before);
  });

  test("paragraphs of a person's text are parted by blank lines", () => {
    assert.equal(load("chatgpt-shell").transcript().turns[0]?.markdown, "First line\nsecond line\n\nNew paragraph");
  });

  test("code without pre, in an editor, inline, drafts and formulas become ordinary HTML", () => {
    assert.equal(
      load("chatgpt-shell").transcript().turns[1]?.html,
      "<div><p>Use <code>ls -la</code> now.</p>" +
        '<pre><code class="language-cpp">int main() {\n}</code></pre>' +
        '<pre><code class="language-json">{"a": 1}</code></pre>' +
        '<pre><code class="language-python">def f():\n\n    return 1</code></pre>' +
        "<p>Dear Ana,<br>thank you.</p><p>Regards</p>" +
        '<pre><code class="language-math">x^2</code></pre></div>',
    );
  });

  test("code with lines missing ends the capture before it, incomplete", () => {
    const page = load("chatgpt-shell");
    page.one(".cm-line").after(page.document.createRange().createContextualFragment('<div class="cm-gap"></div>'));
    const { turns, gaps } = page.transcript();
    assert.equal(turns[1]?.complete, false);
    assert.match(turns[1]?.html ?? "", /language-json">\{"a": 1\}<\/code><\/pre><\/div>$/);
    assert.equal(gaps, true);
  });

  test("a spacer with a height says that turns are missing, an empty one does not", () => {
    const page = load("chatgpt-shell");
    assert.equal(page.transcript().gaps, true);
    page.one("[data-thread-find-target] > div").setAttribute("style", "height:0px");
    assert.equal(page.transcript().gaps, false);
  });

  test("the last answer is not complete while the page is busy", () => {
    const page = load("chatgpt-shell");
    page.one("[role=status]").setAttribute("aria-busy", "true");
    page.one("[data-turn-key] + [data-turn-key]").remove();
    const { turns } = page.transcript();
    assert.deepEqual(turns.map(({ complete }) => complete), [true, false]);
  });
});

describe("the mobile layout", () => {
  test("one button is stop while an answer is written, and send after", () => {
    const page = load("chatgpt-mobile");
    assert.deepEqual(page.control(), { role: "stop", disabled: false, element: "submit" });
    const button = page.one("#submit");
    button.removeAttribute("data-stop-generating");
    button.setAttribute("type", "submit");
    button.setAttribute("aria-disabled", "true");
    assert.deepEqual(page.control(), { role: "send", disabled: true, element: "submit" });
    button.setAttribute("aria-disabled", "false");
    assert.deepEqual(page.control(), { role: "send", disabled: false, element: "submit" });
  });

  test("an answer under a pending id waits, and the placeholder is left out", () => {
    const page = load("chatgpt-mobile");
    const { turns, gaps } = page.transcript();
    assert.equal(gaps, false);
    assert.deepEqual(turns.map(({ role, complete }) => [role, complete]), [["user", true], ["assistant", true], ["user", true]]);
    assert.equal(turns[0]?.markdown, "What is\ntea?");
    assert.equal(turns[1]?.html, '<div><p>A <em>drink</em>.</p><pre><code class="language-sh">boil</code></pre></div>');
    assert.equal(page.busy(), true);
    assert.equal(page.count(), 2);
  });

  test("an answer is complete when the page says so", () => {
    const page = load("chatgpt-mobile");
    const answer = page.one("li[data-message-role=assistant]");
    answer.dataset.messageComplete = "false";
    assert.equal(page.transcript().turns[1]?.complete, false);
    answer.dataset.messageComplete = "true";
    answer.dataset.messageStreaming = "";
    assert.equal(page.transcript().turns[1]?.complete, false);
  });
});
