// What is said in a page: words from the catalogue, in the language of the interface. A language that
// a person chose comes from the worker with the settings; else the browser's own catalogue speaks.
(() => {
  "use strict";

  /** @type {MemoryX.Spoken | null} */
  let chosen = null;

  /** @type {MemoryX.Speech} */
  const words = {
    speak(spoken) {
      chosen = spoken;
    },

    language: () => chosen?.language ?? chrome.i18n.getUILanguage(),

    text(key, ...values) {
      if (!chosen) return chrome.i18n.getMessage(key, values.map(String));
      const message = chosen.messages[key] ?? "";
      return message.replace(/\$(\$|\d)/g, (_found, name) =>
        name === "$" ? "$" : String(values[Number(name) - 1] ?? ""),
      );
    },

    count(key, number, ...values) {
      const form = new Intl.PluralRules(words.language()).select(number) === "one" ? "one" : "other";
      const numeral = new Intl.NumberFormat(words.language()).format(number);
      return words.text(`${key}_${form}`, numeral, ...values);
    },

    // Intl's own lists run words together in Chinese, as if none of them were Latin.
    list: (parts) => parts.join(words.text("receipt_between")),

    day(time) {
      const date = new Date(time);
      const thisYear = date.getFullYear() === new Date().getFullYear();
      /** @type {Intl.DateTimeFormatOptions} */
      const parts = { month: "short", day: "numeric", ...(thisYear ? {} : { year: "numeric" }) };
      return new Intl.DateTimeFormat(words.language(), parts).format(date);
    },
  };

  globalThis.memoryx.words = Object.freeze(words);
})();
