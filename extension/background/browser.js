// The one place that knows chrome.*. Everything else in the worker is handed these.

const OUTBOX_ALARM = "outbox";

/** @param {() => Promise<unknown>} action @param {string} why  why its failure says nothing new */
async function quietly(action, why) {
  try {
    return await action();
  } catch (error) {
    console.debug(`memoryx: ${why}`, error);
    return null;
  }
}

export const browser = Object.freeze({
  id: () => chrome.runtime.id,
  origin: () => chrome.runtime.getURL(""),
  version: () => chrome.runtime.getManifest().version,
  lastError: () => chrome.runtime.lastError?.message,

  /**
   * Registers every listener at once, while the worker starts.
   * @param {object} listeners
   * @param {(message: any, sender: chrome.runtime.MessageSender) => Promise<any> | null} listeners.message
   * @param {(reason: string) => void} listeners.installed
   * @param {() => void} listeners.started
   * @param {() => void} listeners.alarm
   * @param {(tab: number) => void} listeners.tabRemoved
   * @param {(info: chrome.contextMenus.OnClickData, tab?: chrome.tabs.Tab) => void} listeners.menuClicked
   * @param {(command: string, tab?: chrome.tabs.Tab) => void} listeners.command
   */
  listen({ message, installed, started, alarm, tabRemoved, menuClicked, command }) {
    chrome.runtime.onMessage.addListener((content, sender, respond) => {
      const answer = message(content, sender);
      if (!answer) return false;
      void answer.then(respond);
      return true;
    });
    chrome.runtime.onInstalled.addListener(({ reason }) => installed(reason));
    chrome.runtime.onStartup.addListener(started);
    chrome.alarms.onAlarm.addListener(alarm);
    chrome.tabs.onRemoved.addListener(tabRemoved);
    chrome.contextMenus.onClicked.addListener(menuClicked);
    chrome.commands.onCommand.addListener(command);
  },

  /** @param {string} name */
  connectNative: (name) => chrome.runtime.connectNative(name),

  /** The browser's name and version, as far as it says. */
  brand() {
    /** @type {{ brand: string, version: string }[]} */
    const brands = /** @type {any} */ (navigator).userAgentData?.brands ?? [];
    const named = brands.filter(({ brand }) => !/not.?a.?brand/i.test(brand));
    const { brand, version } = named.find((one) => one.brand !== "Chromium") ?? named[0] ?? {};
    return `${brand ?? "Chromium"} ${version ?? ""}`.trim();
  },

  /** Page contexts read nothing of what is stored: it is the worker's. */
  closeStorage: () =>
    quietly(
      () => chrome.storage.local.setAccessLevel({ accessLevel: "TRUSTED_CONTEXTS" }),
      "storage stays as open as this browser makes it",
    ),

  local: {
    /** @param {string} key */
    get: async (key) => (await chrome.storage.local.get(key))[key],
    /** @param {string} key @param {unknown} value */
    set: (key, value) => chrome.storage.local.set({ [key]: value }),
  },
  session: {
    /** @param {string} key */
    get: async (key) => (await chrome.storage.session.get(key))[key],
    /** @param {string} key @param {unknown} value */
    set: (key, value) => chrome.storage.session.set({ [key]: value }),
  },

  tabs: {
    /** Tabs that show one of the sites. */
    ofSites: () => {
      const { host_permissions: url = [] } = chrome.runtime.getManifest();
      return chrome.tabs.query({ url });
    },
    /** @param {number} tab @param {object} message */
    ask: (tab, message) => chrome.tabs.sendMessage(tab, message, { frameId: 0 }),
    /** @param {number} tab @param {object} message */
    tell: (tab, message) =>
      quietly(() => chrome.tabs.sendMessage(tab, message, { frameId: 0 }), "this tab has no content script"),
    /** @param {number} tab */
    get: (tab) => chrome.tabs.get(tab),
    /** Opens an address beside a tab and gives the new tab's number. @param {string} url @param {number} beside */
    async open(url, beside) {
      const { index, windowId } = await chrome.tabs.get(beside);
      const { id } = await chrome.tabs.create({ url, windowId, index: index + 1, openerTabId: beside });
      return Number(id);
    },
    /** Puts the content scripts into a tab that was open before them. @param {number} tab */
    inject: (tab) => {
      const [scripts] = chrome.runtime.getManifest().content_scripts ?? [];
      const injection = { target: { tabId: tab }, files: scripts?.js ?? [] };
      return quietly(() => chrome.scripting.executeScript(injection), "this tab shows no page");
    },
  },

  pages: {
    /** Opens one of the extension's own pages, or brings its tab to the front. @param {string} path */
    async open(path) {
      const url = chrome.runtime.getURL(path);
      const [tab] = await chrome.tabs.query({ url: `${url}*` });
      if (tab?.id === undefined) await chrome.tabs.create({ url });
      else {
        await chrome.tabs.update(tab.id, { active: true });
        await chrome.windows.update(tab.windowId, { focused: true });
      }
    },
  },

  menus: {
    /** The one entry, on what is selected in a page of the sites. @param {{ id: string, title: string }} entry */
    async replace({ id, title }) {
      const { host_permissions: documentUrlPatterns = [] } = chrome.runtime.getManifest();
      await chrome.contextMenus.removeAll();
      chrome.contextMenus.create({ id, title, contexts: ["selection"], documentUrlPatterns });
    },
  },

  /** Shows the popup, where the browser lets itself be asked. */
  openPopup: () => quietly(() => chrome.action.openPopup(), "this browser opens no popup by itself"),

  /** @param {string} language @returns {Promise<Record<string, { message: string }>>} */
  catalogue: async (language) =>
    (await fetch(chrome.runtime.getURL(`_locales/${language}/messages.json`))).json(),

  /** Tells the extension's open pages. @param {object} message */
  broadcast: (message) => quietly(() => chrome.runtime.sendMessage(message), "no page is open"),

  alarm: {
    wanted: () => chrome.alarms.create(OUTBOX_ALARM, { periodInMinutes: 1 }),
    done: () => chrome.alarms.clear(OUTBOX_ALARM),
  },

  badge: {
    /** @param {{ text: string, title: string, tabId?: number }} what */
    async show({ text, title, tabId }) {
      const where = tabId === undefined ? {} : { tabId };
      await quietly(() => chrome.action.setBadgeText({ text, ...where }), "the tab is gone");
      await quietly(() => chrome.action.setTitle({ title, ...where }), "the tab is gone");
    },
    /** @param {string} color */
    color: (color) => quietly(() => chrome.action.setBadgeBackgroundColor({ color }), "no badge here"),
  },

  /** @param {string} key @param {string[]} [values] */
  text: (key, values) => chrome.i18n.getMessage(key, values),
});
