// A failure with a stable code, as it travels between host, worker and pages.

export class HostError extends Error {
  /** @param {MemoryX.Failure} failure */
  constructor(failure) {
    super(failure.message);
    this.name = "HostError";
    this.failure = failure;
  }
}

/**
 * @param {string} code @param {string} message @param {{ remedy?: string | null, retryable?: boolean }} [more]
 */
export function hostError(code, message, { remedy = null, retryable = false } = {}) {
  return new HostError({ code, message, remedy, retryable });
}

/** @param {unknown} error @returns {MemoryX.Failure} */
export function asFailure(error) {
  if (error instanceof HostError) return error.failure;
  const message = error instanceof Error ? error.message : String(error);
  return { code: "extension_failed", message, remedy: null, retryable: false };
}
