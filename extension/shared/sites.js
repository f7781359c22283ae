// The sites by the host names of their pages, for the worker and the popup. The adapters say the same
// to the content scripts; a test holds the two and the manifest together.

/** @type {Readonly<Record<string, MemoryX.Site>>} */
const SITE_OF_HOST = Object.freeze({
  "chatgpt.com": "chatgpt",
  "chat.openai.com": "chatgpt",
  "claude.ai": "claude",
  "gemini.google.com": "gemini",
});

/** The site of an address; null when it is none of them. @param {string | undefined} address */
export function siteOf(address) {
  if (!address || !URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" ? (SITE_OF_HOST[hostname] ?? null) : null;
}

/** Where a new chat begins. @type {Readonly<Record<MemoryX.Site, string>>} */
export const NEW_CHATS = Object.freeze({
  chatgpt: "https://chatgpt.com/",
  claude: "https://claude.ai/new",
  gemini: "https://gemini.google.com/app",
});

export const HOST_NAMES = Object.freeze(Object.keys(SITE_OF_HOST));
