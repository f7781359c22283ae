// The settings page: built from what the host says of its settings, saved as one changes them.

import { ask, whenChanged } from "../shared/ask.js";
import { make, part, within, write } from "../shared/elements.js";
import { asFailure } from "../shared/failure.js";
import { failureText, fill, numeral, speakAsChosen, text } from "../shared/i18n.js";
import { DEFAULT_OPTIONS, LANGUAGES } from "../shared/options.js";
import { createField } from "./field.js";
import { GROUPS, keysOf, strayKeys } from "./groups.js";
import { createModel } from "./model.js";
import { createSecret } from "./secret.js";
import { shortcutRows } from "./shortcuts.js";
import { transferRows } from "./transfer.js";

/** The host, while it is away, is looked for again this often. Milliseconds. */
const LOOK_AGAIN = 2_000;

const closing = new AbortController();
const { signal } = closing;

/** @type {{ host: MemoryX.HostState | null, settings: import("../contract.d.ts").Settings | null, options: import("../shared/options.js").Options }} */
const known = { host: null, settings: null, options: { ...DEFAULT_OPTIONS } };
/** @type {Map<string, import("./field.js").Field>} */
const fields = new Map();
/** What the extension's own options are, in the words of a schema. */
const OPTION_SCHEMAS = Object.freeze({
  receipt: { type: "boolean", default: DEFAULT_OPTIONS.receipt },
  preview: { type: "boolean", default: DEFAULT_OPTIONS.preview },
  language: { enum: ["auto", ...LANGUAGES], default: DEFAULT_OPTIONS.language },
});

/** @param {Record<string, unknown>} values  null goes back to a default */
async function setAll(values) {
  known.settings = await ask("settings.set", { values });
  draw();
}

/** @param {string} key @param {unknown} value */
async function setOption(key, value) {
  const name = /** @type {keyof typeof OPTION_SCHEMAS} */ (key.replace("options.", ""));
  known.options = await ask("worker.options.set", { [name]: value ?? DEFAULT_OPTIONS[name] });
  if (name === "language") location.reload();
  else draw();
}

const model = createModel({ setAll, signal });
const meaning = make("p", { class: "leaving", role: "status" });
const embeddingKey = createSecret("embedding.api_key", { signal, changed: () => {} });

/** @param {string} key @param {import("./words.js").Schema} schema */
function fieldOf(key, schema) {
  const set = key.startsWith("options.")
    ? setOption
    : (/** @type {string} */ name, /** @type {unknown} */ value) => setAll({ [name]: value });
  const field = createField({ key, schema, set, signal });
  fields.set(key, field);
  return field.element;
}

/** @param {string} name @param {...Node} rows */
const section = (name, ...rows) =>
  make(
    "section",
    { id: name, "aria-labelledby": `${name}-title` },
    make("h2", { id: `${name}-title`, text: text(`settings_group_${name}`) }),
    ...rows,
  );

/** The rows of some keys; each site's stand under its name. @param {string[]} keys */
function rowsOf(keys) {
  const schemas = /** @type {Record<string, import("./words.js").Schema>} */ (
    known.settings?.schema["properties"] ?? {}
  );
  let site = "";
  return keys.flatMap((key) => {
    const [, named = ""] = key.match(/^sites\.(\w+)\./) ?? [];
    const head = named && named !== site ? [make("h3", { text: text(`site_${named}`) || named })] : [];
    site = named;
    return [...head, fieldOf(key, schemas[key] ?? {})];
  });
}

/** Every section, from what the host says; without a host only those that are the extension's. */
function build() {
  const keys = Object.keys(known.settings?.values ?? {});
  fields.clear();
  const groups = keys.length === 0 ? [] : GROUPS;
  const sections = groups.map((group) => {
    const rows = rowsOf(keysOf(group, keys));
    const options = (group.options ?? []).map((name) => fieldOf(`options.${name}`, OPTION_SCHEMAS[name]));
    if (group.name === "model") {
      // Address and model, then the key that goes with them, then what limits them.
      return section("model", ...model.before, ...rows.slice(0, 2), ...model.after, ...rows.slice(2));
    }
    if (group.name === "meaning") {
      // The key goes with the address and the model's name.
      return section("meaning", meaning, ...rows.slice(0, -1), embeddingKey.element, ...rows.slice(-1));
    }
    return section(group.name, ...rows, ...options);
  });
  const stray = strayKeys(keys);
  if (stray.length > 0) sections.push(section("other", ...rowsOf(stray)));
  const language = fieldOf("options.language", OPTION_SCHEMAS.language);
  sections.push(section("interface", language, ...shortcutRows(signal)));
  if (keys.length > 0) {
    const privacy = make("p", { class: "quiet", text: text("settings_privacy") });
    sections.push(section("data", privacy, ...transferRows(signal)));
  }
  part("sections", HTMLDivElement).replaceChildren(...sections);
  part("contents", HTMLUListElement).replaceChildren(
    ...sections.map(({ id }) =>
      make("li", {}, make("a", { href: `#${id}`, text: text(`settings_group_${id}`) })),
    ),
  );
}

/** Shows only what matters for the chosen way of comparing meanings. @param {Record<string, unknown>} values */
function drawRelevant(values) {
  const provider = String(values["embedding.provider"] ?? "");
  for (const { when } of GROUPS) {
    for (const [key, providers] of Object.entries(when ?? {})) {
      const field = fields.get(key);
      if (field) field.element.hidden = !providers.includes(provider);
    }
  }
  embeddingKey.element.hidden = provider !== "openai";
  const { status, pending } = known.host?.hello?.embedding ?? { status: "loading", pending: 0 };
  write(meaning, text(`settings_meaning_${status}`, numeral(pending)));
}

function drawNotices() {
  const { host, settings } = known;
  const away = part("away", HTMLDivElement);
  const failed = host?.status === "failed";
  away.hidden = host?.status === "connected";
  away.dataset["tone"] = failed ? "bad" : "";
  within(away, "a", HTMLAnchorElement).hidden = !failed;
  const words = host?.error ? failureText(host.error) : text("host_connecting");
  write(within(away, "p", HTMLParagraphElement), words);
  const problems = part("problems", HTMLDivElement);
  problems.hidden = !settings?.problems.length;
  within(problems, "ul", HTMLUListElement).replaceChildren(
    ...(settings?.problems ?? []).map((problem) => make("li", { text: problem })),
  );
}

function draw() {
  const { settings, host } = known;
  const usable = host?.status === "connected";
  for (const [key, field] of fields) {
    const option = key.replace("options.", "");
    if (key.startsWith("options.")) {
      field.draw(known.options[/** @type {keyof typeof OPTION_SCHEMAS} */ (option)], undefined, true);
    } else field.draw(settings?.values[key], settings?.environment[key], usable);
  }
  if (settings) {
    model.draw(settings.values, usable);
    drawRelevant(settings.values);
  }
  drawNotices();
}

/** @param {boolean} look  tries to reach a host that is away */
async function refresh(look) {
  const had = known.settings !== null;
  const state = await ask("worker.state", { look });
  known.host = state.host;
  if (state.host.status === "connected") known.settings = await ask("settings.get");
  if (!had && known.settings) {
    build();
    await model.begin();
    void embeddingKey.refresh();
    if (location.hash) document.querySelector(location.hash)?.scrollIntoView();
  }
  draw();
}

/** @param {Promise<unknown>} work */
function attempt(work) {
  work.catch((error) => {
    const away = part("away", HTMLDivElement);
    away.hidden = false;
    write(within(away, "p", HTMLParagraphElement), failureText(asFailure(error)));
  });
}

async function open() {
  await speakAsChosen();
  fill(document);
  known.options = await ask("worker.options");
  build();
  draw();
  await refresh(true);
  document.documentElement.dataset["ready"] = "yes";
}

whenChanged((what) => {
  if (what === "host" || what === "status.changed") attempt(refresh(false));
}, signal);
const looking = setInterval(() => {
  if (known.host?.status === "failed") attempt(refresh(true));
}, LOOK_AGAIN);
signal.addEventListener("abort", () => clearInterval(looking), { once: true });

attempt(open());
