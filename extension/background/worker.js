// The service worker: puts its parts together and registers every listener while it starts. It may
// be ended and started again at any time, so what matters lies in storage, never in globals alone.

import { createBadge } from "./badge.js";
import { createCommands } from "./commands.js";
import { createHandoff } from "./handoff.js";
import { createMade } from "./made.js";
import { createMenus } from "./menus.js";
import { createPages } from "./pages.js";
import { browser } from "./browser.js";
import { openDatabase } from "./database.js";
import { createHandlers } from "./handlers.js";
import { createOutbox } from "./outbox.js";
import { createPort } from "./port.js";
import { createRouter } from "./router.js";
import { createSettings } from "./settings.js";
import { asFailure, hostError } from "../shared/failure.js";
import { PLACES } from "../shared/places.js";
import { siteOf } from "../shared/sites.js";

const HOST = "com.memoryx.host";

const settings = createSettings(browser);
const badge = createBadge(browser);

const port = createPort({
  connect: () => browser.connectNative(HOST),
  lastError: browser.lastError,
  client: () => ({ name: "memoryx-extension", version: browser.version(), browser: browser.brand() }),
  clock: {
    set: (run, ms) => setTimeout(run, ms),
    clear: (timer) => clearTimeout(timer),
  },
  onState(state) {
    if (state.status !== "connecting") badge.host(state.error?.code ?? null);
    void browser.session.set("host", state);
    void browser.broadcast({ method: "worker.changed", params: { what: "host" } });
    if (state.status === "connected") void whenConnected(state.hello);
  },
  onNotification(method, params) {
    void browser.broadcast({ method: "worker.changed", params: { what: method, ...params } });
  },
});

const outbox = createOutbox({
  store: openDatabase(indexedDB),
  async deliver(save) {
    try {
      await port.ensure();
    } catch (error) {
      // The host is not there, so nothing is the save's fault.
      throw hostError("host_absent", asFailure(error).message, { retryable: true });
    }
    return port.request("conversations.save", save);
  },
  onChange({ waiting }) {
    void (waiting > 0 ? browser.alarm.wanted() : browser.alarm.done());
    void browser.broadcast({ method: "worker.changed", params: { what: "outbox" } });
  },
});

/** @param {MemoryX.HostState["hello"]} hello */
async function whenConnected(hello) {
  await settings.rememberEmbedding(hello);
  if ((await browser.local.get("host_version")) !== hello?.host_version) {
    await browser.local.set("host_version", hello?.host_version ?? null);
    await outbox.retryRefused();
  }
  void outbox.flush();
  try {
    const { values } = await port.request("settings.get", {});
    await settings.rememberHost(values);
    await tellPages();
  } catch (error) {
    // The remembered settings, or the defaults, hold.
    console.debug("memoryx: the host told no settings", error);
  }
}

/** Gives every page of the sites the settings that hold for it. */
async function tellPages() {
  for (const { id, url } of await browser.tabs.ofSites()) {
    const site = siteOf(url);
    if (id === undefined || site === null) continue;
    const params = await settings.forPage(site, id);
    void browser.tabs.tell(id, { method: "page.settings", params });
  }
}

/** Tabs that were open before this version get its content scripts. */
async function injectOpenTabs() {
  for (const { id, discarded } of await browser.tabs.ofSites()) {
    if (id !== undefined && !discarded) void browser.tabs.inject(id);
  }
}

/** Shows the first page, once: an unpacked extension is installed anew at each start. */
async function greet() {
  if (await browser.local.get("greeted")) return;
  await browser.local.set("greeted", true);
  await browser.pages.open(PLACES.welcome);
}

const pages = createPages({ browser, port, settings });
const made = createMade(browser);
const handoff = createHandoff({ browser, port, pages, badge });
const menus = createMenus({ browser, port, pages });
const commands = createCommands({ browser, pages, settings, tellPages });
const handlers = createHandlers({
  ...{ browser, port, outbox, settings, badge, pages, made, handoff, menus, tellPages },
});
const route = createRouter({ handlers, self: { id: browser.id(), origin: browser.origin() } });

browser.listen({
  message: route,
  installed(reason) {
    void injectOpenTabs();
    void menus.install();
    if (reason === "install") void greet();
  },
  started: () => void outbox.flush(),
  alarm: () => void outbox.flush(),
  tabRemoved(tab) {
    void settings.forgetTab(tab);
    void made.forgetTab(tab);
    void handoff.forgetTab(tab);
  },
  menuClicked: (info, tab) => void menus.clicked(info, tab),
  command: (name, tab) => void commands.run(name, tab),
});

void browser.closeStorage();
