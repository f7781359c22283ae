// Bytes as text, for messages that carry only text.

/** Bytes that become characters at a time: more overflow a call's arguments. */
const STRIDE = 32_768;

/** @param {Uint8Array} bytes */
export function base64(bytes) {
  let binary = "";
  for (let start = 0; start < bytes.length; start += STRIDE) {
    binary += String.fromCharCode(...bytes.subarray(start, start + STRIDE));
  }
  return btoa(binary);
}
