/**
 * The outcome of some work, or something else when it takes too long; the work itself goes on.
 * @template T
 * @param {Promise<T>} work @param {number} ms @param {T} otherwise
 * @returns {Promise<T>}
 */
export function within(work, ms, otherwise) {
  /** @type {Promise<T>} */
  const late = new Promise((resolve) => {
    setTimeout(resolve, ms, otherwise);
  });
  return Promise.race([work, late]);
}
