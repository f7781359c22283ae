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
    /** The site's own ordinal where it has one: only the order counts. */
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
    /** The person's messages that are mounted, in page order, without reading what they say. */
    messages(doc: Document): Message[];
    /** Rises with each message of the person's; only that it rises counts. */
    userTurnCount(doc: Document): number;
  }

  /** Where a message of the person's stands. */
  interface Message {
    /** The key that its turn is captured under; null while the site has none yet. */
    key: string | null;
    /** What is drawn of it last: a line of ours goes right after this element. */
    element: HTMLElement;
    /** Holds all of its text. */
    root: HTMLElement;
  }

  /** Selectors of one layout, and how to read what `unit` finds. */
  interface Layout {
    /** The main composer's editable element. */
    composer: string;
    /** The composer's own form. */
    form: string;
    /** Shows only while an answer is being written. */
    busy: string;
    /** What is mounted of one message, or of one step of an answer. */
    unit: string;
    /** Within a unit, the text of a person's message. */
    user: string;
    /** Within a unit, the text of an answer. */
    assistant: string;
    /** Within a person's unit, what is drawn of the message. */
    bubble: string;
    role(unit: HTMLElement): string | undefined;
    key(unit: HTMLElement): string | undefined;
    done?(unit: HTMLElement): boolean;
    order?(unit: HTMLElement): number;
  }

  /** Pure helpers that read a page, content/dom.js. */
  interface Dom {
    /** What a selector finds, as an array. */
    all(root: ParentNode, selector: string): HTMLElement[];
    /** The name of the one layout whose composer shows or, if none does, whose units are there. */
    layout(doc: Document, layouts: Record<string, Layout>): string | null;
    /** Is drawn and usable: in the page, not hidden or inert, with a box. */
    visible(element: Element): boolean;
    /** The visible ones of what a selector finds. */
    visibleAll(root: ParentNode, selector: string): HTMLElement[];
    /** The one visible element that a selector finds; null when there are none or several. */
    onlyVisible(root: ParentNode, selector: string): HTMLElement | null;
    /**
     * The nearest ancestor of the composer that holds a match of `selector`. Null when that would
     * leave the composer's own surroundings: an ancestor that is, or holds, a match of `fence`.
     */
    container(composer: Element, selector: string, fence: string): HTMLElement | null;
    /** Is a list of suggestions open, as the composer or a list box says by ARIA? */
    suggesting(doc: Document, composer: Element | null): boolean;
    /** Is the control switched off, by `disabled` or by `aria-disabled`? */
    disabled(element: Element): boolean;
    /** Does the accessible label equal one of these, upper or lower case? */
    labelled(element: Element, labels: readonly string[]): boolean;
    /** The first visible button of a role within `root`; stop goes before send. */
    control(
      root: Element | null,
      isStop: (button: HTMLElement) => boolean,
      isSend: (button: HTMLElement) => boolean,
    ): Control;
    /** How many buttons within `root` take an attachment away, by their labels. */
    removers(root: Element | null): number;
    /** The page's title without the product's name; null when nothing is left. */
    title(doc: Document, product: string): string | null;
    /** A short stable key of a text, for turns to which the site gives no id: 16 hex digits. */
    hash(value: string): string;
    /** Accessible labels of the two controls, in several languages. */
    readonly LABELS: { readonly send: readonly string[]; readonly stop: readonly string[] };
  }

  /** The text of a turn, in one of its two forms. */
  type Words = { markdown: string } | { html: string };

  /** Pure helpers that make ordinary HTML of what a page shows, content/markup.js. */
  interface Markup {
    /** A deep clone in an inert document, without controls, icons, repeats and matches of `drop`. */
    detached(element: Element, drop?: readonly string[]): HTMLElement;
    /** The text of a node as drawn with pre-wrap: `br` and the ends of blocks are line breaks. */
    text(node: Node): string;
    /** What a person wrote: `markdown` where the page shows it as typed, `html` where it renders it. */
    typed(element: Element, drop?: readonly string[]): Words;
    /** `pre > code.language-x` with that text. */
    codeBlock(doc: Document, code: string, name?: string | null): HTMLElement;
    /**
     * Makes each match of `selector` a code block; `labels` finds the language's name in it. Where
     * an editor has lines missing, the clone ends before that block, and the answer is false.
     */
    codeBlocks(clone: HTMLElement, selector: string, labels?: string): boolean;
    /** TeX as `code.language-math`, in a `pre` for a block. */
    math(doc: Document, tex: string, block: boolean): HTMLElement;
    /** Replaces each formula of a clone by its TeX; one inside a match of `display` is a block. */
    texToCode(clone: HTMLElement, display: string): void;
    /** Plain text as `p` elements: a blank line parts them, a line break is a `br`. */
    paragraphs(doc: Document, value: string): HTMLElement[];
    /** The Markdown name of a language as a page writes it: "C++" → "cpp". Empty when it is none. */
    language(label: string | null | undefined): string;
    /** The language that an element's classes name: `language-x`, `lang-x`. */
    classLanguage(element: Element | null): string;
    /** `[image: what it shows]`, for a picture whose address means nothing outside the page. */
    imageLine(image: Element): string;
    /** The HTML of detached clones, joined: the page's attributes, wrappers and comments are gone. */
    html(...clones: Element[]): string;
    /** A user's turn: its text, or else a line `[file: name]` for each file; null when it has neither. */
    asked(
      roots: readonly Element[],
      files: readonly Element[],
      drop?: readonly string[],
    ): Words | null;
    /**
     * An assistant's turn: the cleaned `roots`, joined, then `pictures` outside of them. `rewrite`
     * says whether the clone is whole. `words`: has text, not pictures alone. Null when empty.
     */
    answered(
      roots: readonly Element[],
      drop: readonly string[],
      rewrite: (clone: HTMLElement) => boolean,
      pictures?: readonly Element[],
    ): { html: string; whole: boolean; words: boolean } | null;
  }


  // ---- The send path, the capture loop and the bridge to the service worker ----

  type Json = null | boolean | number | string | Json[] | { [name: string]: Json | undefined };

  /** A failure as it crosses the extension: a stable code, and words only where it has none. */
  interface Failure {
    code: string;
    message: string;
    remedy: string | null;
    retryable: boolean;
  }

  /** The answer to every message inside the extension. */
  type Reply<T = any> = { ok: true; result: T } | { ok: false; error: Failure };

  /** What the worker tells a page of the person's settings. */
  interface PageSettings {
    /** Save this page's conversations. */
    capture: boolean;
    /** Add memories to what is sent from this page. */
    inject: boolean;
    /** Milliseconds from Enter to the send, whatever happens. */
    deadline_ms: number;
    position: "end" | "start";
    /** Have drafts embedded and answered ahead. */
    drafts: boolean;
    /** Write performance marks; off unless a measurement asks for them. */
    marks: boolean;
    /** Say under a sent message what was added. */
    receipt: boolean;
    /** Show the block before a message leaves. */
    preview: boolean;
    /** Chats to which nothing is added, as `account/id`. */
    muted: readonly string[];
    /** The words of the language that a person chose; null: the browser's. */
    words: Spoken | null;
  }

  /** Reads and writes composers: contenteditable editors and textareas. */
  interface Editor {
    read(element: HTMLElement): string;
    blank(element: HTMLElement): boolean;
    /** Adds text at one end through the editor's own input path; `at once` only where that goes. */
    insert(element: HTMLElement, text: string, where: "end" | "start", lines: Lines, way: Way): void;
    /** Takes out `length` characters of `read` from `start` on; false when it could not point there. */
    remove(element: HTMLElement, start: number, length: number): boolean;
    /** Makes `text` the whole content. */
    replace(element: HTMLElement, text: string, lines: Lines): void;
    /** Equal but for what editors change on their own: no-break spaces, trailing blanks. */
    same(a: string, b: string): boolean;
  }
  type Lines = "paragraph" | "text";
  type Way = "at once" | "typed";

  interface BlockPlace {
    start: number;
    length: number;
    /** The text without the block. */
    rest: string;
  }

  /** What a person's event and the page say when they may be sending. */
  interface SendFacts {
    kind: "enter" | "click";
    trusted: boolean;
    modified: boolean;
    composing: boolean;
    /** Milliseconds since the last composition ended. */
    sinceComposition: number;
    /** Enter: the event comes from inside the main composer. Click: from the control. */
    ours: boolean;
    inFlight: boolean;
    settings: PageSettings | null;
    trouble: string | null;
    layout: string | null;
    kindOfPlace: Place["kind"];
    temporary: boolean;
    /** The person wants nothing added to this chat. */
    muted: boolean;
    menuOpen: boolean;
    role: Control["role"];
    disabled: boolean;
    text: string;
  }
  type Verdict = { act: "intercept" | "pass" | "swallow"; reason: string };

  /** Decisions without effects. */
  interface Policy {
    verdict(facts: SendFacts): Verdict;
    /** Where our block stands in a text; null when it does not, or more than once. */
    findBlock(text: string, context: string): BlockPlace | null;
    /** Does a text carry any block of ours? */
    carriesBlock(text: string): boolean;
    /** The block as it is inserted at that end. */
    placed(context: string, position: "end" | "start"): string;
    /** Does a composer's text hold the person's own text and the block once, and nothing else? */
    delivered(text: string, own: string, context: string): boolean;
    /** What to do with a send whose page changed while it waited. */
    afterWait(before: Situation, now: Situation): "inject" | "send" | "abort";
  }
  interface Situation {
    url: string;
    conversationId: string | null;
    /** The person's turns on the page. */
    turns: number;
    /** Null: there is no composer. */
    text: string | null;
  }

  interface Ledger {
    /** Notes what a page shows under a conversation (null: not named yet; "!": temporary). */
    observe(conversation: string | null, turns: CapturedTurn[], now: number): void;
    /** Turns to save now, in page order with their known neighbours; empty when there is nothing. */
    due(conversation: string, turns: CapturedTurn[], now: number, extent: Extent): CapturedTurn[];
    acknowledge(conversation: string, turns: CapturedTurn[]): void;
    /** Does anything that was seen still wait to be settled? */
    unsettled(conversation: string | null, turns: CapturedTurn[], now: number): boolean;
  }

  /** What of a page is saved: what has settled, all that is surely real, or everything. */
  type Extent = "settled" | "leaving" | "all";

  interface Bridge {
    /** False once the extension was updated or removed under this page. */
    alive(): boolean;
    ask<T = any>(method: string, params: object): Promise<Reply<T>>;
    /** Answers the worker's messages. */
    serve(handlers: Record<string, (params: any) => unknown>, signal: AbortSignal): void;
    /** Called once, when the extension is gone. */
    onLost(callback: () => void): void;
  }

  /** What the parts of one page share. */
  interface Page {
    readonly adapter: Adapter;
    doc: Document;
    win: Window & typeof globalThis;
    bridge: Bridge;
    signal: AbortSignal;
    settings(): PageSettings | null;
    url(): URL;
    place(): Place;
    /** Why this page is passed through, or null. */
    trouble(): string | null;
    report(trouble: string, detail?: string): void;
    clock: { now(): number; wait(ms: number): Promise<void> };
  }

  /** Milliseconds from the person's event on, of one send. */
  interface Timing {
    recalled: number;
    inserted: number;
    clicked: number;
    injected: boolean;
  }

  /** One send, from the person's event to its end. Nothing of it outlives it. */
  interface Flight {
    /** The event's time, as performance.now() counts. */
    begun: number;
    settings: PageSettings;
    /** The composer in which the person pressed Enter. */
    composer: HTMLElement;
    /** The person's text. */
    own: string;
    before: Situation;
    /** The block that the host gave, or "". */
    context: string;
    recall: string | null;
    /** What the block tells of, as the host named it. */
    memories: PreviewedMemory[];
    /** The block is shown to the person, who has not decided yet. */
    consulting: boolean;
    /** The person went back to writing: nothing leaves. */
    withheld: boolean;
    /** The composer carries the block, as far as is known. */
    injected: boolean;
    /** The composer holds neither the person's text nor the block whole: nothing may leave. */
    disturbed: boolean;
    /** The one click or Enter was made. */
    pressed: boolean;
    /** The person's turns on the page before it was made. */
    userTurns: number;
    timing: Timing;
    stamp(step: "recalled" | "inserted" | "clicked"): void;
  }

  interface Insertion {
    situation(): Situation;
    /** Inserts the block and reads it back, a few times at most. */
    put(flight: Flight): Promise<void>;
    /** Does the composer hold the person's text and the block, and nothing else? */
    carries(flight: Flight): boolean;
    /** Leaves nothing of ours in the composer. */
    takeOut(flight: Flight): Promise<void>;
    /** The composer is empty or gone before the send: true when it holds text again. */
    recover(flight: Flight, personActed: () => boolean): Promise<boolean>;
  }

  interface Delivery {
    press(flight: Flight, personActed: () => boolean): Promise<void>;
    enter(flight: Flight, composer: HTMLElement): void;
    /** Did it leave? Calls `emptied` as soon as the composer is free again. */
    confirm(flight: Flight, emptied: () => void): Promise<boolean>;
  }

  interface Capture {
    /** A reading is worth taking soon. */
    nudge(delay?: number): void;
    /** Saves everything that the page shows. */
    saveNow(): Promise<Reply>;
    /** What the last reading found, and under which address. */
    shown(): { address: string; turns: number; answers: number } | null;
  }

  // ---- What is drawn into a page ----

  /** A language that a person chose, and its words as far as pages say them. */
  interface Spoken {
    language: string;
    messages: Record<string, string>;
  }

  /** Words in the language of the interface, content/words.js. */
  interface Speech {
    speak(spoken: Spoken | null): void;
    language(): string;
    text(key: string, ...values: (string | number)[]): string;
    /** The catalogue's `<key>_one` or `<key>_other`, with the number as $1. */
    count(key: string, number: number, ...values: (string | number)[]): string;
    /** Things in a row, as the language writes them. */
    list(parts: readonly string[]): string;
    /** The day of a time in RFC 3339. */
    day(time: string): string;
  }

  interface Surface {
    host: HTMLElement;
    root: ShadowRoot;
    /** What everything drawn stands in. */
    body: HTMLElement;
    /** Takes the language, and light or dark from the page around an element. */
    dress(at: Element): void;
    /** CSS pixels by the name of a property. */
    put(box: Record<string, number>): void;
    remove(): void;
  }

  interface Surfaces {
    create(page: Page, kind: string, options?: { floating?: boolean }): Surface;
    /** An element; `text` is its text, every other name an attribute, true an empty one. */
    make<K extends keyof HTMLElementTagNameMap>(
      doc: Document,
      tag: K,
      attributes?: Record<string, string | number | boolean | null>,
      ...children: (Node | string)[]
    ): HTMLElementTagNameMap[K];
  }

  type ReceiptItem = import("./contract.d.ts").ReceiptItem;

  interface DrawnReceipt {
    host: HTMLElement;
    /** Stands right after an element, in its light. */
    stand(element: HTMLElement): void;
    remove(): void;
  }

  interface Receipts {
    /** The address, or what holds for the page, may have changed. */
    follow(): void;
    refresh(): void;
    /** A message left with a block. */
    sent(about: { recall: string; context: string; memories: number }): void;
    /** It surely stands: the site did not take it back. */
    settled(recall: string): void;
    /** It was taken back. */
    gone(recall: string): void;
  }

  type PreviewedMemory = Pick<
    import("./contract.d.ts").RecalledMemory,
    "id" | "type" | "text"
  >;
  type Decision =
    /** `context` is null where all memories stay. */
    | { act: "send"; context: string | null; memories: number }
    | { act: "plain" | "never" | "back" };

  interface Preview {
    /** `choose` gives the block of some of the memories, null when it cannot. */
    ask(
      memories: PreviewedMemory[],
      composer: HTMLElement,
      choose: (ids: string[]) => Promise<string | null>,
    ): Promise<Decision>;
    /** The person sends once more: as if they had pressed the panel's own button. */
    accept(): void;
  }

  interface Mute {
    muted(): boolean;
    set(muted: boolean): Promise<void>;
    navigated(): void;
  }

  interface Notice {
    words: string;
    tone?: "good" | "bad" | undefined;
    action?: { label: string; run(): void } | null;
  }
  interface Notices {
    show(notice: Notice): void;
    hide(): void;
  }

  interface Sending {
    timings(): Timing[];
    /** What the host would be asked of a text that is sent now. */
    questionOf(text: string): Question;
  }

  /** Params of `recall` but for its deadline. */
  interface Question {
    text: string;
    site: Site;
    conversation_id?: string;
    account?: string;
    project?: string;
    previous_recalls: string[];
  }

  interface SendParts {
    receipts: Receipts;
    preview: Preview;
    mute: Mute;
  }

  // ---- The worker and the extension's own pages ----

  /** Params of `conversations.save`, as a content script fills them. */
  interface Save extends Omit<import("./contract.d.ts").SaveConversation, "turns" | "account"> {
    account?: string;
    turns: CapturedTurn[];
  }

  /** What is known of a save that waits, without its text. */
  interface OutboxHead {
    seq: number;
    /** The conversation. */
    name: string;
    /** Characters. */
    size: number;
    /** Goes up with each later save that was merged in. */
    revision: number;
    /** The code with which the host refused it for good. */
    refused: string | null;
  }

  interface OutboxStore {
    heads(): Promise<OutboxHead[]>;
    lastSeq(): Promise<number>;
    body(seq: number): Promise<Save | undefined>;
    /** Resolves when both are on disk. */
    put(head: OutboxHead, body: Save): Promise<void>;
    remove(seq: number): Promise<void>;
  }

  interface HostState {
    status: "idle" | "connecting" | "connected" | "failed";
    error: Failure | null;
    /** The host's answer to `hello` on the connection that stands. */
    hello: import("./contract.d.ts").HelloResult | null;
  }

  /** Each content script adds its part, in the manifest's order. */
  interface Namespace {
    adapters: Adapter[];
    dom: Dom;
    markup: Markup;
    editor: Editor;
    policy: Policy;
    ledger: { create(): Ledger };
    bridge: Bridge;
    capture: { start(page: Page): Capture };
    insertion: { create(page: Page): Insertion };
    delivery: { create(page: Page, insertion: Insertion): Delivery };
    draft: { start(page: Page, sending: Sending): void };
    words: Speech;
    looks: string;
    surfaces: Surfaces;
    receipt: { draw(page: Page, about: { recall: string; memories: number }): DrawnReceipt };
    receipts: { start(page: Page): Receipts };
    notice: { start(page: Page): Notices };
    preview: { start(page: Page): Preview };
    mute: { start(page: Page): Mute };
    handoff: { start(page: Page, notices: Notices): Promise<void> };
    send: { start(page: Page, parts: SendParts): Sending };
    /** Takes this instance out of the page: every listener, observer and timer of it ends. */
    stop?: () => void;
  }
}

declare var memoryx: MemoryX.Namespace;
