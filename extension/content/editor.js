// Reads and writes the composers: contenteditable editors (ProseMirror, TipTap, Quill) and textareas.
// Writing goes through the browser's own editing commands, so that the editor sees it as typing and
// the person can undo it. Direct changes of the DOM would be lost with the editor's next rendering.
(() => {
  "use strict";

  const BLOCKS = new Set(
    "P DIV LI UL OL PRE BLOCKQUOTE H1 H2 H3 H4 H5 H6 TABLE TR SECTION".split(" "),
  );

  /** @param {HTMLElement} element @returns {element is HTMLTextAreaElement} */
  const isTextarea = (element) => element.tagName === "TEXTAREA";

  /** @param {string} text */
  const plain = (text) => text.replace(/\u00a0/g, " ").replace(/[\u200b\ufeff]/g, "");

  /** A `br` that only holds an empty or last line open says nothing. @param {Element} br */
  function holdsLineOpen(br) {
    if (br.classList.contains("ProseMirror-trailingBreak")) return true;
    let next = br.nextSibling;
    while (next && next.nodeType === 3 && plain(next.nodeValue ?? "") === "") next = next.nextSibling;
    return next === null || (next.nodeType === 1 && BLOCKS.has(/** @type {Element} */ (next).tagName));
  }

  /**
   * The text of an editor, line by line, and where each text node's characters lie in it.
   * @param {HTMLElement} root
   */
  function scan(root) {
    /** @type {{ node: Text, start: number }[]} */
    const pieces = [];
    let text = "";
    let open = false;
    let lines = 0;
    const openLine = () => {
      if (open) return;
      if (lines > 0) text += "\n";
      lines += 1;
      open = true;
    };
    /** @param {Node} node */
    const walk = (node) => {
      for (const child of node.childNodes) {
        if (child.nodeType === 3) {
          const value = child.nodeValue ?? "";
          if (value === "") continue;
          openLine();
          pieces.push({ node: /** @type {Text} */ (child), start: text.length });
          text += value;
        } else if (child.nodeType === 1) {
          const element = /** @type {Element} */ (child);
          if (element.tagName === "BR") {
            openLine();
            if (!holdsLineOpen(element)) {
              text += "\n";
            }
          } else if (BLOCKS.has(element.tagName)) {
            open = false;
            const before = lines;
            walk(element);
            if (lines === before) openLine();
            open = false;
          } else walk(element);
        }
      }
    };
    walk(root);
    return { text, pieces };
  }

  /** @param {HTMLElement} element */
  const raw = (element) => (isTextarea(element) ? element.value : scan(element).text);

  /** @param {HTMLElement} element @param {"end" | "start"} where */
  function moveCaret(element, where) {
    const doc = element.ownerDocument;
    if (doc.activeElement !== element) element.focus({ preventScroll: true });
    if (isTextarea(element)) {
      const at = where === "end" ? element.value.length : 0;
      element.setSelectionRange(at, at);
      return;
    }
    const selection = doc.getSelection();
    selection?.selectAllChildren(element);
    if (where === "end") selection?.collapseToEnd();
    else selection?.collapseToStart();
  }

  /** @param {HTMLElement} element */
  function selectAll(element) {
    const doc = element.ownerDocument;
    if (doc.activeElement !== element) element.focus({ preventScroll: true });
    if (isTextarea(element)) element.setSelectionRange(0, element.value.length);
    else doc.getSelection()?.selectAllChildren(element);
  }

  /**
   * Sets a textarea as a script of the page could not: past a framework's own value property, with
   * the event that makes the framework read it.
   * @param {HTMLTextAreaElement} element @param {string} text
   */
  function setNatively(element, text) {
    const setter = Object.getOwnPropertyDescriptor(
      Object.getPrototypeOf(element),
      "value",
    )?.set;
    setter?.call(element, text);
    const EventType = element.ownerDocument.defaultView?.Event ?? Event;
    element.dispatchEvent(new EventType("input", { bubbles: true }));
  }

  /** @param {HTMLElement} element @param {string} text @param {MemoryX.Lines} lines */
  function type(element, text, lines) {
    const doc = element.ownerDocument;
    if (lines === "text") {
      doc.execCommand("insertText", false, text);
      return;
    }
    text.split("\n").forEach((line, index) => {
      if (index > 0) doc.execCommand("insertParagraph");
      if (line !== "") doc.execCommand("insertText", false, line);
    });
  }

  /** @param {string} line */
  function paragraph(line) {
    const safe = line.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
    return `<p>${safe || "<br>"}</p>`;
  }

  /**
   * Puts all lines into an editor by one command: typing them runs one for each, and took 12 ms where
   * this takes 2. The first line has to be empty: it is the end of the line that stands there.
   * @param {HTMLElement} element @param {string} text
   * @returns {boolean} false: nothing was done
   */
  function putAtOnce(element, text) {
    const [first, ...lines] = text.split("\n");
    if (first !== "" || lines.length === 0) return false;
    try {
      const html = lines.map(paragraph).join("");
      return element.ownerDocument.execCommand("insertHTML", false, html);
    } catch (error) {
      // A page may allow no HTML at all (Trusted Types): then the lines are typed.
      return error === undefined;
    }
  }

  /** @type {MemoryX.Editor} */
  const editor = {
    read: (element) => plain(raw(element)).replace(/\r\n?/g, "\n"),

    blank: (element) => plain(raw(element)).trim() === "",

    insert(element, text, where, lines, way) {
      moveCaret(element, where);
      if (!isTextarea(element)) {
        if (way === "typed" || where === "start" || !putAtOnce(element, text)) type(element, text, lines);
        return;
      }
      const wanted = where === "end" ? element.value + text : text + element.value;
      type(element, text, "text");
      if (element.value !== wanted) setNatively(element, wanted);
    },

    remove(element, start, length) {
      const doc = element.ownerDocument;
      const before = raw(element);
      // Positions come from `read`; where it differs from the raw text they would point elsewhere.
      if (before !== editor.read(element)) return false;
      if (doc.activeElement !== element) element.focus({ preventScroll: true });
      if (isTextarea(element)) {
        const wanted = before.slice(0, start) + before.slice(start + length);
        element.setSelectionRange(start, start + length);
        doc.execCommand("delete");
        if (element.value !== wanted) setNatively(element, wanted);
        return true;
      }
      const { pieces } = scan(element);
      /** @param {number} at @param {boolean} forward */
      const point = (at, forward) => {
        const fits = pieces.filter(
          ({ node, start: from }) => at >= from && at <= from + (node.nodeValue ?? "").length,
        );
        const piece = forward ? fits.at(-1) : fits[0];
        return piece ? { node: piece.node, offset: at - piece.start } : null;
      };
      const from = point(start, false);
      const to = point(start + length, true);
      if (!from || !to) return false;
      const range = doc.createRange();
      range.setStart(from.node, from.offset);
      range.setEnd(to.node, to.offset);
      const selection = doc.getSelection();
      selection?.removeAllRanges();
      selection?.addRange(range);
      doc.execCommand("delete");
      return true;
    },

    replace(element, text, lines) {
      selectAll(element);
      if (isTextarea(element)) {
        type(element, text, "text");
        if (element.value !== text) setNatively(element, text);
      } else if (text === "") element.ownerDocument.execCommand("delete");
      else type(element, text, lines);
    },

    same: (a, b) => tidy(a) === tidy(b),
  };

  /** @param {string} text */
  const tidy = (text) => plain(text).replace(/\r\n?/g, "\n").replace(/[ \t]+$/gm, "").trimEnd();

  globalThis.memoryx.editor = Object.freeze(editor);
})();
