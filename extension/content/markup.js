// Pure helpers that make ordinary HTML of what a page shows. All of the rewriting is done on clones
// in an inert document; nothing here knows a site, and nothing here changes a page.
(() => {
  "use strict";

  const BLOCKS = new Set(
    ("ADDRESS ARTICLE ASIDE BLOCKQUOTE DD DETAILS DIV DL DT FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 " +
      "HEADER HR LI MAIN NAV OL P PRE SECTION TABLE TBODY TD TH THEAD TR UL").split(" "),
  );

  /** What no reader takes for a part of a message, whatever the site. */
  const NOISE = [
    ".sr-only",
    ".cdk-visually-hidden",
    "button",
    "[role=button]",
    "[role=toolbar]",
    "mat-icon",
    "svg",
    "script",
    "style",
    "template",
    "noscript",
    "textarea",
    "audio",
    "video",
    "iframe",
  ];

  /** Attributes that carry meaning, by element. All others are the page's own affair. */
  const KEPT = /** @type {Record<string, readonly string[]>} */ ({
    A: ["href"],
    IMG: ["src", "alt"],
    OL: ["start"],
    TD: ["colspan", "rowspan"],
    TH: ["colspan", "rowspan"],
  });

  /** Names that pages write for people, and what Markdown calls them. */
  const LANGUAGES = /** @type {Record<string, string>} */ ({
    "c++": "cpp",
    "c#": "csharp",
    "f#": "fsharp",
    "objective-c": "objectivec",
    "plain text": "",
    plaintext: "",
    text: "",
    code: "",
  });

  /** What shows that a page has rendered a person's text rather than shown it as typed. */
  const RENDERED = "ul, ol, pre, table, blockquote, hr, code, strong, em, del, h1, h2, h3, h4, h5, h6";

  /** @type {WeakMap<Document, Document>} */
  const inerts = new WeakMap();

  /**
   * A document without a window: no image is fetched in it and no custom element of the page comes
   * to life.
   * @param {Document} doc
   */
  function inertOf(doc) {
    const inert = inerts.get(doc) ?? doc.implementation.createHTMLDocument("");
    inerts.set(doc, inert);
    return inert;
  }

  /**
   * @param {Element} element
   * @param {readonly string[]} [drop]
   */
  function detached(element, drop = []) {
    const clone = /** @type {HTMLElement} */ (inertOf(element.ownerDocument).importNode(element, true));
    for (const gone of clone.querySelectorAll([...NOISE, ...drop].join(","))) gone.remove();
    return clone;
  }

  /** @param {Node} node */
  function isBlock(node) {
    return node.nodeType === 1 && BLOCKS.has(/** @type {Element} */ (node).tagName);
  }

  /**
   * The text of a run of inline nodes; a `br` that ends its block draws no line of its own.
   * @param {Node} node
   * @returns {string}
   */
  function inlineText(node) {
    if (node.nodeType === 3) return /** @type {Text} */ (node).data;
    if (node.nodeName === "BR") return !node.nextSibling && isBlock(/** @type {Node} */ (node.parentNode)) ? "" : "\n";
    return node.nodeType === 1 ? text(node) : "";
  }

  /**
   * @param {Node} node
   * @returns {string}
   */
  function text(node) {
    if (node.nodeType === 3) return /** @type {Text} */ (node).data;
    /** @type {string[]} */
    const lines = [];
    let run = "";
    let blocks = false;
    const flush = () => {
      if (run.trim()) lines.push(run);
      run = "";
    };
    for (const child of node.childNodes) {
      if (isBlock(child)) {
        flush();
        lines.push(text(child));
        blocks = true;
      } else {
        run += inlineText(child);
      }
    }
    if (!blocks) return run;
    flush();
    return lines.join("\n");
  }

  /**
   * @param {Element} element
   * @param {readonly string[]} [drop]
   */
  function typed(element, drop = []) {
    const clone = detached(element, drop);
    if (clone.querySelector(RENDERED)) return { html: html(clone) };
    const blocks = [...clone.querySelectorAll("p")];
    // Paragraphs stand for blank lines; inside one, a line break is a line break.
    const plain = blocks.length ? blocks.map(text).join("\n\n") : text(clone);
    return { markdown: plain.replaceAll("\u00a0", " ").trim() };
  }

  /**
   * @param {Document} doc
   * @param {string} code
   * @param {string | null} [name]
   */
  function codeBlock(doc, code, name) {
    const pre = doc.createElement("pre");
    const inner = pre.appendChild(doc.createElement("code"));
    if (name) inner.className = `language-${name}`;
    inner.textContent = code.replace(/\n$/, "");
    return pre;
  }

  /**
   * @param {Document} doc
   * @param {string} value
   */
  function paragraphs(doc, value) {
    return value.trim().split(/\n\s*\n/).map((part) => {
      const paragraph = doc.createElement("p");
      part.split("\n").forEach((line, index) => {
        if (index) paragraph.append(doc.createElement("br"));
        paragraph.append(line);
      });
      return paragraph;
    });
  }

  /** @param {Element} node */
  function removeOnwards(node) {
    let at = /** @type {Element | null} */ (node);
    while (at) {
      while (at.nextSibling) at.nextSibling.remove();
      at = at.parentElement;
    }
    node.remove();
  }

  /**
   * @param {Document} doc
   * @param {string} tex
   * @param {boolean} block
   */
  function math(doc, tex, block) {
    if (block) return codeBlock(doc, tex.trim(), "math");
    const code = doc.createElement("code");
    code.className = "language-math";
    code.textContent = tex.trim();
    return code;
  }

  /**
   * @param {HTMLElement} clone
   * @param {string} display
   */
  function texToCode(clone, display) {
    for (const source of clone.querySelectorAll('annotation[encoding="application/x-tex"]')) {
      const block = source.closest(display);
      const inline = source.closest(".katex") ?? source.closest("math");
      const tex = source.textContent ?? "";
      (block ?? inline)?.replaceWith(math(clone.ownerDocument, tex, block !== null));
    }
  }

  /** @param {string | null | undefined} label */
  function language(label) {
    const name = (label ?? "").trim().toLowerCase();
    const known = LANGUAGES[name];
    if (known !== undefined) return known;
    return /^[a-z0-9][a-z0-9+#._-]*$/.test(name) ? name : "";
  }

  /** @param {Element | null} element */
  function classLanguage(element) {
    const match = /(?:^|\s)lang(?:uage)?-([^\s]+)/.exec(element?.getAttribute("class") ?? "");
    return language(match?.[1]);
  }

  /** @param {HTMLElement} element */
  function unwrap(element) {
    element.replaceWith(...element.childNodes);
  }

  /** @param {Element} element */
  function cleanAttributes(element) {
    const kept = KEPT[element.tagName] ?? [];
    for (const { name, value } of [...element.attributes]) {
      const languageOfCode = element.tagName === "CODE" && name === "class" && /^language-\S+$/.test(value);
      if (!kept.includes(name) && !languageOfCode) element.removeAttribute(name);
    }
  }

  /** @param {HTMLElement} element */
  function cleanElement(element) {
    const { ownerDocument: doc, tagName } = element;
    if (tagName === "INPUT") {
      const box = element.getAttribute("type") === "checkbox";
      element.replaceWith(box ? (element.hasAttribute("checked") ? "[x] " : "[ ] ") : "");
    } else if (tagName === "IMG" && !/^https?:/i.test(element.getAttribute("src") ?? "")) {
      element.replaceWith(doc.createTextNode(imageLine(element)));
    } else if (tagName === "A" && !/^(https?|mailto):/i.test(element.getAttribute("href") ?? "")) {
      unwrap(element);
    } else if (tagName === "SPAN" || tagName.includes("-")) {
      unwrap(element);
    } else if (tagName === "P" && [...element.children].some(isBlock)) {
      unwrap(element); // a parser would end the paragraph there
    } else if (tagName === "DIV" && !element.hasChildNodes()) {
      element.remove();
    }
  }

  /** @param {Element} image */
  function imageLine(image) {
    const alt = image.getAttribute("alt")?.trim();
    return alt ? `[image: ${alt}]` : "[image]";
  }

  /** @param {readonly Element[]} clones */
  function html(...clones) {
    const wrapper = /** @type {Element} */ (clones[0]).ownerDocument.createElement("div");
    for (const clone of clones) {
      if (clone.tagName === "DIV" || clone.tagName.includes("-")) wrapper.append(...clone.childNodes);
      else wrapper.append(clone);
    }
    const comments = wrapper.ownerDocument.createTreeWalker(wrapper, 128);
    /** @type {Node[]} */
    const gone = [];
    while (comments.nextNode()) gone.push(comments.currentNode);
    for (const comment of gone) /** @type {Comment} */ (comment).remove();
    const inside = /** @type {NodeListOf<HTMLElement>} */ (wrapper.querySelectorAll("*"));
    for (const element of [...inside].reverse()) {
      cleanElement(element);
      cleanAttributes(element);
    }
    wrapper.normalize();
    // Read, never written: this is how the turn travels to the host.
    return wrapper.outerHTML;
  }

  /** @param {readonly Element[]} elements */
  function fileLines(elements) {
    const names = elements.map((element) => {
      const label = element.getAttribute("aria-label") ?? element.getAttribute("alt");
      const lines = text(element).split("\n").map((line) => line.trim());
      return (label ?? lines.find(Boolean) ?? "").trim();
    });
    return [...new Set(names)].map((name) => (name ? `[file: ${name}]` : "[file]")).join("\n");
  }

  /**
   * @param {HTMLElement} clone
   * @param {string} selector
   * @param {string} [labels]
   */
  function codeBlocks(clone, selector, labels) {
    for (const block of clone.querySelectorAll(selector)) {
      if (!clone.contains(block)) continue; // inside one that was replaced
      if (block.querySelector(".cm-gap")) {
        removeOnwards(block);
        return false;
      }
      const code = block.querySelector("code") ?? block;
      const editor = block.querySelector(".cm-content");
      const lines = [...(editor?.querySelectorAll(".cm-line") ?? [])];
      const plain = editor ? lines.map((line) => line.textContent).join("\n") : text(code);
      const name =
        language(editor?.getAttribute("data-language")) ||
        classLanguage(code) ||
        language(labels && block.querySelector(labels)?.textContent);
      block.replaceWith(codeBlock(clone.ownerDocument, plain, name));
    }
    return true;
  }

  /**
   * @param {readonly Element[]} roots
   * @param {readonly Element[]} files
   * @param {readonly string[]} [drop]
   */
  function asked(roots, files, drop = []) {
    const [root] = roots;
    const plain = { markdown: roots.map((each) => text(detached(each, drop))).join("\n\n").trim() };
    const own = root && roots.length === 1 ? typed(root, drop) : plain;
    if (Object.values(own).some((value) => value !== "")) return own;
    const markdown = fileLines(files);
    return markdown ? { markdown } : null;
  }

  /**
   * @param {readonly Element[]} roots
   * @param {readonly string[]} drop
   * @param {(clone: HTMLElement) => boolean} rewrite
   * @param {readonly Element[]} [pictures]
   */
  function answered(roots, drop, rewrite, pictures = []) {
    /** @type {HTMLElement[]} */
    const clones = [];
    let whole = true;
    for (const root of roots) {
      if (!whole) break;
      const clone = detached(root, drop);
      whole = rewrite(clone);
      clones.push(clone);
    }
    const words = clones.some((clone) => clone.textContent?.trim());
    const shown = pictures.filter((image) => !roots.some((root) => root.contains(image)));
    for (const image of shown) clones.push(...paragraphs(image.ownerDocument, imageLine(image)));
    return words || shown.length ? { html: html(...clones), whole, words } : null;
  }

  globalThis.memoryx.markup = Object.freeze({
    ...{ detached, text, typed, codeBlock, codeBlocks, math, texToCode, paragraphs },
    ...{ language, classLanguage, imageLine, html, asked, answered },
  });
})();
