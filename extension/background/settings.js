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
});

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
    sites: values["sites"] ?? {},
  };
}

/** @param {{ local: Area, session: Area }} areas */
export function createSettings({ local, session }) {
  const read = async () => {
    const [pause, paused, host, drafts, marks, options] = await Promise.all([
      local.get("pause"),
      session.get("paused_tabs"),
      local.get("host_settings"),
      session.get("drafts"),
      session.get("marks"),
      local.get(OPTIONS_KEY),
    ]);
    return {
      pause: { ...NO_PAUSE, ...pause },
      tabs: paused ?? {},
      host: host ?? {},
      drafts: drafts === true,
      marks: marks === true,
      options: readOptions(options),
    };
  };

  return {
    /** What holds for a page. @param {string} site @param {number} tab @returns {Promise<MemoryX.PageSettings>} */
    async forPage(site, tab) {
      const { pause, tabs, host, drafts, marks, options } = await read();
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
