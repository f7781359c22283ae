// The one command that installs the companion on this system, and what it needs before.

/** @typedef {"linux" | "mac" | "windows" | "other"} System */

/** @param {string} os  of chrome.runtime.getPlatformInfo @returns {System} */
export const systemOf = (os) =>
  os === "mac" ? "mac" : os === "win" ? "windows" : os === "linux" ? "linux" : "other";

/** @param {System} system */
export const installCommand = (system) => (system === "windows" ? "py installer" : "python3 installer");
