// The outbox's store in IndexedDB: small heads that are read at every start, bodies that are not.

const NAME = "memoryx";
const VERSION = 1;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @param {IDBTransaction} transaction @returns {Promise<void>} */
const committed = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });

/** @param {IDBFactory} factory @returns {MemoryX.OutboxStore} */
export function openDatabase(factory) {
  const opened = (() => {
    const request = factory.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("heads", { keyPath: "seq" });
      request.result.createObjectStore("bodies");
    };
    return done(request);
  })();

  /** @param {IDBTransactionMode} mode */
  const begin = async (mode) =>
    (await opened).transaction(["heads", "bodies"], mode, { durability: "strict" });

  return {
    async heads() {
      return done((await begin("readonly")).objectStore("heads").getAll());
    },
    async lastSeq() {
      const keys = await done((await begin("readonly")).objectStore("heads").getAllKeys());
      return Math.max(0, ...keys.map(Number));
    },
    async body(seq) {
      return done((await begin("readonly")).objectStore("bodies").get(seq));
    },
    async put(head, body) {
      const transaction = await begin("readwrite");
      transaction.objectStore("heads").put(head);
      transaction.objectStore("bodies").put(body, head.seq);
      await committed(transaction);
    },
    async remove(seq) {
      const transaction = await begin("readwrite");
      transaction.objectStore("heads").delete(seq);
      transaction.objectStore("bodies").delete(seq);
      await committed(transaction);
    },
  };
}
