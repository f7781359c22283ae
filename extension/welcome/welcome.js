// The first page: sees to the companion, stores a first memory and shows it recalled. It looks again by
// itself, so nobody has to reload it.

import { ask, whenChanged } from "../shared/ask.js";
import { busyWhile, part, say, write } from "../shared/elements.js";
import { asFailure } from "../shared/failure.js";
import { commandFor, count, failureText, fill, speakAsChosen, text } from "../shared/i18n.js";
import { openPlace } from "../shared/places.js";
import { installCommand, systemOf } from "./system.js";

/** A companion that is not there is looked for again this often. Milliseconds. */
const LOOK_AGAIN = 2_000;
/** Nobody's message waits here. Milliseconds. */
const PATIENCE = 5_000;
/** How long a button says that it has copied. Milliseconds. */
const COPIED = 2_000;

const closing = new AbortController();
const { signal } = closing;

const hostWords = part("host-words", HTMLParagraphElement);
const install = part("install", HTMLDivElement);
const command = part("command", HTMLElement);
const copy = part("copy", HTMLButtonElement);
const steps = {
  companion: part("companion", HTMLLIElement),
  model: part("model", HTMLLIElement),
  first: part("first", HTMLLIElement),
  start: part("start", HTMLLIElement),
};
const tellText = part("tell-text", HTMLInputElement);
const askText = part("ask-text", HTMLInputElement);

/** @type {{ host: MemoryX.HostState | null, system: import("./system.js").System }} */
const known = { host: null, system: "other" };

/** @param {HTMLLIElement} step */
const done = (step) => void (step.dataset["done"] = "");

function drawCompanion() {
  const { host, system } = known;
  const connected = host?.status === "connected";
  const error = connected ? null : (host?.error ?? null);
  const missing = error?.code === "host_not_found";
  install.hidden = error === null || (!missing && commandFor(error.code) === null);
  part("install-where", HTMLParagraphElement).hidden = !missing;
  part("install-needs", HTMLParagraphElement).hidden = !missing;
  write(part("install-needs", HTMLParagraphElement), text(`welcome_needs_${system}`));
  if (error) write(command, missing ? installCommand(system) : (commandFor(error.code) ?? ""));
  if (connected) {
    done(steps.companion);
    say(hostWords, text("welcome_host_there", host?.hello?.host_version ?? ""), "good");
  } else {
    delete steps.companion.dataset["done"];
    const words = missing ? text("welcome_host_missing") : error ? failureText(error, "") : "";
    say(hostWords, words || text("host_connecting"), missing ? "warn" : error ? "bad" : "");
  }
}

function drawModel() {
  const llm = known.host?.hello?.llm;
  const words = part("model-words", HTMLParagraphElement);
  if (!llm?.configured) write(words, "");
  else {
    done(steps.model);
    say(words, text("welcome_model_there", llm.model ?? ""), "good");
  }
}

function draw() {
  const away = known.host?.status !== "connected";
  for (const step of [steps.model, steps.first, steps.start]) step.inert = away;
  drawCompanion();
  drawModel();
}

/** @param {boolean} look  tries to reach a companion that is away */
async function refresh(look) {
  known.host = (await ask("worker.state", { look })).host;
  draw();
}

async function copyCommand() {
  await navigator.clipboard.writeText(command.textContent ?? "");
  write(copy, text("action_copied"));
  setTimeout(() => write(copy, text("welcome_copy")), COPIED);
}

async function tell() {
  const said = part("tell-said", HTMLParagraphElement);
  const words = tellText.value.trim();
  if (!words) {
    tellText.focus();
    return;
  }
  try {
    const { decision, memory } = await ask("memories.create", { text: words });
    say(said, text(`popup_remembered_${decision}`, memory.text), "good");
    askText.focus();
  } catch (error) {
    say(said, failureText(asFailure(error)), "bad");
  }
}

async function recall() {
  const said = part("ask-said", HTMLParagraphElement);
  const preview = part("preview", HTMLElement);
  const words = askText.value.trim();
  if (!words) {
    askText.focus();
    return;
  }
  try {
    const { context, memories } = await ask("recall", { text: words, deadline_ms: PATIENCE });
    preview.hidden = false;
    write(part("preview-own", HTMLParagraphElement), words);
    write(part("preview-block", HTMLPreElement), context.replace(/^\n/, ""));
    if (context === "") say(said, text("welcome_ask_nothing"));
    else {
      say(said, count("welcome_ask_found", memories.length), "good");
      done(steps.first);
    }
  } catch (error) {
    say(said, failureText(asFailure(error)), "bad");
  }
}

/** @param {Promise<unknown>} work */
function attempt(work) {
  work.catch((error) => say(hostWords, failureText(asFailure(error)), "bad"));
}

/** @param {string} id @param {HTMLButtonElement} button @param {() => Promise<void>} work */
function serveForm(id, button, work) {
  part(id, HTMLFormElement).addEventListener(
    "submit",
    (event) => {
      event.preventDefault();
      void busyWhile(button, work);
    },
    { signal },
  );
}

serveForm("tell", part("tell-go", HTMLButtonElement), tell);
serveForm("ask", part("ask-go", HTMLButtonElement), recall);
copy.addEventListener("click", () => attempt(copyCommand()), { signal });
part("model-choose", HTMLButtonElement).addEventListener(
  "click",
  () => attempt(openPlace("settings", "#model")),
  { signal },
);
part("model-skip", HTMLButtonElement).addEventListener(
  "click",
  () => {
    done(steps.model);
    tellText.focus();
  },
  { signal },
);
steps.start.addEventListener(
  "click",
  ({ target }) => {
    if (target instanceof HTMLAnchorElement) done(steps.start);
  },
  { signal },
);
whenChanged((what) => {
  if (what === "host" || what === "status.changed") attempt(refresh(false));
}, signal);
const looking = setInterval(() => {
  if (known.host?.status === "failed") attempt(refresh(true));
}, LOOK_AGAIN);
signal.addEventListener("abort", () => clearInterval(looking), { once: true });

async function open() {
  await speakAsChosen();
  fill(document);
  known.system = systemOf((await chrome.runtime.getPlatformInfo()).os);
  draw();
  await refresh(true);
  document.documentElement.dataset["ready"] = "yes";
}

attempt(open());
