// The library's words for what the host names by words of its own.

import { text } from "../shared/i18n.js";

export const TYPES = Object.freeze(/** @type {const} */ (["preference", "skill", "objective", "context"]));
export const CATEGORIES = Object.freeze(
  /** @type {const} */ ([
    ...["preference", "personal", "plan", "activity", "health", "professional", "other"],
  ]),
);
export const LEVELS = Object.freeze(/** @type {const} */ (["user", "project", "session"]));
export const STATUSES = Object.freeze(
  /** @type {const} */ (["active", "pending", "suspended", "expired", "superseded"]),
);
export const SITES = Object.freeze(/** @type {const} */ (["chatgpt", "claude", "gemini"]));
export const SORTS = Object.freeze(
  /** @type {const} */ (["changed", "newest", "oldest", "used", "confidence"]),
);

/** @param {string} type */
export const typeName = (type) => text(`type_${type}`);
/** @param {string} category */
export const categoryName = (category) => text(`library_category_${category}`);
/** @param {string} level */
export const levelName = (level) => text(`library_level_${level}`);
/** @param {string} status */
export const statusName = (status) => text(`library_status_${status}`);
/** @param {string} site */
export const siteName = (site) => text(`site_${site}`);

/** The host's reasons for a version, and the catalogue's words. */
const REASONS = Object.freeze(
  /** @type {[RegExp, string][]} */ ([
    [/^stated/, "library_reason_stated"],
    [/^edited/, "library_reason_edited"],
    [/^suspended/, "library_reason_suspended"],
    [/^restored/, "library_reason_restored"],
    [/^reverted to version (\d+)/, "library_reason_reverted"],
    [/^extracted .*said again/, "library_reason_again"],
    [/^extracted .*true no more/, "library_reason_untrue"],
    [/^extracted .*(?:same key|replaces)/, "library_reason_replaced"],
    [/^extracted/, "library_reason_extracted"],
    [/^undone/, "library_reason_undone"],
    [/^called wrong/, "library_reason_wrong"],
    [/^called outdated/, "library_reason_outdated"],
    [/conflict/, "library_reason_conflict"],
    [/^(?:low_confidence|deletion) accepted/, "library_reason_accepted"],
    [/^(?:low_confidence|deletion) refused/, "library_reason_refused"],
    [/^its conversation was deleted/, "library_reason_chat_deleted"],
    [/^expired/, "library_reason_expired"],
    [/^imported/, "library_reason_imported"],
  ]),
);

/** Why a version came to be; the host's own words where there are no better ones. @param {string} reason */
export function reasonWords(reason) {
  for (const [pattern, key] of REASONS) {
    const found = pattern.exec(reason);
    if (found) return text(key, found[1] ?? "");
  }
  return reason;
}

/**
 * A field's value as it is shown.
 * @param {string} field @param {unknown} value @param {(id: string) => string} projectName
 */
export function valueWords(field, value, projectName) {
  if (value === null || value === undefined || value === "") return text("library_none");
  if (typeof value === "boolean") return text(value ? "library_yes" : "library_no");
  if (Array.isArray(value)) return value.join(", ") || text("library_none");
  const word = String(value);
  if (field === "type") return typeName(word);
  if (field === "category") return categoryName(word);
  if (field === "level") return levelName(word);
  if (field === "status") return statusName(word);
  if (field === "project") return projectName(word);
  return field === "valid_from" || field === "expires_at" ? word.slice(0, 10) : word;
}
