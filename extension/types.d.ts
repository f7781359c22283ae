// Types of what the extension's classic content scripts share. Global on purpose: classic scripts
// cannot import. The contract with the host has its own generated file, contract.d.ts.

declare namespace MemoryX {
  type Site = "chatgpt" | "claude" | "gemini";

  /** One message as captured. Exactly one of `html` and `markdown` is set. */
  interface CapturedTurn {
    /** The site's own message id where there is one; never an element's position. */
    key: string;
    role: "user" | "assistant";
    /** Ordinary HTML, cleaned; the host makes Markdown of it. */
    html?: string;
    /** The text itself, where the page shows it as it was typed. */
    markdown?: string;
    /** False while the answer is still being written. */
    complete: boolean;
    /** The site's own ordinal, counted from 0, where it has one. */
    position?: number;
    /** RFC 3339, where the page says it. */
    created_at?: string;
  }

  interface Transcript {
    turns: CapturedTurn[];
    /** True when the page itself shows that turns are missing among or before the mounted ones. */
    gaps: boolean;
  }

  /** What a URL says of the page. */
  interface Place {
    /** "other": not a chat (a shared copy, settings, a code page …). */
    kind: "conversation" | "new" | "other";
    /** Null for a new chat and for provisional ids. */
    conversationId: string | null;
    /** The account that the URL names, where it names one. */
    account: string | null;
    /** The project that the URL names, where it names one. */
    project: string | null;
  }

  interface Control {
    role: "send" | "stop" | "none";
    /** What to click; null when the page shows no such control. */
    element: HTMLElement | null;
    disabled: boolean;
  }

  /** All that is known of one site's pages. Handed the document, never the global one. */
  interface Adapter {
    readonly site: Site;
    /** Values of location.hostname. */
    readonly hosts: readonly string[];
    /** How the editor takes a line break: a textarea is recognised by the editor module itself. */
    readonly newlines: "paragraph" | "text";
    /** The name of the page's layout, or null: unknown, every send passes untouched. */
    layout(doc: Document): string | null;
    locate(url: URL): Place;
    temporary(doc: Document, url: URL): boolean;
    title(doc: Document): string | null;
    /** The editable element of the one visible main composer; null when there are none or several. */
    composer(doc: Document): HTMLElement | null;
    control(doc: Document, composer: HTMLElement): Control;
    /** A mention or slash menu is open: Enter belongs to it. */
    menuOpen(doc: Document): boolean;
    attachments(doc: Document, composer: HTMLElement): number;
    /** An answer is being written. */
    busy(doc: Document): boolean;
    transcript(doc: Document): Transcript;
    userTurnCount(doc: Document): number;
  }

  /** Pure helpers on nodes, content/dom.js. */
  interface Dom {
    /** Is drawn: in the page, not hidden, with a box. */
    visible(element: Element): boolean;
    /** The visible ones of what a selector finds. */
    visibleAll(root: ParentNode, selector: string): HTMLElement[];
    /** The one visible element that a selector finds; null when there are none or several. */
    onlyVisible(root: ParentNode, selector: string): HTMLElement | null;
    /** A detached deep clone of which everything that a selector of `drop` matches is gone. */
    detached(element: Element, drop?: readonly string[]): HTMLElement;
    /** The text of a node as drawn with pre-wrap: `br` and the ends of blocks are line breaks. */
    text(node: Node): string;
    /** `pre > code.language-x` with that text. */
    codeBlock(doc: Document, text: string, language?: string | null): HTMLElement;
    /** TeX as `code.language-math`, in a `pre` for a block. */
    math(doc: Document, tex: string, block: boolean): HTMLElement;
    /** The Markdown name of a language as a page writes it: "C++" → "cpp". Empty when it is none. */
    language(label: string | null | undefined): string;
    /** The language that an element's classes name: `language-x`, `lang-x`. */
    classLanguage(element: Element | null): string;
    /** Serialises a detached clone: presentation attributes, empty wrappers and comments gone. */
    html(element: Element): string;
    /** Is the control switched off, by `disabled` or by `aria-disabled`? */
    disabled(element: Element): boolean;
    /** Does an accessible name equal one of these, upper or lower case? */
    labelled(element: Element, labels: readonly string[]): boolean;
    /** A short stable key of a text, for turns to which the site gives no id. */
    hash(text: string): string;
  }

  /** Each content script adds its part, in the manifest's order. */
  interface Namespace {
    adapters: Adapter[];
    dom: Dom;
    /** Takes this instance out of the page: every listener, observer and timer of it ends. */
    stop?: () => void;
  }
}

declare var memoryx: MemoryX.Namespace;
