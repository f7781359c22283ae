// A person's data in and out: export to a file, import from one, everything deleted.

import { ask } from "../shared/ask.js";
import { confirmed } from "../shared/dialog.js";
import { busyWhile, make, say } from "../shared/elements.js";
import { asFailure } from "../shared/failure.js";
import { count, failureText, text } from "../shared/i18n.js";
import { base64 } from "./base64.js";
import { importedWords, sizeWords, skippedWords } from "./words.js";

/** Bytes of a file that go in one message: with base64 well below a frame's limit. */
const PIECE = 1_500_000;
const SOURCES = Object.freeze(/** @type {const} */ (["memoryx", "chatgpt", "claude", "gemini"]));

/**
 * Hands a file over in pieces; gives the name of the upload.
 * @param {File} file @param {(share: number) => void} onShare  0 to 1
 */
async function upload(file, onShare) {
  const name = crypto.randomUUID();
  let offset = 0;
  do {
    const bytes = new Uint8Array(await file.slice(offset, offset + PIECE).arrayBuffer());
    const last = offset + bytes.length >= file.size;
    const { received } = await ask("uploads.put", { upload: name, offset, data: base64(bytes), last });
    offset = received;
    onShare(file.size === 0 ? 1 : offset / file.size);
  } while (offset < file.size);
  return name;
}

/**
 * The whole export as a file's parts, piece by piece.
 * @param {"json" | "markdown"} format @param {(share: number) => void} onShare
 */
async function download(format, onShare) {
  /** @type {Blob[]} */
  const parts = [];
  let size = 0;
  /** @type {string | null} */
  let cursor = null;
  do {
    /** @type {import("../contract.d.ts").ExportedData} */
    const piece = await ask("data.export", { format, ...(cursor === null ? {} : { cursor }) });
    // A Blob's bytes need not stay in memory.
    const part = new Blob([piece.chunk]);
    parts.push(part);
    size += part.size;
    onShare(piece.length === 0 ? 1 : size / piece.length);
    cursor = piece.next_cursor;
  } while (cursor !== null);
  return parts;
}

/** Gives the browser a file to save. @param {Blob} content @param {string} name */
function saveAs(content, name) {
  const address = URL.createObjectURL(content);
  make("a", { href: address, download: name }).click();
  // The download has its own hold on the bytes once it has begun.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A row: its words, its controls, how far it is, how it went. @param {string} name @param {...Node} controls */
function rowOf(name, ...controls) {
  const bar = make("progress", { max: 1, value: 0, hidden: true, "aria-label": text(`settings_row_${name}`) });
  const said = make("span", { id: `${name}-said`, class: "status", role: "status" });
  const list = make("ul", { id: `${name}-list`, class: "skipped", tabindex: 0, hidden: true });
  const element = make(
    "div",
    { class: "setting stacked", id: `row-${name}` },
    make(
      "div",
      { class: "about" },
      make("h3", { text: text(`settings_row_${name}`) }),
      make("p", { class: "quiet", text: text(`settings_row_hint_${name}`) }),
    ),
    make("div", { class: "cluster" }, ...controls),
    make("div", { class: "after" }, bar, said),
    list,
  );
  /** @param {() => Promise<void>} work */
  const run = async (work) => {
    list.hidden = true;
    bar.value = 0;
    try {
      await work();
    } catch (error) {
      const failure = asFailure(error);
      // Why a file cannot be used is known to the host alone.
      const why = failure.code === "invalid_upload" ? ` (${failure.message})` : "";
      say(said, `${failureText(failure)}${why}`, "bad");
    } finally {
      bar.hidden = true;
    }
  };
  /** @param {number} share */
  const show = (share) => {
    bar.hidden = false;
    bar.value = share;
  };
  return { element, said, list, run, show };
}

/** @param {AbortSignal} signal */
function createExport(signal) {
  const buttons = /** @type {const} */ (["json", "markdown"]).map((format) => ({
    format,
    button: make("button", { type: "button", text: text(`settings_export_${format}`) }),
  }));
  const row = rowOf("export", ...buttons.map(({ button }) => button));
  for (const { format, button } of buttons) {
    const work = async () => {
      say(row.said, text("settings_exporting"));
      const parts = await download(format, row.show);
      const file = new Blob(parts, { type: format === "json" ? "application/json" : "text/markdown" });
      const day = new Date().toISOString().slice(0, 10);
      saveAs(file, `memoryx-${day}.${format === "json" ? "json" : "md"}`);
      say(row.said, text("settings_exported", sizeWords(file.size)), "good");
    };
    button.addEventListener("click", () => void busyWhile(button, () => row.run(work)), { signal });
  }
  return row.element;
}

/** @param {AbortSignal} signal */
function createImport(signal) {
  const source = make(
    "select",
    { id: "import-source", "aria-label": text("settings_import_source") },
    ...SOURCES.map((name) => make("option", { value: name, text: text(`settings_import_from_${name}`) })),
  );
  const picker = make("input", {
    id: "import-file",
    type: "file",
    class: "unseen",
    accept: ".json,.zip,application/json,application/zip",
  });
  const chosenName = make("span", { class: "quiet", text: text("settings_import_no_file") });
  // The browser's own control speaks the browser's language, not the chosen one.
  const label = make("label", { for: "import-file", class: "button", text: text("settings_import_file") });
  const choose = make("span", { class: "picker" }, picker, label, chosenName);
  const showName = () =>
    void (chosenName.textContent = picker.files?.[0]?.name ?? text("settings_import_no_file"));
  const button = make("button", { type: "button", id: "import", text: text("settings_import_start") });
  const row = rowOf("import", source, choose, button);
  const work = async () => {
    const [file] = picker.files ?? [];
    if (!file) {
      say(row.said, text("settings_import_none"), "bad");
      picker.focus();
      return;
    }
    say(row.said, text("settings_uploading"));
    const name = await upload(file, row.show);
    say(row.said, text("settings_importing"));
    const chosen = /** @type {typeof SOURCES[number]} */ (source.value);
    const result = await ask(
      "data.import",
      { source: chosen, upload: name },
      {
        onProgress: ({ done, total }) => {
          row.show(total ? done / total : 0);
        },
      },
    );
    say(row.said, importedWords(result), "good");
    row.list.replaceChildren(
      ...result.skipped.map((item) => make("li", { text: skippedWords(item) })),
    );
    row.list.hidden = result.skipped.length === 0;
    picker.value = "";
    showName();
  };
  picker.addEventListener("change", showName, { signal });
  button.addEventListener("click", () => void busyWhile(button, () => row.run(work)), { signal });
  return row.element;
}

/** @param {AbortSignal} signal */
function createErase(signal) {
  const button = make("button", {
    type: "button",
    id: "erase",
    class: "danger",
    text: text("settings_erase_action"),
  });
  const row = rowOf("erase", button);
  const work = async () => {
    const word = text("settings_erase_word");
    const sure = await confirmed({
      title: text("settings_erase_title"),
      words: text("settings_erase_words"),
      action: text("settings_erase_action"),
      danger: true,
      typed: { label: text("settings_erase_typed", word), word },
    });
    if (!sure) return;
    say(row.said, text("settings_erasing"));
    const result = await ask("data.erase", { confirm: "delete" });
    await chrome.storage.session.remove("popup");
    const parts = [
      count("settings_erased_memories", result.memories),
      count("settings_erased_conversations", result.conversations),
    ];
    if (!result.overwritten) parts.push(text("settings_erased_again"));
    say(row.said, text("settings_erased", parts.join(" · ")), result.overwritten ? "good" : "warn");
  };
  button.addEventListener("click", () => void busyWhile(button, () => row.run(work)), { signal });
  return row.element;
}

/** The rows of the section. @param {AbortSignal} signal */
export const transferRows = (signal) => [
  createExport(signal),
  createImport(signal),
  createErase(signal),
];
