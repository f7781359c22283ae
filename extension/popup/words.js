// What the popup says of a state: a tone, words, and the one action that mends it. Pure but for the
// catalogue.

import { commandFor, count, failureText, text } from "../shared/i18n.js";

/**
 * @typedef {object} Line
 * @property {"good" | "warn" | "bad" | "idle"} tone
 * @property {string} words
 * @property {string} command  to be run in a terminal, or ""
 * @property {string} more  a second sentence, or ""
 * @property {{ name: string, label: string, value?: string } | null} action
 */

/** @param {Line["tone"]} tone @param {string} words @param {Line["action"]} [action] @returns {Line} */
const line = (tone, words, action = null) => ({ tone, words, command: "", more: "", action });

/** @param {MemoryX.HostState | null} host @param {{ waiting: number, refused: number } | null} outbox @returns {Line} */
export function hostLine(host, outbox) {
  // While it is tried again, what was wrong still stands.
  if (!host || (host.status !== "connected" && host.error === null)) {
    return line("idle", text("host_connecting"));
  }
  const waiting = outbox?.waiting ?? 0;
  if (host.status === "connected") {
    if (outbox && outbox.refused > 0) {
      const retry = { name: "flush", label: text("action_retry") };
      return line("warn", text("outbox_refused", outbox.refused), retry);
    }
    return line("good", waiting > 0 ? text("host_waiting", waiting) : text("host_connected"));
  }
  const failure = host.error ?? { code: "host_exited", message: "", remedy: null, retryable: true };
  const command = commandFor(failure.code);
  const more = waiting > 0 ? text("outbox_waiting", waiting) : "";
  const action =
    failure.code === "host_not_found"
      ? { name: "setup", label: text("popup_setup") }
      : command
        ? { name: "copy", label: text("action_copy_command"), value: command }
        : { name: "retry", label: text("action_retry") };
  return { ...line("bad", failureText(failure, ""), action), command: command ?? "", more };
}

const MODEL_TONES = /** @type {Record<string, Line["tone"]>} */ ({
  ready: "good",
  untried: "idle",
  not_configured: "idle",
});

/** @param {MemoryX.HostState | null} host @returns {Line} */
export function modelLine(host) {
  const hello = host?.status === "connected" ? host.hello : null;
  if (!hello?.llm) return line("idle", text("model_unknown"));
  const { status, model } = hello.llm;
  const tone = MODEL_TONES[status] ?? "warn";
  const words = text(`model_${status}`, model ?? "") || text("model_unknown");
  if (tone === "good" || status === "untried") return line(tone, words);
  const label = text(status === "not_configured" ? "popup_model_choose" : "popup_model_mend");
  return line(tone, words, { name: "model", label });
}

/** Is memory added on this page without help? @param {any} page */
export const understood = (page) =>
  page === null || (page.status !== null && !page.status.trouble && page.status.kind !== "other");

/** @param {any} page @returns {Line} */
export function pageLine(page) {
  if (!page) return line("idle", text("page_loading"));
  const { site: known, status, pauses, handoff } = page;
  if (handoff) {
    // What did not get into this page is still there to be pasted.
    const copy = { name: "copy", label: text("handoff_copy"), value: handoff.brief };
    return line("warn", text(`error_${handoff.error}`), copy);
  }
  if (!known) return line("idle", text("page_none"));
  const site = text(`site_${known}`);
  if (!status) {
    const reload = { name: "reload", label: text("action_reload") };
    return line("warn", text(page.silent ? "page_silent" : "error_reload_tab"), reload);
  }
  if (pauses.all) {
    return line("warn", text("page_paused", site), { name: "resume", label: text("action_resume") });
  }
  if (pauses.tab || pauses.site) return line("warn", text("page_paused", site));
  if (status.trouble) {
    const reload = { name: "reload", label: text("action_reload") };
    const failure = { code: status.trouble, message: status.detail, remedy: null, retryable: false };
    return line("bad", failureText(failure), reload);
  }
  if (status.muted) {
    return line("warn", text("page_muted"), { name: "unmute", label: text("action_resume") });
  }
  if (status.kind === "other") return line("idle", text("page_other", site));
  if (status.temporary) return line("idle", text("page_temporary", site));
  if (status.layout === null) return line("idle", text("page_loading"));
  return line("good", text(status.conversation_id ? "page_followed" : "page_new", site));
}

/** @param {import("../contract.d.ts").SavedConversation & { queued?: boolean }} result */
export function savedWords(result) {
  if (result?.queued) return text("saved_queued");
  return text("saved_result", result.new, result.changed, result.total);
}

/** @param {import("../contract.d.ts").Extraction} result */
export function extractedWords({ added, updated, proposed, extractor }) {
  const parts = [];
  if (added + updated + proposed === 0) parts.push(text("extract_nothing"));
  if (added > 0) parts.push(count("popup_added", added));
  if (updated > 0) parts.push(count("popup_updated", updated));
  if (proposed > 0) parts.push(text("extract_proposed", proposed));
  if (extractor === "rules") parts.push(text("extract_basic"));
  return parts.join(" · ");
}

/** @param {string} key  of what is being done @param {import("../shared/ask.js").Progress} progress */
export function progressWords(key, { done, total }) {
  const steps = total ?? 0;
  return steps > 1 ? text("popup_progress", text(key), Math.min(done + 1, steps), steps) : text(key);
}
