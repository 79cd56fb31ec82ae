const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const wideDecoder = new TextDecoder('utf-16le', { ignoreBOM: true });

/** Parts of a string's characters for `String.fromCharCode`, which takes some 100,000 arguments. */
const PART = 8_192;

/** Returns the name of an encoding as Node.js normalizes it. Throws if there is none. */
export function encodingOf(name: unknown): string {
  const known = typeof name === 'string' ? name.toLowerCase() : 'utf8';
  if (known === 'utf-8') return 'utf8';
  if (known === 'binary') return 'latin1';
  if (['ucs2', 'ucs-2', 'utf-16le'].includes(known)) return 'utf16le';
  if (['utf8', 'hex', 'base64', 'base64url', 'latin1', 'ascii', 'utf16le'].includes(known)) return known;
  throw Object.assign(new TypeError(`Unknown encoding: ${String(name)}`), { code: 'ERR_UNKNOWN_ENCODING' });
}

/** Returns the bytes of a text in an encoding. */
export function bytesOf(text: string, encoding: string): Uint8Array {
  if (encoding === 'utf8') return encoder.encode(text);
  if (encoding === 'hex') return Uint8Array.from(text.match(/[\da-f]{2}/gi) ?? [], (pair) => Number.parseInt(pair, 16));
  if (encoding.startsWith('base64')) {
    const plain = text
      .replaceAll('-', '+')
      .replaceAll('_', '/')
      .replaceAll(/[^\w+/]/g, '');
    return Uint8Array.from(atob(plain), (char) => char.charCodeAt(0));
  }
  const codes = Array.from({ length: text.length }, (_each, index) => text.charCodeAt(index));
  return encoding === 'utf16le' ? new Uint8Array(Uint16Array.from(codes).buffer) : Uint8Array.from(codes);
}

/** Returns the text of bytes in an encoding. */
export function textOf(bytes: Uint8Array, encoding: string): string {
  if (encoding === 'utf8') return decoder.decode(bytes);
  if (encoding === 'hex') return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (encoding === 'utf16le') return wideDecoder.decode(bytes.subarray(0, bytes.length & ~1));
  if (encoding === 'ascii') return charsOf(bytes.map((byte) => byte & 0x7f));
  if (encoding === 'latin1') return charsOf(bytes);
  const text = btoa(charsOf(bytes));
  return encoding === 'base64' ? text : text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function charsOf(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += PART)
    text += String.fromCharCode(...bytes.subarray(start, start + PART));
  return text;
}
