// Bundles each simulated site into one self-contained page: node build.mjs OUTPUT [layout …]
// writes OUTPUT/<layout>.html. Nothing that this builds is kept in the repository.
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const LAYOUTS = ["chatgpt-a", "chatgpt-b", "chatgpt-c", "claude-classic", "claude-hub", "gemini"];

const STYLE = `
  html, body { margin: 0; height: 100%; font: 15px/1.5 system-ui, sans-serif; }
  body { display: flex; flex-direction: column; }
  main, .app { flex: 1; min-height: 0; display: flex; flex-direction: column; max-width: 46rem; width: 100%; margin: 0 auto; }
  .scroll { flex: 1; min-height: 0; overflow-y: auto; padding: 1rem; }
  .reverse { display: flex; flex-direction: column-reverse; }
  .composer { border: 1px solid #bbb; border-radius: 1rem; padding: .5rem 1rem; margin: 1rem; }
  [contenteditable=true] { outline: none; min-height: 1.5em; max-height: 12em; overflow-y: auto; white-space: pre-wrap; }
  [contenteditable=true] p { margin: 0; }
  textarea { width: 100%; font: inherit; }
  .whitespace-pre-wrap { white-space: pre-wrap; }
  .sr-only, .cdk-visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  [hidden] { display: none !important; }
  .search { display: flex; padding: .25rem 1rem; }
`;

/** @param {string} script */
function page(script) {
  const safe = script.replaceAll("</script", "<\\/script");
  return [
    "<!doctype html>",
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    `<link rel="icon" href="data:,"><title></title><style>${STYLE}</style></head>`,
    `<body><script>${safe}</script></body></html>`,
    "",
  ].join("\n");
}

const [output, ...wanted] = process.argv.slice(2);
if (!output) throw new Error("usage: node build.mjs OUTPUT [layout …]");
await mkdir(output, { recursive: true });
await Promise.all(
  (wanted.length ? wanted : LAYOUTS).map(async (layout) => {
    const { outputFiles } = await build({
      entryPoints: [path.join(HERE, layout, "page.js")],
      bundle: true,
      write: false,
      format: "iife",
      target: "chrome120",
      define: { "process.env.NODE_ENV": '"production"' },
      logLevel: "warning",
    });
    await writeFile(path.join(output, `${layout}.html`), page(outputFiles[0]?.text ?? ""));
  }),
);
