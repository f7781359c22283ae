// The extension's own pages, opened once each: a tab that shows one is brought to the front.

/** Where they lie. */
export const PLACES = Object.freeze({
  library: "library/library.html",
  settings: "settings/settings.html",
  welcome: "welcome/welcome.html",
});

/**
 * Shows one of the extension's pages.
 * @param {keyof typeof PLACES} name @param {string} [hash]  where on it, with its "#"
 */
export async function openPlace(name, hash = "") {
  const url = chrome.runtime.getURL(PLACES[name]);
  const open = await chrome.tabs.query({ url: `${url}*` });
  const tab = open.find((each) => each.id !== undefined);
  if (tab?.id === undefined) {
    await chrome.tabs.create({ url: url + hash });
    return;
  }
  await chrome.tabs.update(tab.id, { active: true, ...(hash ? { url: url + hash } : {}) });
  await chrome.windows.update(tab.windowId, { focused: true });
}
