// btoa and atob take one character per byte; larger slices overflow the argument list.
const SLICE = 0x8000;

/** Bytes as base64 text. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += SLICE) binary += String.fromCharCode(...bytes.subarray(at, at + SLICE));
  return btoa(binary);
}

/** Base64 text as bytes; throws on anything else. */
export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
