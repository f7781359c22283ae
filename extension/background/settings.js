// What the person settled: pauses and options, kept by the extension, and the host's settings that
// pages need, remembered so that they hold while the host is away.

import { hostError } from "../shared/failure.js";
import {
  changedOptions,
  DEFAULT_OPTIONS,
  OPTIONS_KEY,
  readOptions,
  storedOptions,
} from "../shared/options.js";

/** @type {Readonly<MemoryX.PageSettings>} */
export const DEFAULTS = Object.freeze({
  capture: true,
  inject: true,
  deadline_ms: 400,
  position: "end",
  drafts: false,
  marks: false,
  receipt: DEFAULT_OPTIONS.receipt,
  preview: DEFAULT_OPTIONS.preview,
  muted: Object.freeze(/** @type {string[]} */ ([])),
  words: null,
});

/** Chats that are left alone, of each site; the oldest are forgotten. */
const MUTED = 1_000;

/** Words that pages say, by how their keys begin. */
const SAID_IN_PAGES =
  /^(app_name$|receipt_|preview_|notice_|handoff_|type_|site_|error_handoff_)/;

/** @param {Record<string, { message: string }>} catalogue */
export function saidInPages(catalogue) {
  const said = Object.entries(catalogue).filter(([key]) => SAID_IN_PAGES.test(key));
  return Object.fromEntries(said.map(([key, { message }]) => [key, message]));
}

/** A deadline outside of these is a slip of the pen. Milliseconds. */
const SHORTEST = 20;
const LONGEST = 5_000;

const NO_PAUSE = Object.freeze({ all: false, sites: /** @type {Record<string, boolean>} */ ({}) });

/** @typedef {{ get(key: string): Promise<any>, set(key: string, value: unknown): Promise<any> }} Area */

/** The part of the host's settings that pages need. @param {Record<string, any>} values by dotted keys */
export function fromHost(values) {
  const deadline = Number(values["recall.deadline_ms"] ?? DEFAULTS.deadline_ms);
  return {
    deadline_ms: Math.min(LONGEST, Math.max(SHORTEST, deadline || DEFAULTS.deadline_ms)),
    position: values["recall.position"] === "start" ? "start" : DEFAULTS.position,
    sites: sitesOf(values),
  };
}

/** What is switched off and on for each site. @param {Record<string, any>} values */
function sitesOf(values) {
  /** @type {Record<string, Record<string, boolean>>} */
  const sites = {};
  for (const [key, value] of Object.entries(values)) {
    const [group, site = "", name = ""] = key.split(".");
    if (group === "sites") sites[site] = { ...sites[site], [name]: value };
  }
  return sites;
}

/**
 * @param {object} parts
 * @param {Area} parts.local
 * @param {Area} parts.session
 * @param {(language: string) => Promise<Record<string, { message: string }>>} parts.catalogue
 */
export function createSettings({ local, session, catalogue }) {
  /** @type {MemoryX.Spoken | null} */
  let spoken = null;

  /** The words of a language that a person chose; null: pages have the browser's own. @param {string} name */
  async function spokenIn(name) {
    if (name === "auto") return null;
    const language = name.replace("_", "-");
    if (spoken?.language !== language) spoken = { language, messages: saidInPages(await catalogue(name)) };
    return spoken;
  }

  const read = async () => {
    const [pause, paused, host, drafts, marks, options, muted] = await Promise.all([
      local.get("pause"),
      session.get("paused_tabs"),
      local.get("host_settings"),
      session.get("drafts"),
      session.get("marks"),
      local.get(OPTIONS_KEY),
      local.get("muted_chats"),
    ]);
    return {
      pause: { ...NO_PAUSE, ...pause },
      tabs: paused ?? {},
      host: host ?? {},
      drafts: drafts === true,
      marks: marks === true,
      options: readOptions(options),
      muted: /** @type {Record<string, string[]>} */ (muted ?? {}),
    };
  };

  return {
    /** What holds for a page. @param {string} site @param {number} tab @returns {Promise<MemoryX.PageSettings>} */
    async forPage(site, tab) {
      const { pause, tabs, host, drafts, marks, options, muted } = await read();
      const on = !pause.all && pause.sites[site] !== true && tabs[tab] !== true;
      const ofSite = host.sites?.[site] ?? {};
      return {
        capture: on && ofSite.capture !== false,
        inject: on && ofSite.inject !== false,
        deadline_ms: host.deadline_ms ?? DEFAULTS.deadline_ms,
        position: host.position ?? DEFAULTS.position,
        drafts,
        marks,
        receipt: options.receipt,
        preview: options.preview,
        muted: muted[site] ?? [],
        words: await spokenIn(options.language),
      };
    },

    /** @param {string | null} site @param {number | null} tab */
    async pauses(site, tab) {
      const { pause, tabs } = await read();
      return {
        tab: tab !== null && tabs[tab] === true,
        site: site !== null && pause.sites[site] === true,
        all: pause.all === true,
      };
    },

    /** @param {{ scope: "tab" | "site" | "all", tab?: number, site?: string, paused: boolean }} change */
    async pause({ scope, tab, site, paused }) {
      const { pause, tabs } = await read();
      if (scope === "tab" && tab !== undefined) {
        await session.set("paused_tabs", { ...tabs, [tab]: paused });
      } else if (scope === "site" && site !== undefined) {
        await local.set("pause", { ...pause, sites: { ...pause.sites, [site]: paused } });
      } else if (scope === "all") await local.set("pause", { ...pause, all: paused });
    },

    /** Nothing is added to a chat any more, or again. @param {string} site @param {string} chat @param {boolean} on */
    async mute(site, chat, on) {
      const { muted } = await read();
      const others = (muted[site] ?? []).filter((name) => name !== chat);
      const all = on ? [...others, chat].slice(-MUTED) : others;
      await local.set("muted_chats", { ...muted, [site]: all });
    },

    /** The names of muted chats go when the person deletes everything. */
    forgetMuted: () => local.set("muted_chats", {}),

    /** @param {number} tab */
    async forgetTab(tab) {
      const { tabs } = await read();
      if (!(tab in tabs)) return;
      const rest = Object.entries(tabs).filter(([id]) => id !== String(tab));
      await session.set("paused_tabs", Object.fromEntries(rest));
    },

    options: async () => (await read()).options,

    /** Changes some options and gives all of them. @param {Record<string, unknown>} change */
    async setOptions(change) {
      const { options } = await read();
      const changed = changedOptions(options, change);
      if (!changed) throw hostError("invalid_params", "no such option, or no such value of it");
      await local.set(OPTIONS_KEY, storedOptions(changed));
      return changed;
    },

    /** @param {Record<string, any>} values */
    rememberHost: (values) => local.set("host_settings", fromHost(values)),

    /** Drafts go no further than this machine, unless the person chose so. @param {{ embedding?: { drafts: boolean } } | null} hello */
    rememberEmbedding: (hello) => session.set("drafts", hello?.embedding?.drafts === true),

    /** @param {boolean} on */
    measure: (on) => session.set("marks", on),
  };
}
