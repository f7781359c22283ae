// Lint rules of the extension and of the tests' JavaScript. Run from the top of the checkout:
//   tests/node_modules/.bin/eslint --config tests/eslint.config.js --max-warnings 0 extension tests
import js from "@eslint/js";
import globals from "globals";

/** Ways of writing markup or styles that nothing in the extension may use. */
const NO_MARKUP = [
  {
    selector: "MemberExpression[property.name=/^(innerHTML|insertAdjacentHTML|setHTMLUnsafe)$/]",
    message: "No markup from strings: build nodes, set textContent.",
  },
  {
    selector: "AssignmentExpression[left.property.name='outerHTML']",
    message: "No markup from strings: build nodes, set textContent.",
  },
  {
    selector: "CallExpression[callee.object.name='document'][callee.property.name=/^write(ln)?$/]",
    message: "No document.write.",
  },
  { selector: "MemberExpression[property.name='style']", message: "No inline styles." },
  {
    selector: "CallExpression[callee.property.name='setAttribute'][arguments.0.value='style']",
    message: "No inline styles.",
  },
];

/** Every listener ends with the feature that it belongs to. */
const LISTENERS = [
  {
    selector: "CallExpression[callee.property.name='addEventListener'][arguments.length<3]",
    message: "Give every listener an AbortSignal: addEventListener(type, f, { signal }).",
  },
];

/** An adapter reads what it is handed, and nothing else. */
const ADAPTER_GLOBALS = [
  ...["chrome", "document", "window", "self", "top", "parent", "location", "history", "navigation"],
  ...["navigator", "localStorage", "sessionStorage", "fetch", "XMLHttpRequest", "MutationObserver"],
  ...["setTimeout", "setInterval", "requestAnimationFrame", "requestIdleCallback", "queueMicrotask"],
  ...["getComputedStyle", "addEventListener", "Date", "performance"],
].map((name) => ({ name, message: "Adapters work on the document and URL that they are handed." }));

const ADAPTER_SYNTAX = [
  {
    selector: "MemberExpression[object.name='globalThis'][property.name!='memoryx']",
    message: "Adapters know one global: globalThis.memoryx.",
  },
  {
    selector: "CallExpression[callee.property.name=/^(addEventListener|click|dispatchEvent|focus)$/]",
    message: "Adapters read pages and never act on them.",
  },
];

const COMMON = {
  "no-empty": ["error", { allowEmptyCatch: false }],
  "no-var": "error",
  "prefer-const": "error",
  eqeqeq: "error",
  "no-eval": "error",
  "no-implied-eval": "error",
  "no-new-func": "error",
  "no-shadow": "error",
  "no-unused-vars": ["error", { caughtErrors: "all", argsIgnorePattern: "^_" }],
  "no-unused-expressions": "error",
  "no-param-reassign": "error",
  "no-promise-executor-return": "error",
  "no-unmodified-loop-condition": "error",
  "no-throw-literal": "error",
  "max-lines": ["error", { max: 400, skipBlankLines: false, skipComments: false }],
};

export default [
  { ignores: ["**/node_modules/**", "**/.*/**"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  { files: ["**/*.js", "**/*.mjs"], rules: COMMON },
  {
    files: ["extension/**/*.js"],
    languageOptions: {
      ecmaVersion: 2023,
      sourceType: "module",
      globals: { ...globals.browser, ...globals.webextensions },
    },
    rules: { "no-restricted-syntax": ["error", ...NO_MARKUP, ...LISTENERS] },
  },
  {
    files: ["extension/content/**/*.js"],
    languageOptions: { sourceType: "script", globals: { memoryx: "off" } },
    rules: { strict: ["error", "function"] },
  },
  {
    files: ["extension/content/adapters/**/*.js"],
    rules: {
      "max-lines": ["error", { max: 215 }],
      "no-restricted-globals": ["error", ...ADAPTER_GLOBALS],
      "no-restricted-syntax": ["error", ...NO_MARKUP, ...LISTENERS, ...ADAPTER_SYNTAX],
    },
  },
  {
    files: ["tests/**/*.js", "tests/**/*.mjs"],
    languageOptions: {
      ecmaVersion: 2023,
      sourceType: "module",
      globals: { ...globals.node, ...globals.browser },
    },
    rules: {
      // The fixture pages stand for foreign sites, which style what they draw; markup from strings
      // stays out of them too, since one of the sites enforces Trusted Types.
      "no-restricted-syntax": ["error", ...NO_MARKUP.slice(0, 3)],
    },
  },
];
