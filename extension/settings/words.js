// What the settings page says of a setting. Pure but for the catalogue.

import { count, failureText, numeral, text } from "../shared/i18n.js";

/**
 * What the host's schema says of one setting.
 * @typedef {object} Schema
 * @property {string} [type]
 * @property {unknown[]} [enum]
 * @property {unknown} [default]
 * @property {string} [description]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {number} [exclusiveMinimum]
 */

/** A setting's name in the catalogues; the sites share theirs. @param {string} key */
export const wordOf = (key) => key.replace(/^sites\.\w+\./, "sites.").replaceAll(".", "_");

/** @param {string} key */
export const titleOf = (key) => text(`settings_key_${wordOf(key)}`) || key;

/** @param {string} key @param {Schema} schema */
export const hintOf = (key, schema) =>
  text(`settings_hint_${wordOf(key)}`) || (schema.description ?? "");

/** @param {string} key @param {unknown} value */
export const choiceOf = (key, value) =>
  text(`settings_choice_${wordOf(key)}_${value}`) || String(value);

/** A value in words. @param {string} key @param {Schema} schema @param {unknown} value */
export function valueWords(key, schema, value) {
  if (typeof value === "boolean") return text(value ? "settings_on" : "settings_off");
  if (schema.enum) return choiceOf(key, value);
  if (typeof value === "number") return numeral(value);
  return value ? String(value) : text("settings_empty");
}

/** Between which values a number has to be. @param {Schema} schema */
export function boundsWords({ minimum, exclusiveMinimum, maximum, type }) {
  const least = minimum ?? exclusiveMinimum;
  if (least === undefined || maximum === undefined) return text("settings_number");
  const bounds = text("settings_bounds", numeral(least), numeral(maximum));
  return type === "integer" ? `${bounds} ${text("settings_whole")}` : bounds;
}

/**
 * Why a value was refused: in our words where its bounds say it, else in the host's.
 * @param {string} key @param {Schema} schema @param {MemoryX.Failure} failure
 */
export function refusalWords(key, schema, failure) {
  if (failure.code !== "invalid_params") return failureText(failure);
  if (schema.type === "number" || schema.type === "integer") return boundsWords(schema);
  return failure.message.replace(`values.${key}: `, "");
}

/** @param {import("../contract.d.ts").SecretStatus} status */
export const secretWords = ({ name, where }) =>
  where === null
    ? text("settings_secret_none")
    : where === "environment"
      ? text("settings_secret_environment", SECRET_VARIABLES[name])
      : text("settings_secret_keyring");

const SECRET_VARIABLES = Object.freeze({
  "llm.api_key": "MEMORYX_API_KEY",
  "embedding.api_key": "MEMORYX_EMBEDDING_API_KEY",
});

/** @param {import("../contract.d.ts").LlmTest} result */
export function testWords({ status, took_ms: took, error }) {
  if (status === "ready") return text("settings_test_ready", numeral(Math.round(took / 100) / 10));
  if (error) return failureText({ ...error, retryable: false });
  return text(`settings_test_${status}`);
}

/** Where chats go with this endpoint. @param {string} address */
export function leavingWords(address) {
  if (!URL.canParse(address)) return text("settings_leaving_nothing");
  const { hostname, host } = new URL(address);
  const own = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return own ? text("settings_leaving_local", host) : text("settings_leaving_remote", host);
}

/** @param {import("../contract.d.ts").ImportedData} result */
export function importedWords({ skipped_total: skipped, ...added }) {
  const { conversations, turns, memories } = added;
  const others = added.projects + added.proposals + added.settings;
  const parts = [];
  if (conversations > 0) parts.push(count("settings_import_conversations", conversations));
  if (turns > 0) parts.push(count("settings_import_turns", turns));
  if (memories > 0) parts.push(count("settings_import_memories", memories));
  if (others > 0) parts.push(count("settings_import_others", others));
  if (parts.length === 0) parts.push(text("settings_import_nothing"));
  if (skipped > 0) parts.push(count("settings_import_skipped", skipped));
  return parts.join(" · ");
}

/** Why something was left out; what cannot be put into words of ours follows as it is. @param {import("../contract.d.ts").SkippedItem} item */
export function skippedWords({ where, code, why }) {
  const more = code === "malformed" || code === "unreadable" ? ` (${why})` : "";
  return `${where}: ${text(`skip_${code}`)}${more}`;
}

/** @param {number} bytes */
export function sizeWords(bytes) {
  const megabytes = bytes / 1_000_000;
  const shown = megabytes < 10 ? Math.round(megabytes * 10) / 10 : Math.round(megabytes);
  return text("settings_megabytes", numeral(Math.max(shown, 0.1)));
}
