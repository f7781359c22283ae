// The one stylesheet of what is drawn into a page, as text: it lives in closed shadow roots, where the
// page's own styles do not reach, and is adopted, which no page's policy forbids.
(() => {
  "use strict";

  globalThis.memoryx.looks = `
    :host {
      all: initial !important;
      display: block !important;
    }

    :host([data-floating]) {
      position: fixed !important;
      z-index: 2147483646 !important;
    }

    .surface {
      --ground: #ffffff;
      --raised: #f5f6f9;
      --line: #e1e4eb;
      --edge: #8a92a3;
      --ink: #1b1f2a;
      --quiet: #5b6374;
      --accent: #2b4aa0;
      --accent-soft: #eaeffc;
      --on-accent: #ffffff;
      --good: #1f7a4d;
      --bad: #b3261e;
      box-sizing: border-box;
      color: var(--ink);
      font: 13px/1.45 system-ui, -apple-system, "Segoe UI", "Noto Sans", "PingFang SC",
        "Microsoft YaHei", "Noto Sans CJK SC", sans-serif;
      text-align: start;
      color-scheme: light;
    }

    .surface:lang(zh-TW) {
      font-family: system-ui, -apple-system, "Segoe UI", "Noto Sans", "PingFang TC",
        "Microsoft JhengHei", "Noto Sans CJK TC", sans-serif;
    }

    .surface[data-theme="dark"] {
      --ground: #1b1e25;
      --raised: #242832;
      --line: #3a4150;
      --edge: #788194;
      --ink: #e9ebf0;
      --quiet: #a9b1c0;
      --accent: #9db4f5;
      --accent-soft: #26304d;
      --on-accent: #121a33;
      --good: #63c794;
      --bad: #ff8a80;
      color-scheme: dark;
    }

    .surface *, .surface *::before, .surface *::after {
      box-sizing: border-box;
    }

    [hidden] {
      display: none !important;
    }

    p, ul, li, h2 {
      margin: 0;
      padding: 0;
      list-style: none;
    }

    button {
      min-height: 26px;
      padding: 2px 10px;
      border: 1px solid var(--line);
      border-radius: 7px;
      background: var(--ground);
      color: var(--ink);
      font: inherit;
      font-size: 12px;
      cursor: pointer;
    }

    button:hover:not(:disabled) {
      border-color: var(--edge);
    }

    button:disabled {
      opacity: 0.5;
      cursor: default;
    }

    button.main {
      border-color: transparent;
      background: var(--accent);
      color: var(--on-accent);
      font-weight: 600;
    }

    button.link, button.line {
      border-color: transparent;
      background: none;
    }

    button.link {
      padding: 2px 4px;
      color: var(--accent);
      font-weight: 600;
      text-decoration: underline;
      text-underline-offset: 2px;
    }

    button[aria-pressed="true"] {
      border-color: var(--accent);
      background: var(--accent-soft);
      color: var(--accent);
      font-weight: 600;
    }

    a {
      color: var(--accent);
      text-underline-offset: 2px;
    }

    :focus {
      outline: none;
    }

    :focus-visible {
      outline: 2px solid var(--accent);
      outline-offset: 1px;
    }

    .quiet {
      color: var(--quiet);
      font-size: 12px;
    }

    .bad {
      color: var(--bad);
    }

    .mark {
      display: inline-block;
      width: 7px;
      height: 7px;
      margin-inline-end: 7px;
      border-radius: 2px;
      background: var(--accent);
      transform: rotate(45deg);
    }

    /* A line under a message, and what it opens */

    .receipt {
      display: flex;
      flex-direction: column;
      align-items: flex-start;
      margin: 4px 0 2px;
    }

    .receipt[data-align="end"] {
      align-items: flex-end;
    }

    .receipt .line {
      min-height: 24px;
      padding: 1px 8px;
      color: var(--quiet);
    }

    .receipt .line:hover, .receipt .line[aria-expanded="true"] {
      color: var(--ink);
    }

    .receipt .line::after {
      content: "";
      display: inline-block;
      width: 5px;
      height: 5px;
      margin-inline-start: 8px;
      border: solid currentColor;
      border-width: 0 1.5px 1.5px 0;
      transform: translateY(-2px) rotate(45deg);
    }

    .receipt .line[aria-expanded="true"]::after {
      transform: translateY(1px) rotate(225deg);
    }

    .card {
      width: 100%;
      max-width: 520px;
      margin-top: 4px;
      padding: 2px 14px;
      border: 1px solid var(--line);
      border-radius: 12px;
      background: var(--ground);
    }

    .card li {
      padding: 10px 0;
    }

    .card li + li {
      border-top: 1px solid var(--line);
    }

    .text {
      overflow-wrap: anywhere;
      font-weight: 500;
    }

    .text.gone {
      color: var(--quiet);
      text-decoration: line-through;
    }

    .acts {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 6px;
      margin-top: 7px;
    }

    .acts:empty, .said:empty {
      display: none;
    }

    .said {
      margin-top: 6px;
    }

    /* Above the composer, before a message leaves */

    .panel {
      display: flex;
      flex-direction: column;
      max-height: inherit;
      padding: 12px 16px 14px;
      border: 1px solid var(--line);
      border-radius: 14px;
      background: var(--ground);
      box-shadow: 0 8px 30px rgb(0 0 0 / 18%);
    }

    .panel h2 {
      font-size: 13px;
      font-weight: 650;
    }

    .panel .choices {
      min-height: 0;
      margin: 6px 0 4px;
      overflow-y: auto;
    }

    .panel label {
      display: grid;
      grid-template-columns: auto 1fr;
      gap: 9px;
      padding: 6px 4px;
      border-radius: 6px;
      cursor: pointer;
    }

    .panel label:hover {
      background: var(--raised);
    }

    .panel input {
      width: 16px;
      height: 16px;
      margin: 1px 0 0;
      accent-color: var(--accent);
    }

    .panel input:not(:checked) + span .text {
      color: var(--quiet);
      text-decoration: line-through;
    }

    .panel .acts {
      gap: 8px;
    }

    .panel .acts button {
      min-height: 30px;
      padding: 3px 14px;
      font-size: 13px;
    }

    .panel .acts .apart {
      margin-inline-start: auto;
    }

    .panel .hint {
      margin-top: 9px;
    }

    /* A notice in a corner */

    .notice {
      display: flex;
      align-items: flex-start;
      gap: 10px;
      padding: 11px 14px;
      border: 1px solid var(--line);
      border-radius: 12px;
      background: var(--ground);
      box-shadow: 0 8px 30px rgb(0 0 0 / 18%);
    }

    .notice .words {
      flex: 1;
      min-width: 0;
      overflow-wrap: anywhere;
    }

    .notice .mark {
      flex: none;
      margin: 6px 2px 0 0;
    }

    .notice[data-tone="bad"] .mark {
      background: var(--bad);
    }

    .notice button {
      flex: none;
      margin: -3px 0;
    }

    @media (prefers-contrast: more) {
      .surface {
        --line: currentColor;
      }
    }
  `;
})();
