// The one object through which the content scripts know each other. First in the manifest's list.
(() => {
  "use strict";

  // Injected a second time (after an update, or into a tab that was open before the install), the
  // files run again in the same isolated world: what ran before stops, the newest code takes over.
  globalThis.memoryx?.stop?.();
  // The scripts that follow add the rest, in the manifest's order, hence the cast.
  globalThis.memoryx = /** @type {MemoryX.Namespace} */ (/** @type {unknown} */ ({ adapters: [] }));
})();
