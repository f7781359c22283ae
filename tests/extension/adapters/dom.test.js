import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { open } from "./page.js";

/** @param {string} markup */
function load(markup) {
  const page = open(`<body>${markup}</body>`);
  return { ...page, ...page.memoryx };
}

describe("what shows", () => {
  test("hidden, inert, detached and boxless elements do not show", () => {
    const { dom, document, one } = load('<i id="a"></i><i id="b" hidden></i><p inert><i id="c"></i></p><i id="d"></i>');
    one("#d").getBoundingClientRect = () => /** @type {DOMRect} */ ({ width: 0, height: 20 });
    assert.deepEqual(["#a", "#b", "#c", "#d"].map((id) => dom.visible(one(id))), [true, false, false, false]);
    assert.equal(dom.visible(document.createElement("i")), false);
  });

  test("the only visible match is found past hidden ones, and none of two", () => {
    const { dom, document, one } = load('<i id="a" hidden></i><i id="b"></i>');
    assert.equal(dom.onlyVisible(document, "i")?.id, "b");
    one("#a").hidden = false;
    assert.equal(dom.onlyVisible(document, "i"), null);
  });
});

describe("the composer's surroundings", () => {
  test("are the nearest ancestor that holds what is looked for", () => {
    const { dom, one } = load('<div id="box"><div><i></i></div><button></button></div>');
    assert.equal(dom.container(one("i"), "button", "main")?.id, "box");
  });

  test("end at a fence, at what holds a fence, and at the body", () => {
    const fenced = load("<main><div><i></i></div><button></button></main>");
    assert.equal(fenced.dom.container(fenced.one("i"), "button", "main"), null);
    const holding = load("<div><div><i></i></div><main></main><button></button></div>");
    assert.equal(holding.dom.container(holding.one("i"), "button", "main"), null);
    const body = load("<div><i></i></div><button></button>");
    assert.equal(body.dom.container(body.one("i"), "button", "main"), null);
  });
});

describe("a turn's text", () => {
  test("line breaks are br and the ends of blocks; a br at a block's end draws none", () => {
    const { markup, one } = load("<div id=t><p>a<br>b</p><p><br></p><p>c<br></p></div>");
    assert.equal(markup.text(one("#t")), "a\nb\n\nc");
  });

  test("plain text stays as it was typed, rendered text is taken as HTML", () => {
    const { markup, one } = load("<div id=a>  x\n # y&nbsp;z </div><div id=b><p>x</p><pre>y</pre></div>");
    assert.deepEqual({ ...markup.typed(one("#a")) }, { markdown: "x\n # y z" });
    assert.deepEqual({ ...markup.typed(one("#b")) }, { html: "<div><p>x</p><pre>y</pre></div>" });
  });
});

describe("clean HTML", () => {
  /** @param {string} inside */
  const clean = (inside) => {
    const { markup, one } = load(`<div id="t">${inside}</div>`);
    return markup.html(markup.detached(one("#t")));
  };

  test("keeps meaning and drops the page's own attributes, wrappers and comments", () => {
    assert.equal(
      clean('<p class="x" data-a="1" style="color:red">a <span>b</span><!-- c --></p><my-part><em id="e">d</em></my-part><div></div>'),
      "<div><p>a b</p><em>d</em></div>",
    );
  });

  test("keeps addresses of the web alone", () => {
    assert.equal(
      clean('<a href="https://example.org/" onclick="x()">a</a><a href="javascript:x()">b</a><a href="#c">c</a><img src="https://example.org/i.png" alt="i"><img src="blob:1" alt="j"><img src="data:,">'),
      '<div><a href="https://example.org/">a</a>bc<img src="https://example.org/i.png" alt="i">[image: j][image]</div>',
    );
  });

  test("keeps what tables and lists mean", () => {
    assert.equal(
      clean('<ol start="3" class="l"><li><input type="checkbox" checked>a</li><li><input type="checkbox">b</li></ol>'),
      '<div><ol start="3"><li>[x] a</li><li>[ ] b</li></ol></div>',
    );
  });

  test("leaves out what only screen readers or hands meet", () => {
    assert.equal(clean('<h2 class="sr-only">a</h2><button>b</button><mat-icon>c</mat-icon><div role="toolbar">d</div><p>e</p>'), "<div><p>e</p></div>");
  });

  test("no paragraph holds a block", () => {
    const { markup, document, one } = load('<div id="t"><p>x</p></div>');
    const clone = markup.detached(one("#t"));
    clone.querySelector("p")?.replaceChildren("see", markup.codeBlock(document, "y", "c"));
    assert.equal(markup.html(clone), '<div>see<pre><code class="language-c">y</code></pre></div>');
  });

  test("the page itself is not changed", () => {
    const { markup, one, document } = load('<div id="t"><p class="a">x<button>y</button></p></div>');
    const before = document.body.outerHTML;
    markup.answered([one("#t")], [], (clone) => markup.codeBlocks(clone, "pre"));
    assert.equal(document.body.outerHTML, before);
  });
});

describe("names and keys", () => {
  const { dom, markup } = load("");

  test("a language is what Markdown calls it, and nothing where it is none", () => {
    const labels = ["Python", "C++", "c#", "Plain text", "Code snippet", "代码段", "", null, "objective-c", "F#"];
    assert.deepEqual(labels.map(markup.language), ["python", "cpp", "csharp", "", "", "", "", "", "objectivec", "fsharp"]);
  });

  test("a key of a text is FNV-1a over its UTF-8 bytes", () => {
    // Test vectors of the authors of the hash.
    assert.deepEqual(["", "a", "foobar"].map(dom.hash), ["cbf29ce484222325", "af63dc4c8601ec8c", "85944171f73967e8"]);
    assert.notEqual(dom.hash("茶"), dom.hash("茶 "));
  });
});
