import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { HOST_NAMES, siteOf } from "../../../extension/shared/sites.js";

const ROOT = new URL("../../../", import.meta.url);
/** @param {string} path */
const read = (path) => readFileSync(new URL(path, ROOT), "utf8");
/** @param {string} path */
const json = (path) => JSON.parse(read(path));
const manifest = json("extension/manifest.json");
const SOURCES = readdirSync(new URL("extension/", ROOT), { recursive: true })
  .map(String)
  .filter((path) => /\.(js|html)$/.test(path));

test("the id that follows from the manifest's key is in the list that the host reads", () => {
  const digest = createHash("sha256").update(Buffer.from(manifest.key, "base64")).digest("hex");
  const id = [...digest.slice(0, 32)]
    .map((digit) => String.fromCharCode(97 + parseInt(digit, 16)))
    .join("");
  assert.ok(json("manifests/extension-ids.json").includes(id), id);
});

test("every file that the manifest names is there", () => {
  const [scripts] = manifest.content_scripts;
  const files = [
    ...scripts.js,
    manifest.background.service_worker,
    manifest.action.default_popup,
    ...Object.values(manifest.icons),
    ...Object.values(manifest.action.default_icon),
  ];
  for (const file of files) assert.ok(existsSync(new URL(`extension/${file}`, ROOT)), file);
});

test("every content script is in the manifest's list", () => {
  const [scripts] = manifest.content_scripts;
  const content = SOURCES.filter((path) => path.startsWith("content/"));
  assert.deepEqual([...scripts.js].sort(), content.sort());
});

test("the extension asks for no more than it uses, and no page can reach into it", () => {
  assert.deepEqual(
    [...manifest.permissions].sort(),
    ["alarms", "contextMenus", "nativeMessaging", "scripting", "storage", "unlimitedStorage"],
  );
  assert.equal("web_accessible_resources" in manifest, false);
  assert.equal("externally_connectable" in manifest, false);
  assert.match(manifest.content_security_policy.extension_pages, /^default-src 'none'/);
});

test("manifest, worker and adapters name the same hosts", () => {
  const [scripts] = manifest.content_scripts;
  const matches = HOST_NAMES.map((name) => `https://${name}/*`);
  assert.deepEqual([...scripts.matches].sort(), [...matches].sort());
  assert.deepEqual([...manifest.host_permissions].sort(), [...matches].sort());
  for (const name of HOST_NAMES) {
    const adapter = read(`extension/content/adapters/${siteOf(`https://${name}/`)}.js`);
    assert.ok(adapter.includes(`"${name}"`), name);
  }
});

test("only https pages of exactly these hosts are the sites", () => {
  assert.equal(siteOf("https://claude.ai/chat/1"), "claude");
  for (const other of ["http://claude.ai/", "https://claude.ai.example/", "https://x.claude.ai/"]) {
    assert.equal(siteOf(other), null);
  }
});

test("every failure that the host can name has words of its own, and so has every closed port", () => {
  const catalogue = json("extension/_locales/en/messages.json");
  const [, codes = ""] = read("extension/contract.d.ts").match(/type ErrorCode = (.+);/) ?? [];
  const named = [...codes.matchAll(/"(\w+)"/g)].map(([, code]) => code);
  const ports = [...read("extension/background/port.js").matchAll(/code: "(host_\w+)"/g)];
  assert.ok(named.length > 10 && ports.length >= 6);
  for (const each of [...named, ...ports.map(([, code]) => code)]) {
    assert.ok(catalogue[`error_${each}`], each);
  }
});
