// Words from the catalogues. No text stands in code.

/** The commands that mend the host, by the failure's code. */
const COMMANDS = Object.freeze(
  /** @type {Record<string, string>} */ ({
    host_not_found: "python3 installer",
    host_forbidden: "memoryx install",
    host_exited: "memoryx doctor",
    host_protocol: "memoryx doctor",
    host_blocked: "memoryx doctor",
    host_timeout: "memoryx doctor",
    internal: "memoryx doctor",
    failed: "memoryx doctor",
    database_unavailable: "memoryx doctor",
  }),
);

/** @param {string} key @param {(string | number)[]} values */
export const text = (key, ...values) => chrome.i18n.getMessage(key, values.map(String));

/** The command that mends a failure, or null. @param {string} code */
export const commandFor = (code) => COMMANDS[code] ?? null;

/**
 * A failure in plain words: the catalogue's by its code, else what the host advises.
 * @param {MemoryX.Failure} failure @param {string} [command]  "" where it is shown beside the words
 */
export function failureText({ code, message, remedy }, command = COMMANDS[code] ?? "") {
  const own = chrome.i18n.getMessage(`error_${code}`, [command]).trim();
  if (own) return own;
  return remedy || text("error_unknown", message || code);
}

/** The month in which something was said, in the interface's language. @param {string} time RFC 3339 */
export function month(time) {
  const date = new Date(time);
  const thisYear = date.getFullYear() === new Date().getFullYear();
  /** @type {Intl.DateTimeFormatOptions} */
  const parts = thisYear
    ? { month: "short", day: "numeric" }
    : { year: "numeric", month: "short", day: "numeric" };
  return new Intl.DateTimeFormat(chrome.i18n.getUILanguage(), parts).format(date);
}

/** Fills every element that names a text: `data-text`, `data-label`. @param {Document} doc */
export function fill(doc) {
  doc.documentElement.lang = chrome.i18n.getUILanguage();
  for (const element of doc.querySelectorAll("[data-text]")) {
    element.textContent = text(element.getAttribute("data-text") ?? "");
  }
  for (const element of doc.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", text(element.getAttribute("data-label") ?? ""));
  }
}
